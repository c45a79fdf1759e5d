import { levelOfLetter, typeOfLetter } from '../../domain/job.js';
import { hasEnded, statusOf, type Run } from '../../domain/run.js';
import { type CatalogDialect } from './catalog-dialect.js';
import { earlierMs, endMs, type LocalTime, timeNotAfter } from './local-times.js';
import { epochMs, integerOf, timeOf } from './sql-values.js';

/**
 * The columns of selectRuns in their order. As an array, for making an object of so many columns costs the driver more than
 * whatever else it does for a row, and dashboards ask for fifty rows at a time.
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
  schedEarly: number | null,
  startTime: number | null,
  startEarly: number | null,
  endTime: number | null,
  jobTDate: string | null,
  files: number | null,
  bytes: string | null,
  errors: number | null,
  comment: string | null,
];

/** Reads whole run records; `from` is a table or sub-select of jobs in parentheses. Rows come as `order` says. */
export function selectRuns(dialect: CatalogDialect, timezone: string, from: string): string {
  return `
    SELECT j.jobid, j.job, j.name, j.type, j.level, j.jobstatus, c.name AS client, fs.fileset, p.name AS pool,
      s.name AS storage, ${epochMs('j.schedtime', timezone)} AS schedtime, ${earlierMs('j.schedtime', timezone)} AS schedearly,
      ${epochMs('j.starttime', timezone)} AS starttime, ${earlierMs('j.starttime', timezone)} AS startearly,
      ${endMs(timezone)} AS endtime, j.jobtdate, j.jobfiles, j.jobbytes, j.joberrors, j.comment
    FROM ${from} j
    LEFT JOIN client c ON c.clientid = j.clientid
    LEFT JOIN fileset fs ON fs.filesetid = j.filesetid
    LEFT JOIN pool p ON p.poolid = j.poolid
    LEFT JOIN storage s ON s.storageid = ${dialect.storageId}`;
}

/**
 * Bacula keeps no time of queueing. The planned start is it: a run ordered by hand is planned for the moment of the order.
 * JobTDate, which every row has, stands in for a row without times.
 */
function timesOf(
  times: readonly [scheduled: LocalTime, started: LocalTime, endTime: number | null, jobTDate: string | null],
  isEnded: boolean,
): Pick<Run, 'queuedAt' | 'scheduledAt' | 'startedAt' | 'endedAt'> {
  const [scheduled, started, endTime, jobTDate] = times;
  const endedAt = isEnded ? timeOf(endTime) : null;
  const startedAt = timeNotAfter(started, endedAt);
  const scheduledAt = timeNotAfter(scheduled, startedAt);
  const queuedAt = scheduledAt ?? startedAt ?? new Date(integerOf(jobTDate) * 1000);
  return { queuedAt, scheduledAt, startedAt, endedAt };
}

export function runOf(row: RunRow, director: string): Run {
  const [jobId, uniqueName, job, type, level, letter, client, fileset, pool, storage, ...rest] = row;
  const [schedTime, schedEarly, startTime, startEarly, endTime, jobTDate, files, bytes, errorCount, comment] = rest;
  const errors = integerOf(errorCount);
  const status = statusOf(letter, errors);
  const scheduled = { early: schedEarly, late: schedTime };
  const started = { early: startEarly, late: startTime };
  const times = timesOf([scheduled, started, endTime, jobTDate], hasEnded(status));
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
    queuedAt: times.queuedAt,
    scheduledAt: times.scheduledAt,
    startedAt: times.startedAt,
    endedAt: times.endedAt,
    files: integerOf(files),
    bytes: integerOf(bytes),
    errors,
    comment: comment ?? '',
  };
}
