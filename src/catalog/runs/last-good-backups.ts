import { type LastGoodBackup } from '../../domain/catalog.port.js';
import { type CatalogConnection } from '../connection.js';
import { isGoodRun } from './good-runs.js';
import { endMs } from '../local-times.js';

/** End in seconds and JobId in one number, which PostgreSQL compares several times faster than a pair. */
const jobIdRoom = 2 ** 31;

/**
 * The newest backup of each client that really read the client. A virtual Full, a copy or the product of a migration
 * (it names a prior job) did not; the job that was migrated away did.
 * One pass with one small group per client: a look-up per client would, in a catalog without an index on ClientId,
 * read the history once for each client that is silent.
 */
export async function lastGoodBackups(catalog: CatalogConnection): Promise<LastGoodBackup[]> {
  const dialect = await catalog.dialect();
  const rows = await catalog.rows<{ client: string; jobid: number; endtime: number }>(
    `SELECT c.name AS client, j.jobid, ${endMs(dialect, '$1')} AS endtime
     FROM (
       SELECT j.clientid, max(floor(date_part('epoch', j.endtime))::bigint * ${jobIdRoom} + j.jobid) AS newest
       FROM job j
       WHERE j.type IN ('B', 'M') AND ${isGoodRun} AND j.endtime IS NOT NULL
         AND ${dialect.isNoVirtualFull} AND (j.priorjobid = 0 OR j.priorjobid IS NULL)
       GROUP BY j.clientid) g
     JOIN client c ON c.clientid = g.clientid
     JOIN job j ON j.jobid = g.newest % ${jobIdRoom}
     ORDER BY c.name`,
    [catalog.timezone],
  );
  return rows.map((row) => ({ client: row.client, jobId: row.jobid, endedAt: new Date(Math.floor(row.endtime)) }));
}
