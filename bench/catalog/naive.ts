import { type Client } from 'pg';
import { type Search } from './searches.js';

/** An entry of an answer, as sets of answers are compared by: the path's bytes, and the run that has the newest version. */
export type EntryKey = string;

export function entryKey(path: Buffer, jobId: number): EntryKey {
  return `${path.toString('base64url')} ${jobId}`;
}

/** A folder's own record has no name; it goes by the last word of its path. */
const shownName = `CASE WHEN f.filename <> '' THEN f.filename ELSE reverse(split_part(reverse(p.path), '/', 2)) END`;

/** What the search means, without any thought of speed: the newest record of each path over all runs of the chain, if it is no deletion. */
export function naiveSearch({ like, exact }: Search, jobids: readonly number[]): { text: string; values: unknown[] } {
  return {
    text: `SELECT convert_to(path || filename, 'SQL_ASCII') AS path, jobid
      FROM (
        SELECT DISTINCT ON (f.pathid, f.filename) p.path, f.filename, f.jobid, f.fileindex
        FROM file f JOIN job j ON j.jobid = f.jobid JOIN path p ON p.pathid = f.pathid
        WHERE f.jobid = ANY ($1::integer[]) AND ${shownName} ${exact ? 'LIKE' : 'ILIKE'} $2
        ORDER BY f.pathid, f.filename, j.jobtdate DESC, f.jobid DESC) newest
      WHERE fileindex > 0`,
    values: [jobids, like],
  };
}

export async function naiveEntries(
  client: Client,
  search: Search,
  jobids: readonly number[],
): Promise<ReadonlySet<EntryKey>> {
  const { text, values } = naiveSearch(search, jobids);
  const { rows } = await client.query<{ path: Buffer; jobid: number }>(text, values);
  return new Set(rows.map(({ path, jobid }) => entryKey(path, jobid)));
}

/** What lies in a folder: files by their newest record, and folders that hold something live at any depth are left to the console's own tests. */
export async function naiveFiles(
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
  return new Set(rows.map((row) => entryKey(row.path, row.jobid)));
}
