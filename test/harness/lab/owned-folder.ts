import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../../../src/database/embedded-postgres/postmaster-pid.js';

const prefix = 'backup-console-lab-';

/** A temporary folder for its owner alone. Those whose process was killed are removed first; the kernel has ended their daemons. */
export function makeOwnedFolder(): string {
  removeAbandoned();
  const folder = mkdtempSync(join(tmpdir(), prefix));
  writeFileSync(join(folder, 'owner'), String(process.pid));
  return folder;
}

function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(tmpdir(), name);
    try {
      if (isAlive(Number(readFileSync(join(folder, 'owner'), 'utf8')))) continue;
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // It has no owner yet, or is another user's.
    }
  }
}
