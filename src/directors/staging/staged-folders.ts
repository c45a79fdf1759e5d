import { type OpenDownload } from '../../domain/download.js';
import { type StagedFiles, type StagedFolder, type StagingError, StagingFolders } from '../../domain/staging.port.js';
import { type StagedTask } from '../embedded/download/download-task.js';
import { startDownload } from '../embedded/download/running-download.js';
import { FileHelper } from '../embedded/file-helper/file-helper.js';

const slash = 0x2f;

/** Which restored paths belong to a selection: a Director may restore more, such as the first name of a chosen hard link. */
export class Chosen {
  private readonly paths: ReadonlySet<string>;

  /** Raw paths; a folder's ends in `/` and takes its tree. None: everything. */
  constructor(selection: readonly Uint8Array[]) {
    this.paths = new Set(selection.map((path) => asRestored(Buffer.from(path).toString('latin1'))));
  }

  has(path: Buffer): boolean {
    if (this.paths.size === 0) return true;
    const text = path.toString('latin1');
    if (this.paths.has(text)) return true;
    for (let at = path.lastIndexOf(slash); at >= 0; at = at === 0 ? -1 : path.lastIndexOf(slash, at - 1)) {
      if (this.paths.has(text.slice(0, at + 1))) return true;
    }
    return false;
  }
}

/** `C:/x` is restored to `C/x` below a folder. */
function asRestored(path: string): string {
  return path.replace(/^([A-Za-z]):\//, '/$1/');
}

/** Entries removed in one call, which takes seconds on a slow disk. */
const entriesPerCall = 5_000;

/** Staging folders of this machine, accessed by a process that may hang with their disk. */
export class StagedFolders extends StagingFolders {
  private readonly files = new FileHelper();

  override async check(folder: string): Promise<StagingError | null> {
    try {
      return await this.files.of(folder).stagingError(folder);
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      return { code: 'staging_unusable', params: { folder, words: detail }, detail };
    }
  }

  override async freeBytes(folder: string): Promise<number> {
    return (await this.files.of(folder).space(folder)).freeBytes;
  }

  override make({ folder, name }: StagedFolder): Promise<void> {
    return this.files.of(folder).makeStaged(folder, name);
  }

  override async list(folder: string): Promise<readonly string[]> {
    try {
      return await this.files.of(folder).list(folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }

  override async remove({ folder, name }: StagedFolder): Promise<void> {
    for (;;) {
      const { isGone, entries } = await this.files.of(folder).removeStaged(folder, name, entriesPerCall);
      if (isGone) return;
      if (entries === 0) throw new Error(`The folder ${folder}/${name} is being written to.`);
    }
  }

  override open(
    { folder, name, selection, format, contents }: StagedFiles,
    signal: AbortSignal,
  ): Promise<OpenDownload> {
    const task: StagedTask = { folder, name, selection: selection.map(({ bytes }) => bytes), format, contents };
    return startDownload(task, signal);
  }
}
