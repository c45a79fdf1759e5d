import { type RunCounts } from '../../domain/catalog.port.js';
import { type CatalogConnection } from '../connection.js';
import { statusCondition } from './run-filter.js';

/**
 * No catalog has an index on status or end, so counting by them alone would read the whole history at every poll.
 * Job ids grow with time: the newest 50,000 runs hold all that still run and all that ended lately, unless a
 * Director starts more than that in the time asked for.
 */
const countedWindow = 50_000;

export async function countRuns(catalog: CatalogConnection, since: Date): Promise<RunCounts> {
  const lately = 'j.endtime >= ($1::timestamptz AT TIME ZONE $2)';
  const [row] = await catalog.rows<Record<keyof RunCounts, string>>(
    `SELECT
       count(*) FILTER (WHERE ${statusCondition('running')}) AS running,
       count(*) FILTER (WHERE ${statusCondition('queued')} OR ${statusCondition('waiting')}) AS waiting,
       count(*) FILTER (WHERE ${statusCondition('error')} AND ${lately}) AS "failed24h",
       count(*) FILTER (WHERE ${statusCondition('warning')} AND ${lately}) AS "warning24h",
       (SELECT count(*) FROM media WHERE volstatus = 'Error') AS "volumesInError"
     FROM (SELECT jobstatus, joberrors, type, jobfiles, endtime FROM job ORDER BY jobid DESC LIMIT ${countedWindow}) j`,
    [since.toISOString(), catalog.timezone],
  );
  if (row === undefined) throw new Error('An aggregate without groups returned no row.');
  return {
    running: Number(row.running),
    waiting: Number(row.waiting),
    failed24h: Number(row.failed24h),
    warning24h: Number(row.warning24h),
    volumesInError: Number(row.volumesInError),
  };
}
