import { type LargeFile, type PreviewedInclude, type TaskControl, type TaskLog, type TaskOutcome } from '../task.js';
import { type BackupSource, walkOf } from './backup-source.js';
import { EntryCount } from './estimate-files.js';

const mostLargeFiles = 10;

/** Counts what a Full of a fileset would take, by the same walk; ends early, with what it has counted, when it is canceled. */
// Async like all tasks.
// oxlint-disable-next-line typescript/require-await
export async function previewFileset(source: BackupSource, control: TaskControl, log: TaskLog): Promise<TaskOutcome> {
  const walk = walkOf(source, log);
  const count = new EntryCount();
  const largest = new LargestFiles();
  const includes: PreviewedInclude[] = [];
  for (const path of source.fileset.include) {
    if (control.isCanceled()) break;
    const before = { ...count.totals, readable: walk.readableIncludes };
    for (const found of walk.foundIn(path)) {
      if (control.isCanceled()) break;
      largest.add(found.path, count.add(found));
    }
    const { files, bytes } = count.totals;
    const isReadable = walk.readableIncludes > before.readable || files > before.files;
    includes.push({ path, isReadable, files: files - before.files, bytes: bytes - before.bytes });
  }
  const preview = { includes, largest: largest.files };
  return { status: control.isCanceled() ? 'A' : 'T', ...count.totals, preview };
}

class LargestFiles {
  /** Largest first. */
  private readonly known: LargeFile[] = [];

  get files(): readonly LargeFile[] {
    return this.known;
  }

  add(path: Buffer, bytes: number): void {
    const smallest = this.known.at(-1)?.bytes ?? 0;
    if (bytes === 0 || (this.known.length >= mostLargeFiles && bytes <= smallest)) return;
    const place = this.known.findIndex((file) => file.bytes < bytes);
    this.known.splice(place === -1 ? this.known.length : place, 0, { path: path.toString('latin1'), bytes });
    this.known.splice(mostLargeFiles);
  }
}
