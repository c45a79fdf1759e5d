import { type Client } from 'pg';
import { type Search } from './searches.js';

/** Identifies an entry of a result: the bytes of its path, and the run that has the newest version. */
export type EntryKey = string;

export function entryKey(path: Buffer, jobId: number): EntryKey {
  return `${path.toString('base64url')} ${jobId}`;
}

/** A folder's own record has no name: the search compares the last part of its path. */
const searchedName = `CASE WHEN f.filename <> '' THEN f.filename ELSE reverse(split_part(reverse(p.path), '/', 2)) END`;

/** The definition of a search, however slow: the newest record of each path over all runs of the chain, unless it is a deletion. */
export async function searchNaively(
  client: Client,
  { like, exact }: Search,
  jobids: readonly number[],
): Promise<ReadonlySet<EntryKey>> {
  const { rows } = await client.query<{ path: Buffer; jobid: number }>(
    `SELECT convert_to(path || filename, 'SQL_ASCII') AS path, jobid
      FROM (
        SELECT DISTINCT ON (f.pathid, f.filename) p.path, f.filename, f.jobid, f.fileindex
        FROM file f JOIN job j ON j.jobid = f.jobid JOIN path p ON p.pathid = f.pathid
        WHERE f.jobid = ANY ($1::integer[]) AND ${searchedName} ${exact ? 'LIKE' : 'ILIKE'} $2
        ORDER BY f.pathid, f.filename, j.jobtdate DESC, f.jobid DESC) newest
      WHERE fileindex > 0`,
    [jobids, like],
  );
  return new Set(rows.map(({ path, jobid }) => entryKey(path, jobid)));
}

/** The files of a folder, by their newest records. Its folders are not compared here; the tests of the catalog check them. */
export async function listFilesNaively(
  client: Client,
  path: string,
  jobids: readonly number[],
): Promise<ReadonlySet<EntryKey>> {
  const { rows } = await client.query<{ path: Buffer; jobid: number }>(
    `SELECT convert_to($2 || filename, 'SQL_ASCII') AS path, jobid
     FROM (
       SELECT DISTINCT ON (f.filename) f.filename, f.jobid, f.fileindex FROM file f JOIN job j ON j.jobid = f.jobid
       WHERE f.jobid = ANY ($1::integer[]) AND f.pathid = (SELECT pathid FROM path WHERE path = $2) AND f.filename <> ''
       ORDER BY f.filename, j.jobtdate DESC, f.jobid DESC) newest
     WHERE fileindex > 0`,
    [jobids, path],
  );
  return new Set(rows.map(({ path: file, jobid }) => entryKey(file, jobid)));
}
