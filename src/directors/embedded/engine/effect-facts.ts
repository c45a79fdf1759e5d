import { type Pool } from 'pg';
import { isChainRun, isRestorable } from '../../../catalog/runs/retained-runs.js';
import { type StoredBackups } from '../../../domain/configuration-effects.js';
import {
  type ActiveJobRun,
  type EffectFacts,
  type NewestFull,
  type StoredPool,
} from '../configuration/configuration-effects.js';
import { readKeepRules } from '../volumes/pool-keep-rules.js';

interface Sources {
  readonly pool: Pool;
  readonly switches: ReadonlyMap<string, boolean>;
  readonly now: Date;
}

/** What the effects of a change depend on, as it is now. All of it is in the catalog, for processes that do not run the jobs too. */
export async function readEffectFacts({ pool, switches, now }: Sources): Promise<EffectFacts> {
  return {
    newestFulls: await readNewestFulls(pool),
    pools: await readPools(pool),
    storages: await readStored(pool, 'storage', 'storageid'),
    runs: await readActiveRuns(pool),
    switches,
    now,
  };
}

async function readActiveRuns(catalog: Pool): Promise<readonly ActiveJobRun[]> {
  const { rows } = await catalog.query<ActiveJobRun>(
    `SELECT j.jobid AS "jobId", j.type, CASE j.jobstatus WHEN 'R' THEN 'running' ELSE 'queued' END AS status, j.name AS job,
       COALESCE(c.name, '') AS client, COALESCE(f.fileset, '') AS fileset, COALESCE(s.name, '') AS storage,
       COALESCE(p.name, '') AS pool
     FROM job j LEFT JOIN client c USING (clientid) LEFT JOIN fileset f USING (filesetid) LEFT JOIN pool p USING (poolid)
       LEFT JOIN storage s ON s.storageid = j.writestorageid
     WHERE j.jobstatus IN ('C', 'R') ORDER BY j.jobid`,
  );
  return rows;
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
async function readPools(catalog: Pool): Promise<ReadonlyMap<string, StoredPool>> {
  const stored = await readStored(catalog, 'pool', 'poolid');
  const keepRules = await readKeepRules(catalog);
  const { rows } = await catalog.query<{ name: string; retention: number; hasOwnRetention: boolean }>(
    `SELECT p.name, p.volretention::float8 AS retention,
       bool_or(m.volretention > 0 AND (m.volretention <> p.volretention OR own.mediaid IS NOT NULL)) AS "hasOwnRetention"
     FROM pool p JOIN media m USING (poolid) LEFT JOIN backup_console_own_retention own USING (mediaid)
     GROUP BY p.poolid, p.name, p.volretention ORDER BY p.name`,
  );
  return new Map(
    rows.flatMap(({ name, retention, hasOwnRetention }) => {
      const backups = stored.get(name);
      if (backups === undefined) return [];
      // In the catalog, 0 means that volumes never expire.
      const terms = { retentionSeconds: retention === 0 ? null : retention, keep: keepRules.get(name) ?? null };
      return [[name, { ...backups, ...terms, hasOwnRetention }] as const];
    }),
  );
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
     FROM ${table} o JOIN media m USING (${id}) WHERE m.volbytes > 0 GROUP BY o.${id}, o.name ORDER BY o.name`,
  );
  return new Map(rows.map(({ name, volumes, bytes, runs }) => [name, { volumes, bytes: Number(bytes), runs }]));
}
