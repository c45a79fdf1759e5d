import { type ClientBase } from 'pg';

const cacheSize = 20_000;

/**
 * Ids of Path rows by folder. New folders get their rows, those of all their ancestors and the PathHierarchy between them.
 * The cache is bounded; a walk comes back to few folders.
 */
export class PathIds {
  private readonly known = new Map<string, number>();

  constructor(private readonly catalog: ClientBase) {}

  /** Ids of raw folders that end in `/`, keyed by their latin1 text. Runs inside the caller's transaction. */
  async ensure(folders: Iterable<string>): Promise<ReadonlyMap<string, number>> {
    const wanted = new Set(folders);
    const missing = new Set<string>();
    for (const folder of wanted) {
      if (this.known.has(folder)) continue;
      missing.add(folder);
      for (const ancestor of ancestorsOf(folder)) if (!this.known.has(ancestor)) missing.add(ancestor);
    }
    const found = missing.size > 0 ? await this.make([...missing].sort()) : new Map<string, number>();
    const ids = new Map<string, number>();
    for (const folder of wanted) ids.set(folder, found.get(folder) ?? this.known.get(folder) ?? 0);
    this.remember(found);
    return ids;
  }

  /** Folders come sorted, so that two runs that insert the same ones wait for each other instead of locking each other out. */
  private async make(folders: readonly string[]): Promise<Map<string, number>> {
    const bytes = folders.map((folder) => Buffer.from(folder, 'latin1'));
    await this.catalog.query(
      `INSERT INTO path (path) SELECT convert_from(p, 'SQL_ASCII') FROM unnest($1::bytea[]) AS p ON CONFLICT (path) DO NOTHING`,
      [bytes],
    );
    const { rows } = await this.catalog.query<{ path: Buffer; pathid: number }>(
      `SELECT convert_to(path, 'SQL_ASCII') AS path, pathid FROM path
       WHERE path = ANY (SELECT convert_from(p, 'SQL_ASCII') FROM unnest($1::bytea[]) AS p)`,
      [bytes],
    );
    const found = new Map(rows.map((row) => [row.path.toString('latin1'), row.pathid]));
    await this.makeHierarchy(folders, found);
    return found;
  }

  private async makeHierarchy(folders: readonly string[], found: ReadonlyMap<string, number>): Promise<void> {
    const pairs = folders
      .map((folder) => {
        const [parent] = ancestorsOf(folder);
        const parentId = parent === undefined ? 0 : (found.get(parent) ?? this.known.get(parent) ?? 0);
        return [found.get(folder) ?? 0, parentId] as const;
      })
      .sort((a, b) => a[0] - b[0]);
    await this.catalog.query(
      `INSERT INTO pathhierarchy (pathid, ppathid) SELECT * FROM unnest($1::int[], $2::int[]) ON CONFLICT (pathid) DO NOTHING`,
      [pairs.map(([id]) => id), pairs.map(([, parent]) => parent)],
    );
  }

  private remember(found: ReadonlyMap<string, number>): void {
    for (const [folder, id] of found) this.known.set(folder, id);
    for (const oldest of this.known.keys()) {
      if (this.known.size <= cacheSize) break;
      this.known.delete(oldest);
    }
  }
}

/** `/srv/a/` → `/srv/`, `/`: nearest first. */
export function* ancestorsOf(folder: string): Generator<string, void> {
  if (folder.length <= 1) return;
  for (let end = folder.lastIndexOf('/', folder.length - 2); end >= 0; end = folder.lastIndexOf('/', end - 1)) {
    yield folder.slice(0, end + 1);
    if (end === 0) return;
  }
}
