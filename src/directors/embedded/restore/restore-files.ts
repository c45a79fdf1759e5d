import { type Client } from 'pg';
import { ProtectedFolders } from '../protected-folders.js';
import { FailedTask, type TaskControl, type TaskLog, type TaskOutcome } from '../task.js';
import { type VolumeEntry } from '../volumes/volume-reader.js';
import { Attributes } from './attributes.js';
import { ContentReader } from './content-reader.js';
import { chosenOf, FileRestorer, pathOfRow, rejectOtherEntry } from './file-restorer.js';
import { holdsFolders, releaseFolder, type FolderHandle } from './directory-handle.js';
import { FolderRestorer } from './restore-directories.js';
import { SkippedFile, RestoreCanceled } from './skipped-file.js';
import { RelocatedSet } from './relocated-set.js';
import { RelocatedTarget } from './relocated-target.js';
import { RestoreFigures, OutcomeList } from './restore-progress.js';
import { openRestoreRoot } from './restore-root.js';
import { RestoreRows, type RestoreRow, type SymlinkRow, type WrittenName } from './restore-rows.js';
import { connectForRestore, makeRestoreSet } from './restore-set.js';
import { type RestoreTask } from './restore-task.js';
import { Spool } from './spool.js';
import { printablePath } from './target-path.js';

const typeMask = 0o170000;
const regularFile = 0o100000;
const symbolicLink = 0o120000;

/**
 * Restores the files of a task below its restore folder. A file that cannot be restored is a warning and the run continues. Only
 * errors that stop all of it are thrown: no chain, no restore folder, no space, the catalog away, or nothing restored at all.
 * Files get their final names only when they are complete and their checksum was verified.
 */
export async function restoreFiles(task: RestoreTask, control: TaskControl, log: TaskLog): Promise<TaskOutcome> {
  const client = await connectForRestore(task.catalogUrl, `restore ${task.jobId}`);
  const outcomes = new OutcomeList(client, task.jobId);
  const figures = new RestoreFigures(control, log, (outcome) => outcomes.add(outcome));
  const outcomeOf = (status: TaskOutcome['status']): TaskOutcome => {
    return { status, files: figures.files, bytes: figures.bytes, restore: figures.read() };
  };
  try {
    await outcomes.deleteExpired();
    const run = new RestoreRun(client, task, figures, log);
    await run.prepare();
    await run.restore();
    await outcomes.settle();
    return outcomeOf('T');
  } catch (error) {
    // The catalog itself may have failed; the first failure is the one to report.
    await outcomes.settle().catch(() => undefined);
    if (!(error instanceof RestoreCanceled)) throw new FailedTask(error, outcomeOf('T'));
    log.info('The restore was canceled. Files that were already complete remain.');
    return outcomeOf('A');
  } finally {
    await client.end();
  }
}

/** The passes of one restore: folders, content, further names, symbolic links, and at last the attributes of folders. */
class RestoreRun {
  private readonly targets: RelocatedTarget | null;
  private readonly rows: RestoreRows;
  private readonly attributes: Attributes;
  private readonly symlinks: Spool<SymlinkRow>;
  private readonly links: Spool<RestoreRow>;
  private readonly ownFolders: ProtectedFolders;
  private readonly written: Spool<{ readonly row: RestoreRow; readonly identity: WrittenName }>;

  constructor(
    private readonly client: Client,
    private readonly task: RestoreTask,
    private readonly figures: RestoreFigures,
    private readonly log: TaskLog,
  ) {
    this.targets = task.relocation === undefined ? null : new RelocatedTarget(task.relocation, task.where);
    const rows = new RestoreRows(client, this.targets);
    this.rows = rows;
    this.ownFolders = new ProtectedFolders(task.protectedFolders);
    this.attributes = new Attributes(task.anywhere && process.getuid?.() === 0);
    this.symlinks = new Spool((items) => rows.symlinkLater(items));
    this.links = new Spool((items) => rows.linkLater(items));
    this.written = new Spool((items) => rows.rememberWritten(items));
  }

  async prepare(): Promise<void> {
    this.figures.stopIfCanceled();
    const { chosen, unmatched } = await makeRestoreSet(this.client, this.task, this.relocatedSet());
    this.figures.chosen = chosen;
    for (const path of unmatched) {
      this.log.warning(`Not restored: ${printablePath(path)}: it is not recorded in the selected runs.`);
    }
    if (!this.attributes.privileged) {
      this.log.info('Owners, set-id bits and devices are restored only by root and with permission to write anywhere.');
    }
    if (!holdsFolders) {
      this.log.info('This system cannot keep folders open by descriptor. Each is checked before and after use.');
    }
  }

  private relocatedSet(): RelocatedSet | null {
    if (this.targets === null) return null;
    return new RelocatedSet(this.client, this.targets, (entry, error) => {
      this.figures.stopIfCanceled();
      this.figures.reject(entry.path, entry, error);
    });
  }

  async restore(): Promise<void> {
    const root = openRestoreRoot(this.task, this.ownFolders);
    try {
      const folders = await this.openFolders(root);
      try {
        await this.makeFolders(folders);
        const made = await this.restoreContents(root);
        this.reportUnknownFolders(folders.unknownFolders + made);
        await this.settleFolders(folders);
      } finally {
        folders.close();
      }
    } finally {
      releaseFolder(root);
    }
    const { failure } = this.figures;
    if (failure !== null) throw new Error(`Nothing could be restored: ${failure}.`);
    this.figures.summarise(this.task.replace);
  }

  private async openFolders(root: FolderHandle): Promise<FolderRestorer> {
    const ended = await this.rows.endedRestores();
    return new FolderRestorer(root, this.ownFolders, this.task.replace, this.attributes, this.figures, ended);
  }

  private async makeFolders(folders: FolderRestorer): Promise<void> {
    const settled = new Spool<number>((ids) => this.rows.markToSettle(ids));
    for await (const row of this.rows.foldersDown()) {
      this.figures.stopIfCanceled();
      if (folders.make(row)) await settled.add(row.id);
    }
    await settled.flush();
    if (folders.removedTemporaries > 0) {
      this.log.info(`Removed ${folders.removedTemporaries} temporary files left by earlier restores.`);
    }
  }

  private reportUnknownFolders(count: number): void {
    if (count === 0) return;
    this.log.info(`${count} parent folders are not in the backup. They were created with mode 0700.`);
  }

  private async settleFolders(folders: FolderRestorer): Promise<void> {
    for await (const row of this.rows.foldersToSettle()) {
      this.figures.stopIfCanceled();
      folders.settle(row);
    }
  }

  /**
   * Symbolic links come last, so that no later step of the restore can meet one that it made itself. Returns how many folders had
   * to be created.
   */
  private async restoreContents(root: FolderHandle): Promise<number> {
    const files = new FileRestorer(root, this.ownFolders, this.task, this.attributes, this.figures);
    try {
      const reader = new ContentReader(this.client, this.task.storageFolders, {
        serve: (rows, entry) => this.serve(files, rows, entry),
        reject: (row, error) => {
          this.figures.reject(pathOfRow(row), chosenOf(row), error);
        },
      });
      await reader.read(this.rowsWithContent(files));
      await this.links.flush();
      await this.written.flush();
      await this.restoreLinks(files);
      await reader.read(this.requestedOf(files, this.rows.linksWithoutFirst()));
      await this.symlinks.flush();
      for await (const row of this.rows.symlinks()) {
        this.figures.stopIfCanceled();
        files.restoreSymlink(row);
      }
      return files.madeFolders;
    } finally {
      files.close();
    }
  }

  private async restoreLinks(files: FileRestorer): Promise<void> {
    for await (const { row, first } of this.rows.linksToWritten()) {
      this.figures.stopIfCanceled();
      files.restoreLink(row, first);
    }
  }

  /** Sorts out, in the volumes' order, what has to be read from them; the rest is done here or left for a later pass. */
  private async *rowsWithContent(files: FileRestorer): AsyncGenerator<RestoreRow> {
    for await (const row of this.rows.files()) {
      this.figures.stopIfCanceled();
      const type = row.lstat.mode & typeMask;
      // A symbolic link with several names becomes several links, which are equivalent and need no further pass.
      if (row.lstat.linkFileIndex !== 0 && type !== symbolicLink) await this.links.add(row);
      else if (type !== regularFile && type !== symbolicLink) await this.restoreSpecial(files, row);
      else if (files.isWanted(row)) yield row;
    }
  }

  private async *requestedOf(files: FileRestorer, rows: AsyncIterable<RestoreRow>): AsyncGenerator<RestoreRow> {
    for await (const row of rows) {
      this.figures.stopIfCanceled();
      if ((row.lstat.mode & typeMask) !== regularFile) files.restoreSpecial(row);
      else if (files.isWanted(row)) yield row;
    }
  }

  private async restoreSpecial(files: FileRestorer, row: RestoreRow): Promise<void> {
    const made = files.restoreSpecial(row);
    if (made !== null) await this.remember(row, made);
  }

  private async serve(files: FileRestorer, rows: readonly RestoreRow[], entry: VolumeEntry): Promise<void> {
    if (entry.type === 'symlink') {
      await this.takeTargets(rows, entry);
      return;
    }
    let first: WrittenName | null = null;
    let isRead = false;
    for (const row of rows) {
      this.figures.stopIfCanceled();
      if (first !== null) files.restoreLink(row, first);
      else if (isRead) {
        const error = new SkippedFile('another hard link to it could not be restored');
        this.figures.reject(pathOfRow(row), chosenOf(row), error);
      } else {
        const outcome = await files.restoreContent(row, entry);
        isRead = outcome !== 'unread';
        if (typeof outcome === 'object') first = outcome;
      }
    }
    const [row] = rows;
    if (first !== null && row !== undefined) await this.remember(row, first);
  }

  private async takeTargets(rows: readonly RestoreRow[], entry: VolumeEntry): Promise<void> {
    for (const row of rows) {
      const target = this.figures.attempt(pathOfRow(row), chosenOf(row), () => {
        rejectOtherEntry(row, entry);
        if (entry.linkTarget === null || (row.lstat.mode & typeMask) !== symbolicLink) {
          throw new SkippedFile('the volume contains something else in its place');
        }
        return entry.linkTarget;
      });
      if (target !== null) await this.symlinks.add({ row, target });
    }
  }

  private async remember(row: RestoreRow, identity: WrittenName): Promise<void> {
    if (row.lstat.nlink > 1 && row.lstat.linkFileIndex === 0) await this.written.add({ row, identity });
  }
}
