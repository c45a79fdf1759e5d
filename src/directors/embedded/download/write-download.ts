import { type Client } from 'pg';
import { createHash } from 'node:crypto';
import { shown } from '../backup/entry.js';
import { ContentReader } from '../restore/content-reader.js';
import { pathOfRow, rejectOtherEntry } from '../restore/file-restorer.js';
import { SkippedFile } from '../restore/skipped-file.js';
import { RestoreRows, type RestoreRow, type SymlinkRow, type WrittenName } from '../restore/restore-rows.js';
import { connectForRestore, makeRestoreSet } from '../restore/restore-set.js';
import { Spool } from '../restore/spool.js';
import { type VolumeEntry } from '../volumes/volume-reader.js';
import { type ArchiveWriter } from './archive-writer.js';
import { type DownloadTask } from './download-task.js';

const noChecksum: ReadonlySet<string> = new Set(['', '0']);

/**
 * The content of a file on the volume. Throws if it differs from the catalog. The last part is returned only after the whole was
 * verified, so that a reader never has all bytes of a wrong file.
 */
async function* checkedContent(row: RestoreRow, entry: VolumeEntry): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let last: Buffer | null = null;
  for await (const chunk of entry.content) {
    hash.update(chunk);
    if (last !== null) yield last;
    last = chunk;
  }
  const found = hash.digest('base64').replace(/=+$/, '');
  if (!noChecksum.has(row.checksum) && found !== row.checksum) {
    throw new SkippedFile('its content on the volume does not have the checksum recorded in the catalog');
  }
  if (last !== null) yield last;
}

/** Throws if the volume has no file, or another one, at this position. */
function rejectMissingFile(row: RestoreRow, entry: VolumeEntry): void {
  rejectOtherEntry(row, entry);
  const isFile = entry.type === 'file' || entry.type === 'contiguous-file';
  if (isFile && (entry.holeBytes === null || entry.holeBytes === row.lstat.size)) return;
  throw new SkippedFile('the volume contains something else in its place');
}

const typeMask = 0o170000;
const regularFile = 0o100000;
const symbolicLink = 0o120000;

/** Writes what a task names, straight from the volumes. Throws at the first thing that cannot be read or is not right. */
export async function writeDownload(task: DownloadTask, writer: ArchiveWriter): Promise<void> {
  const client = await connectForRestore(task.catalogUrl, 'download');
  try {
    const { unmatched } = await makeRestoreSet(client, task);
    if (unmatched.length > 0)
      throw new Error(`${unmatched.length} of the selected paths are not recorded in the selected runs.`);
    await new Download(client, task, writer).write();
  } finally {
    await client.end();
  }
}

/** The passes of one download, as a restore has them: folders, content, further names, and at last symbolic links. */
class Download {
  private readonly rows: RestoreRows;
  private readonly reader: ContentReader;
  private readonly links: Spool<RestoreRow>;
  private readonly symlinks: Spool<SymlinkRow>;
  private readonly written: Spool<{ readonly row: RestoreRow; readonly identity: WrittenName }>;

  constructor(
    client: Client,
    task: DownloadTask,
    private readonly writer: ArchiveWriter,
  ) {
    const rows = new RestoreRows(client);
    this.rows = rows;
    this.links = new Spool((items) => rows.linkLater(items));
    this.symlinks = new Spool((items) => rows.symlinkLater(items));
    this.written = new Spool((items) => rows.rememberWritten(items));
    this.reader = new ContentReader(client, task.storageFolders, {
      serve: (found, entry) => this.serve(found, entry),
      reject: (row, error) => {
        throw failureOf(row, error);
      },
    });
  }

  async write(): Promise<void> {
    for await (const { path, lstat, selected } of this.rows.foldersDown()) {
      if (selected && lstat !== null && path.length > 1) await this.writer.folder(path, lstat);
    }
    await this.reader.read(this.rowsWithContent());
    await this.links.flush();
    await this.written.flush();
    for await (const { row, first } of this.rows.linksToWritten()) await this.writeLink(row, first);
    await this.writeOtherLinks();
    await this.symlinks.flush();
    for await (const { row, target } of this.rows.symlinks()) {
      await this.writer.symlink(pathOfRow(row), row.lstat, target);
    }
    await this.writer.end();
  }

  private async *rowsWithContent(): AsyncGenerator<RestoreRow> {
    for await (const row of this.rows.files()) {
      const type = row.lstat.mode & typeMask;
      if (row.lstat.linkFileIndex !== 0 && type !== symbolicLink) await this.links.add(row);
      else if (type === regularFile || type === symbolicLink) yield row;
      else await this.writeSpecial(row);
    }
  }

  /** Links whose first name is not in the download. If the format has no links, each is read separately. */
  private async writeOtherLinks(): Promise<void> {
    if (this.writer.hasLinks) await this.reader.read(this.readable());
    else for await (const row of this.readable()) await this.reader.read(only(row));
  }

  private async *readable(): AsyncGenerator<RestoreRow> {
    for await (const row of this.rows.linksWithoutFirst()) {
      if ((row.lstat.mode & typeMask) === regularFile) yield row;
      else await this.writer.special(pathOfRow(row), row.lstat);
    }
  }

  private async serve(rows: readonly RestoreRow[], entry: VolumeEntry): Promise<void> {
    const [first, ...others] = rows;
    if (first === undefined) return;
    try {
      if (entry.type === 'symlink') {
        await this.keepTargets(rows, entry);
        return;
      }
      await this.writeFile(first, entry);
    } catch (error) {
      // Not as the reader's own error, which it would take for one of the rows that are still to be read.
      throw failureOf(first, error);
    }
    for (const row of others) await this.writeLink(row, nameOf(first));
  }

  private async writeFile(row: RestoreRow, entry: VolumeEntry): Promise<void> {
    rejectMissingFile(row, entry);
    // Of a further name the catalog may have the size of a later moment.
    const attributes = { ...row.lstat, size: entry.holeBytes ?? entry.size };
    if (entry.holeBytes === null) await this.writer.file(pathOfRow(row), attributes, checkedContent(row, entry));
    else await this.writer.hole(pathOfRow(row), attributes);
    await this.remember(row);
  }

  private async keepTargets(rows: readonly RestoreRow[], entry: VolumeEntry): Promise<void> {
    for (const row of rows) {
      rejectOtherEntry(row, entry);
      if (entry.linkTarget === null || (row.lstat.mode & typeMask) !== symbolicLink) {
        throw new SkippedFile('the volume contains something else in its place');
      }
      await this.symlinks.add({ row, target: entry.linkTarget });
    }
  }

  private async writeSpecial(row: RestoreRow): Promise<void> {
    await this.writer.special(pathOfRow(row), row.lstat);
    await this.remember(row);
  }

  private async writeLink(row: RestoreRow, { folder, name }: WrittenName): Promise<void> {
    await this.writer.link(pathOfRow(row), row.lstat, Buffer.concat([folder, name]));
  }

  private async remember(row: RestoreRow): Promise<void> {
    const hasOthers = row.lstat.nlink > 1 && row.lstat.linkFileIndex === 0;
    if (this.writer.hasLinks && hasOthers) await this.written.add({ row, identity: nameOf(row) });
  }
}

/** Which file it is on this machine is of no interest here. */
function nameOf({ folder, name }: RestoreRow): WrittenName {
  return { folder, name, dev: 0n, ino: 0n };
}

async function* only(row: RestoreRow): AsyncGenerator<RestoreRow> {
  yield await Promise.resolve(row);
}

function failureOf(row: RestoreRow, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(`${shown(pathOfRow(row))}: ${reason}`, { cause: error });
}
