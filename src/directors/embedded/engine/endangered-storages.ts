import { type Pool } from 'pg';
import { reasonOf } from '../backup/failure-text.js';
import { type FileHelper } from '../file-helper/file-helper.js';
import { RejectedResources } from '../resources/configuration-file.js';
import { newNameOf, type Renames } from '../resources/renames.js';
import { type Resources, type StorageResource } from '../resources/resources.js';
import { findStorageId, storageFolderState } from '../volumes/storage-mark.js';

interface Surroundings {
  readonly pool: Pool;
  readonly files: FileHelper;
  /** Storages that runs read or write now. */
  readonly busy: ReadonlySet<string>;
}

type Fault = RejectedResources['faults'][number];

/**
 * Throws RejectedResources where the definitions would take backups out of reach: a storage with backups must stay, and a new
 * folder must already contain its volumes. Anything else of them can be changed and changed back without a loss.
 */
export async function rejectLostStorages(
  before: Resources,
  next: Resources,
  renames: Renames,
  around: Surroundings,
): Promise<void> {
  const faults: Fault[] = [];
  for (const storage of before.storages) {
    const index = next.storages.findIndex(({ name }) => name === newNameOf(renames, 'storage', storage.name));
    const fault = await faultOf(storage, next.storages[index], `storages[${index}].folder`, around);
    if (fault !== null) faults.push(fault);
  }
  if (faults.length > 0) throw new RejectedResources(faults);
}

async function faultOf(
  { name, folder }: StorageResource,
  next: StorageResource | undefined,
  place: string,
  { pool, files, busy }: Surroundings,
): Promise<Fault | null> {
  if (next?.folder === folder && next.name === name) return null;
  const where = next === undefined ? 'storages' : place;
  if (busy.has(name)) {
    const sentence = `a run is using storage ${name}; it can be changed when the run has ended`;
    return { place: where, sentence };
  }
  // Only renamed: its volumes stay where they are.
  if (next?.folder === folder) return null;
  const volumes = await countVolumes(pool, name);
  if (volumes === 0) return null;
  const having = `storage ${name} has ${volumes === 1 ? '1 volume' : `${volumes} volumes`} with backups`;
  if (next === undefined) {
    return { place: where, sentence: `${having} and must not be removed. Delete its volumes first` };
  }
  const missing = `the folder ${next.folder} does not contain them. Move all files of ${folder} there, with the hidden ones`;
  try {
    const state = await storageFolderState(pool, await findStorageId(pool, name), next.folder, files.of(next.folder));
    return state === 'foreign' ? { place: where, sentence: `${having}, and ${missing}` } : null;
  } catch (error) {
    return { place: where, sentence: `${having}, and the folder ${next.folder} cannot be checked: ${reasonOf(error)}` };
  }
}

async function countVolumes(pool: Pool, storage: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM media JOIN storage USING (storageid) WHERE storage.name = $1 AND volbytes > 0',
    [storage],
  );
  return rows[0]?.count ?? 0;
}
