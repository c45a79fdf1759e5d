import { type OpenDownload } from '../../domain/download.js';
import {
  type StagedFiles,
  type StagedFolder,
  type StagingFault,
  StagingFolders,
} from '../../domain/staging.port.js';
import { type StagedTask } from '../embedded/download/download-task.js';
import { startDownload } from '../embedded/download/running-download.js';
import { FileHelper } from '../embedded/file-helper/file-helper.js';

/** So many entries are removed in one call, which takes seconds on a slow disk. */
const entriesPerCall = 5_000;

/** Staging folders of this machine, looked at by a process that may hang with their disk. */
export class StagedFolders extends StagingFolders {
  private readonly files = new FileHelper();

  override async check(folder: string): Promise<StagingFault | null> {
    try {
      return await this.files.of(folder).stagingFault(folder);
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
