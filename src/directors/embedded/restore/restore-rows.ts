import { type Client, type QueryResultRow } from 'pg';
import { decodeLStat, type LStat } from '../../../domain/lstat.js';
import { type FileIdentity } from './content-file.js';
import { type RelocatedTarget } from './relocated-target.js';

const pageRows = 1000;

/** The newest version of one name in the chain. */
export interface RestoreRow {
  /** Place of its run in the chain. */
  readonly rank: number;
  readonly jobId: number;
  readonly fileIndex: number;
  /** Its folder, with the final slash. */
  readonly folder: Buffer;
  readonly name: Buffer;
  /** Where it goes below the restore folder. */
  readonly target: Target;
  readonly lstat: LStat;
  readonly checksum: string;
}

export interface Target {
  /** From its first to its final slash. */
  readonly folder: Buffer;
  readonly name: Buffer;
}

export interface FolderRow {
  readonly id: number;
  readonly path: Buffer;
  /** Where it goes below the restore folder, with the final slash. */
  readonly target: Buffer;
  /** Null: the chain knows no attributes of it. */
  readonly lstat: LStat | null;
  /** The run that recorded it; null: none did. */
  readonly jobId: number | null;
  /** Whether it is restored for itself, not only because something goes below it. */
  readonly selected: boolean;
}

/** A further name of a file whose first name was written by the same restore. */
export interface LinkRow {
  readonly row: RestoreRow;
  readonly first: WrittenName;
}

export interface WrittenName extends FileIdentity, Target {}

export interface SymlinkRow {
  readonly row: RestoreRow;
  readonly target: Buffer;
}

interface FileColumns extends QueryResultRow {
  readonly rank: number;
  readonly jobid: number;
  readonly fileindex: number;
  readonly path: Buffer;
  readonly filename: Buffer;
  readonly lstat: string;
  readonly md5: string;
}

interface LinkColumns extends FileColumns {
  readonly linkindex: number;
}

interface FirstColumns extends LinkColumns {
  readonly dev: string;
  readonly ino: string;
  readonly first_path: Buffer;
  readonly first_name: Buffer;
}

interface FolderColumns extends QueryResultRow {
  readonly id: string;
  readonly path: Buffer;
  readonly target: Buffer;
  readonly lstat: string | null;
  readonly jobid: number | null;
  readonly selected: boolean;
}

const fileColumns = `f.rank, j.jobid, f.fileindex, convert_to(p.path, 'SQL_ASCII') AS path,
  convert_to(f.filename, 'SQL_ASCII') AS filename, f.lstat, f.md5`;
const fileJoins = 'JOIN restore_job j ON j.rank = f.rank JOIN path p ON p.pathid = f.pathid';
const folderColumns = `id, convert_to(path, 'SQL_ASCII') AS path, convert_to(target, 'SQL_ASCII') AS target, lstat, jobid, selected`;

const fileQuery = `SELECT ${fileColumns} FROM restore_file f ${fileJoins}
  WHERE (f.rank, f.fileindex) > ($1, $2) AND f.filename <> '' ORDER BY f.rank, f.fileindex`;
const symlinkQuery = `SELECT ${fileColumns}, s.target
  FROM restore_symlink s JOIN restore_file f ON f.rank = s.rank AND f.fileindex = s.fileindex ${fileJoins}
  WHERE (s.rank, s.fileindex) > ($1, $2) ORDER BY s.rank, s.fileindex`;
const linkQuery = `SELECT ${fileColumns}, l.linkindex, w.dev, w.ino,
    convert_to(fp.path, 'SQL_ASCII') AS first_path, convert_to(ff.filename, 'SQL_ASCII') AS first_name
  FROM restore_link l JOIN restore_written w ON w.rank = l.rank AND w.fileindex = l.linkindex
    JOIN restore_file ff ON ff.rank = l.rank AND ff.fileindex = l.linkindex JOIN path fp ON fp.pathid = ff.pathid
    JOIN restore_file f ON f.rank = l.rank AND f.fileindex = l.fileindex ${fileJoins}
  WHERE (l.rank, l.linkindex, l.fileindex) > ($1, $2, $3) ORDER BY l.rank, l.linkindex, l.fileindex`;
const orphanQuery = `SELECT ${fileColumns}, l.linkindex, o.md5
  FROM restore_link l JOIN restore_orphan o ON o.rank = l.rank AND o.linkindex = l.linkindex
    JOIN restore_file f ON f.rank = l.rank AND f.fileindex = l.fileindex ${fileJoins}
  WHERE (l.rank, l.linkindex, l.fileindex) > ($1, $2, $3) ORDER BY l.rank, l.linkindex, l.fileindex`;
const orphans = `SELECT l.rank, l.linkindex, '0'::text AS md5 FROM restore_link l
  WHERE NOT EXISTS (SELECT 1 FROM restore_written w WHERE w.rank = l.rank AND w.fileindex = l.linkindex)
  GROUP BY l.rank, l.linkindex`;
const orphanChecksums = `UPDATE restore_orphan o SET md5 = f.md5
  FROM restore_job j JOIN file f ON f.jobid = j.jobid WHERE j.rank = o.rank AND f.fileindex = o.linkindex`;

/**
 * What a restore reads from, and leaves for a later pass in, its temporary tables. Pages, not a cursor: between two of them
 * the same connection takes the notes of the pass, and no transaction stays open for the length of a restore.
 */
export class RestoreRows {
  /** `targets` is given if the paths change; it has rejected by now what cannot have a target. */
  constructor(
    private readonly client: Client,
    private readonly targets: RelocatedTarget | null = null,
  ) {}

  /** Parents before their content. */
  foldersDown(): AsyncGenerator<FolderRow> {
    const query = `SELECT ${folderColumns} FROM restore_folder WHERE id > $1 ORDER BY id`;
    return this.pages(query, [0], (row: FolderColumns) => [row.id], folderRow);
  }

  /** The marked folders, the content of a folder before the folder. */
  foldersToSettle(): AsyncGenerator<FolderRow> {
    const query = `SELECT ${folderColumns} FROM restore_folder WHERE id < $1 AND settle ORDER BY id DESC`;
    return this.pages(query, [Number.MAX_SAFE_INTEGER], (row: FolderColumns) => [row.id], folderRow);
  }

  /** All but folders, in the order on the volumes. */
  files(): AsyncGenerator<RestoreRow> {
    return this.pages(
      fileQuery,
      [0, 0],
      (row: FileColumns) => [row.rank, row.fileindex],
      (row) => this.restoreRow(row),
    );
  }

  symlinks(): AsyncGenerator<SymlinkRow> {
    return this.pages(
      symlinkQuery,
      [0, 0],
      (row: FileColumns & { target: Buffer }) => [row.rank, row.fileindex],
      (row) => ({ row: this.restoreRow(row), target: row.target }),
    );
  }

  /** Further names of restored files. */
  linksToWritten(): AsyncGenerator<LinkRow> {
    return this.pages(linkQuery, [0, 0, 0], linkKey, (row: FirstColumns) => ({
      row: this.restoreRow(row),
      first: { ...this.targetOf(row.first_path, row.first_name), dev: BigInt(row.dev), ino: BigInt(row.ino) },
    }));
  }

  /** Further names whose first name was not written, those of one file in a row, with the checksum of their first name. */
  async *linksWithoutFirst(): AsyncGenerator<RestoreRow> {
    await this.client.query('ANALYZE restore_link; ANALYZE restore_written');
    const made = await this.client.query(`CREATE TEMP TABLE restore_orphan AS ${orphans}`);
    if (made.rowCount === 0) return;
    await this.client.query('ALTER TABLE restore_orphan ADD PRIMARY KEY (rank, linkindex); ANALYZE restore_orphan');
    await this.client.query(orphanChecksums);
    yield* this.pages(orphanQuery, [0, 0, 0], linkKey, (row: LinkColumns) => this.restoreRow(row));
  }

  async markToSettle(ids: readonly number[]): Promise<void> {
    await this.client.query('UPDATE restore_folder SET settle = true WHERE id = ANY($1::bigint[])', [ids]);
  }

  async linkLater(rows: readonly RestoreRow[]): Promise<void> {
    await this.client.query(
      `INSERT INTO restore_link (rank, linkindex, fileindex)
       SELECT * FROM unnest($1::integer[], $2::integer[], $3::integer[])`,
      [rows.map((row) => row.rank), rows.map((row) => row.lstat.linkFileIndex), rows.map((row) => row.fileIndex)],
    );
  }

  async rememberWritten(
    files: readonly { readonly row: RestoreRow; readonly identity: FileIdentity }[],
  ): Promise<void> {
    await this.client.query(
      `INSERT INTO restore_written (rank, fileindex, dev, ino)
       SELECT * FROM unnest($1::integer[], $2::integer[], $3::text[], $4::text[])`,
      [
        files.map(({ row }) => row.rank),
        files.map(({ row }) => row.fileIndex),
        files.map(({ identity }) => String(identity.dev)),
        files.map(({ identity }) => String(identity.ino)),
      ],
    );
  }

  async symlinkLater(links: readonly SymlinkRow[]): Promise<void> {
    await this.client.query(
      `INSERT INTO restore_symlink (rank, fileindex, target)
       SELECT * FROM unnest($1::integer[], $2::integer[], $3::bytea[])`,
      [links.map(({ row }) => row.rank), links.map(({ row }) => row.fileIndex), links.map(({ target }) => target)],
    );
  }

  /** Ended restores of this catalog: their temporary files can be removed. */
  async endedRestores(): Promise<ReadonlySet<number>> {
    const { rows } = await this.client.query<{ jobid: number }>(
      `SELECT jobid FROM job WHERE type = 'R' AND jobstatus NOT IN ('C', 'R')`,
    );
    return new Set(rows.map((row) => row.jobid));
  }

  private restoreRow(columns: FileColumns): RestoreRow {
    return {
      rank: columns.rank,
      jobId: columns.jobid,
      fileIndex: columns.fileindex,
      folder: columns.path,
      name: columns.filename,
      target: this.targetOf(columns.path, columns.filename),
      lstat: decodeLStat(columns.lstat),
      checksum: columns.md5,
    };
  }

  private targetOf(folder: Buffer, name: Buffer): Target {
    if (this.targets === null) return { folder, name };
    const target = this.targets.of(Buffer.concat([folder, name]));
    const end = target.lastIndexOf('/') + 1;
    return { folder: target.subarray(0, end), name: target.subarray(end) };
  }

  private async *pages<Columns extends QueryResultRow, Item>(
    query: string,
    start: readonly unknown[],
    keyOf: (columns: Columns) => readonly unknown[],
    itemOf: (columns: Columns) => Item,
  ): AsyncGenerator<Item> {
    for (let after = start; ;) {
      const { rows } = await this.client.query<Columns>(`${query} LIMIT ${pageRows}`, [...after]);
      for (const columns of rows) yield itemOf(columns);
      const last = rows.at(-1);
      if (last === undefined || rows.length < pageRows) return;
      after = keyOf(last);
    }
  }
}

function linkKey(row: LinkColumns): readonly unknown[] {
  return [row.rank, row.linkindex, row.fileindex];
}

function folderRow(columns: FolderColumns): FolderRow {
  return {
    id: Number(columns.id),
    path: columns.path,
    target: columns.target,
    lstat: columns.lstat === null ? null : decodeLStat(columns.lstat),
    jobId: columns.jobid,
    selected: columns.selected,
  };
}
