import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sleep } from '../../../platform/timing.js';

const pattern = /^task-(\d+)\.pid$/;
/** Where the system has no /proc: such a process is never known to be gone. */
const unknown = 'unknown';
const killTries = 40;
const killPauseMs = 50;

/**
 * Files with the processes of runs, so that the console finds those that outlived a killed one. A process is identified by its id
 * and its start tick, because ids are reused.
 */
export class TaskPids {
  private readonly mine = new Set<number>();

  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  remember(jobId: number, pid: number): void {
    this.mine.add(jobId);
    writeFileSync(this.file(jobId), `${pid} ${startTick(pid) ?? unknown}`, { mode: 0o600 });
  }

  forget(jobId: number): void {
    this.mine.delete(jobId);
    rmSync(this.file(jobId), { force: true });
  }

  /** Kills the processes of an earlier console. Returns the runs whose process is certainly gone. */
  async endLeft(): Promise<ReadonlySet<number>> {
    const gone = new Set<number>();
    for (const name of readdirSync(this.folder)) {
      const jobId = Number(pattern.exec(name)?.[1]);
      if (!Number.isInteger(jobId) || this.mine.has(jobId)) continue;
      if (await this.end(jobId)) gone.add(jobId);
      rmSync(this.file(jobId), { force: true });
    }
    return gone;
  }

  private async end(jobId: number): Promise<boolean> {
    const [pid, tick] = readFileSync(this.file(jobId), 'utf8').split(' ');
    if (tick === unknown) return false;
    for (let tries = 0; tries < killTries; tries += 1) {
      if (startTick(Number(pid)) !== tick) return true;
      kill(Number(pid));
      await sleep(killPauseMs);
    }
    return false;
  }

  private file(jobId: number): string {
    return join(this.folder, `task-${jobId}.pid`);
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}

/** When the process began; null where there is none or only its exit status is left. */
function startTick(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}
