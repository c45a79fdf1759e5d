import { type ClientBase, type Pool, type PoolClient } from 'pg';
import { advisoryLocks } from '../../../database/advisory-locks.js';
import { sleep } from '../../../platform/timing.js';

/**
 * Locks the volume for this connection if it is free. The lock ends with the connection: a run has a process and a connection of
 * its own, so that its lock ends with it and not with the console.
 */
export async function tryLockVolume(catalog: ClientBase, mediaId: number): Promise<boolean> {
  const { rows } = await catalog.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS locked', [
    advisoryLocks.volume,
    mediaId,
  ]);
  return rows[0]?.locked === true;
}

export async function unlockVolume(catalog: ClientBase, mediaId: number): Promise<void> {
  await catalog.query('SELECT pg_advisory_unlock($1, $2)', [advisoryLocks.volume, mediaId]);
}

/** A volume whose writer is just ending is waited for so often, a twentieth of a second each. */
const lockTries = 6;

/** Runs the work while the volume is locked; returns null, without running it, if a run has the lock. */
export async function withVolume<T>(
  pool: Pool,
  mediaId: number,
  work: (catalog: PoolClient) => Promise<T>,
): Promise<T | null> {
  const catalog = await pool.connect();
  try {
    for (let tries = 0; !(await tryLockVolume(catalog, mediaId)); tries += 1) {
      if (tries >= lockTries) return null;
      await sleep(50);
    }
    try {
      return await work(catalog);
    } finally {
      await unlockVolume(catalog, mediaId);
    }
  } finally {
    catalog.release();
  }
}

export interface LockedVolume {
  readonly volume: string;
  readonly pool: string | null;
  readonly storage: string | null;
}

/** Volumes that a run of this catalog has for itself now, whichever process it works in. */
export async function lockedVolumes(pool: Pool): Promise<readonly LockedVolume[]> {
  const { rows } = await pool.query<LockedVolume>(
    `SELECT m.volumename AS volume, p.name AS pool, s.name AS storage
     FROM pg_locks l JOIN media m ON m.mediaid = l.objid::bigint
     LEFT JOIN pool p ON p.poolid = m.poolid LEFT JOIN storage s ON s.storageid = m.storageid
     WHERE l.locktype = 'advisory' AND l.granted AND l.classid::bigint = $1 AND l.objsubid = 2
       AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
     ORDER BY m.volumename`,
    [advisoryLocks.volume],
  );
  return rows;
}
