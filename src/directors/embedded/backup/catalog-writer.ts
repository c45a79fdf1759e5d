import { finished } from 'node:stream/promises';
import { type ClientBase } from 'pg';
import copyStreams from 'pg-copy-streams';
import { catalogTime } from '../catalog-connection.js';
import { type VolumeSegment } from '../task.js';

const cacheSize = 20_000;

/**
 * Ids of Path rows by folder. New folders get their rows, those of all their ancestors and the PathHierarchy between them.
 * The cache is bounded; a walk comes back to few folders.
 */
class PathIds {
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
function* ancestorsOf(folder: string): Generator<string, void> {
  if (folder.length <= 1) return;
  for (let end = folder.lastIndexOf('/', folder.length - 2); end >= 0; end = folder.lastIndexOf('/', end - 1)) {
    yield folder.slice(0, end + 1);
    if (end === 0) return;
  }
}

/** One entry of the run, as a File row. */
export interface FileRow {
  readonly index: number;
  /** Raw, as latin1 text: up to and with the last slash. */
  readonly folder: string;
  /** Raw, as latin1 text: empty for a folder. */
  readonly name: string;
  readonly lstat: string;
  /** Unpadded base64, or `0` where there is no content. */
  readonly digest: string;
}

export interface RunTotals {
  readonly files: number;
  readonly bytes: number;
}

/** What one gzip member brought: its place, its rows, and the run's totals with it. */
export interface MemberRecord {
  readonly mediaId: number;
  readonly volIndex: number;
  /** Whether it is the run's first member on this volume. */
  readonly opensVolume: boolean;
  readonly segment: Pick<VolumeSegment, 'firstIndex' | 'lastIndex' | 'start' | 'end'>;
  readonly rows: readonly FileRow[];
  readonly totals: RunTotals;
  readonly at: Date;
}

const twoTo32 = 2 ** 32;

/** The connection broke during a commit: whether it succeeded, only the catalog can show, once it answers again. */
export class UnclearCommit extends Error {}

/** Records members of one run in the catalog, each in one transaction: a member is either known wholly or not at all. */
export class CatalogWriter {
  private readonly paths: PathIds;

  constructor(
    private readonly catalog: ClientBase,
    private readonly jobId: number,
  ) {
    this.paths = new PathIds(catalog);
  }

  /** Throws UnclearCommit where the member may be recorded all the same; after any other error it is not. */
  async commit(member: MemberRecord): Promise<void> {
    await this.catalog.query('BEGIN');
    try {
      if (member.rows.length > 0) {
        await this.copyRows(member.rows);
        await this.insertJobMedia(member);
      }
      await this.updateMedia(member);
      await this.catalog.query('UPDATE job SET jobfiles = $2, jobbytes = $3, readbytes = $3 WHERE jobid = $1', [
        this.jobId,
        member.totals.files,
        member.totals.bytes,
      ]);
    } catch (error) {
      await this.catalog.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
    try {
      await this.catalog.query('COMMIT');
    } catch (cause) {
      throw new UnclearCommit(cause instanceof Error ? cause.message : String(cause), { cause });
    }
  }

  private async copyRows(rows: readonly FileRow[]): Promise<void> {
    const ids = await this.paths.ensure(rows.map((row) => row.folder));
    const lines = rows.map(
      (row) =>
        `${row.index}\t${this.jobId}\t${ids.get(row.folder) ?? 0}\t${escaped(row.name)}\t${row.lstat}\t${row.digest}\n`,
    );
    const stream = this.catalog.query(
      copyStreams.from('COPY file (fileindex, jobid, pathid, filename, lstat, md5) FROM STDIN'),
    );
    stream.end(Buffer.from(lines.join(''), 'latin1'));
    await finished(stream);
  }

  /** Addresses are those of the first and the last byte, in two halves of 32 bits, as Bacula keeps them. */
  private async insertJobMedia(member: MemberRecord): Promise<void> {
    const { firstIndex, lastIndex, start, end } = member.segment;
    const last = end - 1;
    await this.catalog.query(
      `INSERT INTO jobmedia (jobid, mediaid, firstindex, lastindex, startfile, startblock, endfile, endblock, volindex)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        this.jobId,
        member.mediaId,
        firstIndex,
        lastIndex,
        Math.floor(start / twoTo32),
        start % twoTo32,
        Math.floor(last / twoTo32),
        last % twoTo32,
        member.volIndex,
      ],
    );
  }

  /**
   * The age of a volume counts from `lastwritten`. It never moves back and is never before the run's date in its chain: with a clock
   * that is behind, the volume would expire too early.
   */
  private async updateMedia(member: MemberRecord): Promise<void> {
    const { end } = member.segment;
    await this.catalog.query(
      `UPDATE media SET volbytes = $2, firstwritten = COALESCE(firstwritten, $3),
         lastwritten = GREATEST(lastwritten, $3::timestamp,
           (SELECT to_timestamp(jobtdate) AT TIME ZONE 'UTC' FROM job WHERE jobid = $7)),
         volblocks = volblocks + 1, volwrites = volwrites + 1, endfile = $4, endblock = $5, voljobs = voljobs + $6
       WHERE mediaid = $1`,
      [
        member.mediaId,
        end,
        catalogTime(member.at),
        Math.floor((end - 1) / twoTo32),
        (end - 1) % twoTo32,
        member.opensVolume ? 1 : 0,
        this.jobId,
      ],
    );
  }
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** For COPY's text form, in which tab, line breaks and backslash have a meaning. */
function escaped(name: string): string {
  return name.replace(/[\\\n\r\t]/g, (character) => escapes[character] ?? character);
}
