import { type ClientBase, type PoolClient, type Pool } from 'pg';
import { longestRetentionSeconds, type VolumeChange } from '../../../domain/media-commands.js';
import { invalidField, AppError } from '../../../domain/error-codes.js';
import { countVolumes, type VolumeRow } from './volume-rows.js';
import { intendVolumeDeletion } from './deletions.js';
import { type VolumeTarget } from './volume-target.js';
import { reasonOf } from '../backup/failure-text.js';
import { type FileCalls } from '../file-helper/file-calls.js';
import { insertVolume } from './claim-volume.js';
import { volumeFile } from './volume-path.js';
import { storageFolderState, whyForeign } from './storage-mark.js';

interface LockedVolume {
  readonly mediaid: number;
  /** As it was when it was decided that the volume goes. */
  readonly volwrites: string;
}

/** `delete`: the volume and the records of its runs are deleted as a whole; the intention is written in the same transaction. */
type PurgeAim = 'purge' | 'delete';

/**
 * Deletes the records of the runs on a volume and of `runs`, in one transaction. The caller removes the file afterwards, so that a
 * crash in between leaves a file that the next start removes. Returns false, and changes nothing, if the volume was written to
 * since the decision. The volume must be locked.
 */
export async function purgeVolume(
  catalog: PoolClient,
  volume: LockedVolume,
  runs: readonly number[],
  aim: PurgeAim = 'purge',
): Promise<boolean> {
  await catalog.query('BEGIN');
  try {
    const taken = await catalog.query(
      `UPDATE media SET volstatus = 'Purged', volbytes = 0, voljobs = 0, comment = ''
       WHERE mediaid = $1 AND volwrites = $2`,
      [volume.mediaid, volume.volwrites],
    );
    if (taken.rowCount === 0) {
      await catalog.query('ROLLBACK');
      return false;
    }
    await catalog.query(
      `UPDATE job SET purgedfiles = 1 WHERE purgedfiles = 0
         AND (jobid = ANY ($2::int[]) OR jobid IN (SELECT jobid FROM jobmedia WHERE mediaid = $1))`,
      [volume.mediaid, runs],
    );
    await catalog.query('DELETE FROM jobmedia WHERE mediaid = $1', [volume.mediaid]);
    if (aim === 'delete') await intendVolumeDeletion(catalog, volume.mediaid, runs);
    await catalog.query('COMMIT');
    return true;
  } catch (error) {
    await catalog.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/**
 * Records a new volume, then makes its file: a crash between the two leaves a record without bytes, whose file the first run makes.
 * Where the file cannot be made the record goes again.
 */
export async function makeLabelledVolume(
  pool: Pool,
  order: VolumeTarget,
  name: string,
  now: Date,
  files: FileCalls,
): Promise<void> {
  const path = volumeFile(order.folder, name);
  if (await files.isThere(path)) {
    const detail = `${path} exists and may contain runs of a lost catalog. It is never overwritten. Choose another name.`;
    throw new AppError('name_taken', detail);
  }
  if ((await storageFolderState(pool, order.storageId, order.folder, files)) === 'foreign') {
    throw new AppError('director_error', await whyForeign(pool, order.storageId, order.folder));
  }
  const catalog = await pool.connect();
  try {
    const mediaId = await insertVolume(catalog, order, name, now);
    if (mediaId === null) throw new AppError('name_taken', `A volume named ${name} already exists.`);
    try {
      // A run that claimed the new volume immediately may have created it by now.
      await files.makeFile(path, order.folder);
    } catch (cause) {
      await catalog.query('DELETE FROM media WHERE mediaid = $1 AND volbytes = 0 AND lastwritten IS NULL', [mediaId]);
      const detail = `Could not create volume ${name} in ${order.folder}: ${reasonOf(cause)}`;
      throw new AppError('director_error', detail, { cause });
    }
  } finally {
    catalog.release();
  }
}

/** Those after `Full` are never written to, and never expire either. */
const settableStatuses = ['Append', 'Used', 'Full', 'Archive', 'Read-Only', 'Disabled'];
/** The statuses that the Director itself sets; a purged volume is reused automatically. */
const ownStatuses: ReadonlySet<string> = new Set(['Error', 'Purged', 'Recycle']);

export interface PoolRow {
  readonly id: number;
  readonly volumeBytes: number;
}

export function rejectUnfitChange({ status, pool, retentionSeconds, recycle, enabled }: VolumeChange): void {
  if ([status, pool, retentionSeconds, recycle, enabled].every((value) => value === undefined)) {
    throw invalidField('', 'Specify at least one change: status, pool, retentionSeconds, recycle or enabled.');
  }
  if (status !== undefined && !settableStatuses.includes(status)) {
    throw invalidField(
      'status',
      `The status of a volume can be set to ${settableStatuses.join(', ')}, not to ${status}.`,
    );
  }
  if (retentionSeconds === undefined) return;
  if (!Number.isSafeInteger(retentionSeconds) || retentionSeconds < 0 || retentionSeconds > longestRetentionSeconds) {
    throw invalidField(
      'retentionSeconds',
      `The retention must be a whole number of seconds from 0 to ${longestRetentionSeconds}.`,
    );
  }
}

/** All changes of a locked volume in one statement. `pool` is its new pool. */
export async function changeVolume(
  catalog: ClientBase,
  volume: VolumeRow,
  change: VolumeChange,
  pool: PoolRow,
): Promise<void> {
  rejectUnfitStatus(volume, change.status, pool);
  await catalog.query('BEGIN');
  try {
    await catalog.query(
      `UPDATE media SET volstatus = COALESCE($2, volstatus), poolid = $3, volretention = COALESCE($4, volretention),
         recycle = COALESCE($5, recycle), enabled = COALESCE($6, enabled) WHERE mediaid = $1`,
      [
        volume.mediaid,
        change.status,
        pool.id,
        change.retentionSeconds,
        smallintOf(change.recycle),
        smallintOf(change.enabled),
      ],
    );
    if (change.retentionSeconds !== undefined) await markOwnRetention(catalog, volume.mediaid);
    await countVolumes(catalog, [volume.poolid, pool.id]);
    await catalog.query('COMMIT');
  } catch (error) {
    await catalog.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/**
 * A user set the retention of this volume. It stays when the pool's changes, even if the two are equal by then: 0 means that the user
 * wants to keep the volume permanently. The pool's own value means that the volume follows its pool.
 */
async function markOwnRetention(catalog: ClientBase, mediaId: number): Promise<void> {
  await catalog.query('DELETE FROM backup_console_own_retention WHERE mediaid = $1', [mediaId]);
  await catalog.query(
    `INSERT INTO backup_console_own_retention (mediaid) SELECT mediaid FROM media JOIN pool USING (poolid)
     WHERE mediaid = $1 AND (media.volretention = 0 OR media.volretention <> pool.volretention)`,
    [mediaId],
  );
}

function rejectUnfitStatus(volume: VolumeRow, status: string | undefined, pool: PoolRow): void {
  if (status === undefined) return;
  const { volumename, volstatus, bytes } = volume;
  if (ownStatuses.has(volstatus)) {
    const detail = `Volume ${volumename} has status ${volstatus}, which only the Director can change: a purged volume is reused automatically, and a volume in error when its file is complete again.`;
    const params = { volume: volumename, status: volstatus };
    throw new AppError('conflict', detail, { reason: 'managed_by_director', params });
  }
  if (status === 'Append' && bytes >= pool.volumeBytes) {
    const detail = `Volume ${volumename} has reached the maximum size set by its pool and cannot be written to.`;
    throw new AppError('conflict', detail, { reason: 'volume_at_limit', params: { volume: volumename } });
  }
}

function smallintOf(flag: boolean | undefined): number | undefined {
  return flag === undefined ? undefined : Number(flag);
}
