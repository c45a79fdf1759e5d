import { type DirectorEntry } from '../../../domain/directors.port.js';
import { type PlannedRun } from '../../../domain/job.js';
import { type Scope } from '../../../domain/principal.js';
import { type TimeSpan } from './calendar-range.js';
import { type PageKey } from '../../../domain/pagination.js';
import { type Run, triggerOf } from '../../../domain/run.js';
import { type RecordedRun } from '../../runs/store/run-mapper.js';
import { linksOfRun } from '../../runs/run-record.dto.js';
import { settleWithin } from '../../../platform/timing.js';
import { type CalendarEntry, type CalendarRun } from './calendar.dto.js';

/** A planned start of which no run came until now. */
export interface UnmatchedStart {
  readonly at: Date;
  readonly job: string;
  readonly director: string;
  readonly client: string;
  readonly type: string;
  readonly level: string | null;
  readonly state: 'planned' | 'late' | 'missed';
}

/** An entry of the calendar, before the details of the few on a page are read. */
export type Found = { readonly key: PageKey } & (
  | { readonly run: RecordedRun; readonly start?: never }
  | { readonly run?: never; readonly start: UnmatchedStart }
);

export function foundRun(run: RecordedRun): Found {
  return { key: [timeOf(run).getTime(), run.director, 0, run.generation, run.jobId], run };
}

export function toEntry(start: UnmatchedStart): Found {
  const { at, director, job, client, level } = start;
  return { key: [at.getTime(), director, 1, job, client, level ?? ''], start };
}

/** The entry of a start without a run. */
export function entryOfStart({ at, job, director, client, type, level, state }: UnmatchedStart): CalendarEntry {
  const time = at.toISOString();
  return { at: time, state, plannedAt: time, delaySeconds: null, job, director, client, type, level, run: null };
}

/** The entry of a run; `met` is its planned start. */
export function entryOfRun(run: RecordedRun, met: Date | undefined): CalendarEntry {
  const plannedAt = met ?? plannedByMark(run);
  const { job, director, client, type, level, startedAt, status } = run;
  return {
    at: timeOf(run).toISOString(),
    state: status,
    plannedAt: textOf(plannedAt),
    delaySeconds: plannedAt && startedAt ? secondsBetween(plannedAt, startedAt) : null,
    job,
    director,
    client,
    type,
    level,
    run: runOf(run),
  };
}

/** A run that was requested for a later time is placed at that time. */
function timeOf({ queuedAt, scheduledAt }: Run): Date {
  return scheduledAt !== null && scheduledAt > queuedAt ? scheduledAt : queuedAt;
}

/** Runs from before the console monitored the schedule may still be tagged as started by it. */
function plannedByMark({ comment, scheduledAt }: Run): Date | null {
  return triggerOf(comment, new Map()).kind === 'schedule' ? scheduledAt : null;
}

function runOf(run: RecordedRun): CalendarRun {
  const { jobId, uniqueName, director, bytes, outliers = [] } = run;
  return {
    jobId,
    uniqueName,
    queuedAt: run.queuedAt.toISOString(),
    startedAt: textOf(run.startedAt),
    endedAt: textOf(run.endedAt),
    bytes,
    ...(outliers.length > 0 ? { outliers: [...outliers] } : {}),
    links: linksOfRun(director, jobId, run),
  };
}

function textOf(time: Date | null): string | null {
  return time === null ? null : time.toISOString();
}

function secondsBetween(from: Date, until: Date): number {
  return Math.max(0, Math.round((until.getTime() - from.getTime()) / 1000));
}

/** Planned starts of one Director that are scanned at most, so that a rare job is found and the work stays bounded. */
export const mostStartsRead = 10_000;
/** Without an answer by then the calendar shows the recorded starts of the next day. */
const answerLimitMs = 10_000;

/** The Director's planned starts. */
export interface UpcomingStarts {
  readonly starts: readonly PlannedRun[];
  /** Known up to here. */
  readonly until: Date;
}

interface SqlParams {
  readonly span: TimeSpan;
  readonly jobs: readonly string[] | undefined;
  readonly clients: readonly string[] | undefined;
  /** This many are enough. */
  readonly wanted: number;
}

/** Reads twice as many starts until there are enough. null: the Director does not provide them, or not in time. */
export async function startsAhead(
  scope: Scope,
  entry: DirectorEntry,
  params: SqlParams,
): Promise<UpcomingStarts | null> {
  return settleWithin(
    prefetch(scope, entry, params).catch(() => null),
    answerLimitMs,
  );
}

async function prefetch(scope: Scope, { director }: DirectorEntry, params: SqlParams): Promise<UpcomingStarts> {
  const { span, jobs, clients, wanted } = params;
  for (let most = Math.min(4 * wanted, mostStartsRead); ; most = Math.min(2 * most, mostStartsRead)) {
    const read = await director.schedulePreview(scope, span.from, span.until, most, jobs);
    const starts = read.filter(
      ({ job, client }) => (jobs?.includes(job) ?? true) && (clients?.includes(client) ?? true),
    );
    if (read.length < most || starts.length >= wanted) return { starts, until: span.until };
    if (most === mostStartsRead) return { starts, until: read.at(-1)?.at ?? span.until };
  }
}
