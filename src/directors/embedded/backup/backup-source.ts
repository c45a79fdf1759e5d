import { dirname } from 'node:path';
import { ProtectedFiles, ProtectedFolders } from '../protected-folders.js';
import { type FilesetResource } from '../resources/resources.js';
import { type TaskLog } from '../task.js';
import { type Found } from './entry.js';
import { MountPoints } from './source-folders.js';
import { Walk } from './walk-directory.js';

/** What of the machine is read; plain data that can be posted to a worker thread. */
export interface BackupSource {
  readonly fileset: FilesetResource;
  /** Never read, wherever they show up: the console's data folder and the storages' folders. */
  readonly protectedFolders: readonly string[];
  /** The one file below a protected folder that may be backed up. */
  readonly settingsFile: string;
}

/** Entries that are compared with the chain in one question to the catalog. */
const batchSize = 1000;

export function walkOf(
  { fileset, settingsFile, protectedFolders }: BackupSource,
  log: TaskLog,
  mounts = MountPoints.read(),
): Walk {
  return new Walk(
    {
      fileset,
      settingsFile,
      protectedFolders: new ProtectedFolders(protectedFolders),
      mounts,
      protectedFiles: new ProtectedFiles(dirname(settingsFile), settingsFile),
    },
    log,
  );
}

/** All that the walk finds, in batches, the last one smaller; `check` is called for each entry and may throw. */
export function* inBatches(walk: Walk, check: () => void): Generator<readonly Found[], void> {
  let batch: Found[] = [];
  for (const found of walk.found()) {
    check();
    batch.push(found);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}
