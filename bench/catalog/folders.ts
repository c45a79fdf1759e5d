import { type Client } from 'pg';

interface SampleFolder {
  readonly client: number;
  readonly path: string;
}

const perClient = 6;

/** For each client the root, its own top folder and some random deeper ones. */
export async function sampleFolders(client: Client, owners: readonly number[]): Promise<readonly SampleFolder[]> {
  const found: SampleFolder[] = [];
  for (const owner of owners) {
    const top = `/srv/client${owner}/`;
    const { rows } = await client.query<{ path: string }>(
      `SELECT path FROM path WHERE path LIKE $1 AND pathid IN (SELECT pathid FROM pathvisibility WHERE jobid = $2)
       ORDER BY hashtextextended(path, 7) LIMIT $3`,
      [`${top}_%`, owner, perClient],
    );
    found.push(...['/', top, ...rows.map((row) => row.path)].map((path) => ({ client: owner, path })));
  }
  return found;
}

export function folderPath(path: string, jobids: readonly number[], limit: number): string {
  return `/restore/bvfs/list?jobids=${jobids.join()}&path=${encodeURIComponent(path)}&limit=${limit}`;
}
