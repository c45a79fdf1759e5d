import { Injectable } from '@nestjs/common';
import {
  chosenDirectors,
  everyDirector,
  resolveDirector,
  type DirectorEntry,
  Directors,
} from '../../domain/directors.port.js';
import { Clock } from '../../domain/clock.js';
import { mergeSlices, type MergeSource, type PageRequest, type Slice, pageOfWhole } from '../../domain/pagination.js';
import { type Principal, type Scope } from '../../domain/principal.js';
import {
  type Run,
  hasEnded,
  type LogLine,
  type RunFilter,
  type RunStatus,
  type TriggerFilter,
  type TriggerKind,
  type RunSort,
} from '../../domain/run.js';
import { type PageOf } from '../../http/api-answers.js';
import { Cursors } from '../../http/cursors.js';
import { type RecordedRun } from './store/run-mapper.js';
import { keyOfRun, RunHistory, type RunList } from './store/run-history.service.js';
import { type RunRecord, type RestoreRecord } from './run-record.dto.js';
import { RunRecords, restoreRecordOf } from './run-records.service.js';
import {
  type RecentRunsQuery,
  type RunsQuery,
  type LogLineRecord,
  type RunQuery,
  type RunVolumeRecord,
} from './runs.dto.js';
import { type Actor } from '../../domain/actor.js';
import { AppError, invalidField } from '../../domain/error-codes.js';
import { type AcknowledgeBody } from './acknowledgements/acknowledgement.dto.js';
import { type Acknowledged, AcknowledgementsService } from './acknowledgements/acknowledgements.service.js';
import { type Diagnosis, diagnose, diagnoseCanceled, diagnoseCutLog, lostRun } from '../../domain/diagnosis.js';
import { mergeFacts, readRestoreReport, type RestoreFacts } from '../../domain/restore-facts.js';
import { type DirectorPageQuery } from '../../http/page.dto.js';
import { RunCancelRequests } from './requests/run-cancel-requests.repository.js';
import { type RunFileRecord } from './file-entry.dto.js';
import { recordOfEntry } from './file-entry.mapper.js';
import { RunLongPoll } from './run-long-poll.service.js';
import { AuditedActions } from '../audit/audited-actions.js';
import { levelLetters, typeLetters } from '../../domain/job.js';

/** Acknowledges runs that did not end well. */
@Injectable()
export class RunAcknowledgements {
  constructor(
    private readonly directors: Directors,
    private readonly records: RunRecords,
    private readonly history: RunHistory,
    private readonly acknowledging: AcknowledgementsService,
  ) {}

  /** The record with it. */
  async give(
    { scope }: Principal,
    actor: Actor,
    { jobId, director }: { readonly jobId: number; readonly director: string | undefined },
    body: AcknowledgeBody,
  ): Promise<RunRecord> {
    const entry = resolveDirector(this.directors, director);
    const run = await this.history.get(scope, entry, jobId);
    if (run.status !== 'error' && run.status !== 'warning') throw endedOtherwise(run);
    await this.acknowledging.give(actor, acknowledged(run), body);
    return this.records.recordOf(scope, entry, run);
  }

  async takeBack({ scope }: Principal, actor: Actor, jobId: number, director: string | undefined): Promise<void> {
    const entry = resolveDirector(this.directors, director);
    await this.acknowledging.takeBack(actor, acknowledged(await this.history.get(scope, entry, jobId)));
  }
}

function acknowledged({ director, uniqueName, jobId }: RecordedRun): Acknowledged {
  return { kind: 'run', director, name: uniqueName, target: String(jobId) };
}

function endedOtherwise({ jobId, status }: RecordedRun): AppError {
  const detail = `Run ${jobId} has status ${status}. Only runs that ended with errors or warnings can be acknowledged.`;
  return new AppError('conflict', detail, { reason: 'run_did_not_fail', params: { jobId, status } });
}

/** Lines of a log in which the cause of its end is searched: the first, and the last where it is longer. */
const firstLines = 500;
const lastLines = 200;
/** How many lines at the end of a log are searched for a closing report. */
const closingLines = 10;
/** A Director writes the end of a run a moment before the closing report. */
const reportDelayMs = 10_000;

/** One run: its record, log, files and volumes. */
@Injectable()
export class RunDetails {
  constructor(
    private readonly directors: Directors,
    private readonly records: RunRecords,
    private readonly cursors: Cursors,
    private readonly history: RunHistory,
    private readonly waits: RunLongPoll,
    private readonly cancels: RunCancelRequests,
    private readonly clock: Clock,
  ) {}

  async getRun(principal: Principal, jobId: number, query: RunQuery, gone: AbortSignal): Promise<RunRecord> {
    const entry = resolveDirector(this.directors, query.director);
    const seconds = query.wait;
    const run =
      seconds === 0
        ? await this.history.get(principal.scope, entry, jobId)
        : await this.waits.untilEnded({ principal, entry, jobId, seconds, gone });
    const record = await this.records.recordOf(principal.scope, entry, run);
    if (run.type === 'Restore') record.restore = await this.restoreOf(principal.scope, entry, run);
    const retained = await isRetained(principal.scope, entry, run);
    if (retained !== null) record.retained = retained;
    const diagnosis = await this.diagnosisOf(principal.scope, entry, run);
    return diagnosis ? Object.assign(record, { diagnosis }) : record;
  }

  /** With the chosen options. A restore from before the console stored such facts is read from its log. */
  private async restoreOf(scope: Scope, entry: DirectorEntry, run: RecordedRun): Promise<RestoreRecord> {
    const known = await this.records.restoreFactsOf(run);
    const isOpen = hasEnded(run.status) && !run.isLost && known.restored === null;
    const facts = isOpen ? mergeFacts(known, await reportOf(scope, entry, run, known.replace)) : known;
    const record = restoreRecordOf(run, facts);
    return facts.refs === null ? record : Object.assign(record, { refs: [...facts.refs] });
  }

  async listLog({ scope }: Principal, jobId: number, query: DirectorPageQuery): Promise<PageOf<LogLineRecord>> {
    const entry = resolveDirector(this.directors, query.director);
    const context = { operation: `listRunLog ${jobId}`, director: entry.name, query };
    const page = this.cursors.requestOf(query, context);
    await this.history.get(scope, entry, jobId);
    const slice = await entry.catalog.runs.listLog(scope, jobId, page);
    return this.cursors.pageOf(slice, context, ({ id, at, text }) => ({ id, at, text }));
  }

  async listFiles({ scope }: Principal, jobId: number, query: DirectorPageQuery): Promise<PageOf<RunFileRecord>> {
    const entry = resolveDirector(this.directors, query.director);
    const context = { operation: `listRunFiles ${jobId}`, director: entry.name, query };
    const page = this.cursors.requestOf(query, context);
    const run = await this.history.get(scope, entry, jobId);
    const restored = run.type === 'Restore' ? await entry.catalog.restore.listRestored(scope, jobId, page) : null;
    if (restored !== null) {
      return this.cursors.pageOf(restored, context, (file) => {
        return Object.assign(recordOfEntry(entry.name, file), { outcome: file.outcome, reason: file.reason });
      });
    }
    const slice = await entry.catalog.runs.listRunFiles(scope, jobId, page);
    return this.cursors.pageOf(slice, context, (file) => recordOfEntry(entry.name, file));
  }

  async listVolumes({ scope }: Principal, jobId: number, query: DirectorPageQuery): Promise<PageOf<RunVolumeRecord>> {
    const entry = resolveDirector(this.directors, query.director);
    const context = { operation: `listRunVolumes ${jobId}`, director: entry.name, query };
    const page = this.cursors.requestOf(query, context);
    await this.history.get(scope, entry, jobId);
    const volumes = await entry.catalog.runs.listRunVolumes(scope, jobId);
    const slice = pageOfWhole(volumes, page, (part) => [part.firstIndex, part.lastIndex, part.volume]);
    return this.cursors.pageOf(slice, context, (part) => {
      const { volume, pool, mediaType, firstIndex, lastIndex, bytes } = part;
      return { volume, pool, mediaType, firstIndex, lastIndex, bytes };
    });
  }

  private async diagnosisOf(scope: Scope, entry: DirectorEntry, run: RecordedRun): Promise<Diagnosis | null> {
    if (run.isLost) return lostRun;
    if (!hasEnded(run.status) || run.status === 'completed') return null;
    const lines = await linesOf(scope, entry, run.jobId);
    const age = this.clock.now().getTime() - (run.endedAt ?? run.queuedAt).getTime();
    const shown = (age > reportDelayMs ? diagnoseCutLog(run.status, lines) : null) ?? diagnose(run.status, lines);
    if (shown !== null || run.status !== 'canceled') return shown;
    const requests = await this.cancels.of(entry.name, [run.uniqueName]);
    return requests.has(run.uniqueName) ? diagnoseCanceled() : null;
  }
}

/** A run stays in the history when its catalog has forgotten it; null: not a good backup, or the catalog is away. */
async function isRetained(scope: Scope, { catalog }: DirectorEntry, run: RecordedRun): Promise<boolean | null> {
  if (run.type !== 'Backup' || run.isLost || !(run.status === 'completed' || run.status === 'warning')) return null;
  try {
    return (await catalog.restore.lostRuns(scope, [run])).length === 0;
  } catch {
    return null;
  }
}

async function reportOf(
  scope: Scope,
  entry: DirectorEntry,
  run: RecordedRun,
  requested: RestoreFacts['replace'],
): Promise<Partial<RestoreFacts> | null> {
  try {
    const tails = await entry.catalog.runs.lastLogLines(scope, [run.jobId], closingLines);
    return readRestoreReport(run.jobId, tails.get(run.jobId) ?? [], requested);
  } catch {
    // The record answers while the catalog, which has the log, is away.
    return null;
  }
}

/** None where the catalog, which has the log, is away: the record answers without it. */
async function linesOf(scope: Scope, { catalog }: DirectorEntry, jobId: number): Promise<readonly LogLine[]> {
  try {
    const { items, next } = await catalog.runs.listLog(scope, jobId, { limit: firstLines });
    if (next === null) return items;
    const last = (await catalog.runs.lastLogLines(scope, [jobId], lastLines)).get(jobId) ?? [];
    const known = items.at(-1)?.id ?? 0;
    return [...items, ...last.filter(({ id }) => id > known)];
  } catch {
    return [];
  }
}

/** Ends runs before their time. */
@Injectable()
export class RunCancellation {
  constructor(
    private readonly directors: Directors,
    private readonly records: RunRecords,
    private readonly history: RunHistory,
    private readonly actions: AuditedActions,
    private readonly requests: RunCancelRequests,
    private readonly clock: Clock,
  ) {}

  /** The record right after the Director took the request; the run ends later, after up to half a minute where it had not started. */
  async cancelRun({ scope }: Principal, actor: Actor, jobId: number, director?: string): Promise<RunRecord> {
    const entry = resolveDirector(this.directors, director);
    const run = await this.history.get(scope, entry, jobId);
    if (hasEnded(run.status)) throw new AppError('run_already_ended', `Run ${jobId} has already ended.`);
    const changes = { job: { to: run.job }, client: { to: run.client }, status: { from: run.status } };
    const action = { actor, action: 'run.cancel', target: `run:${entry.name}:${jobId}`, changes } as const;
    await this.actions.perform(action, () => entry.director.cancelRun(scope, jobId));
    await this.requests.keep(run, this.clock.now());
    return this.records.recordOf(scope, entry, await this.history.get(scope, entry, jobId));
  }
}

/** Filters of a query: comma-separated values, already split. */
interface RunWords {
  readonly job?: readonly string[];
  readonly client?: readonly string[];
  readonly status?: readonly RunStatus[];
  readonly level?: readonly string[];
  readonly type?: readonly string[];
  readonly pool?: readonly string[];
  readonly since?: Date;
  readonly until?: Date;
  /** The number until now. */
  readonly hours?: number;
  readonly acknowledged?: boolean;
  readonly triggeredBy?: TriggerKind;
  readonly triggeredById?: string;
  readonly triggeredByName?: string;
}

/** The catalog's filter for these words. Levels and types are taken ignoring case; an unknown one is a fault. */
export function runFilterOf(words: RunWords, now: Date): RunFilter {
  const { job, client, status, level, type, pool, until, acknowledged } = words;
  const since = sinceOf(words, now);
  const trigger = triggerFilterOf(words);
  return {
    jobs: job,
    clients: client,
    statuses: status,
    levels: level && known('level', level, Object.keys(levelLetters)),
    types: type && known('type', type, Object.keys(typeLetters)),
    pools: pool,
    since,
    until,
    acknowledged,
    trigger,
  };
}

function triggerFilterOf({
  triggeredBy: kind,
  triggeredById: id,
  triggeredByName: name,
}: RunWords): TriggerFilter | undefined {
  if (kind === undefined && id === undefined && name === undefined) return undefined;
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
  };
}

function sinceOf({ since, hours }: RunWords, now: Date): Date | undefined {
  if (hours === undefined) return since;
  return new Date(Math.max(now.getTime() - hours * 3_600_000, since?.getTime() ?? -Infinity));
}

function known(field: string, given: readonly string[], words: readonly string[]): string[] {
  return given.map((word) => {
    const match = words.find((candidate) => candidate.toLowerCase() === word.toLowerCase());
    if (match === undefined) throw invalidField(field, `${field} must be one of ${words.join(', ')}`, 'not_allowed');
    return match;
  });
}

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

/** Newest first over several Directors. Their job ids are independent, so the time decides. */
function newerFirst(a: Run, b: Run): number {
  const age = b.queuedAt.getTime() - a.queuedAt.getTime();
  if (age !== 0) return age;
  if (a.director !== b.director) return a.director < b.director ? -1 : 1;
  return b.jobId - a.jobId;
}
