import { type Pool, type PoolClient } from 'pg';
import { type FileCalls } from '../file-helper/file-calls.js';
import { type StorageResource } from '../resources/resources.js';
import { markVolumeDamaged } from './claim-volume.js';
import { findStorageId, markStorageFolder, storageFolderState, whyForeign } from './storage-mark.js';
import { withVolume } from './volume-lock.js';
import { volumeFile, volumeOfFile } from './volume-path.js';
import { protectionOf } from './volume-rows.js';

interface VolumeRow {
  mediaid: number;
  volumename: string;
  volstatus: string;
  volbytes: string;
}

/**
 * Compares a storage's folder with the catalog: cuts tails that were never committed, marks volumes that are missing or too short,
 * takes back those that reappeared, and names files that the catalog does not know. Answers a sentence for each finding.
 */
export async function checkVolumes(pool: Pool, storage: StorageResource, files: FileCalls): Promise<readonly string[]> {
  const rows = await listVolumes(pool, storage.name);
  if (!(await files.isThere(storage.folder))) {
    if (rows.some((row) => Number(row.volbytes) > 0)) {
      return [`The folder ${storage.folder} of storage ${storage.name} is missing. Check that its disk is mounted.`];
    }
    await files.makeFolder(storage.folder);
  }
  const foreign = await adoptFolder(pool, storage, rows, files);
  if (foreign !== null) return [foreign];
  const notices: string[] = [];
  for (const row of rows) {
    const notice = await withVolume(pool, row.mediaid, (catalog) =>
      checkVolume(catalog, storage.folder, row.mediaid, files),
    );
    if (notice) notices.push(notice);
  }
  const known = new Set(rows.map((row) => row.volumename));
  for (const file of await files.list(storage.folder)) {
    const name = volumeOfFile(file);
    if (name !== null && !known.has(name))
      notices.push(`${storage.folder}/${file} is a volume that is not in the catalog.`);
  }
  return notices;
}

/** Marks a folder that is older than the marks; answers why another one is not the storage's. */
async function adoptFolder(
  pool: Pool,
  { name, folder }: StorageResource,
  rows: readonly VolumeRow[],
  files: FileCalls,
): Promise<string | null> {
  const storageId = await findStorageId(pool, name);
  const state = await storageFolderState(pool, storageId, folder, files);
  if (state === 'foreign') return whyForeign(pool, storageId, folder);
  const isInUse = rows.some((row) => Number(row.volbytes) > 0);
  if (state === 'unmarked' && isInUse) await markStorageFolder(pool, storageId, folder, files);
  return null;
}

/** Cuts what a run that ended badly wrote after its last commit. A volume that another run has meanwhile was cut by that run. */
export async function cutTails(pool: Pool, storage: StorageResource, files: FileCalls): Promise<void> {
  if (!(await files.isThere(storage.folder))) return;
  const storageId = await findStorageId(pool, storage.name);
  if ((await storageFolderState(pool, storageId, storage.folder, files)) === 'foreign') return;
  for (const row of await listVolumes(pool, storage.name)) {
    if (row.volstatus !== 'Append') continue;
    await withVolume(pool, row.mediaid, (catalog) => checkVolume(catalog, storage.folder, row.mediaid, files));
  }
}

async function listVolumes(pool: Pool, storage: string): Promise<readonly VolumeRow[]> {
  const { rows } = await pool.query<VolumeRow>(
    `SELECT mediaid, volumename, volstatus, volbytes FROM media JOIN storage USING (storageid) WHERE storage.name = $1`,
    [storage],
  );
  return rows;
}

/** The row is read again under the lock: only now its length is final. */
async function checkVolume(
  catalog: PoolClient,
  folder: string,
  mediaId: number,
  files: FileCalls,
): Promise<string | null> {
  const { rows } = await catalog.query<VolumeRow>(
    'SELECT mediaid, volumename, volstatus, volbytes FROM media WHERE mediaid = $1',
    [mediaId],
  );
  const [row] = rows;
  if (!row) return null;
  const path = volumeFile(folder, row.volumename);
  const size = await files.sizeOf(path);
  const committed = Number(row.volbytes);
  if (size !== null && size > committed) return cut(path, row, size, files);
  if (committed > 0 && (size ?? 0) < committed) return markDamaged(catalog, row, size);
  if (row.volstatus === 'Error' && committed > 0) return reclaimExpired(catalog, row);
  return null;
}

async function cut(path: string, row: VolumeRow, size: number, files: FileCalls): Promise<string> {
  if (row.volstatus === 'Purged') await files.remove(path);
  else await files.truncate(path, Number(row.volbytes));
  return `Volume ${row.volumename}: removed ${size - Number(row.volbytes)} bytes that belong to no recorded run.`;
}

async function markDamaged(catalog: PoolClient, row: VolumeRow, size: number | null): Promise<string | null> {
  if (row.volstatus === 'Error') return null;
  await markVolumeDamaged(catalog, row.mediaid);
  return `Volume ${row.volumename} is ${size === null ? 'missing' : 'too short'}. The backups on it cannot be restored.`;
}

/** A volume that was excluded from expiry is excluded again. */
async function reclaimExpired(catalog: PoolClient, row: VolumeRow): Promise<string> {
  await catalog.query(
    `UPDATE media SET comment = '', volstatus = COALESCE(${protectionOf}, 'Used') WHERE mediaid = $1`,
    [row.mediaid],
  );
  return `Volume ${row.volumename} is available again.`;
}
