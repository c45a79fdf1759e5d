import { Injectable } from '@nestjs/common';
import { type DirectorEntry } from '../../../domain/directors.port.js';
import { type PageKey, type PageRequest, type Slice, sliceOf } from '../../../domain/pagination.js';
import { AppError } from '../../../domain/error-codes.js';
import { hasEnded, type Run, type RunFilter, withKnownWait, type RunSort } from '../../../domain/run.js';
import { type RunSyncState } from '../../../domain/run-sync.js';
import { type Scope } from '../../../domain/principal.js';
import { Acknowledgements } from '../acknowledgements/acknowledgements.repository.js';
import { type RecordedRun } from './run-mapper.js';
import { RunsRepository } from './runs.repository.js';
import { type RunPosition } from './keyset-range.js';
import { type RunHistoryQuery } from './run-list.sql.js';
import { RunIngestion } from '../sync/run-ingestion.service.js';
import { RunWrites } from '../sync/run-writes.repository.js';
import { settleWithin } from '../../../platform/timing.js';

/** How long the catalog is waited for where the record could answer instead. */
const catalogWaitMs = 1_000;
/** A complete history stays complete until ids start over; then the cached answer is corrected within this time. */
const wholeKnownMs = 5_000;

/** Which runs, and in which order. */
export interface RunList {
  readonly filter: RunFilter;
  readonly sort: RunSort;
}

/**
 * The run history: the run store, and the catalog for what the store does not have yet. It answers while the Director and its
 * catalog are away. A scope that narrows runs would become a condition of the store's queries.
 */
@Injectable()
export class RunHistory {
  private readonly wholeUntil = new Map<string, number>();

  constructor(
    private readonly recorded: RunsRepository,
    private readonly writes: RunWrites,
    private readonly intake: RunIngestion,
    private readonly acknowledgements: Acknowledgements,
  ) {}

  /** A page's key is [generation, jobId] of its last row. Cut short where the catalog is needed and away. */
  async list(scope: Scope, entry: DirectorEntry, list: RunList, page: PageRequest): Promise<Slice<RecordedRun>> {
    const { filter, sort } = list;
    const state = await this.unfilled(entry.name);
    // Only stored runs can be acknowledged.
    if (state && filter.acknowledged !== true) {
      // A catalog does not store users and tokens, and cannot be read from its beginning.
      if (sort !== 'newest' || filter.trigger !== undefined) throw stillFilling(entry.name);
      return this.listBoth(scope, entry, filter, page, state);
    }
    const after = placeOf(page.after);
    const query = { director: entry.name, filter, sort, limit: page.limit + 1, after, downTo: null };
    const runs = await this.recorded.list(query);
    const total = page.count === true ? await this.recorded.count(entry.name, filter) : undefined;
    return sliceOf(runs, page.limit, keyOfRun, total);
  }

  /** The run of this id in the newest id space that has it; for an active one the catalog's current state, if it answers soon. */
  async find(scope: Scope, entry: DirectorEntry, jobId: number): Promise<RecordedRun | null> {
    const known = await this.recorded.find(entry.name, jobId);
    if (known && hasEnded(known.status)) return known;
    if (!known) return this.readNow(scope, entry, jobId);
    const [run] = (await inTime(entry.catalog.runs.readRuns(scope, { ids: [jobId] }))) ?? [];
    if (!run) return known;
    if (run.uniqueName !== known.uniqueName) return (await inTime(this.readNow(scope, entry, jobId))) ?? known;
    // An end is stored with its log, which closes a moment later; the caller does not wait for that.
    void this.intake.take(entry, { runs: [run], newest: null }).catch(() => undefined);
    return { ...known, ...withKnownWait(known, run) };
  }

  /** The run of this job id, or AppError not_found. */
  async get(scope: Scope, entry: DirectorEntry, jobId: number): Promise<RecordedRun> {
    const run = await this.find(scope, entry, jobId);
    if (!run)
      throw new AppError('not_found', `Director ${entry.name} has no run with job id ${jobId}.`, {
        reason: 'no_run',
        params: { director: entry.name, jobId },
      });
    return run;
  }

  /** The newest run of each of the jobs that ever ran. */
  async lastRuns(scope: Scope, entry: DirectorEntry, jobs: readonly string[]): Promise<ReadonlyMap<string, Run>> {
    const recorded = await this.recorded.lastRuns(entry.name, jobs);
    const state = await this.unfilled(entry.name);
    if (!state) return recorded;
    // While the history is still being filled, a stored run below the filled range may not be the newest of its job.
    const found = new Map([...recorded].filter(([, run]) => isFilledTo(run, state)));
    const missing = jobs.filter((job) => !found.has(job));
    if (missing.length === 0) return recorded;
    const older = await inTime(entry.catalog.runs.lastRuns(scope, missing));
    return new Map<string, Run>([...recorded, ...(older ?? []), ...found]);
  }

  private async readNow(scope: Scope, entry: DirectorEntry, jobId: number): Promise<RecordedRun | null> {
    const runs = await entry.catalog.runs.readRuns(scope, { ids: [jobId] });
    if (runs.length === 0) return null;
    await this.intake.take(entry, { runs, newest: null });
    return this.recorded.find(entry.name, jobId);
  }

  /** Where the record reaches down to, or null where all of the catalog is in it. */
  private async unfilled(director: string): Promise<RunSyncState | null> {
    if ((this.wholeUntil.get(director) ?? 0) > performance.now()) return null;
    const state = await this.writes.stateOf(director);
    if (state.filledFrom > 0) return state;
    this.wholeUntil.set(director, performance.now() + wholeKnownMs);
    return null;
  }

  /** The record down to where it is filled, then the catalog itself. Earlier id spaces follow once it is whole. */
  private async listBoth(
    scope: Scope,
    entry: DirectorEntry,
    filter: RunFilter,
    page: PageRequest,
    state: RunSyncState,
  ): Promise<Slice<RecordedRun>> {
    const { generation, filledFrom } = state;
    const after = placeOf(page.after);
    const downTo = { generation, jobId: filledFrom };
    const wanted = page.limit + 1;
    const query: RunHistoryQuery = { director: entry.name, filter, sort: 'newest', limit: wanted, after, downTo };
    const newer = await this.recorded.list(query);
    if (newer.length >= wanted) return sliceOf(newer, page.limit, keyOfRun);
    const below = after && after.generation === generation ? Math.min(after.jobId, filledFrom) : filledFrom;
    const rest = { limit: page.limit - newer.length, after: [below] };
    if (rest.limit === 0) return { items: newer, next: [generation, filledFrom] };
    try {
      const count = page.count === true ? { count: true } : {};
      const older = await entry.catalog.runs.listRuns(scope, filter, { ...rest, ...count });
      const unseen = await this.unacknowledged(entry.name, filter, older.items);
      const items = [...newer, ...unseen.map((run) => ({ ...run, generation, isLost: false }))];
      const next = older.next === null ? null : [generation, ...older.next];
      return older.total ? { items, next, total: older.total } : { items, next };
    } catch (error) {
      if (newer.length === 0) throw error;
      return { items: newer, next: [generation, filledFrom] };
    }
  }

  /** For catalog rows when only unacknowledged runs are requested: the catalog has no acknowledgements. */
  private async unacknowledged(director: string, filter: RunFilter, runs: readonly Run[]): Promise<readonly Run[]> {
    if (filter.acknowledged !== false) return runs;
    const names = runs.filter(({ status }) => status === 'error' || status === 'warning').map((run) => run.uniqueName);
    const seen = await this.acknowledgements.of('run', director, names);
    return runs.filter(({ uniqueName }) => !seen.has(uniqueName));
  }
}

function stillFilling(director: string): AppError {
  return new AppError(
    'conflict',
    `The oldest runs of Director ${director} are still being read from its catalog. Request the newest ones without filtering by who started them, or try again later.`,
  );
}

function isFilledTo({ generation, jobId }: RecordedRun, state: RunSyncState): boolean {
  return generation === state.generation && jobId >= state.filledFrom;
}

/** null where the call fails, too. */
function inTime<T>(call: Promise<T>): Promise<T | null> {
  return settleWithin(
    call.catch(() => null),
    catalogWaitMs,
  );
}

export function keyOfRun({ generation, jobId }: RecordedRun): PageKey {
  return [generation, jobId];
}

function placeOf(key: PageKey | undefined): RunPosition | null {
  if (key === undefined) return null;
  const [generation, jobId] = key;
  if (typeof generation === 'number' && typeof jobId === 'number') return { generation, jobId };
  throw new AppError('cursor_mismatch', 'The cursor does not belong to this list. Start again without a cursor.');
}
