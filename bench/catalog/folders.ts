import { type Client } from 'pg';
import { chainOf } from './searches.js';

export interface AskedFolder {
  readonly client: number;
  readonly path: string;
  /** The catalog's own number of it, by which peers ask. */
  readonly pathId: number;
  /** A fourteenth of all files lies in it. */
  readonly isHuge: boolean;
}

const perClient = 6;

/** For each client the root, its own top folder and some deeper ones by chance; and the mail folder. */
export async function foldersOf(client: Client, owners: readonly number[]): Promise<readonly AskedFolder[]> {
  const huge = await idsOf(client, ['/srv/client2/mail/']);
  const found: AskedFolder[] = huge.map(({ path, pathid }) => ({ client: 2, path, pathId: pathid, isHuge: true }));
  for (const owner of owners) {
    const top = `/srv/client${owner}/`;
    const { rows } = await client.query<{ path: string }>(
      `SELECT path FROM path WHERE path LIKE $1 AND pathid IN (SELECT pathid FROM pathvisibility WHERE jobid = $2)
       ORDER BY hashtextextended(path, 7) LIMIT $3`,
      [`${top}_%`, owner, perClient],
    );
    const folders = await idsOf(client, ['/', top, ...rows.map((row) => row.path)]);
    found.push(...folders.map(({ path, pathid }) => ({ client: owner, path, pathId: pathid, isHuge: false })));
  }
  return found;
}

async function idsOf(client: Client, paths: readonly string[]): Promise<{ path: string; pathid: number }[]> {
  const text = 'SELECT path, pathid FROM path WHERE path = ANY ($1::text[]) ORDER BY path';
  return (await client.query<{ path: string; pathid: number }>(text, [paths])).rows;
}

export interface AskedFile {
  readonly client: number;
  readonly folder: string;
  readonly pathId: number;
  readonly name: string;
}

/** Files of each client that changed in the last run of its chain, so that they have versions. */
export async function filesOf(
  client: Client,
  owners: readonly number[],
  length: number,
): Promise<readonly AskedFile[]> {
  const found: AskedFile[] = [];
  for (const owner of owners) {
    const { rows } = await client.query<{ path: string; pathid: number; filename: string }>(
      `SELECT path, pathid, filename FROM file JOIN path USING (pathid)
       WHERE jobid = $1 AND filename ~ '^[ -~]+$' AND fileindex > 0 ORDER BY hashtextextended(filename, 9), path LIMIT 4`,
      [chainOf(owner, length).at(-1)],
    );
    found.push(
      ...rows.map(({ path, pathid, filename }) => ({ client: owner, folder: path, pathId: pathid, name: filename })),
    );
  }
  return found;
}

export function folderPath(path: string, jobids: readonly number[], limit = 100): string {
  return `/restore/bvfs/list?jobids=${jobids.join()}&path=${encodeURIComponent(path)}&limit=${limit}`;
}
