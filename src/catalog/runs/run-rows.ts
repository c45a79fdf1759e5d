import { levelOfLetter, typeOfLetter } from '../../domain/job.js';
import { hasEnded, statusOf, type Run, type RunStatus } from '../../domain/run.js';
import { instantOfLocal, offsetMs } from '../../platform/local-times.js';
import { type CatalogDialect } from '../dialect.js';
import { earlierMs, endMs, timeNotAfter, epochMs, integerOf, timeOf } from '../rows.js';

/**
 * The columns of selectRuns in their order. As an array, for making an object of so many columns costs the driver more than
 * anything else it does for a row, and dashboards ask for fifty rows at a time.
 */
export type RunRow = readonly [
  jobId: number,
  uniqueName: string,
  job: string,
  type: string,
  level: string,
  letter: string,
  client: string | null,
  fileset: string | null,
  pool: string | null,
  storage: string | null,
  schedTime: number | null,
  startTime: number | null,
  endTime: number | null,
  jobTDate: string | null,
  files: number | null,
  bytes: string | null,
  errors: number | null,
  comment: string | null,
  readsClient: boolean,
  /** The earlier meanings of two local times; not asked of a Director whose clock is never turned back. */
  schedEarly?: number | null,
  startEarly?: number | null,
];

/** Reads whole run records; `from` is a table or sub-select of jobs in parentheses. Rows come as `order` says. */
export function selectRuns(dialect: CatalogDialect, timezone: string, from: string): string {
  const earlierTimes = dialect.isClockSteady
    ? ''
    : `, ${earlierMs('j.schedtime', timezone)} AS schedearly, ${earlierMs('j.starttime', timezone)} AS startearly`;
  return `
    SELECT j.jobid, j.job, j.name, j.type, j.level, j.jobstatus, c.name AS client, fs.fileset, p.name AS pool,
      s.name AS storage, ${epochMs('j.schedtime', timezone)} AS schedtime, ${epochMs('j.starttime', timezone)} AS starttime,
      ${endMs(dialect, timezone)} AS endtime, j.jobtdate, j.jobfiles, j.jobbytes, j.joberrors, j.comment,
      ${readsClient(dialect)} AS readsclient${earlierTimes}
    FROM ${from} j
    LEFT JOIN client c ON c.clientid = j.clientid
    LEFT JOIN fileset fs ON fs.filesetid = j.filesetid
    LEFT JOIN pool p ON p.poolid = j.poolid
    LEFT JOIN storage s ON s.storageid = ${dialect.storageId}`;
}

/**
 * Holds for backups that read their client. A virtual Full, a copy or the product of a migration (it names a prior job) did
 * not; the job that was migrated away did.
 */
export function readsClient(dialect: CatalogDialect): string {
  return `COALESCE(j.type IN ('B', 'M') AND ${dialect.isNoVirtualFull} AND (j.priorjobid = 0 OR j.priorjobid IS NULL), false)`;
}

/** Seconds that a Director takes at most between the planned start of a run and its name, however busy it is. */
const nameDelayMs = 60_000;

/**
 * When a run was queued. Bacula has no column for it: a run is planned for the moment of its request, unless it was requested for a
 * later time. Its unique name shows it: the local time of the request is part of it.
 */
function queuedTime(uniqueName: string, scheduledAt: Date, timezone: string): Date {
  const parts = /\.(\d{4})-(\d\d)-(\d\d)_(\d\d)\.(\d\d)\.(\d\d)_\d+$/.exec(uniqueName)?.slice(1).map(Number);
  if (parts === undefined) return scheduledAt;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  // Local times are compared: of an hour that comes twice both times mean the same one.
  if (shown > scheduledAt.getTime() + offsetMs(scheduledAt, timezone) - nameDelayMs) return scheduledAt;
  return instantOfLocal({ year, month, day, hour, minute, second }, timezone);
}

/** JobTDate, which every row has, stands in for a row without times. */
function timesOf(
  row: RunRow,
  status: RunStatus,
  timezone: string,
): Pick<Run, 'queuedAt' | 'scheduledAt' | 'startedAt' | 'endedAt'> {
  const [schedTime, startTime, endTime, jobTDate] = [row[10], row[11], row[12], row[13]];
  const [schedEarly, startEarly] = [row[19], row[20]];
  const endedAt = hasEnded(status) ? timeOf(endTime) : null;
  // Bacula 15 gives a run that only waits the time of its order as its start.
  const isQueued = status === 'queued';
  const startedAt = isQueued ? null : timeNotAfter({ early: startEarly, late: startTime }, endedAt);
  const scheduledAt = timeNotAfter({ early: schedEarly, late: schedTime }, startedAt);
  const queuedAt =
    scheduledAt === null
      ? (startedAt ?? new Date(integerOf(jobTDate) * 1000))
      : queuedTime(row[1], scheduledAt, timezone);
  return { queuedAt, scheduledAt, startedAt, endedAt };
}

export function runOf(
  row: RunRow,
  { director, timezone }: { readonly director: string; readonly timezone: string },
): Run {
  const [jobId, uniqueName, job, type, level, letter, client, fileset, pool, storage] = row;
  const [files, bytes, errorCount, comment] = [row[14], row[15], row[16], row[17]];
  const errors = integerOf(errorCount);
  const status = statusOf(letter, errors, type === 'R' && integerOf(files) === 0);
  return {
    jobId,
    uniqueName,
    job,
    director,
    type: typeOfLetter(type),
    level: levelOfLetter(level),
    client,
    fileset,
    pool,
    storage,
    status,
    statusCode: letter,
    ...timesOf(row, status, timezone),
    files: integerOf(files),
    bytes: integerOf(bytes),
    errors,
    comment: comment ?? '',
    readsClient: row[18],
  };
}
