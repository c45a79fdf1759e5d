import { type PoolClient } from 'pg';
import { intendVolumeDeletion } from './deletions.js';

interface LookedAt {
  readonly mediaid: number;
  /** As it was when it was decided that the volume goes. */
  readonly lastwritten: string | null;
}

/** `delete`: the volume and the records of its runs are to go as a whole; the intention is written in the same transaction. */
export type ForgetAim = 'purge' | 'delete';

/**
 * Drops the records of the runs on a volume and of `runs`, in one transaction; the file is the caller's to remove afterwards, so that
 * a crash between the two leaves a file that the start cuts to nothing. Answers false, and changes nothing, where the volume was
 * written to since the decision. The volume must be locked.
 */
export async function forgetVolume(
  catalog: PoolClient,
  volume: LookedAt,
  runs: readonly number[],
  aim: ForgetAim = 'purge',
): Promise<boolean> {
  await catalog.query('BEGIN');
  try {
    const taken = await catalog.query(
      `UPDATE media SET volstatus = 'Purged', volbytes = 0, voljobs = 0, comment = ''
       WHERE mediaid = $1 AND lastwritten IS NOT DISTINCT FROM $2::timestamp`,
      [volume.mediaid, volume.lastwritten],
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
