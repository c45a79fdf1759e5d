import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** The process id of a postmaster that serves this data folder now, or null. A stale file or a reused id counts as none. */
export function findPostmaster(dataFolder: string): number | null {
  const file = join(dataFolder, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  return Number.isInteger(pid) && pid > 1 && isPostmasterOf(pid, dataFolder) ? pid : null;
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
  throw new Error(`PostgreSQL (process ${pid}) does not end. End it by hand, then start again.`);
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
    await delay(20);
  }
  return false;
}
