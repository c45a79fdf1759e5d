import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat, truncate } from 'node:fs/promises';
import { type Pool, type PoolClient } from 'pg';
import { type StorageResource } from '../resources/resources.js';
import { markVolumeDamaged } from './claim-volume.js';
import { findStorageId, markStorageFolder, storageFolderState, whyForeign } from './storage-mark.js';
import { withVolume } from './volume-lock.js';
import { volumeFile, volumeOfFile } from './volume-place.js';

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
export async function checkVolumes(pool: Pool, storage: StorageResource): Promise<readonly string[]> {
  const rows = await listVolumes(pool, storage.name);
  if (!existsSync(storage.folder)) {
    if (rows.some((row) => Number(row.volbytes) > 0)) {
      return [`The folder ${storage.folder} of storage ${storage.name} is gone; is its disk mounted?`];
    }
    await mkdir(storage.folder, { recursive: true, mode: 0o700 });
  }
  const foreign = await adoptFolder(pool, storage, rows);
  if (foreign !== null) return [foreign];
  const notices: string[] = [];
  for (const row of rows) {
    const notice = await withVolume(pool, row.mediaid, (catalog) => checkVolume(catalog, storage.folder, row.mediaid));
    if (notice) notices.push(notice);
  }
  const known = new Set(rows.map((row) => row.volumename));
  for (const file of await readdir(storage.folder)) {
    const name = volumeOfFile(file);
    if (name !== null && !known.has(name))
      notices.push(`${storage.folder}/${file} is a volume that the catalog does not know.`);
  }
  return notices;
}

/** Marks a folder that is older than the marks; answers why another one is not the storage's. */
async function adoptFolder(
  pool: Pool,
  { name, folder }: StorageResource,
  rows: readonly VolumeRow[],
): Promise<string | null> {
  const storageId = await findStorageId(pool, name);
  const state = await storageFolderState(pool, storageId, folder);
  if (state === 'foreign') return whyForeign(pool, storageId, folder);
  const isInUse = rows.some((row) => Number(row.volbytes) > 0);
  if (state === 'unmarked' && isInUse) await markStorageFolder(pool, storageId, folder);
  return null;
}

/** Cuts what a run that ended badly wrote after its last commit. A volume that another run has meanwhile was cut by that run. */
export async function cutTails(pool: Pool, storage: StorageResource): Promise<void> {
  if (!existsSync(storage.folder)) return;
  const storageId = await findStorageId(pool, storage.name);
  if ((await storageFolderState(pool, storageId, storage.folder)) === 'foreign') return;
  for (const row of await listVolumes(pool, storage.name)) {
    if (row.volstatus !== 'Append') continue;
    await withVolume(pool, row.mediaid, (catalog) => checkVolume(catalog, storage.folder, row.mediaid));
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
async function checkVolume(catalog: PoolClient, folder: string, mediaId: number): Promise<string | null> {
  const { rows } = await catalog.query<VolumeRow>(
    'SELECT mediaid, volumename, volstatus, volbytes FROM media WHERE mediaid = $1',
    [mediaId],
  );
  const [row] = rows;
  if (!row) return null;
  const path = volumeFile(folder, row.volumename);
  const size = await sizeOf(path);
  const committed = Number(row.volbytes);
  if (size !== null && size > committed) return cut(path, row, size);
  if (committed > 0 && (size ?? 0) < committed) return markDamaged(catalog, row, size);
  if (row.volstatus === 'Error' && committed > 0) return takeBack(catalog, row);
  return null;
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch {
    return null;
  }
}

async function cut(path: string, row: VolumeRow, size: number): Promise<string> {
  if (row.volstatus === 'Purged') await rm(path, { force: true });
  else await truncate(path, Number(row.volbytes));
  return `Volume ${row.volumename}: cut ${size - Number(row.volbytes)} bytes that belong to no recorded run.`;
}

async function markDamaged(catalog: PoolClient, row: VolumeRow, size: number | null): Promise<string | null> {
  if (row.volstatus === 'Error') return null;
  await markVolumeDamaged(catalog, row.mediaid);
  return `Volume ${row.volumename} is ${size === null ? 'missing' : 'too short'}: what lies on it cannot be restored.`;
}

/** What somebody kept from expiry is kept again. */
async function takeBack(catalog: PoolClient, row: VolumeRow): Promise<string> {
  await catalog.query(
    `UPDATE media SET comment = '',
       volstatus = CASE WHEN comment IN ('Archive', 'Read-Only', 'Disabled') THEN comment ELSE 'Used' END WHERE mediaid = $1`,
    [row.mediaid],
  );
  return `Volume ${row.volumename} is there again.`;
}
