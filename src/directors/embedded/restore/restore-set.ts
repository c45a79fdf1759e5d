import { type Client } from 'pg';
import { connectCatalog } from '../catalog-connection.js';
import { foldersAbove } from './target-path.js';
import { type RestoreTask } from './restore-task.js';

/** Sorting the files of a chain of tens of millions takes minutes; a server that hangs must not block the run forever. */
const statementLimitMs = 30 * 60_000;

/**
 * The temporary tables of a restore. Names are passed as bytes: the connection, like the catalog, has no encoding. `rank` orders
 * the chain's runs by their data's time; each file occurs once, in its newest version.
 */
const tables = `
CREATE TEMP TABLE restore_job (jobid integer PRIMARY KEY, rank integer NOT NULL);
CREATE TEMP TABLE restore_wish (position integer, folder boolean, low text, high text, name text);
CREATE TEMP TABLE restore_ancestor (path text PRIMARY KEY);
CREATE TEMP TABLE restore_path (pathid integer PRIMARY KEY);
CREATE TEMP TABLE restore_file (
  rank integer NOT NULL, fileindex integer NOT NULL, pathid integer NOT NULL, filename text NOT NULL, lstat text NOT NULL, md5 text NOT NULL);
CREATE TEMP TABLE restore_folder (
  id bigint NOT NULL, path text NOT NULL, target text NOT NULL, lstat text, jobid integer, selected boolean NOT NULL,
  settle boolean NOT NULL DEFAULT false);
CREATE TEMP TABLE restore_written (
  rank integer, fileindex integer, dev text NOT NULL, ino text NOT NULL, PRIMARY KEY (rank, fileindex));
CREATE TEMP TABLE restore_link (rank integer, linkindex integer, fileindex integer, PRIMARY KEY (rank, linkindex, fileindex));
CREATE TEMP TABLE restore_symlink (rank integer, fileindex integer, target bytea NOT NULL, PRIMARY KEY (rank, fileindex));
`;

const newest = (source: string): string => `
  SELECT rank, fileindex, pathid, filename, lstat, md5 FROM (
    SELECT DISTINCT ON (v.pathid, v.filename) v.* FROM (${source}) v ORDER BY v.pathid, v.filename, v.rank DESC, v.fileid DESC
  ) n WHERE n.fileindex > 0`;
const version = 'j.rank, f.fileid, f.fileindex, f.pathid, f.filename, f.lstat, f.md5';
const fullScope = `SELECT ${version} FROM restore_job j JOIN file f ON f.jobid = j.jobid`;
const selected = `
  SELECT ${version} FROM restore_job j JOIN restore_path s ON true JOIN file f ON f.jobid = j.jobid AND f.pathid = s.pathid
  UNION ALL
  SELECT ${version} FROM restore_wish w JOIN path p ON p.path = w.low JOIN restore_job j ON true
    JOIN file f ON f.jobid = j.jobid AND f.pathid = p.pathid AND f.filename = w.name
  WHERE NOT w.folder AND NOT EXISTS (SELECT 1 FROM restore_path s WHERE s.pathid = p.pathid)`;
const ancestors = `
  SELECT ${version} FROM restore_ancestor a JOIN path p ON p.path = a.path JOIN restore_job j ON true
    JOIN file f ON f.jobid = j.jobid AND f.pathid = p.pathid AND f.filename = ''`;

/** A folder is in the set because it is selected, a known parent of the selection, or contains selected files. */
const folders = `
INSERT INTO restore_folder (id, path, target, lstat, jobid, selected)
SELECT row_number() OVER (ORDER BY f.path), f.path, f.path, f.lstat, j.jobid, f.selected FROM (
  SELECT DISTINCT ON (p.path) p.path, v.lstat, v.rank, v.selected FROM (
    SELECT pathid, lstat, rank, true AS selected, 1 AS choice FROM restore_file WHERE filename = ''
    UNION ALL SELECT pathid, lstat, rank, false, 2 FROM (${newest(ancestors)}) a
    UNION ALL SELECT DISTINCT pathid, NULL::text, NULL::integer, false, 3 FROM restore_file WHERE filename <> ''
  ) v JOIN path p ON p.pathid = v.pathid ORDER BY p.path, v.choice
) f LEFT JOIN restore_job j ON j.rank = f.rank`;

/** Connects for one restore or download; the temporary tables end with the connection. */
export async function connectForRestore(catalogUrl: string, name: string): Promise<Client> {
  const client = await connectCatalog(catalogUrl, name);
  // The check interval ends statements whose worker was stopped.
  await client.query(`SET statement_timeout = ${statementLimitMs};
    SET work_mem = '64MB'; SET client_connection_check_interval = '1s'`);
  return client;
}

/** The entries to restore. */
export interface RestoreSet {
  /** Files, folders and links. */
  readonly chosen: number;
  /** The parts of the selection of which the chain knows nothing. */
  readonly unmatched: readonly Uint8Array[];
}

/** Changes the set before anything is made of it: its files first, then the folders that the remaining files need. */
export interface SetChange {
  moveFiles(): Promise<void>;
  moveFolders(): Promise<void>;
}

/**
 * Fills the temporary tables with what the task restores.
 * Throws where the chain itself is not whole in the catalog, or where nothing of the selection is.
 */
export async function makeRestoreSet(
  client: Client,
  task: Pick<RestoreTask, 'jobids' | 'selection'>,
  change: SetChange | null = null,
): Promise<RestoreSet> {
  await client.query(tables);
  await insertJobs(client, task.jobids);
  if (task.selection.length > 0) await insertSelection(client, task.selection);
  await client.query(`INSERT INTO restore_file ${newest(task.selection.length > 0 ? selected : fullScope)}`);
  await client.query('CREATE UNIQUE INDEX ON restore_file (rank, fileindex)');
  if (task.selection.length > 0) await client.query('CREATE INDEX ON restore_file (pathid)');
  await client.query('ANALYZE restore_file');
  const { rows } = await client.query<{ chosen: string }>('SELECT count(*) AS chosen FROM restore_file');
  const chosen = Number(rows[0]?.chosen ?? 0);
  if (chosen === 0) throw new Error('Nothing of the selection is recorded in the selected runs.');
  const unmatched = task.selection.length > 0 ? await findUnmatched(client, task.selection) : [];
  await change?.moveFiles();
  await client.query(folders);
  await change?.moveFolders();
  await client.query('CREATE UNIQUE INDEX ON restore_folder (id)');
  await client.query('ANALYZE restore_folder');
  return { chosen, unmatched };
}

async function insertJobs(client: Client, jobids: readonly number[]): Promise<void> {
  await client.query(
    `INSERT INTO restore_job SELECT jobid, row_number() OVER (ORDER BY jobtdate, jobid) FROM job WHERE jobid = ANY($1::integer[])`,
    [jobids],
  );
  const { rows } = await client.query<{ jobid: number; purged: boolean | null }>(
    `SELECT w.jobid, j.purgedfiles <> 0 AS purged FROM unnest($1::integer[]) AS w (jobid) LEFT JOIN job j USING (jobid)
     WHERE j.jobid IS NULL OR j.purgedfiles <> 0 ORDER BY 1 LIMIT 1`,
    [jobids],
  );
  const [missing] = rows;
  if (missing?.purged === true) throw new Error(`The files of run ${missing.jobid} are no longer in the catalog.`);
  if (missing !== undefined) throw new Error(`Run ${missing.jobid} is not in the catalog.`);
  await client.query('ANALYZE restore_job');
}

async function insertSelection(client: Client, selection: readonly Uint8Array[]): Promise<void> {
  const entries = selection.map(selectedEntryOf);
  await client.query(
    `INSERT INTO restore_wish
     SELECT position, folder, convert_from(low, 'SQL_ASCII'), convert_from(high, 'SQL_ASCII'), convert_from(name, 'SQL_ASCII')
     FROM unnest($1::boolean[], $2::bytea[], $3::bytea[], $4::bytea[]) WITH ORDINALITY AS w (folder, low, high, name, position)`,
    [
      entries.map((entry) => entry.folder),
      entries.map((entry) => entry.low),
      entries.map((entry) => entry.high),
      entries.map((entry) => entry.name),
    ],
  );
  const above = new Map(
    selection.flatMap((path) => foldersAbove(Buffer.from(path)).map((p) => [p.toString('hex'), p])),
  );
  await client.query(
    `INSERT INTO restore_ancestor SELECT convert_from(path, 'SQL_ASCII') FROM unnest($1::bytea[]) AS a (path)`,
    [Array.from(above.values())],
  );
  await client.query(`ANALYZE restore_wish; ANALYZE restore_ancestor;
    INSERT INTO restore_path SELECT DISTINCT p.pathid FROM restore_wish w JOIN path p ON p.path >= w.low AND p.path < w.high
    WHERE w.folder; ANALYZE restore_path`);
}

interface SelectedEntry {
  readonly folder: boolean;
  /** The folder; for a file, its folder. */
  readonly low: Buffer;
  /** What the tree's paths sort below: the folder with `0`, the byte after `/`, in place of its last slash. */
  readonly high: Buffer;
  readonly name: Buffer;
}

function selectedEntryOf(selected: Uint8Array): SelectedEntry {
  const path = Buffer.from(selected);
  const end = path.lastIndexOf(0x2f) + 1;
  const low = path.subarray(0, end);
  const high = Buffer.concat([low.subarray(0, -1), Buffer.from('0')]);
  return { folder: end === path.length, low, high, name: path.subarray(end) };
}

async function findUnmatched(client: Client, selection: readonly Uint8Array[]): Promise<readonly Uint8Array[]> {
  const { rows } = await client.query<{ position: number }>(
    `SELECT w.position FROM restore_wish w WHERE NOT CASE WHEN w.folder
       THEN EXISTS (SELECT 1 FROM path p JOIN restore_file f USING (pathid) WHERE p.path >= w.low AND p.path < w.high)
       ELSE EXISTS (SELECT 1 FROM path p JOIN restore_file f USING (pathid) WHERE p.path = w.low AND f.filename = w.name) END
     ORDER BY 1`,
  );
  return rows.flatMap(({ position }) => selection[position - 1] ?? []);
}
