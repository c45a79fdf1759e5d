import { type ClientBase, type Pool, type PoolClient } from 'pg';
import { isChainRun } from '../../../catalog/runs/retained-runs.js';
import { reasonOf } from '../backup/failure-text.js';
import { type FileCalls } from '../file-helper/file-calls.js';
import { type StorageResource } from '../resources/resources.js';
import { runsBuiltOn } from './retention.js';
import { removeFromStorage } from './storage-mark.js';
import { withVolume } from './volume-lock.js';
import { volumeFile } from './volume-path.js';
import { countVolumes } from './volume-rows.js';

/**
 * A deletion is recorded in backup_console_deletion in the transaction that makes the object unusable, and removed from that table
 * when nothing of it is left. After a crash in between the next start finishes it.
 */
const intend = 'INSERT INTO backup_console_deletion (kind, id) SELECT $1, unnest($2::int[]) ON CONFLICT DO NOTHING';
const settle = 'DELETE FROM backup_console_deletion WHERE kind = $1 AND id = $2';

type Catalog = ClientBase | Pool;

export async function intendVolumeDeletion(
  catalog: ClientBase,
  mediaId: number,
  runs: readonly number[],
): Promise<void> {
  await catalog.query(intend, ['volume', [mediaId]]);
  await catalog.query(intend, ['run', runs]);
}

/** Makes the run unusable: from now on no run builds upon it. */
export async function intendRunDeletion(catalog: PoolClient, jobId: number): Promise<void> {
  await inTransaction(catalog, async () => {
    await catalog.query('UPDATE job SET purgedfiles = 1 WHERE jobid = $1', [jobId]);
    await catalog.query(intend, ['run', [jobId]]);
  });
}

/** The record of a purged volume; its file is the caller's to remove before. */
export async function deleteVolumeRecord(catalog: PoolClient, mediaId: number): Promise<void> {
  await inTransaction(catalog, async () => {
    const { rows } = await catalog.query<{ poolid: number }>(
      `DELETE FROM media WHERE mediaid = $1 AND volstatus = 'Purged' AND volbytes = 0 RETURNING poolid`,
      [mediaId],
    );
    await countVolumes(
      catalog,
      rows.map(({ poolid }) => poolid),
    );
    await catalog.query(settle, ['volume', mediaId]);
  });
}

/**
 * Deletes the records of a run that was made unusable; its files' records are deleted later in parts. A run that a retained one
 * builds upon stays purged: without its record the gap in the chain would be invisible. Returns whether it was deleted.
 */
export async function deleteRunRecord(
  catalog: PoolClient,
  jobId: number,
  isBuiltUpon: () => boolean = () => false,
): Promise<boolean> {
  const isNeeded = isBuiltUpon() || (await findRunsBuiltOn(catalog, jobId)).length > 0;
  await inTransaction(catalog, async () => {
    if (isNeeded) {
      await catalog.query(settle, ['run', jobId]);
      return;
    }
    for (const table of ['jobmedia', 'log', 'backup_console_restored', 'job']) {
      await catalog.query(`DELETE FROM ${table} WHERE jobid = $1`, [jobId]);
    }
  });
  return !isNeeded;
}

/** Retained runs whose chain leads through this run, ascending by the data's time. Purged runs have their place in chains too. */
export async function findRunsBuiltOn(catalog: Catalog, jobId: number): Promise<readonly number[]> {
  const { rows } = await catalog.query<{ jobid: number; level: string; at: string; kept: boolean }>(
    `SELECT j.jobid, j.level, j.jobtdate AS at, j.purgedfiles = 0 AS kept
     FROM job own JOIN fileset o ON o.filesetid = own.filesetid
       JOIN job j ON j.clientid = own.clientid JOIN fileset f ON f.filesetid = j.filesetid AND f.fileset = o.fileset
     WHERE own.jobid = $1 AND own.type = 'B' AND j.type = 'B' AND ${isChainRun}`,
    [jobId],
  );
  const kept = new Set(rows.filter((row) => row.kept).map(({ jobid }) => jobid));
  const runs = rows.map(({ jobid, level, at }) => ({ jobId: jobid, group: '', level, at: Number(at) }));
  return runsBuiltOn(runs, jobId).filter((later) => kept.has(later));
}

/** Finishes what a crash cut short; answers a sentence for each file that remains. */
export async function finishDeletions(
  pool: Pool,
  storages: readonly StorageResource[],
  filesOf: (folder: string) => FileCalls,
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: number; volume: string | null; storage: string | null }>(
    `SELECT d.id, m.volumename AS volume, s.name AS storage
     FROM backup_console_deletion d LEFT JOIN media m ON m.mediaid = d.id AND m.volstatus = 'Purged' AND m.volbytes = 0
       LEFT JOIN storage s USING (storageid) WHERE d.kind = 'volume'`,
  );
  const notices: string[] = [];
  for (const { id, volume, storage } of rows) {
    await withVolume(pool, id, async (catalog) => {
      const place = storages.find(({ name }) => name === storage);
      if (volume !== null && place !== undefined) {
        const removal = await removeVolumeFile(catalog, place, volume, filesOf(place.folder));
        if ('reason' in removal) {
          const path = volumeFile(place.folder, volume);
          notices.push(`Deleted volume ${volume}, but its file ${path} remains: ${removal.reason}`);
        }
      }
      await deleteVolumeRecord(catalog, id);
    });
  }
  const runs = await pool.query<{ id: number }>(
    "SELECT id FROM backup_console_deletion JOIN job ON jobid = id WHERE kind = 'run'",
  );
  const catalog = await pool.connect();
  try {
    for (const { id } of runs.rows) await deleteRunRecord(catalog, id);
  } finally {
    catalog.release();
  }
  return notices;
}

/** `away`: the folder is not the storage's, most likely because its disk is not mounted. */
interface RemainingFile {
  readonly end: 'away' | 'failed';
  readonly reason: string;
}

type FileRemoval = { readonly end: 'removed' | 'absent' } | RemainingFile;

/** When the file of a purged volume goes that remains now. A run that takes the volume cuts it; no later expiry removes it. */
export function remainingFile({ end, reason }: RemainingFile, path: string): string {
  if (end === 'away') return 'its file will be removed at the next start with its disk mounted';
  return `its file ${path} could not be removed (${reason}) and will be removed at the next start or use`;
}

/** Of a volume that is purged. Never throws: the catalog has forgotten it already. */
export async function removeVolumeFile(
  catalog: Catalog,
  storage: Pick<StorageResource, 'name' | 'folder'>,
  volume: string,
  files: FileCalls,
): Promise<FileRemoval> {
  try {
    const end = await removeFromStorage(catalog, storage, volume, files);
    if (typeof end === 'string') return { end };
    return { end: 'away', reason: `its disk seems not to be mounted (${end.why})` };
  } catch (error) {
    return { end: 'failed', reason: reasonOf(error) };
  }
}

async function inTransaction(catalog: ClientBase, work: () => Promise<void>): Promise<void> {
  await catalog.query('BEGIN');
  try {
    await work();
    await catalog.query('COMMIT');
  } catch (error) {
    await catalog.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
