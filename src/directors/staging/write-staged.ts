import { type BigIntStats, closeSync, constants, read as readCallback, readlinkSync } from 'node:fs';
import { promisify } from 'node:util';
import { type ArchiveWriter } from '../embedded/download/archive-writer.js';
import { type StagedTask } from '../embedded/download/download-task.js';
import { shown } from '../embedded/backup/entry.js';
import {
  type FolderHandle,
  lockDirectory,
  openDirectory,
  pathIn,
  releaseFolder,
} from '../embedded/restore/directory-handle.js';
import { Chosen } from './staged-folders.js';
import { keyOf, openContent, rejectUnreadable, type StagedEntry, StagedTree } from './staged-tree.js';

const read = promisify(readCallback);
const chunkBytes = 256 * 1024;
/** Files with several names beyond these come again under each of theirs: their first names would stay in memory. */
const mostFirstNames = 100_000;

/** Writes what a client restored for a download. Throws where something is missing, unreadable or was changed meanwhile. */
export async function writeStaged(task: StagedTask, writer: ArchiveWriter): Promise<void> {
  const parent = lockDirectory(Buffer.from(task.folder), Buffer.from(task.folder));
  try {
    const root = openDirectory(parent, Buffer.from(task.name));
    if (root === null)
      throw new Error(`the folder ${task.folder}/${task.name} does not exist on the console's machine`);
    await writeFrom(root, task, writer);
  } finally {
    releaseFolder(parent);
  }
}

async function writeFrom(root: FolderHandle, task: StagedTask, writer: ArchiveWriter): Promise<void> {
  try {
    await new StagedFiles(new StagedTree(root, new Chosen(task.selection)), task, writer).write();
  } finally {
    releaseFolder(root);
  }
}

/** The passes of one download, as one from volumes has them: folders, content, and at last symbolic links. */
class StagedFiles {
  private readonly firstNames = new Map<string, Buffer>();

  constructor(
    private readonly tree: StagedTree,
    private readonly task: StagedTask,
    private readonly writer: ArchiveWriter,
  ) {}

  async write(): Promise<void> {
    this.rejectMissing();
    for (const entry of this.tree.entries()) {
      if (entry.stat.isDirectory()) await this.writer.folder(entry.path, this.tree.attributesOf(entry));
    }
    for (const entry of this.tree.entries()) {
      if (entry.stat.isFile()) await this.writeFile(entry);
      else if (isSpecial(entry.stat)) await this.writer.special(entry.path, this.tree.attributesOf(entry));
    }
    for (const entry of this.tree.entries()) {
      if (!entry.stat.isSymbolicLink()) continue;
      const target = readlinkSync(pathIn(entry.parent, entry.name), { encoding: 'buffer' });
      await this.writer.symlink(entry.path, this.tree.attributesOf(entry), target);
    }
    await this.writer.end();
  }

  /** Before the first byte: an archive that lacks something must not begin. */
  private rejectMissing(): void {
    const { contents, folder, name } = this.task;
    let [entries, found] = [0, 0];
    for (const entry of this.tree.entries()) {
      entries += 1;
      if (entry.stat.isFile()) rejectUnreadable(entry);
      if (entry.stat.isFile() || entry.stat.isSymbolicLink()) found += 1;
    }
    if (entries > 0 && found >= contents) return;
    const where = `${folder}/${name}`;
    throw new Error(
      entries === 0
        ? `the client restored to ${where}, but on the console's machine that folder contains none of the files: it is a different folder. Remove the restored files on the client's machine`
        : `${where} contains ${found} of the ${contents} selected files and links`,
    );
  }

  private async writeFile(entry: StagedEntry): Promise<void> {
    const { path, stat } = entry;
    const attributes = this.tree.attributesOf(entry);
    const first = this.writer.hasLinks ? this.firstNameOf(entry) : null;
    if (first !== null) return this.writer.link(path, attributes, first);
    const descriptor = openContent(entry);
    try {
      await this.writer.file(path, attributes, contentOf(descriptor, Number(stat.size), path));
    } finally {
      closeSync(descriptor);
    }
  }

  /** The name under which the same file was written before; null: it was not. */
  private firstNameOf({ path, stat }: StagedEntry): Buffer | null {
    if (stat.nlink === 1n) return null;
    const first = this.firstNames.get(keyOf(stat)) ?? null;
    if (first === null && this.firstNames.size < mostFirstNames) this.firstNames.set(keyOf(stat), path);
    return first;
  }
}

function isSpecial(stat: BigIntStats): boolean {
  const type = Number(stat.mode) & constants.S_IFMT;
  return type === constants.S_IFIFO || type === constants.S_IFCHR || type === constants.S_IFBLK;
}

async function* contentOf(descriptor: number, size: number, path: Buffer): AsyncGenerator<Buffer> {
  for (let left = size; left > 0;) {
    const buffer = Buffer.allocUnsafe(Math.min(left, chunkBytes));
    const { bytesRead } = await read(descriptor, buffer, 0, buffer.length, null);
    if (bytesRead === 0) throw new Error(`${shown(path)} became shorter while it was being sent`);
    left -= bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
