import { createHash } from 'node:crypto';
import { type ClientBase, type Pool } from 'pg';
import { type ConfigurationReplacement, type FinishedRename } from '../../../domain/configuration.port.js';
import { catalogTime } from '../catalog-connection.js';
import { type Renames } from '../resources/renames.js';
import { type ResourceType, resourceTypes } from '../resources/resource-types.js';

type Catalog = ClientBase | Pool;

/** A change of texts, as far as its renames depend on it. */
export type PlannedChange = Pick<ConfigurationReplacement, 'id' | 'base' | 'edited' | 'renames'>;

/**
 * Stores what a change renames, before director.yaml is written: nothing in its texts tells a renamed resource from a new one. Whoever
 * puts `edited` into force in place of `base`, which after a crash is the next start, finds them. At most one change is planned.
 */
export async function planRenames(pool: Pool, { id, base, edited, renames }: PlannedChange): Promise<void> {
  const rows = renames.filter(({ type, from, to }) => isRenamable(type) && from !== to);
  const catalog = await pool.connect();
  try {
    await catalog.query('BEGIN');
    await catalog.query('DELETE FROM backup_console_rename WHERE doneat IS NULL');
    for (const { type, from, to } of rows) {
      await catalog.query(
        `INSERT INTO backup_console_rename (changeid, base, result, type, oldname, newname) VALUES ($1, $2, $3, $4, $5, $6)`,
        [id, digestOf(base.text), digestOf(edited.text), type, from, to],
      );
    }
    await catalog.query('COMMIT');
  } catch (error) {
    await catalog.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    catalog.release();
  }
}

/** What is renamed when `result` is put into force in place of `base`; nothing unless a change planned exactly this. */
export async function findPlannedRenames(catalog: Catalog, base: string | null, result: string): Promise<Renames> {
  if (base === null || base === result) return [];
  const { rows } = await catalog.query<RenameRow>(
    `SELECT seq, changeid, type, oldname, newname FROM backup_console_rename
     WHERE doneat IS NULL AND base = $1 AND result = $2 ORDER BY seq`,
    [digestOf(base), digestOf(result)],
  );
  return rows.map(renameOf);
}

/** All renames that were ever made, in their order. */
export async function listFinishedRenames(catalog: Catalog): Promise<readonly FinishedRename[]> {
  const { rows } = await catalog.query<RenameRow>(
    'SELECT seq, changeid, type, oldname, newname FROM backup_console_rename WHERE doneat IS NOT NULL ORDER BY seq',
  );
  return rows.map((row) => ({ id: `${row.changeid}:${row.seq}`, ...renameOf(row) }));
}

/**
 * Renames what was planned for this change of texts. In the transaction that stores the new text: the catalog has the old names with
 * the old configuration, or the new with the new.
 */
export async function renamePlanned(
  catalog: ClientBase,
  base: string | null,
  result: string,
  now: Date,
): Promise<Renames> {
  const renames = await findPlannedRenames(catalog, base, result);
  for (const { type, from, to } of renames) {
    for (const statement of statements[type as ResourceType]) {
      await catalog.query(statement, statement.includes('$2') ? [to, from] : [to]);
    }
  }
  if (renames.length > 0) {
    await catalog.query('UPDATE backup_console_rename SET doneat = $1 WHERE doneat IS NULL', [catalogTime(now)]);
  }
  return renames;
}

/** Names among these under which the catalog has runs or volumes, as `<type> <name>`. */
export async function findNamesWithHistory(catalog: Catalog, renames: Renames): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const type of resourceTypes) {
    const names = renames.filter((rename) => rename.type === type).flatMap(({ from, to }) => [from, to]);
    const text = historyOf[type];
    if (names.length === 0 || text === null) continue;
    const { rows } = await catalog.query<{ name: string }>(text, [[...new Set(names)]]);
    for (const { name } of rows) found.add(`${type} ${name}`);
  }
  return found;
}

interface RenameRow {
  readonly seq: number;
  readonly changeid: string;
  readonly type: string;
  readonly oldname: string;
  readonly newname: string;
}

function renameOf({ type, oldname, newname }: RenameRow): Renames[number] {
  return { type, from: oldname, to: newname };
}

function isRenamable(type: string): type is ResourceType {
  return (resourceTypes as readonly string[]).includes(type);
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Rows of a resource that was removed, and that no run or volume has, would be in the way: they are deleted. */
const isUnused: Readonly<Record<'client' | 'pool' | 'storage' | 'fileset', string>> = {
  client: 'NOT EXISTS (SELECT 1 FROM job j WHERE j.clientid = client.clientid)',
  pool: `NOT EXISTS (SELECT 1 FROM job j WHERE j.poolid = pool.poolid)
    AND NOT EXISTS (SELECT 1 FROM media m WHERE m.poolid = pool.poolid)`,
  storage: `NOT EXISTS (SELECT 1 FROM job j WHERE j.writestorageid = storage.storageid)
    AND NOT EXISTS (SELECT 1 FROM media m WHERE m.storageid = storage.storageid)`,
  fileset: 'NOT EXISTS (SELECT 1 FROM job j WHERE j.filesetid = fileset.filesetid)',
};

/** In this order, for each type; $1 is the new name, $2 the old one. Every column of the catalog with a name of such a resource is here. */
const statements: Readonly<Record<ResourceType, readonly string[]>> = {
  client: [`DELETE FROM client WHERE name = $1 AND ${isUnused.client}`, 'UPDATE client SET name = $1 WHERE name = $2'],
  storage: [
    `DELETE FROM backup_console_storage_mark WHERE storageid IN (SELECT storageid FROM storage WHERE name = $1 AND ${isUnused.storage})`,
    `DELETE FROM storage WHERE name = $1 AND ${isUnused.storage}`,
    'UPDATE storage SET name = $1 WHERE name = $2',
  ],
  pool: [
    `DELETE FROM pool WHERE name = $1 AND ${isUnused.pool}`,
    'UPDATE pool SET name = $1 WHERE name = $2',
    'DELETE FROM backup_console_pool_keep WHERE pool = $1',
    'UPDATE backup_console_pool_keep SET pool = $1 WHERE pool = $2',
  ],
  fileset: [
    `DELETE FROM fileset WHERE fileset = $1 AND ${isUnused.fileset}`,
    'UPDATE fileset SET fileset = $1 WHERE fileset = $2',
  ],
  // A run that a schedule started names it in its comment.
  schedule: ["UPDATE job SET comment = 'schedule:' || $1::text WHERE comment = 'schedule:' || $2::text"],
  job: [
    'UPDATE job SET name = $1 WHERE name = $2',
    'DELETE FROM backup_console_source WHERE name = $1',
    'UPDATE backup_console_source SET name = $1 WHERE name = $2',
    'DELETE FROM backup_console_job_switch WHERE name = $1',
    'UPDATE backup_console_job_switch SET name = $1 WHERE name = $2',
  ],
};

/** Which of the names $1 have runs or volumes; null: the catalog has no history of this type. */
const historyOf: Readonly<Record<ResourceType, string | null>> = {
  client: `SELECT name FROM client WHERE name = ANY ($1::text[]) AND NOT (${isUnused.client})`,
  storage: `SELECT name FROM storage WHERE name = ANY ($1::text[]) AND NOT (${isUnused.storage})`,
  pool: `SELECT name FROM pool WHERE name = ANY ($1::text[]) AND NOT (${isUnused.pool})`,
  fileset: `SELECT DISTINCT fileset AS name FROM fileset WHERE fileset = ANY ($1::text[]) AND NOT (${isUnused.fileset})`,
  schedule: null,
  job: 'SELECT DISTINCT name FROM job WHERE name = ANY ($1::text[])',
};
