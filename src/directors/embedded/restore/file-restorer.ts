import { linkSync, symlinkSync } from 'node:fs';
import { type ProtectedFolders } from '../protected-folders.js';
import { UnreadableVolume, type VolumeEntry } from '../volumes/volume-reader.js';
import { type Attributes } from './attributes.js';
import { ContentFile, type FileIdentity } from './content-file.js';
import { lstatIfAny, pathIn, type FolderHandle } from './directory-handle.js';
import { FolderTrail } from './directory-stack.js';
import { AtomicWriter, removeIfAny } from './atomic-writer.js';
import { SkippedFile } from './skipped-file.js';
import { type ChosenEntry, type RestoreFigures } from './restore-progress.js';
import { type RestoreRow, type SymlinkRow, type WrittenName } from './restore-rows.js';
import { type RestoreTask } from './restore-task.js';
import { isDevice, makeSpecialFile } from './special-file.js';
import { checkedName, folderNames } from './target-path.js';

/** `unread`: the entry's content was not touched, so that another name may still take it. `spent`: it was, for nothing. */
export type ContentOutcome = WrittenName | 'unread' | 'spent';

const elsewhere = 'the volume contains something else in its place';

/** What went wrong while content came, kept until all of it has come. */
interface Failure {
  readonly error: unknown;
}

/** Restores single files, each to one outcome: restored, skipped by the policy, or failed with an error line. */
export class FileRestorer {
  private readonly trail: FolderTrail;
  /** A second path, so that both names of a link can be open at the same time. */
  private readonly firstNames: FolderTrail;
  private readonly placer: AtomicWriter;

  constructor(
    root: FolderHandle,
    ownFolders: ProtectedFolders,
    private readonly task: RestoreTask,
    private readonly attributes: Attributes,
    private readonly figures: RestoreFigures,
  ) {
    this.trail = new FolderTrail(root, ownFolders);
    this.firstNames = new FolderTrail(root, ownFolders);
    this.placer = new AtomicWriter(this.trail, task.jobId, task.replace);
  }

  /** Folders that had to be made for files: those of new paths are not in the backup. */
  get madeFolders(): number {
    return this.trail.made;
  }

  close(): void {
    this.trail.close();
    this.firstNames.close();
  }

  /** Whether it must be read from the volume. Counts the skipped ones. */
  isWanted(row: RestoreRow): boolean {
    if (this.task.replace === 'always') return true;
    return this.attempt(row, (folder) => this.wants(folder, row)) ?? false;
  }

  /** Writes a regular file. Throws RestoreCanceled between chunks, after its temporary is gone. */
  async restoreContent(row: RestoreRow, entry: VolumeEntry): Promise<ContentOutcome> {
    const open = this.attempt(row, (folder) => {
      rejectOtherEntry(row, entry);
      if (entry.type !== 'file' && entry.type !== 'contiguous-file') throw new SkippedFile(elsewhere);
      if (entry.holeBytes !== null && entry.holeBytes !== row.lstat.size) throw new SkippedFile(elsewhere);
      return this.wants(folder, row) ? { folder, file: ContentFile.open(this.placer, folder, row.lstat) } : null;
    });
    if (open === null) return 'unread';
    if (entry.holeBytes !== null) open.file.leaveHole(entry.holeBytes);
    let failure: Failure | null;
    try {
      failure = await this.receive(open.file, entry);
    } catch (error) {
      open.file.discard();
      throw error;
    }
    // Not with attempt(): entering the folder again could close the one with the temporary file.
    const chosen = chosenOf(row);
    return (
      this.figures.attempt(chosen.path, chosen, () => this.finish(row, open.folder, open.file, failure)) ?? 'spent'
    );
  }

  /** Makes a further name of a file that this restore wrote, and of nothing else. */
  restoreLink(row: RestoreRow, first: WrittenName): void {
    this.attempt(row, (folder) => {
      if (!this.wants(folder, row)) return;
      const from = pathIn(this.firstNames.enter(folderNames(first.folder), false), first.name);
      const { path } = this.placer.makeTemporary(folder, (temporary) => {
        linkSync(from, temporary);
      });
      if (!isSameFile(lstatIfAny(path), first)) {
        removeIfAny(path);
        throw new SkippedFile('its first name is no longer the restored file');
      }
      const placed = this.placer.commit(path, folder, row.target.name, row.lstat);
      // Renaming one name of a file to another name of the same file does nothing, and reports success.
      removeIfAny(path);
      this.note(row, placed, 0);
    });
  }

  restoreSymlink({ row, target }: SymlinkRow): void {
    this.attempt(row, (folder) => {
      if (!this.wants(folder, row)) return;
      const { path } = this.placer.makeTemporary(folder, (temporary) => {
        symlinkSync(target, temporary);
      });
      this.settle(path, row);
      this.commit(path, folder, row, 0);
    });
  }

  /** Makes a FIFO or, where the order may, a device node. */
  restoreSpecial(row: RestoreRow): WrittenName | null {
    return this.attempt(row, (folder) => {
      if (isDevice(row.lstat) && !this.attributes.privileged) {
        throw new SkippedFile('devices are restored only by root, and only with permission to write anywhere');
      }
      if (!this.wants(folder, row)) return null;
      const { path } = this.placer.makeTemporary(folder, (temporary) => {
        const name = temporary.subarray(folder.base.length).toString('latin1');
        makeSpecialFile(folder, name, row.lstat, this.attributes.modeOf(row.lstat));
      });
      this.settle(path, row);
      const made = lstatIfAny(path);
      return this.commit(path, folder, row, 0) && made !== null ? written(row, made) : null;
    });
  }

  private async receive(file: ContentFile, entry: VolumeEntry): Promise<Failure | null> {
    let failure: Failure | null = null;
    try {
      for await (const chunk of entry.content) {
        this.figures.stopIfCanceled();
        // After a failure the rest of the entry still has to pass by, for the entries behind it.
        failure ??= this.tryToWrite(file, chunk);
      }
    } catch (error) {
      if (!(error instanceof UnreadableVolume)) throw error;
      failure ??= { error };
    }
    return failure;
  }

  private tryToWrite(file: ContentFile, chunk: Buffer): Failure | null {
    try {
      file.write(chunk);
      this.figures.passBytes(chunk.length);
      return null;
    } catch (error) {
      return { error };
    }
  }

  private finish(
    row: RestoreRow,
    folder: FolderHandle,
    file: ContentFile,
    failure: Failure | null,
  ): WrittenName | null {
    let identity: FileIdentity;
    try {
      if (failure !== null) throw failure.error;
      identity = file.complete(row.checksum, row.lstat, this.attributes);
    } catch (error) {
      file.discard();
      throw error;
    }
    return this.commit(file.path, folder, row, file.size) ? written(row, identity) : null;
  }

  private wants(folder: FolderHandle, row: RestoreRow): boolean {
    const wanted = this.placer.wants(folder, checkedName(row.target.name), row.lstat);
    if (!wanted) this.figures.skipContent(chosenOf(row));
    return wanted;
  }

  private commit(temporary: Buffer, folder: FolderHandle, row: RestoreRow, bytes: number): boolean {
    const placed = this.placer.commit(temporary, folder, row.target.name, row.lstat);
    this.note(row, placed, bytes);
    return placed;
  }

  private note(row: RestoreRow, placed: boolean, bytes: number): void {
    if (placed) this.figures.restoreContent(chosenOf(row), bytes);
    else this.figures.skipContent(chosenOf(row));
  }

  private settle(temporary: Buffer, row: RestoreRow): void {
    try {
      this.attributes.ofName(temporary, row.lstat);
    } catch (error) {
      removeIfAny(temporary);
      throw error;
    }
  }

  private attempt<Result>(row: RestoreRow, act: (folder: FolderHandle) => Result): Result | null {
    const chosen = chosenOf(row);
    return this.figures.attempt(chosen.path, chosen, () => act(this.trail.enter(folderNames(row.target.folder), true)));
  }
}

/** Each row of a file is one of the chosen entries. */
export function chosenOf(row: RestoreRow): ChosenEntry {
  return { path: pathOfRow(row), lstat: row.lstat, jobId: row.jobId };
}

export function pathOfRow(row: RestoreRow): Buffer {
  return Buffer.concat([row.folder, row.name]);
}

/** Throws if volume and catalog disagree: there is not always a checksum. */
export function rejectOtherEntry(row: RestoreRow, entry: VolumeEntry): void {
  // Under a FileIndex that is not its own is the first name of a hard link, with any name.
  if (entry.index !== row.fileIndex || entry.path.equals(pathOfRow(row).subarray(1))) return;
  throw new SkippedFile(elsewhere);
}

function written(row: RestoreRow, { dev, ino }: FileIdentity): WrittenName {
  return { ...row.target, dev, ino };
}

function isSameFile(found: FileIdentity | null, first: FileIdentity): boolean {
  return found !== null && found.dev === first.dev && found.ino === first.ino;
}
