import { Injectable } from '@nestjs/common';
import { chosenDirectors, everyDirector } from '../../domain/chosen-directors.js';
import { Clock } from '../../domain/clock.js';
import { type DirectorEntry, Directors } from '../../domain/directors.port.js';
import { mergeSlices, type MergeSource } from '../../domain/merged-slices.js';
import { type PageRequest, type Slice } from '../../domain/pagination.js';
import { type Principal } from '../../domain/principal.js';
import { type Run } from '../../domain/run.js';
import { type RunSort } from '../../domain/run-sort.js';
import { type Scope } from '../../domain/scope.js';
import { type PageOf } from '../../http/api-answers.js';
import { Cursors } from '../../http/cursors.js';
import { type RecordedRun } from './store/run-mapper.js';
import { keyOfRun, RunHistory, type RunList } from './store/run-history.service.js';
import { type RunRecord } from './run-record.dto.js';
import { RunRecords } from './run-records.service.js';
import { runFilterOf } from './run-filter.js';
import { type RecentRunsQuery, type RunsQuery } from './runs.dto.js';

/** Lists runs, of one Director or of all as one list. */
@Injectable()
export class RunsService {
  constructor(
    private readonly directors: Directors,
    private readonly history: RunHistory,
    private readonly records: RunRecords,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  listRuns({ scope }: Principal, query: RunsQuery): Promise<PageOf<RunRecord>> {
    return this.list(scope, 'listRuns', query, { filter: runFilterOf(query, this.clock.now()), sort: query.sort });
  }

  listRecentRuns({ scope }: Principal, query: RecentRunsQuery): Promise<PageOf<RunRecord>> {
    return this.list(scope, 'listRecentRuns', query, { filter: runFilterOf(query, this.clock.now()), sort: 'newest' });
  }

  private async list(
    scope: Scope,
    operation: string,
    query: RunsQuery | RecentRunsQuery,
    list: RunList,
  ): Promise<PageOf<RunRecord>> {
    const context = { operation, query, method: 'record' };
    const page = this.cursors.requestOf(query, context);
    const entries = chosenDirectors(this.directors, query.director);
    const sources = entries.map((entry) => this.runsAt(scope, entry, list));
    const slice =
      query.director === everyDirector
        ? await mergeSlices(
            sources.map(orNothing),
            page,
            list.sort === 'newest' ? newerFirst : (a, b) => newerFirst(b, a),
          )
        : await readOne(sources, page);
    const items = await this.recordsOf(scope, entries, slice.items);
    return this.cursors.pageOf({ ...slice, items }, context, (record) => record);
  }

  private runsAt(scope: Scope, entry: DirectorEntry, list: RunList): MergeSource<RecordedRun> {
    const before: Readonly<Record<RunSort, number>> = { newest: 1, oldest: -1 };
    return {
      name: entry.name,
      read: (page) => this.history.list(scope, entry, list, page),
      keyOf: keyOfRun,
      keyBefore: (run) => [run.generation, run.jobId + before[list.sort]],
    };
  }

  private async recordsOf(
    scope: Scope,
    entries: readonly DirectorEntry[],
    runs: readonly Run[],
  ): Promise<readonly RunRecord[]> {
    const [only] = entries;
    if (only && entries.length === 1) return this.records.recordsOf(scope, only, runs);
    const lists = await Promise.all(
      entries.map((entry) => {
        const own = runs.filter((run) => run.director === entry.name);
        return this.records.recordsOf(scope, entry, own);
      }),
    );
    const byRun = new Map(lists.flat().map((record) => [`${record.jobId} ${record.director}`, record]));
    return runs.map((run) => byRun.get(`${run.jobId} ${run.director}`)).filter((record) => record !== undefined);
  }
}

function readOne(sources: readonly MergeSource<RecordedRun>[], page: PageRequest): Promise<Slice<RecordedRun>> {
  const [source] = sources;
  if (!source) throw new Error('A list requires at least one Director.');
  return source.read(page);
}

/** One Director whose older history is away must not keep those of all others from being shown. */
function orNothing(source: MergeSource<RecordedRun>): MergeSource<RecordedRun> {
  return { ...source, read: (page) => source.read(page).catch(() => ({ items: [], next: null })) };
}

/** Newest first over several Directors: job ids of different Directors say nothing of time. */
function newerFirst(a: Run, b: Run): number {
  const age = b.queuedAt.getTime() - a.queuedAt.getTime();
  if (age !== 0) return age;
  if (a.director !== b.director) return a.director < b.director ? -1 : 1;
  return b.jobId - a.jobId;
}
