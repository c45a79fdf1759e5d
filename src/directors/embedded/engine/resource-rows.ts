import { type ClientBase, type Pool } from 'pg';
import { type ConfigurationReplacement } from '../../../domain/configuration.port.js';
import { catalogTime } from '../catalog-connection.js';
import { filesetIdentity } from '../resources/director-file.js';
import { type Configuration } from '../resources/current-resources.js';
import { type Resources } from '../resources/resources.js';
import { renameRows } from './catalog-renames.js';
import { storeConfiguration } from './stored-configuration.js';
import { storeKeepRules } from '../volumes/pool-keep-rules.js';

/** Ids of the catalog's rows for configured resources, by name. */
export interface ResourceRows {
  readonly clients: ReadonlyMap<string, number>;
  readonly pools: ReadonlyMap<string, number>;
  readonly storages: ReadonlyMap<string, number>;
  /** The row of the current definition. */
  readonly filesets: ReadonlyMap<string, number>;
}

interface ReplacementRows {
  /** The change that makes it; null: an edit of the file, or no other definitions. */
  readonly change: Pick<ConfigurationReplacement, 'id' | 'renames'> | null;
  /** Of these, what users decided in the console no longer counts. */
  readonly jobsWithNewEnabled: readonly string[];
}

/**
 * Makes rows for all configured resources, under the new names if the change renames them, and brings pools and their
 * volumes up to date with the configuration: all or nothing.
 */
export async function upsertResources(
  pool: Pool,
  { text, resources }: Configuration,
  now: Date,
  { change, jobsWithNewEnabled }: ReplacementRows = { change: null, jobsWithNewEnabled: [] },
): Promise<ResourceRows> {
  const catalog = await pool.connect();
  try {
    await catalog.query('BEGIN');
    // First, because every transaction that changes a volume changes it before its runs and its pool: two of them do not deadlock.
    // The whole table, because a run may add a volume meanwhile. Changes in progress end before, so that the retention that they
    // set is seen; later ones see the new definitions.
    await catalog.query('LOCK TABLE media IN SHARE ROW EXCLUSIVE MODE');
    if (change !== null) await renameRows(catalog, change);
    await catalog.query('DELETE FROM backup_console_job_switch WHERE name = ANY ($1::text[])', [jobsWithNewEnabled]);
    const rows = await upsertAll(catalog, resources, now);
    await storeConfiguration(catalog, text, change?.id ?? null);
    await catalog.query('COMMIT');
    return rows;
  } catch (error) {
    await catalog.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    catalog.release();
  }
}

async function upsertAll(catalog: ClientBase, resources: Resources, now: Date): Promise<ResourceRows> {
  const clients = new Map<string, number>();
  for (const { name } of resources.clients) {
    clients.set(name, await idOf(catalog, upsertClient, [name, `Embedded (${process.platform} ${process.arch})`]));
  }
  const storages = new Map<string, number>();
  for (const { name } of resources.storages) storages.set(name, await idOf(catalog, upsertStorage, [name]));
  for (const { name, volumeBytes, retentionSeconds, keep } of resources.pools) {
    await storeKeepRules(catalog, name, keep);
    await catalog.query(followPool, [name, retentionSeconds ?? 0, volumeBytes]);
  }
  const pools = new Map<string, number>();
  for (const { name, volumeBytes, retentionSeconds } of resources.pools) {
    pools.set(name, await idOf(catalog, upsertPool, [name, retentionSeconds ?? 0, volumeBytes, `${name}-`]));
  }
  await catalog.query("INSERT INTO mediatype (mediatype) SELECT 'File' WHERE NOT EXISTS (SELECT 1 FROM mediatype)");
  return { clients, storages, pools, filesets: await upsertFilesets(catalog, resources, now) };
}

/** A volume that was given a retention of its own keeps it, even if its pool has the same: all others follow their pool. */
const followPool = `UPDATE media SET maxvolbytes = $3,
    volretention = CASE WHEN media.volretention = pool.volretention
      AND NOT EXISTS (SELECT FROM backup_console_own_retention own WHERE own.mediaid = media.mediaid)
      THEN $2 ELSE media.volretention END
  FROM pool WHERE pool.name = $1 AND media.poolid = pool.poolid`;

const upsertClient = `INSERT INTO client (name, uname) VALUES ($1, $2)
  ON CONFLICT (name) DO UPDATE SET uname = excluded.uname RETURNING clientid AS id`;
const upsertStorage = `INSERT INTO storage (name) VALUES ($1)
  ON CONFLICT (name) DO UPDATE SET autochanger = 0 RETURNING storageid AS id`;
const upsertPool = `INSERT INTO pool (name, volretention, maxvolbytes, labelformat) VALUES ($1, $2, $3, $4)
  ON CONFLICT (name) DO UPDATE SET volretention = excluded.volretention, maxvolbytes = excluded.maxvolbytes,
    labelformat = excluded.labelformat RETURNING poolid AS id`;

async function idOf(catalog: ClientBase, statement: string, values: readonly (string | number)[]): Promise<number> {
  const { rows } = await catalog.query<{ id: number }>(statement, [...values]);
  const [row] = rows;
  if (!row) throw new Error('The catalog returned no id for a configured resource.');
  return row.id;
}

/** A changed definition gets a new row, as in Bacula: its next run must be a Full. */
async function upsertFilesets(
  catalog: ClientBase,
  resources: Resources,
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const filesets = new Map<string, number>();
  for (const fileset of resources.filesets) {
    const { md5, content } = filesetIdentity(fileset);
    const { rows } = await catalog.query<{ id: number }>(
      'SELECT filesetid AS id FROM fileset WHERE fileset = $1 AND md5 = $2 ORDER BY filesetid DESC LIMIT 1',
      [fileset.name, md5],
    );
    const insert =
      'INSERT INTO fileset (fileset, md5, createtime, content) VALUES ($1, $2, $3, $4) RETURNING filesetid AS id';
    const known = rows[0]?.id;
    filesets.set(fileset.name, known ?? (await idOf(catalog, insert, [fileset.name, md5, catalogTime(now), content])));
  }
  return filesets;
}
