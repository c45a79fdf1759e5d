import { type ClientBase, type Pool } from 'pg';
import { type ConfigurationReplacement, type FinishedRename } from '../../../domain/configuration.port.js';
import { type Renames } from '../resources/renames.js';
import { type ResourceType, resourceTypes } from '../resources/resource-types.js';

type Catalog = ClientBase | Pool;

/** All renames that were ever made, in their order. */
export async function listFinishedRenames(catalog: Catalog): Promise<readonly FinishedRename[]> {
  const { rows } = await catalog.query<RenameRow>(`SELECT ${columns} FROM backup_console_rename ORDER BY seq`);
  return rows.map((row) => ({ id: `${row.changeid}:${row.seq}`, ...renameOf(row) }));
}

export interface NewRenames {
  readonly renames: Renames;
  /** The place of the last one in the list of all. */
  readonly last: number;
}

/** Renames that were made after this one of the list; null: none, but where the list ends. */
export async function readRenamesAfter(catalog: Catalog, place: number | null): Promise<NewRenames> {
  const { rows } = await catalog.query<RenameRow>(
    `SELECT ${columns} FROM backup_console_rename WHERE seq > $1 ORDER BY seq`,
    [place ?? 0],
  );
  return { renames: place === null ? [] : rows.map(renameOf), last: rows.at(-1)?.seq ?? place ?? 0 };
}

/**
 * Makes the renames of a change, once. In the transaction that stores its text: the catalog has the old names with the old
 * configuration, or the new with the new.
 */
export async function renameRows(
  catalog: ClientBase,
  { id, renames }: Pick<ConfigurationReplacement, 'id' | 'renames'>,
): Promise<void> {
  const made = await catalog.query('SELECT 1 FROM backup_console_rename WHERE changeid = $1 LIMIT 1', [id]);
  if (made.rowCount !== 0) return;
  for (const { type, from, to } of renames) {
    if (!isRenamable(type) || from === to) continue;
    for (const statement of statements[type]) {
      await catalog.query(statement, statement.includes('$2') ? [to, from] : [to]);
    }
    await catalog.query(
      'INSERT INTO backup_console_rename (changeid, type, oldname, newname) VALUES ($1, $2, $3, $4)',
      [id, type, from, to],
    );
  }
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

const columns = 'seq, changeid, type, oldname, newname';

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
