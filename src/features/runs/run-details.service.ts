import { Injectable } from '@nestjs/common';
import { Clock } from '../../domain/clock.js';
import { chosenDirector } from '../../domain/chosen-directors.js';
import { type Diagnosis, diagnose, diagnoseCanceled, diagnoseCutLog, lostRun } from '../../domain/diagnosis.js';
import { type DirectorEntry, Directors } from '../../domain/directors.port.js';
import { hasEnded, type LogLine } from '../../domain/run.js';
import { type Principal } from '../../domain/principal.js';
import { mergeFacts, readRestoreReport, type RestoreFacts } from '../../domain/restore-facts.js';
import { type Scope } from '../../domain/scope.js';
import { pageOfWhole } from '../../domain/whole-list.js';
import { type PageOf } from '../../http/api-answers.js';
import { Cursors } from '../../http/cursors.js';
import { type DirectorPageQuery } from '../../http/page.dto.js';
import { RunCancelRequests } from './requests/run-cancel-requests.repository.js';
import { type RunFileRecord } from './file-entry.dto.js';
import { recordOfEntry } from './file-entry.mapper.js';
import { type RecordedRun } from './store/run-mapper.js';
import { type RestoreRecord, type RunRecord } from './run-record.dto.js';
import { restoreRecordOf, RunRecords } from './run-records.service.js';
import { RunLookup } from './store/run-lookup.service.js';
import { RunWaits } from './run-long-poll.service.js';
import { type LogLineRecord, type RunQuery, type RunVolumeRecord } from './runs.dto.js';

/** Lines of a log in which the cause of its end is searched: the first, and the last where it is longer. */
const firstLines = 500;
const lastLines = 200;
/** Lines at the end of a log that a closing report is looked for in. */
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
    private readonly lookup: RunLookup,
    private readonly waits: RunWaits,
    private readonly cancels: RunCancelRequests,
    private readonly clock: Clock,
  ) {}

  async getRun(principal: Principal, jobId: number, query: RunQuery, gone: AbortSignal): Promise<RunRecord> {
    const entry = chosenDirector(this.directors, query.director);
    const seconds = query.wait;
    const run =
      seconds === 0
        ? await this.lookup.getRunAt(principal.scope, entry, jobId)
        : await this.waits.untilEnded({ principal, entry, jobId, seconds, gone });
    const record = await this.records.recordOf(principal.scope, entry, run);
    if (run.type === 'Restore') record.restore = await this.restoreOf(principal.scope, entry, run);
    const retained = await isRetained(principal.scope, entry, run);
    if (retained !== null) record.retained = retained;
    const diagnosis = await this.diagnosisOf(principal.scope, entry, run);
    return diagnosis ? Object.assign(record, { diagnosis }) : record;
  }

  /** With what was chosen. A restore of before the console kept such facts is read from its log. */
  private async restoreOf(scope: Scope, entry: DirectorEntry, run: RecordedRun): Promise<RestoreRecord> {
    const known = await this.records.restoreFactsOf(run);
    const isOpen = hasEnded(run.status) && !run.isLost && known.restored === null;
    const facts = isOpen ? mergeFacts(known, await reportOf(scope, entry, run, known.replace)) : known;
    const record = restoreRecordOf(run, facts);
    return facts.refs === null ? record : Object.assign(record, { refs: [...facts.refs] });
  }

  async listLog({ scope }: Principal, jobId: number, query: DirectorPageQuery): Promise<PageOf<LogLineRecord>> {
    const entry = chosenDirector(this.directors, query.director);
    const context = { operation: `listRunLog ${jobId}`, director: entry.name, query };
    const page = this.cursors.requestOf(query, context);
    await this.lookup.getRunAt(scope, entry, jobId);
    const slice = await entry.catalog.listLog(scope, jobId, page);
    return this.cursors.pageOf(slice, context, ({ id, at, text }) => ({ id, at, text }));
  }

  async listFiles({ scope }: Principal, jobId: number, query: DirectorPageQuery): Promise<PageOf<RunFileRecord>> {
    const entry = chosenDirector(this.directors, query.director);
    const context = { operation: `listRunFiles ${jobId}`, director: entry.name, query };
    const page = this.cursors.requestOf(query, context);
    const run = await this.lookup.getRunAt(scope, entry, jobId);
    const restored = run.type === 'Restore' ? await entry.catalog.listRestored(scope, jobId, page) : null;
    if (restored !== null) {
      return this.cursors.pageOf(restored, context, (file) => {
        return Object.assign(recordOfEntry(entry.name, file), { outcome: file.outcome, reason: file.reason });
      });
    }
    const slice = await entry.catalog.listRunFiles(scope, jobId, page);
    return this.cursors.pageOf(slice, context, (file) => recordOfEntry(entry.name, file));
  }

  async listVolumes({ scope }: Principal, jobId: number, query: DirectorPageQuery): Promise<PageOf<RunVolumeRecord>> {
    const entry = chosenDirector(this.directors, query.director);
    const context = { operation: `listRunVolumes ${jobId}`, director: entry.name, query };
    const page = this.cursors.requestOf(query, context);
    await this.lookup.getRunAt(scope, entry, jobId);
    const volumes = await entry.catalog.listRunVolumes(scope, jobId);
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
    return (await catalog.lostRuns(scope, [run])).length === 0;
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
    const tails = await entry.catalog.lastLogLines(scope, [run.jobId], closingLines);
    return readRestoreReport(run.jobId, tails.get(run.jobId) ?? [], requested);
  } catch {
    // The record answers while the catalog, which has the log, is away.
    return null;
  }
}

/** None where the catalog, which has the log, is away: the record answers without it. */
async function linesOf(scope: Scope, { catalog }: DirectorEntry, jobId: number): Promise<readonly LogLine[]> {
  try {
    const { items, next } = await catalog.listLog(scope, jobId, { limit: firstLines });
    if (next === null) return items;
    const last = (await catalog.lastLogLines(scope, [jobId], lastLines)).get(jobId) ?? [];
    const known = items.at(-1)?.id ?? 0;
    return [...items, ...last.filter(({ id }) => id > known)];
  } catch {
    return [];
  }
}
