import { levelOfLetter, typeOfLetter } from '../../domain/job.js';
import { hasEnded, statusOf, type Run, type RunStatus } from '../../domain/run.js';
import { type CatalogDialect } from './catalog-dialect.js';
import { earlierMs, endMs, timeNotAfter } from './local-times.js';
import { epochMs, integerOf, timeOf } from './sql-values.js';

export interface RunRow {
  readonly jobid: number;
  readonly job: string;
  readonly name: string;
  readonly type: string;
  readonly level: string;
  readonly jobstatus: string;
  readonly client: string | null;
  readonly fileset: string | null;
  readonly pool: string | null;
  readonly storage: string | null;
  readonly schedtime: number | null;
  readonly schedearly: number | null;
  readonly starttime: number | null;
  readonly startearly: number | null;
  readonly endtime: number | null;
  readonly jobtdate: string | null;
  readonly jobfiles: number | null;
  readonly jobbytes: string | null;
  readonly joberrors: number | null;
  readonly comment: string | null;
}

/** Reads whole run records; `from` is a table or sub-select of jobs in parentheses. Rows come as `order` says. */
export function selectRuns(dialect: CatalogDialect, timezone: string, from: string): string {
  return `
    SELECT j.jobid, j.job, j.name, j.type, j.level, j.jobstatus, c.name AS client, fs.fileset, p.name AS pool,
      s.name AS storage, ${epochMs('j.schedtime', timezone)} AS schedtime, ${epochMs('j.starttime', timezone)} AS starttime,
      ${earlierMs('j.schedtime', timezone)} AS schedearly, ${earlierMs('j.starttime', timezone)} AS startearly,
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
function timesOf(row: RunRow, status: RunStatus): Pick<Run, 'queuedAt' | 'scheduledAt' | 'startedAt' | 'endedAt'> {
  const endedAt = hasEnded(status) ? timeOf(row.endtime) : null;
  // Bacula 15 gives a run that only waits the time of its order as its start.
  const isQueued = status === 'queued';
  const startedAt = isQueued ? null : timeNotAfter({ early: row.startearly, late: row.starttime }, endedAt);
  const scheduledAt = timeNotAfter({ early: row.schedearly, late: row.schedtime }, startedAt);
  const queuedAt = scheduledAt ?? startedAt ?? new Date(integerOf(row.jobtdate) * 1000);
  return { queuedAt, scheduledAt, startedAt, endedAt };
}

export function runOf(row: RunRow, director: string): Run {
  const errors = integerOf(row.joberrors);
  const status = statusOf(row.jobstatus, errors);
  return {
    jobId: row.jobid,
    uniqueName: row.job,
    job: row.name,
    director,
    type: typeOfLetter(row.type),
    level: levelOfLetter(row.level),
    client: row.client,
    fileset: row.fileset,
    pool: row.pool,
    storage: row.storage,
    status,
    statusCode: row.jobstatus,
    ...timesOf(row, status),
    files: integerOf(row.jobfiles),
    bytes: integerOf(row.jobbytes),
    errors,
    comment: row.comment ?? '',
  };
}
