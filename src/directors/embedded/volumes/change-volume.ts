import { type ClientBase } from 'pg';
import { type VolumeChange } from '../../../domain/media-commands.js';
import { invalidField, Refusal } from '../../../domain/errors.js';
import { countVolumes, type VolumeRow } from './volume-rows.js';

/** Those after `Full` are never written to, and never expire either. */
const settableStatuses = ['Append', 'Used', 'Full', 'Archive', 'Read-Only', 'Disabled'];
/** What the Director itself says of a volume; a purged one is used again by itself. */
const ownStatuses: ReadonlySet<string> = new Set(['Error', 'Purged', 'Recycle']);
const hundredYears = 100 * 366 * 86_400;

export interface PoolRow {
  readonly id: number;
  readonly volumeBytes: number;
}

export function refuseUnfitChange({ status, pool, retentionSeconds, recycle, enabled }: VolumeChange): void {
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
  if (!Number.isSafeInteger(retentionSeconds) || retentionSeconds < 0 || retentionSeconds > hundredYears) {
    throw invalidField(
      'retentionSeconds',
      `The retention must be a whole number of seconds from 0 to ${hundredYears}.`,
    );
  }
}

/** All at once, of a volume that is locked. `pool` is where it is to be afterwards. */
export async function changeVolume(
  catalog: ClientBase,
  volume: VolumeRow,
  change: VolumeChange,
  pool: PoolRow,
): Promise<void> {
  refuseUnfitStatus(volume, change.status, pool);
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
    await countVolumes(catalog, [volume.poolid, pool.id]);
    await catalog.query('COMMIT');
  } catch (error) {
    await catalog.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

function refuseUnfitStatus(volume: VolumeRow, status: string | undefined, pool: PoolRow): void {
  if (status === undefined) return;
  const { volumename, volstatus, bytes } = volume;
  if (ownStatuses.has(volstatus)) {
    const detail = `Volume ${volumename} has status ${volstatus}, which only the Director can change: a purged volume is reused automatically, and a volume in error when its file is complete again.`;
    const params = { volume: volumename, status: volstatus };
    throw new Refusal('conflict', detail, { reason: 'managed_by_director', params });
  }
  if (status === 'Append' && bytes >= pool.volumeBytes) {
    const detail = `Volume ${volumename} has reached the maximum size set by its pool and cannot be written to.`;
    throw new Refusal('conflict', detail, { reason: 'volume_at_limit', params: { volume: volumename } });
  }
}

function smallintOf(flag: boolean | undefined): number | undefined {
  return flag === undefined ? undefined : Number(flag);
}
