import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { sleep } from '../../platform/timing.js';

/** The process id of a postmaster that serves this data folder now, or null. A stale file or a reused id counts as none. */
export function findPostmaster(dataFolder: string): number | null {
  const file = join(dataFolder, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  return Number.isInteger(pid) && pid > 1 && isPostmasterOf(pid, dataFolder) ? pid : null;
}

/** Whether this very process serves the data folder and lets clients in. */
export function isReady(dataFolder: string, pid: number): boolean {
  try {
    const lines = readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n');
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}

/**
 * Takes away the lock of a postmaster that is gone. PostgreSQL itself refuses to start while any process has the id in it: one
 * that got the id after the machine came up again, or a dead one that nobody has collected. Its server processes may outlive a
 * postmaster that was killed; the lock stays, and PostgreSQL decides, where they do not end within the limit.
 */
export async function removeDeadLock(dataFolder: string, limitMs = 10_000): Promise<void> {
  const file = join(dataFolder, 'postmaster.pid');
  if (!existsSync(file) || !existsSync('/proc/self/cwd') || findPostmaster(dataFolder) !== null) return;
  for (let waitedMs = 0; hasProcesses(dataFolder); waitedMs += 50) {
    if (waitedMs >= limitMs) return;
    await sleep(50);
  }
  rmSync(file, { force: true });
}

/** Every process of a PostgreSQL works in its data folder. */
function hasProcesses(dataFolder: string): boolean {
  const folder = realpathSync(dataFolder);
  return readdirSync('/proc').some((name) => /^\d+$/.test(name) && workingFolder(name) === folder);
}

function workingFolder(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

function isPostmasterOf(pid: number, dataFolder: string): boolean {
  const command = commandLine(pid);
  return command.includes('postgres') && (command.includes(dataFolder) || command.includes(realpathSync(dataFolder)));
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function isZombie(pid: number): boolean {
  try {
    return / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/, ''));
  } catch {
    return false;
  }
}

/** Ends a postmaster: a fast shutdown (SIGINT) first, an immediate one (SIGQUIT) when that takes too long. */
export async function stopPostmaster(pid: number, graceMs = 10_000): Promise<void> {
  signal(pid, 'SIGINT');
  if (await hasGone(pid, graceMs)) return;
  signal(pid, 'SIGQUIT');
  if (await hasGone(pid, graceMs)) return;
  throw new Error(`PostgreSQL (process ${pid}) does not stop. Stop it manually, then start again.`);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function hasGone(pid: number, limitMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < limitMs; waitedMs += 20) {
    if (!isAlive(pid)) return true;
    await sleep(20);
  }
  return false;
}
