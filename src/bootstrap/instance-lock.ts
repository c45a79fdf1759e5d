import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { type Settings } from '../config/settings.js';
import { secretFromFile } from '../platform/security/secret-file.js';
import { InstanceKey, SecretBox } from '../platform/security/secret-box.js';

interface InstanceKeys {
  readonly instanceKey: InstanceKey;
  readonly secretBox: SecretBox;
}

/** The keys of this installation; secrets encrypted with INSTANCE_KEY_PREVIOUS can still be decrypted. */
export function loadInstanceKeys(settings: Settings): InstanceKeys {
  const instanceKey = loadInstanceKey(settings);
  const previous = settings.previousInstanceKeys.map((key) => new InstanceKey(key));
  return { instanceKey, secretBox: new SecretBox(instanceKey, previous) };
}

/** INSTANCE_KEY, or the key that DATA_DIR keeps, made at the first start. */
function loadInstanceKey(settings: Settings): InstanceKey {
  if (settings.instanceKey !== null) return new InstanceKey(settings.instanceKey);
  const file = join(settings.dataDir, 'instance.key');
  return new InstanceKey(secretFromFile(file, () => randomBytes(32).toString('hex')));
}

/**
 * Prevents two consoles from using one DATA_DIR. The lock file has the process id and the start time of the process, so that a
 * stale lock of a killed console is detected even if its process id was reused.
 */
export class DataDirLock {
  private constructor(private readonly file: string) {}

  /** Throws an Error that names the other process if it has the lock. */
  static take(dataDir: string): DataDirLock {
    const file = join(dataDir, 'console.lock');
    const mine = describe(process.pid);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      if (tryCreate(file, mine)) return new DataDirLock(file);
      const found = readIfThere(file);
      if (found === null) continue;
      const pid = Number(found.split(' ')[0]);
      if (isLockedBy(pid, found)) {
        throw new Error(
          `DATA_DIR ${dataDir} is in use by another console (process ${pid}). Stop that console, or choose another DATA_DIR.`,
        );
      }
      removeStale(file, found);
    }
    throw new Error(`Could not take the lock ${file}: other processes keep taking it.`);
  }

  release(): void {
    if (readIfThere(this.file) === describe(process.pid)) rmSync(this.file, { force: true });
  }
}

function tryCreate(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function isLockedBy(pid: number, text: string): boolean {
  if (!Number.isInteger(pid) || pid < 1) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return describe(pid) === text;
}

/** Moves the stale lock aside before removing it, so that of two starters only one removes it and none removes a fresh one. */
function removeStale(file: string, expected: string): void {
  const aside = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, aside);
    if (readIfThere(aside) !== expected) linkSync(aside, file);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Process id and, if available, the tick at which the process started. */
function describe(pid: number): string {
  const stat = readIfThere(`/proc/${pid}/stat`);
  const startedAtTick = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  return `${pid} ${startedAtTick ?? 'unknown'}`;
}
