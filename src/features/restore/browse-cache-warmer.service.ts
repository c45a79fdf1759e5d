import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type Logger } from 'pino';
import { Clock } from '../../domain/clock.js';
import { Directors } from '../../domain/directors.port.js';
import { isGoodBackup, type RunFilter } from '../../domain/run.js';
import { fullScope } from '../../domain/principal.js';
import { advisoryLocks } from '../../database/advisory-locks.js';
import { LockConnection } from '../../database/lock-connection.js';
import { LOG } from '../../platform/logging/log.js';
import { RunsRepository } from '../runs/store/runs.repository.js';
import { type RecordChange, RunChanges } from '../runs/store/run-changes.service.js';

/** Runs that ended while the console was down are warmed as far back as this. */
const recentMs = 24 * 3_600_000;
const mostAtOnce = 200;
/** A Director that was away is tried again with the next run that ends, or after this time. */
const againMs = 60_000;
/** After this many consecutive failures, the runs are left to the first caller who opens them. */
const mostFailures = 5;

const goodBackups: RunFilter = { types: ['Backup'], statuses: ['completed', 'warning'] };

/**
 * Makes each Director prepare the folders of a run for browsing when the run ends, if the Director does so only on request.
 * Otherwise the first user who opens the run waits, for a large one minutes.
 */
@Injectable()
export class BrowseCacheWarmer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly waiting = new Map<string, Set<number>>();
  private readonly working = new Set<string>();
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly failures = new Map<string, number>();
  private stopListening: () => void = () => undefined;
  private stopWatching: () => void = () => undefined;
  private isStopped = false;

  constructor(
    private readonly directors: Directors,
    private readonly runs: RunsRepository,
    private readonly changes: RunChanges,
    private readonly session: LockConnection,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.stopListening = this.changes.onChange((change) => this.onRunChange(change));
    this.stopWatching = this.directors.onChange(() => this.warmRecentEverywhere());
    this.warmRecentEverywhere();
  }

  beforeApplicationShutdown(): void {
    this.isStopped = true;
    this.stopListening();
    this.stopWatching();
    for (const timer of this.timers.values()) clearTimeout(timer);
  }

  private onRunChange({ director, jobId }: RecordChange): void {
    if (director === null) this.warmRecentEverywhere();
    else if (jobId === null) void this.warmRecent(director);
    else this.add(director, [jobId]);
  }

  private warmRecentEverywhere(): void {
    for (const { name } of this.directors.all()) void this.warmRecent(name);
  }

  private async warmRecent(director: string): Promise<void> {
    const since = new Date(this.clock.now().getTime() - recentMs);
    const query = {
      director,
      filter: { ...goodBackups, since },
      limit: mostAtOnce,
      after: null,
      downTo: null,
      sort: 'newest' as const,
    };
    const runs = await this.runs.list(query).catch(() => []);
    this.add(
      director,
      runs.map(({ jobId }) => jobId),
    );
  }

  private add(director: string, jobIds: readonly number[]): void {
    const waiting = this.waiting.get(director) ?? new Set<number>();
    for (const jobId of jobIds) waiting.add(jobId);
    this.waiting.set(director, waiting);
    if (this.isStopped || this.working.has(director) || waiting.size === 0) return;
    this.working.add(director);
    void this.warm(director).then((isDone) => {
      this.working.delete(director);
      if (isDone) this.add(director, []);
      else this.addLater(director);
    });
  }

  /** Returns whether it may continue with runs that ended meanwhile. */
  private async warm(director: string): Promise<boolean> {
    const entry = this.directors.all().find(({ name }) => name === director);
    const jobIds = [...(this.waiting.get(director) ?? [])].slice(0, mostAtOnce);
    try {
      // Another instance gets the same notifications and warms these runs.
      const isMine = entry !== undefined && (await this.session.tryLock(advisoryLocks.browseCacheWarmer, director));
      const ready = isMine ? await this.endedWell(director, jobIds) : [];
      if (entry && ready.length > 0) await entry.director.prepareBrowsing(fullScope, ready);
      this.forget(director, jobIds);
      return true;
    } catch (error) {
      const failures = (this.failures.get(director) ?? 0) + 1;
      this.failures.set(director, failures);
      if (failures >= mostFailures) this.forget(director, jobIds);
      this.log.debug({ err: error, director }, 'Could not prepare runs for browsing; will retry.');
      return false;
    }
  }

  private forget(director: string, jobIds: readonly number[]): void {
    this.failures.delete(director);
    for (const jobId of jobIds) this.waiting.get(director)?.delete(jobId);
  }

  /** An active run is reported again when it ends. */
  private async endedWell(director: string, jobIds: readonly number[]): Promise<number[]> {
    const runs = await Promise.all(jobIds.map((jobId) => this.runs.find(director, jobId)));
    return runs.flatMap((run) => {
      return run?.type === 'Backup' && isGoodBackup(run) ? [run.jobId] : [];
    });
  }

  private addLater(director: string): void {
    if (this.isStopped || this.timers.has(director)) return;
    const again = (): void => {
      this.timers.delete(director);
      this.add(director, []);
    };
    this.timers.set(director, setTimeout(again, againMs).unref());
  }
}
