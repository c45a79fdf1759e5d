import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { type LogTails } from '../../../domain/run-reader.port.js';
import { mergeFacts, readRestoreReport } from '../../../domain/restore-facts.js';
import { type DirectorEntry } from '../../../domain/directors.port.js';
import { hasEnded, type Run, orderIdOf, reportedTrigger, isClosingReport } from '../../../domain/run.js';
import { type RunSyncState } from '../../../domain/run-sync.js';
import { fullScope } from '../../../domain/principal.js';
import { LOG } from '../../../platform/logging/log.js';
import { sleep, withTimeout } from '../../../platform/timing.js';
import { RunRequestsRepository } from '../requests/run-requests.repository.js';
import { RunWrites, type RunsRead } from './run-writes.repository.js';

/** Lines at the end of a run's log in which the cause of the end is searched; an event has the last ten of them. */
const linesRead = 50;
/** A slow catalog log does not delay the end of a run for longer. */
const readLimitMs = 1_000;
/** A real Director writes the end of a run a moment before the report that closes its log. */
const reportWaitsMs = [25, 50, 100, 150];

/** Takes runs that were read from a catalog into the record, the ends that are news with the last lines of their logs. */
@Injectable()
export class RunIngestion {
  constructor(
    private readonly writes: RunWrites,
    private readonly orders: RunRequestsRepository,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  async take(entry: DirectorEntry, runs: Omit<RunsRead, 'director'>): Promise<void> {
    const read = { director: entry.name, ...runs };
    const news = await this.writes.newsAmong(read);
    if (news.length === 0 && (await this.writes.isOnRecord(read))) return;
    const tails = await this.tailsOf(entry, withRestores(news, read.runs));
    await this.writes.take({ ...read, runs: await this.withFacts(read.runs, tails), tails });
  }

  /** Older history. Where ids started over, some of it may have ended since the old id space was read last. */
  async fill(entry: DirectorEntry, runs: readonly Run[], before: RunSyncState, filledFrom: number): Promise<void> {
    const news =
      before.historyUntil === null ? [] : await this.writes.newsAmong({ director: entry.name, runs, newest: null });
    const tails = await this.tailsOf(entry, withRestores(news, runs));
    const read = await this.withFacts(runs, tails);
    await this.writes.fill({ director: entry.name, runs: read, before, filledFrom, tails });
  }

  /** With the start times from their closing reports; for ended restores also with what was requested and restored. */
  private async withFacts(read: readonly Run[], tails: LogTails): Promise<readonly Run[]> {
    const runs = read.map((run) => withTrigger(run, tails));
    const restores = runs.filter(isEndedRestore);
    if (restores.length === 0) return runs;
    const ids = restores.flatMap(({ comment }) => orderIdOf(comment) ?? []);
    const requested = ids.length === 0 ? new Map<string, never>() : await this.orders.restoresOf(ids);
    return runs.map((run) => {
      if (!isEndedRestore(run)) return run;
      const request = requested.get(orderIdOf(run.comment) ?? '') ?? null;
      const report = readRestoreReport(run.jobId, tails.get(run.jobId) ?? [], request?.replace ?? null);
      return request === null && report === null ? run : { ...run, restore: mergeFacts(request, report) };
    });
  }

  /** Empty if the catalog fails: the end of a run is reported without its log rather than not at all. */
  private async tailsOf(entry: DirectorEntry, runs: readonly Run[]): Promise<LogTails> {
    if (runs.length === 0) return new Map();
    let tails: LogTails = new Map();
    const until = performance.now() + readLimitMs;
    try {
      tails = await inTime(until, this.readTails(entry, runs));
      for (const waitMs of reportWaitsMs) {
        const open = runs.filter(({ jobId }) => isStillOpen(tails, jobId));
        if (open.length === 0) break;
        await sleep(waitMs);
        tails = new Map([...tails, ...(await inTime(until, this.readTails(entry, open)))]);
      }
    } catch (error) {
      this.log.debug(
        { err: error, director: entry.name },
        'Could not read the end of a log; it is omitted from the event.',
      );
    }
    return tails;
  }

  private readTails({ catalog }: DirectorEntry, runs: readonly Run[]): Promise<LogTails> {
    return catalog.runs.lastLogLines(
      fullScope,
      runs.map(({ jobId }) => jobId),
      linesRead,
    );
  }
}

function isEndedRestore({ type, status }: Run): boolean {
  return type === 'Restore' && hasEnded(status);
}

function withTrigger(run: Run, tails: LogTails): Run {
  const triggeredBy = reportedTrigger(run, tails.get(run.jobId) ?? []);
  return triggeredBy === null ? run : { ...run, triggeredBy };
}

function withRestores(news: readonly Run[], runs: readonly Run[]): readonly Run[] {
  return [...new Set([...news, ...runs.filter(isEndedRestore)])];
}

/** Started and not closed; a run without any line has its messages elsewhere. */
function isStillOpen(tails: LogTails, jobId: number): boolean {
  const lines = tails.get(jobId) ?? [];
  return lines.length > 0 && !lines.some(isClosingReport);
}

function inTime<T>(until: number, call: Promise<T>): Promise<T> {
  const tooLate = (): Error => new Error('The catalog took too long to return the end of a log.');
  return withTimeout(call, Math.max(0, until - performance.now()), tooLate);
}
