import { type Pool } from 'pg';
import { type DeviceStatus, type StorageState } from '../../../domain/storages.js';
import { type FileHelper, FolderHangs } from '../file-helper/file-helper.js';
import { type Resources, type StorageResource } from '../resources/resources.js';
import { whyNotItsFolder } from '../volumes/storage-mark.js';
import { lockedVolumes, type LockedVolume } from '../volumes/volume-lock.js';
import { type RunQueue } from './run-queue.js';

interface Sources {
  readonly resources: Resources;
  readonly files: FileHelper;
  readonly pool: Pool;
  readonly queue: RunQueue;
}

interface Room {
  readonly freeBytes: number | null;
  readonly totalBytes: number | null;
  readonly error: string | null;
}

/** Each storage as one device: its folder. Volume locks show which volumes are written, by any process. */
export async function storageStates({ resources, files, pool, queue }: Sources): Promise<readonly StorageState[]> {
  const [volumes, rooms] = await Promise.all([
    lockedVolumes(pool),
    Promise.all(resources.storages.map((storage) => roomOf(storage, files, pool))),
  ]);
  const reading = new Set(queue.reading);
  return resources.storages.map((storage, index) => {
    const own = volumes.find((volume) => volume.storage === storage.name) ?? null;
    return stateOf(storage, rooms[index] ?? noRoom('it has not been checked'), own, reading.has(storage.name));
  });
}

function stateOf(
  storage: StorageResource,
  { freeBytes, totalBytes, error }: Room,
  written: LockedVolume | null,
  isRead: boolean,
): StorageState {
  const { name, folder } = storage;
  const about = { storage: name, mediaType: 'File', freeBytes, totalBytes, error };
  const status: DeviceStatus = error !== null ? 'unknown' : written !== null ? 'writing' : isRead ? 'reading' : 'idle';
  const loaded = { volume: written?.volume ?? null, pool: written?.pool ?? null };
  const device = { ...about, ...loaded, device: name, autochanger: null, drive: null, status };
  return {
    ...about,
    autochanger: false,
    address: folder,
    answers: error === null,
    devices: [{ ...device, waitsFor: null, enabled: true }],
  };
}

/** A folder on a file system that hangs, and the empty mount point of a disk that is not mounted, do not answer. */
async function roomOf(storage: StorageResource, files: FileHelper, pool: Pool): Promise<Room> {
  const { folder } = storage;
  try {
    const { freeBytes, totalBytes } = await files.of(folder).space(folder);
    const why = await whyNotItsFolder(pool, storage, files.of(folder));
    return why === null ? { freeBytes, totalBytes, error: null } : noRoom(why);
  } catch (error) {
    if (error instanceof FolderHangs) return noRoom(error.message);
    return noRoom(
      `The folder ${folder} cannot be checked. Check that it exists, is mounted, and is accessible to the console.`,
    );
  }
}

function noRoom(error: string): Room {
  return { freeBytes: null, totalBytes: null, error };
}
