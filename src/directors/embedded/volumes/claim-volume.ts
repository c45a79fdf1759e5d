import { existsSync } from 'node:fs';
import { type ClientBase } from 'pg';
import { catalogTime } from '../catalog-connection.js';
import { type VolumeTarget } from './volume-target.js';
import { tryLockVolume, unlockVolume } from './volume-lock.js';
import { volumeFile, volumeName, volumePrefix } from './volume-path.js';

export interface ClaimedVolume {
  readonly mediaId: number;
  readonly name: string;
  /** The committed length. */
  readonly bytes: number;
}

interface MediaRow {
  mediaid: number;
  volumename: string;
  volbytes: string;
}

const columns = 'mediaid, volumename, volbytes';

/**
 * A volume for the run to write on, locked for this connection: one that takes more, else one to reuse, else a new one.
 * A volume that another run writes on is passed over.
 */
export async function claimVolume(catalog: ClientBase, order: VolumeTarget, now: Date): Promise<ClaimedVolume> {
  return (
    (await claimAppendable(catalog, order)) ??
    (await claimRecyclable(catalog, order, now)) ??
    (await makeVolume(catalog, order, now))
  );
}

async function claimAppendable(catalog: ClientBase, order: VolumeTarget): Promise<ClaimedVolume | null> {
  const appendable = `poolid = $1 AND storageid = $2 AND volstatus = 'Append' AND enabled = 1 AND volbytes < $3`;
  const { rows } = await catalog.query<MediaRow>(
    `SELECT ${columns} FROM media WHERE ${appendable} ORDER BY lastwritten NULLS LAST, mediaid`,
    [order.poolId, order.storageId, order.volumeBytes],
  );
  for (const row of rows) {
    if (!(await tryLockVolume(catalog, row.mediaid))) continue;
    // Between the check and the lock another run may have filled it.
    const again = await catalog.query<MediaRow>(`SELECT ${columns} FROM media WHERE ${appendable} AND mediaid = $4`, [
      order.poolId,
      order.storageId,
      order.volumeBytes,
      row.mediaid,
    ]);
    const [current] = again.rows;
    if (current) return claimed(current);
    await unlockVolume(catalog, row.mediaid);
  }
  return null;
}

async function claimRecyclable(catalog: ClientBase, order: VolumeTarget, now: Date): Promise<ClaimedVolume | null> {
  const { rows } = await catalog.query<MediaRow>(
    `SELECT ${columns} FROM media WHERE poolid = $1 AND storageid = $2 AND volstatus IN ('Purged', 'Recycle')
       AND recycle = 1 AND enabled = 1 ORDER BY lastwritten, mediaid`,
    [order.poolId, order.storageId],
  );
  for (const row of rows) {
    if (!(await tryLockVolume(catalog, row.mediaid))) continue;
    const taken = await catalog.query(
      `WITH taken AS (
         UPDATE media SET volstatus = 'Append', volbytes = 0, voljobs = 0, volblocks = 0, volfiles = 0, firstwritten = NULL,
           lastwritten = NULL, labeldate = $2, recyclecount = recyclecount + 1, endfile = 0, endblock = 0,
           maxvolbytes = pool.maxvolbytes, volretention = pool.volretention
         FROM pool WHERE mediaid = $1 AND media.poolid = pool.poolid AND volstatus IN ('Purged', 'Recycle') RETURNING mediaid),
         unmarked AS (DELETE FROM backup_console_own_retention WHERE mediaid IN (SELECT mediaid FROM taken))
       SELECT FROM taken`,
      [row.mediaid, catalogTime(now)],
    );
    if (taken.rowCount === 1) return { mediaId: row.mediaid, name: row.volumename, bytes: 0 };
    await unlockVolume(catalog, row.mediaid);
  }
  return null;
}

async function makeVolume(catalog: ClientBase, order: VolumeTarget, now: Date): Promise<ClaimedVolume> {
  const prefix = volumePrefix(order.poolName);
  const { rows } = await catalog.query<{ volumename: string }>(
    'SELECT volumename FROM media WHERE left(volumename, $2) = $1',
    [prefix, prefix.length],
  );
  const numbers = rows.map((row) => Number(row.volumename.slice(prefix.length))).filter(Number.isSafeInteger);
  for (let number = Math.max(0, ...numbers) + 1; ; number += 1) {
    const name = volumeName(order.poolName, number);
    // A file that the catalog does not know may contain the runs of a lost catalog: it is never overwritten.
    if (existsSync(volumeFile(order.folder, name))) continue;
    const made = await insertVolume(catalog, order, name, now);
    if (made === null) continue;
    if (await tryLockVolume(catalog, made)) return { mediaId: made, name, bytes: 0 };
  }
}

/**
 * null: there is one of this name already. Its limits are those of its pool now, which may have changed since the run began: only
 * then does it follow the pool.
 */
export async function insertVolume(
  catalog: ClientBase,
  order: VolumeTarget,
  name: string,
  now: Date,
): Promise<number | null> {
  const { rows } = await catalog.query<{ mediaid: number }>(
    `INSERT INTO media (volumename, poolid, storageid, mediatype, labeldate, volstatus, maxvolbytes, volretention)
     VALUES ($1, $2, $3, 'File', $4, 'Append', (SELECT maxvolbytes FROM pool WHERE poolid = $2),
       (SELECT volretention FROM pool WHERE poolid = $2)) ON CONFLICT (volumename) DO NOTHING RETURNING mediaid`,
    [name, order.poolId, order.storageId, catalogTime(now)],
  );
  await catalog.query(
    'UPDATE pool SET numvols = (SELECT count(*) FROM media WHERE media.poolid = $1) WHERE poolid = $1',
    [order.poolId],
  );
  return rows[0]?.mediaid ?? null;
}

function claimed(row: MediaRow): ClaimedVolume {
  return { mediaId: row.mediaid, name: row.volumename, bytes: Number(row.volbytes) };
}

/**
 * Disables a volume that differs from the catalog; its content is shown as not restorable. Its comment stores the earlier status,
 * for the time when the file is back.
 */
export async function markVolumeDamaged(catalog: ClientBase, mediaId: number): Promise<void> {
  await catalog.query(
    "UPDATE media SET comment = volstatus, volstatus = 'Error', volerrors = volerrors + 1 WHERE mediaid = $1",
    [mediaId],
  );
}

export async function markVolumeFull(catalog: ClientBase, mediaId: number): Promise<void> {
  await catalog.query("UPDATE media SET volstatus = 'Full' WHERE mediaid = $1 AND volstatus = 'Append'", [mediaId]);
}
