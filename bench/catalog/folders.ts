import { type Client } from 'pg';
import { askedClients, chainOf } from './searches.js';

export interface AskedFolder {
  readonly client: number;
  readonly path: string;
  /** A fourteenth of all files lies in it. */
  readonly isHuge: boolean;
}

const perClient = 6;

/** For each client the root, its own top folder and some deeper ones by chance; and the mail folder. */
export async function foldersOf(client: Client): Promise<readonly AskedFolder[]> {
  const found: AskedFolder[] = [{ client: 2, path: '/srv/client2/mail/', isHuge: true }];
  for (const owner of askedClients) {
    const top = `/srv/client${owner}/`;
    const { rows } = await client.query<{ path: string }>(
      `SELECT path FROM path WHERE path LIKE $1 AND pathid IN (SELECT pathid FROM pathvisibility WHERE jobid = $2)
       ORDER BY hashtextextended(path, 7) LIMIT $3`,
      [`${top}_%`, owner, perClient],
    );
    for (const path of ['/', top, ...rows.map((row) => row.path)]) found.push({ client: owner, path, isHuge: false });
  }
  return found;
}

export interface AskedFile {
  readonly client: number;
  readonly folder: string;
  readonly name: string;
}

/** Files of each client that changed in the last run of its chain, so that they have versions. */
export async function filesOf(client: Client, length: number): Promise<readonly AskedFile[]> {
  const found: AskedFile[] = [];
  for (const owner of askedClients) {
    const { rows } = await client.query<{ path: string; filename: string }>(
      `SELECT path, filename FROM file JOIN path USING (pathid)
       WHERE jobid = $1 AND filename ~ '^[ -~]+$' AND fileindex > 0 ORDER BY hashtextextended(filename, 9), path LIMIT 4`,
      [chainOf(owner, length).at(-1)],
    );
    found.push(...rows.map(({ path, filename }) => ({ client: owner, folder: path, name: filename })));
  }
  return found;
}

export function folderPath(path: string, jobids: readonly number[], limit = 100): string {
  return `/restore/bvfs/list?jobids=${jobids.join()}&path=${encodeURIComponent(path)}&limit=${limit}`;
}
