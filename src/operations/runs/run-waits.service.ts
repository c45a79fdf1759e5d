import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { CallerCheck } from '../../domain/caller-check.js';
import { type DirectorEntry } from '../../domain/directors.port.js';
import { type Principal } from '../../domain/principal.js';
import { hasEnded } from '../../domain/run.js';
import { type RecordedRun } from '../../runs/record/recorded-run.js';
import { RunChanges } from '../../runs/record/run-changes.service.js';
import { Bell } from './bell.js';
import { RunLookup } from './run-lookup.service.js';

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

  constructor(
    private readonly lookup: RunLookup,
    private readonly changes: RunChanges,
    private readonly callers: CallerCheck,
  ) {}

  /** The run when it has ended, or as it is after so many seconds, when the caller hangs up, or when the console stops. */
  async untilEnded(wait: RunWait): Promise<RecordedRun> {
    const { entry, jobId, gone } = wait;
    const bell = new Bell();
    this.bells.add(bell);
    gone.addEventListener('abort', bell.ring);
    const silence = this.changes.onChange((change) => {
      if (isAbout(change.director, entry.name) && isAbout(change.jobId, jobId)) bell.ring();
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

  private async watch({ principal, entry, jobId, seconds, gone }: RunWait, bell: Bell): Promise<RecordedRun> {
    const startedAt = performance.now();
    let checkedAt = startedAt;
    for (;;) {
      const run = await this.lookup.getRunAt(principal.scope, entry, jobId);
      const leftMs = startedAt + seconds * 1000 - performance.now();
      if (hasEnded(run.status) || leftMs <= 0 || gone.aborted || this.isStopping) return run;
      await bell.wait(Math.min(leftMs, lookEveryMs));
      if (performance.now() - checkedAt < lookEveryMs - 100) continue;
      checkedAt = performance.now();
      await this.callers.requireStillValid(principal);
    }
  }
}

function isAbout<T>(told: T | null, own: T): boolean {
  return told === null || told === own;
}
