import { type Pool } from 'pg';
import { Refusal } from '../../../domain/errors.js';
import { type VolumeOrder } from '../backup/backup-task.js';
import { reasonOf } from '../backup/failure-text.js';
import { type FileCalls } from '../file-helper/file-calls.js';
import { insertVolume } from './claim-volume.js';
import { volumeFile } from './volume-path.js';
import { storageFolderState, whyForeign } from './storage-mark.js';

/**
 * Records a new volume, then makes its file: a crash between the two leaves a record without bytes, whose file the first run makes.
 * Where the file cannot be made the record goes again.
 */
export async function makeLabelledVolume(
  pool: Pool,
  order: VolumeOrder,
  name: string,
  now: Date,
  files: FileCalls,
): Promise<void> {
  const path = volumeFile(order.folder, name);
  if (await files.isThere(path)) {
    const detail = `${path} exists and may contain runs of a lost catalog. It is never overwritten. Choose another name.`;
    throw new Refusal('name_taken', detail);
  }
  if ((await storageFolderState(pool, order.storageId, order.folder, files)) === 'foreign') {
    throw new Refusal('director_error', await whyForeign(pool, order.storageId, order.folder));
  }
  const catalog = await pool.connect();
  try {
    const mediaId = await insertVolume(catalog, order, name, now);
    if (mediaId === null) throw new Refusal('name_taken', `A volume named ${name} already exists.`);
    try {
      // A run that claimed the new volume at once may have made it by now.
      await files.makeFile(path, order.folder);
    } catch (cause) {
      await catalog.query('DELETE FROM media WHERE mediaid = $1 AND volbytes = 0 AND lastwritten IS NULL', [mediaId]);
      const detail = `Could not create volume ${name} in ${order.folder}: ${reasonOf(cause)}`;
      throw new Refusal('director_error', detail, { cause });
    }
  } finally {
    catalog.release();
  }
}
