import { type FileKey } from '../../domain/file-search.js';
import { type CatalogConnection } from '../connection.js';
import { type CatalogDialect } from '../dialect.js';
import { type EntryRow, rawBytes, rawText } from '../rows.js';

export interface NewestRow extends EntryRow {
  /** Position of the key in the question, from 0. */
  readonly position: number;
  readonly clientid: number;
}

/**
 * The chain as a table `chain(jobid, clientid, ord)`, oldest run first; `clients` are its clients by id, each with the `jobids` of its
 * runs in that order.
 * Runs of several clients never hide each other's files.
 */
export function chainTables(jobids: string): string {
  return `chain AS MATERIALIZED (
      SELECT c.jobid::integer AS jobid, j.clientid, c.ord
      FROM unnest(${jobids}::bigint[]) WITH ORDINALITY AS c(jobid, ord) JOIN job j ON j.jobid = c.jobid),
    clients AS MATERIALIZED (
      SELECT chain.clientid, cl.name, array_agg(chain.jobid ORDER BY chain.ord) AS jobids
      FROM chain JOIN client cl ON cl.clientid = chain.clientid GROUP BY chain.clientid, cl.name)`;
}

/**
 * Sub-select of the newest record of one name, given by its key, over one client's runs of the chain, deletions included: one probe of the
 * index on (JobId, PathId, name) for each run, newest first, up to the first that has it.
 */
export function newestRecord(dialect: CatalogDialect, client: string, pathId: string, key: string): string {
  return `(SELECT f.fileid, f.jobid, f.fileindex, f.lstat, f.deltaseq
    FROM (SELECT jobid, ord FROM chain WHERE clientid = ${client} ORDER BY ord DESC) c
    CROSS JOIN LATERAL (
      SELECT r.fileid, r.jobid, r.fileindex, r.lstat, r.deltaseq FROM ${dialect.files} r
      WHERE r.jobid = c.jobid AND r.pathid = ${pathId} AND r.namekey = ${key}
      ORDER BY r.fileindex DESC LIMIT 1) f
    ORDER BY c.ord DESC LIMIT 1)`;
}

/**
 * Holds where one folder itself has something live for the client: a record whose name is still live in the newest run
 * that has it. OFFSET 0 keeps PostgreSQL from turning the probes into a join that reads every folder's records.
 */
export function hasVisibleRecord(dialect: CatalogDialect, client: string, pathId: string): string {
  return `EXISTS (
    SELECT 1
    FROM (SELECT jobid FROM chain WHERE clientid = ${client} ORDER BY ord DESC) held
    CROSS JOIN LATERAL (
      SELECT h.namekey FROM ${dialect.files} h
      WHERE h.jobid = held.jobid AND h.pathid = ${pathId} AND h.fileindex > 0 OFFSET 0) name
    CROSS JOIN LATERAL ${newestRecord(dialect, client, pathId, 'name.namekey')} newest
    WHERE newest.fileindex > 0)`;
}

/** What is left out of the newest versions. */
interface NewestLimits {
  /** Every other client. */
  readonly client?: string;
  /** Names that one of these runs of the same client has a record of. */
  readonly known?: readonly number[];
  /** Names that none of these runs of the same client has a record of. */
  readonly own?: readonly number[];
}

type NewestColumns = [number, number, string, Buffer, Buffer, string, number, string];

/**
 * The newest version of each name for each client of the chain, in the order of the keys; what was deleted is left out. Most names are
 * in the oldest run alone, so all runs are probed by one scan of the index: less than newest first, each by a scan of its own.
 */
export async function findNewestVersions(
  catalog: CatalogConnection,
  jobids: readonly number[],
  keys: readonly FileKey[],
  limits: NewestLimits = {},
): Promise<NewestRow[]> {
  if (keys.length === 0) return [];
  const dialect = await catalog.dialect();
  const { name, condition, values } = tellApart(dialect, limits);
  const rows = await catalog.arrays<NewestColumns>(
    `WITH ${chainTables('$1')}
     SELECT (k.ord - 1)::integer, cl.clientid, cl.name, ${rawBytes('p.path')}, k.name, n.fileid::text, n.jobid, n.lstat
     FROM (
       SELECT wanted.*, ${dialect.names.keyOf(rawText('wanted.name'))} AS namekey
       FROM unnest($2::bigint[], $3::bytea[]) WITH ORDINALITY AS wanted(pathid, name, ord) OFFSET 0) k
     CROSS JOIN clients cl
     CROSS JOIN LATERAL (
       SELECT r.fileid, r.jobid, r.fileindex, r.lstat FROM ${dialect.files} r
       WHERE r.jobid = ANY (cl.jobids) AND r.pathid = k.pathid AND r.namekey = k.namekey
       ORDER BY array_position(cl.jobids, r.jobid) DESC, r.fileindex DESC LIMIT 1) n
     JOIN path p ON p.pathid = k.pathid
     WHERE n.fileindex > 0 AND ($4::text IS NULL OR cl.name = $4) ${condition}
     ORDER BY k.ord, cl.clientid`,
    [jobids, keys.map((key) => key.pathId), keys.map((key) => key.name), limits.client ?? null, ...values],
    name,
  );
  return rows.map(newestRow);
}

/** Distinguishes names of these runs from those of others, with as few probes as possible. */
function tellApart(
  dialect: CatalogDialect,
  { known = [], own }: NewestLimits,
): { readonly name: string; readonly condition: string; readonly values: readonly (readonly number[])[] } {
  const isIn = (runs: string) => hasRecord(dialect, 'cl.clientid', 'k.pathid', 'k.namekey', runs);
  if (own) {
    const condition = `AND ${isIn('$6')} AND NOT ${isIn('$5')}`;
    return { name: 'newest_own_versions', condition, values: [known, own] };
  }
  if (known.length === 0) return { name: 'newest_versions', condition: '', values: [] };
  return { name: 'newest_unknown_versions', condition: `AND NOT ${isIn('$5')}`, values: [known] };
}

/** Holds where one of some runs of the client has a record of the name. */
function hasRecord(dialect: CatalogDialect, client: string, pathId: string, key: string, jobids: string): string {
  return `EXISTS (
    SELECT 1 FROM chain e CROSS JOIN LATERAL (
      SELECT 1 FROM ${dialect.files} r WHERE r.jobid = e.jobid AND r.pathid = ${pathId} AND r.namekey = ${key} LIMIT 1) held
    WHERE e.clientid = ${client} AND e.jobid = ANY (${jobids}::integer[]))`;
}

function newestRow(row: NewestColumns): NewestRow {
  return {
    position: row[0],
    clientid: row[1],
    client: row[2],
    path: row[3],
    filename: row[4],
    fileid: row[5],
    jobid: row[6],
    lstat: row[7],
  };
}
