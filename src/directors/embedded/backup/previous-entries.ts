import { type ClientBase } from 'pg';
import { decodeLStat, entryTypeOfMode, type LStat } from '../../../domain/lstat.js';
import { attributesOf, fileKey, folderOf, type Found, nameOf } from './entry.js';

const changeFields = ['mode', 'uid', 'gid', 'mtime', 'mtimeNs'] as const satisfies readonly (keyof LStat)[];
const fileChangeFields = ['size', 'ctime', 'ctimeNs', 'rdev'] as const satisfies readonly (keyof LStat)[];

/**
 * Whether an entry differs from the version in the chain. A folder's ctime is not compared: its mtime, mode and owner are enough,
 * and its content is compared file by file.
 */
export function hasChanged(before: LStat, now: LStat): boolean {
  if (changeFields.some((field) => before[field] !== now[field])) return true;
  if (entryTypeOfMode(now.mode) === 'folder') return false;
  return fileChangeFields.some((field) => before[field] !== now[field]);
}

const endOfFolder = Buffer.from('0');
const filesAtOnce = 1000;

/** An unchanged name of a file that has several. */
export interface StoredName {
  /** As `fileKey` has it. */
  readonly file: string;
  readonly path: Buffer;
}

/**
 * The chain's entries, in temporary tables of the run's own connection, so that memory does not grow with the number of files.
 * Finds what changed since, and at the end what was deleted.
 */
export class PriorState {
  private constructor(private readonly catalog: ClientBase) {}

  /** `chain` ascending by the data's time. */
  static async load(catalog: ClientBase, chain: readonly number[]): Promise<PriorState> {
    await catalog.query(
      `CREATE TEMP TABLE prior AS SELECT row_number() OVER ()::int AS n, pathid, filename, lstat FROM (
         SELECT DISTINCT ON (pathid, filename) pathid, filename, lstat, fileindex FROM file WHERE jobid = ANY ($1::int[])
         ORDER BY pathid, filename, array_position($1::int[], jobid) DESC, fileid DESC) newest WHERE fileindex > 0`,
      [chain],
    );
    await catalog.query('CREATE INDEX ON prior (pathid, filename)');
    await catalog.query('CREATE TEMP TABLE seen (n integer NOT NULL)');
    await catalog.query('CREATE TEMP TABLE kept_name (file text NOT NULL, path bytea NOT NULL)');
    await catalog.query('ANALYZE prior');
    return new PriorState(catalog);
  }

  /** Those of the batch that are new or differ from the chain; all of it counts as seen. */
  async changed(batch: readonly Found[]): Promise<readonly Found[]> {
    const { rows } = await this.catalog.query<{ at: string; lstat: string }>({
      name: 'prior-state',
      text: `WITH hit AS MATERIALIZED (
          SELECT e.at, prior.n, prior.lstat FROM unnest($1::bytea[], $2::bytea[]) WITH ORDINALITY AS e (path, name, at)
          JOIN path ON path.path = convert_from(e.path, 'SQL_ASCII')
          JOIN prior ON prior.pathid = path.pathid AND prior.filename = convert_from(e.name, 'SQL_ASCII')),
        mark AS (INSERT INTO seen SELECT n FROM hit)
        SELECT at, lstat FROM hit`,
      values: [batch.map((found) => folderOf(found.path)), batch.map((found) => nameOf(found.path))],
    });
    const before = new Map(rows.map((row) => [Number(row.at) - 1, row.lstat]));
    const isChanged = (found: Found, index: number): boolean => {
      const lstat = before.get(index);
      return lstat === undefined || hasChanged(decodeLStat(lstat), attributesOf(found.stat, 0));
    };
    const changed = new Set(batch.filter(isChanged));
    await this.keepNames(batch.filter((found) => found.stat.isFile() && found.stat.nlink > 1n && !changed.has(found)));
    return [...changed];
  }

  /** The unchanged names of files that are saved under another name: a rename of a folder changes those below it alone. */
  async *otherNames(files: readonly string[]): AsyncGenerator<StoredName> {
    await this.catalog.query('CREATE INDEX ON kept_name (file)');
    for (let from = 0; from < files.length; from += filesAtOnce) {
      const { rows } = await this.catalog.query<StoredName>(
        'SELECT file, path FROM kept_name WHERE file = ANY ($1::text[]) ORDER BY path',
        [files.slice(from, from + filesAtOnce)],
      );
      yield* rows;
    }
  }

  private async keepNames(names: readonly Found[]): Promise<void> {
    if (names.length === 0) return;
    await this.catalog.query('INSERT INTO kept_name SELECT * FROM unnest($1::text[], $2::bytea[])', [
      names.map(({ stat }) => fileKey(stat)),
      names.map(({ path }) => path),
    ]);
  }

  /**
   * Records the entries of the chain that were not seen as deleted: rows with FileIndex 0. Nothing is concluded about `unreadable`
   * folders and files. Returns the number of deletions.
   */
  async recordDeletions(jobId: number, unreadable: readonly Buffer[]): Promise<number> {
    for (const path of unreadable) await this.spare(path);
    await this.catalog.query('ANALYZE seen');
    const { rowCount } = await this.catalog.query(
      `INSERT INTO file (fileindex, jobid, pathid, filename, lstat, md5)
       SELECT 0, $1, pathid, filename, lstat, '0' FROM prior WHERE NOT EXISTS (SELECT 1 FROM seen WHERE seen.n = prior.n)`,
      [jobId],
    );
    return rowCount ?? 0;
  }

  /** Whether the chain has anything in a folder, given with its final slash. */
  async hasEntriesBelow(folder: Buffer): Promise<boolean> {
    const { rows } = await this.catalog.query(
      `SELECT 1 FROM prior JOIN path USING (pathid)
       WHERE path >= convert_from($1::bytea, 'SQL_ASCII') AND path < convert_from($2::bytea, 'SQL_ASCII')
         AND (path, filename) <> (convert_from($1::bytea, 'SQL_ASCII'), '') LIMIT 1`,
      [folder, endOf(folder)],
    );
    return rows.length > 0;
  }

  private async spare(path: Buffer): Promise<void> {
    if (path.at(-1) !== 0x2f) {
      await this.catalog.query(
        `INSERT INTO seen SELECT n FROM prior JOIN path USING (pathid)
         WHERE path = convert_from($1::bytea, 'SQL_ASCII') AND filename = convert_from($2::bytea, 'SQL_ASCII')`,
        [folderOf(path), nameOf(path)],
      );
      return;
    }
    await this.catalog.query(
      `INSERT INTO seen SELECT n FROM prior JOIN path USING (pathid)
       WHERE path >= convert_from($1::bytea, 'SQL_ASCII') AND path < convert_from($2::bytea, 'SQL_ASCII')`,
      [path, endOf(path)],
    );
  }
}

/** In byte order `0` follows `/`: all paths below the folder are between the two. */
function endOf(folder: Buffer): Buffer {
  return Buffer.concat([folder.subarray(0, -1), endOfFolder]);
}
