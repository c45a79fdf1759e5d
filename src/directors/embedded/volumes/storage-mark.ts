import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type ClientBase, type Pool } from 'pg';
import { type FileCalls } from '../file-helper/file-calls.js';
import { volumeFile } from './volume-path.js';

type Catalog = ClientBase | Pool;

/**
 * `marked`: the folder has its mark. `unmarked`: it gets one with the next volume, because no volume is known, or a known one from
 * before there were marks is in it. `foreign`: volumes are known, and this is not their folder; or all are purged, and a file that has
 * the name of one is there without the mark: it is another catalog's.
 */
export type FolderState = 'marked' | 'unmarked' | 'foreign';

/** An empty mount point looks like a storage's folder, except for the mark that was written with the storage's first volume. */
export async function storageFolderState(
  catalog: Catalog,
  storageId: number,
  folder: string,
  files: FileCalls,
): Promise<FolderState> {
  const mark = await findMark(catalog, storageId);
  if (mark !== null && (await files.sizeOf(markFile(folder, mark))) !== null) return 'marked';
  const { rows } = await catalog.query<{ volumename: string; volbytes: string }>(
    'SELECT volumename, volbytes FROM media WHERE storageid = $1 ORDER BY mediaid',
    [storageId],
  );
  const sizeOf = async (volume: string): Promise<number> => (await files.sizeOf(volumeFile(folder, volume))) ?? -1;
  const used = rows.filter(({ volbytes }) => Number(volbytes) > 0);
  if (mark !== null) {
    if (used.length > 0) return 'foreign';
    for (const { volumename } of rows) if ((await sizeOf(volumename)) > 0) return 'foreign';
    return 'unmarked';
  }
  for (const { volumename, volbytes } of used) if ((await sizeOf(volumename)) >= Number(volbytes)) return 'unmarked';
  return used.length === 0 ? 'unmarked' : 'foreign';
}

/** Why nothing may be written there. */
export async function whyForeign(catalog: Catalog, storageId: number, folder: string): Promise<string> {
  const mark = await findMark(catalog, storageId);
  const missing = mark === null ? 'none of its volumes is there' : `it has no file ${markName(mark)}`;
  return `The storage's folder ${folder} cannot be written to: ${missing}. Is its disk mounted?`;
}

/**
 * Removes a volume's file from the folder that has the storage's mark, or where neither the storage nor the folder has one: names of
 * volumes are the same in all catalogs. Other than for writing, it does not matter which volumes are known: the last one may just
 * have been purged.
 */
export async function removeFromStorage(
  catalog: Catalog,
  { name, folder }: { readonly name: string; readonly folder: string },
  volume: string,
  files: FileCalls,
): Promise<'removed' | 'absent' | { readonly why: string }> {
  const mark = await findMark(catalog, await findStorageId(catalog, name));
  const end = await files.removeMarked(volumeFile(folder, volume), mark === null ? null : markName(mark), markPrefix);
  if (end !== 'foreign') return end;
  return {
    why: mark === null ? `${folder} has the mark of another storage` : `${folder} has no file ${markName(mark)}`,
  };
}

/** Why the folder is not that of the storage, for example because its disk is not mounted; null if it is, or if that is unknown. */
export async function whyNotItsFolder(
  catalog: Catalog,
  { name, folder }: { readonly name: string; readonly folder: string },
  files: FileCalls,
): Promise<string | null> {
  try {
    const storageId = await findStorageId(catalog, name);
    const state = await storageFolderState(catalog, storageId, folder, files);
    return state === 'foreign' ? await whyForeign(catalog, storageId, folder) : null;
  } catch {
    // An unavailable catalog is reported by another check.
    return null;
  }
}

export async function markStorageFolder(
  catalog: Catalog,
  storageId: number,
  folder: string,
  files: FileCalls,
): Promise<void> {
  const { rows } = await catalog.query<{ mark: string }>(
    `INSERT INTO backup_console_storage_mark (storageid, mark) VALUES ($1, $2)
     ON CONFLICT (storageid) DO UPDATE SET mark = backup_console_storage_mark.mark RETURNING mark`,
    [storageId, randomUUID()],
  );
  await files.makeFile(markFile(folder, rows[0]?.mark ?? ''), folder);
}

export async function findStorageId(catalog: Catalog, name: string): Promise<number> {
  const { rows } = await catalog.query<{ storageid: number }>('SELECT storageid FROM storage WHERE name = $1', [name]);
  return rows[0]?.storageid ?? 0;
}

async function findMark(catalog: Catalog, storageId: number): Promise<string | null> {
  const { rows } = await catalog.query<{ mark: string }>(
    'SELECT mark FROM backup_console_storage_mark WHERE storageid = $1',
    [storageId],
  );
  return rows[0]?.mark ?? null;
}

const markPrefix = '.backup-console-storage-';

function markName(mark: string): string {
  return markPrefix + mark;
}

function markFile(folder: string, mark: string): string {
  return join(folder, markName(mark));
}
