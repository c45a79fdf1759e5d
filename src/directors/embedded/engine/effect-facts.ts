import { type Pool } from 'pg';
import { isChainRun, isRestorable } from '../../../catalog/runs/retained-runs.js';
import { type StoredBackups } from '../../../domain/configuration-effects.js';
import { type EffectFacts, type NewestFull } from '../configuration/configuration-effects.js';
import { type RunQueue } from './run-queue.js';

interface Sources {
  readonly pool: Pool;
  readonly queue: RunQueue;
  readonly switches: ReadonlyMap<string, boolean>;
  readonly now: Date;
}

/** What the effects of a change depend on, as it is now. */
export async function readEffectFacts({ pool, queue, switches, now }: Sources): Promise<EffectFacts> {
  return {
    newestFulls: await readNewestFulls(pool),
    pools: await readStored(pool, 'pool', 'poolid'),
    storages: await readStored(pool, 'storage', 'storageid'),
    runs: queue.active,
    switches,
    now,
  };
}

/** The rule is that of `chooseChain`: a run builds upon the newest Full of its client and fileset. */
async function readNewestFulls(catalog: Pool): Promise<readonly NewestFull[]> {
  const { rows } = await catalog.query<NewestFull>(
    `SELECT DISTINCT ON (c.name, f.fileset) c.name AS client, f.fileset, f.md5
     FROM job j JOIN client c USING (clientid) JOIN fileset f USING (filesetid)
     WHERE j.type = 'B' AND j.level = 'F' AND ${isChainRun} AND j.purgedfiles = 0
     ORDER BY c.name, f.fileset, j.jobtdate DESC, j.jobid DESC`,
  );
  return rows;
}

/** By name; those with data only. */
async function readStored(
  catalog: Pool,
  table: 'pool' | 'storage',
  id: 'poolid' | 'storageid',
): Promise<ReadonlyMap<string, StoredBackups>> {
  const { rows } = await catalog.query<{ name: string; volumes: number; bytes: string; runs: number }>(
    `SELECT o.name, count(*)::int AS volumes, sum(m.volbytes)::bigint AS bytes,
       (SELECT count(DISTINCT j.jobid)::int FROM jobmedia jm JOIN media v USING (mediaid) JOIN job j USING (jobid)
        WHERE v.${id} = o.${id} AND ${isRestorable} AND j.purgedfiles = 0) AS runs
     FROM ${table} o JOIN media m USING (${id}) WHERE m.volbytes > 0 GROUP BY o.${id}, o.name`,
  );
  return new Map(rows.map(({ name, volumes, bytes, runs }) => [name, { volumes, bytes: Number(bytes), runs }]));
}
