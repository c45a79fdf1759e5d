import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { CallerLimit, type Principal, type Scope } from '../../domain/principal.js';
import { CallerCheck } from '../../domain/revalidation.js';
import { type DirectorEntry } from '../../domain/directors.port.js';
import { hasEnded } from '../../domain/run.js';
import { InFlightCalls } from '../../platform/in-flight-calls.js';
import { type RecordedRun } from './store/run-mapper.js';
import { RunChanges } from './store/run-changes.service.js';
import { RunHistory } from './store/run-history.service.js';

/** Wakes one waiter: a notification without a waiter is kept for the next wait. */
class Signal {
  private rung = false;
  private wake: (() => void) | null = null;

  readonly ring = (): void => {
    this.rung = true;
    this.wake?.();
  };

  /** Returns at the next ring, or after this time. */
  async wait(limitMs: number): Promise<void> {
    if (!this.rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, limitMs);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.wake = null;
    this.rung = false;
  }
}

/** Who waits for which run, and for how long. */
export interface RunWait {
  readonly principal: Principal;
  readonly entry: DirectorEntry;
  readonly jobId: number;
  readonly seconds: number;
  /** Fires when the caller has hung up. */
  readonly gone: AbortSignal;
}

/** How often a wait reads the run and checks the caller again, even if the Director reports no change. */
const pollEveryMs = 4_000;
const waitsPerCaller = 20;

/** Delays answers until a run has ended. */
@Injectable()
export class RunLongPoll implements BeforeApplicationShutdown {
  private readonly bells = new Set<Signal>();
  private readonly limit = new CallerLimit(
    waitsPerCaller,
    'too_many_waits',
    `This caller is already waiting for ${waitsPerCaller} runs. Wait until one of these requests ends.`,
  );
  private readonly pending = new InFlightCalls<string, RecordedRun>();
  private isStopping = false;

  constructor(
    private readonly history: RunHistory,
    private readonly changes: RunChanges,
    private readonly callers: CallerCheck,
  ) {}

  /**
   * The run when it has ended, or its state after this many seconds, when the caller disconnects, or at shutdown. AppError
   * too_many_waits.
   */
  async untilEnded(wait: RunWait): Promise<RecordedRun> {
    const { principal, entry, jobId, gone } = wait;
    const leave = this.limit.enter(principal);
    const signal = new Signal();
    this.bells.add(signal);
    gone.addEventListener('abort', signal.ring);
    const silence = this.changes.onChange((change) => {
      if (isAbout(change.director, entry.name) && isAbout(change.jobId, jobId)) signal.ring();
    });
    try {
      return await this.watch(wait, signal);
    } finally {
      leave();
      silence();
      gone.removeEventListener('abort', signal.ring);
      this.bells.delete(signal);
    }
  }

  beforeApplicationShutdown(): void {
    this.isStopping = true;
    for (const signal of this.bells) signal.ring();
  }

  private async watch({ principal, entry, jobId, seconds, gone }: RunWait, signal: Signal): Promise<RecordedRun> {
    const startedAt = performance.now();
    let checkedAt = startedAt;
    for (;;) {
      const run = await this.find(principal.scope, entry, jobId);
      const leftMs = startedAt + seconds * 1000 - performance.now();
      if (hasEnded(run.status) || leftMs <= 0 || gone.aborted || this.isStopping) return run;
      // All waits wake at the same multiples of the interval, so that they share one query.
      await signal.wait(Math.min(leftMs, pollEveryMs - (performance.now() % pollEveryMs)));
      if (performance.now() - checkedAt < pollEveryMs - 100) continue;
      checkedAt = performance.now();
      await this.callers.requireStillValid(principal);
    }
  }

  /** One query for a run at a time, shared by all that wait for it. */
  private find(scope: Scope, entry: DirectorEntry, jobId: number): Promise<RecordedRun> {
    const key = JSON.stringify([entry.name, jobId, scope]);
    return this.pending.share(key, () => this.history.get(scope, entry, jobId));
  }
}

function isAbout<T>(changed: T | null, own: T): boolean {
  return changed === null || changed === own;
}
