import { finished } from 'node:stream/promises';
import { type ClientBase } from 'pg';
import copyStreams from 'pg-copy-streams';
import { catalogTime } from '../catalog-connection.js';
import { type VolumeSegment } from '../task.js';
import { PathIds } from './path-ids.js';

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

/** The connection broke over a commit: whether it was made, only the catalog can tell, once it answers again. */
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

  private async updateMedia(member: MemberRecord): Promise<void> {
    const { end } = member.segment;
    await this.catalog.query(
      `UPDATE media SET volbytes = $2, lastwritten = $3, firstwritten = COALESCE(firstwritten, $3),
         volblocks = volblocks + 1, volwrites = volwrites + 1, endfile = $4, endblock = $5, voljobs = voljobs + $6
       WHERE mediaid = $1`,
      [
        member.mediaId,
        end,
        catalogTime(member.at),
        Math.floor((end - 1) / twoTo32),
        (end - 1) % twoTo32,
        member.opensVolume ? 1 : 0,
      ],
    );
  }
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** For COPY's text form, in which tab, line breaks and backslash have a meaning. */
function escaped(name: string): string {
  return name.replace(/[\\\n\r\t]/g, (character) => escapes[character] ?? character);
}
