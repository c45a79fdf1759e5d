import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { CallerCheck } from '../../domain/caller-check.js';
import { type DirectorEntry } from '../../domain/directors.port.js';
import { type Principal } from '../../domain/principal.js';
import { hasEnded, type Run } from '../../domain/run.js';
import { Bell } from './bell.js';
import { getRunAt } from './run-lookup.js';

/** Who waits for which run, and for how long. */
export interface RunWait {
  readonly principal: Principal;
  readonly entry: DirectorEntry;
  readonly jobId: number;
  readonly seconds: number;
  /** Fires when the caller has hung up. */
  readonly gone: AbortSignal;
}

/** How often a wait looks at the run and the caller again, however quiet the Director is. */
const lookEveryMs = 4_000;

/** Holds answers until a run has ended. */
@Injectable()
export class RunWaits implements BeforeApplicationShutdown {
  private readonly bells = new Set<Bell>();
  private isStopping = false;

  constructor(private readonly callers: CallerCheck) {}

  /** The run when it has ended, or as it is after so many seconds, when the caller hangs up, or when the console stops. */
  async untilEnded(wait: RunWait): Promise<Run> {
    const { entry, jobId, gone } = wait;
    const bell = new Bell();
    this.bells.add(bell);
    gone.addEventListener('abort', bell.ring);
    const silence = entry.director.onRunChange((change) => {
      if (change.jobId === jobId) bell.ring();
    });
    try {
      return await this.watch(wait, bell);
    } finally {
      silence();
      gone.removeEventListener('abort', bell.ring);
      this.bells.delete(bell);
    }
  }

  beforeApplicationShutdown(): void {
    this.isStopping = true;
    for (const bell of this.bells) bell.ring();
  }

  private async watch({ principal, entry, jobId, seconds, gone }: RunWait, bell: Bell): Promise<Run> {
    const startedAt = performance.now();
    let checkedAt = startedAt;
    for (;;) {
      const run = await getRunAt(principal.scope, entry, jobId);
      const leftMs = startedAt + seconds * 1000 - performance.now();
      if (hasEnded(run.status) || leftMs <= 0 || gone.aborted || this.isStopping) return run;
      await bell.wait(Math.min(leftMs, lookEveryMs));
      if (performance.now() - checkedAt < lookEveryMs - 100) continue;
      checkedAt = performance.now();
      await this.callers.requireStillValid(principal);
    }
  }
}
