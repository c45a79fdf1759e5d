import { type FoundFile, type RetainedId, type VersionedRun, type FileKey } from '../../domain/file-search.js';
import { type CatalogConnection } from '../connection.js';
import { isRestorable, isUnpurged } from '../runs/retained-runs.js';
import { entryOf, rawBytes, rawText, integerOf, SqlParams } from '../rows.js';

/** Good backups whose files can be restored, ascending by id. */
export async function listRetainedIds(
  catalog: CatalogConnection,
  client: string | null,
  after: number,
  limit: number,
): Promise<readonly RetainedId[]> {
  const sql = new SqlParams();
  const ofClient =
    client === null ? '' : `AND j.clientid = (SELECT clientid FROM client WHERE name = ${sql.add(client)})`;
  const rows = await catalog.arrays<KeptIdRow>(
    `${selectKept} AND j.jobid > ${sql.add(after)}::bigint ${ofClient} ORDER BY j.jobid LIMIT ${sql.add(limit)}`,
    sql.values,
  );
  return rows.map(keptId);
}

/** The same of one client, those with the highest ids. */
export async function listNewestKeptIds(
  catalog: CatalogConnection,
  client: string,
  limit: number,
): Promise<readonly RetainedId[]> {
  const text = `${selectKept} AND j.clientid = (SELECT clientid FROM client WHERE name = $1) ORDER BY j.jobid DESC LIMIT $2`;
  return (await catalog.arrays<KeptIdRow>(text, [client, limit])).map(keptId);
}

type KeptIdRow = [jobId: number, client: string, dataTime: string | null];

const selectKept = `SELECT j.jobid, c.name, j.jobtdate FROM job j JOIN client c ON c.clientid = j.clientid
  WHERE ${isRestorable} AND ${isUnpurged}`;

function keptId([jobId, client, time]: KeptIdRow): RetainedId {
  return { jobId, client, dataTime: integerOf(time) };
}

type KeptRow = [
  position: number,
  path: Buffer,
  filename: Buffer,
  client: string,
  fileid: string,
  jobid: number,
  lstat: string,
  versions: number,
  isDeleted: boolean,
];

/** `runs` are of one client, newest data first. One scan of the index on (JobId, PathId, name) for each name. */
export async function findRetained(
  catalog: CatalogConnection,
  runs: readonly VersionedRun[],
  keys: readonly FileKey[],
): Promise<readonly FoundFile[]> {
  if (keys.length === 0 || runs.length === 0) return [];
  const { files, names } = await catalog.dialect();
  const rows = await catalog.arrays<KeptRow>(
    `SELECT (k.ord - 1)::integer, ${rawBytes('p.path')}, k.name, c.name, n.fileid::text, n.jobid, n.lstat, kept.versions,
       kept.newest <= 0
     FROM (
       SELECT wanted.*, ${names.keyOf(rawText('wanted.name'))} AS namekey
       FROM unnest($4::bigint[], $5::bytea[]) WITH ORDINALITY AS wanted(pathid, name, ord) OFFSET 0) k
     CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE f.fileindex > 0 AND f.counts)::integer AS versions,
         (array_agg(f.fileid ORDER BY f.ord) FILTER (WHERE f.fileindex > 0 AND f.counts))[1] AS fileid,
         (array_agg(f.fileindex ORDER BY f.ord) FILTER (WHERE f.counts))[1] AS newest,
         COALESCE(bool_or(f.known), false) AS known, COALESCE(bool_or(f.own), false) AS own
       FROM (
         SELECT DISTINCT ON (held.ord) held.ord, held.fileid, held.fileindex, ($2::boolean[])[held.ord] AS counts,
           ($3::boolean[])[held.ord] AS known, ($6::boolean[])[held.ord] AS own
         FROM (
           SELECT array_position($1::integer[], r.jobid) AS ord, r.fileid, r.fileindex FROM ${files} r
           WHERE r.jobid = ANY ($1::integer[]) AND r.pathid = k.pathid AND r.namekey = k.namekey) held
         ORDER BY held.ord, held.fileindex DESC) f) kept
     JOIN file n ON n.fileid = kept.fileid
     JOIN path p ON p.pathid = k.pathid
     JOIN job j ON j.jobid = n.jobid
     JOIN client c ON c.clientid = j.clientid
     WHERE kept.versions > 0 AND kept.own AND NOT kept.known
     ORDER BY k.ord`,
    keptValues(runs, keys),
    'kept_files',
  );
  return rows.map(foundFile);
}

function keptValues(runs: readonly VersionedRun[], keys: readonly FileKey[]): unknown[] {
  return [
    runs.map(({ jobId }) => jobId),
    runs.map(({ counts }) => counts),
    runs.map(({ isKnown }) => isKnown),
    keys.map(({ pathId }) => pathId),
    keys.map(({ name }) => name),
    runs.map(({ isOwn }) => isOwn),
  ];
}

function foundFile(row: KeptRow): FoundFile {
  const entry = entryOf({
    path: row[1],
    filename: row[2],
    client: row[3],
    fileid: row[4],
    jobid: row[5],
    lstat: row[6],
  });
  return { position: row[0], entry, versions: row[7], isDeleted: row[8] };
}
