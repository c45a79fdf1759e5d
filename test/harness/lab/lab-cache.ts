import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { LabLack } from './lab-lack.js';

const lockLimitSeconds = 240;

/** The folder that keeps the unpacked packages between runs, below the user's own cache folder. Made if missing. */
export function labCache(): string {
  const ownCache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  const folder = join(ownCache, 'backup-console-lab');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Does the work while no other process holds the lock of this name. The kernel gives it back when the holder dies, however it dies. */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const file = join(labCache(), `${name}.lock`);
  // The holder lives as long as the pipe to us does.
  const script = 'echo held; cat';
  const holder = spawn('flock', ['--wait', String(lockLimitSeconds), file, 'sh', '-c', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<never>((_, reject) => {
    holder.once('error', (cause) => reject(new LabLack('machine', 'the program flock is missing.', { cause })));
    holder.once('exit', () => reject(new LabLack('machine', `another process held ${file} too long.`)));
  });
  ended.catch(() => undefined);
  await Promise.race([once(holder.stdout, 'data'), ended]);
  try {
    return await work();
  } finally {
    holder.stdin.end();
  }
}
