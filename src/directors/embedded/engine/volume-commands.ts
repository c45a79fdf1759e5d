import { type PoolClient } from 'pg';
import { type Clock, type DeletionClock } from '../../../domain/clock.js';
import { type LabelCommand, type MediaAnswer, type VolumeChange } from '../../../domain/media-commands.js';
import { invalidField, AppError } from '../../../domain/error-codes.js';
import { type PoolResource } from '../resources/resources.js';
import {
  changeVolume,
  type PoolRow,
  rejectUnfitChange,
  purgeVolume,
  makeLabelledVolume,
} from '../volumes/change-volume.js';
import { deleteRunRecord, deleteVolumeRecord, remainingFile, removeVolumeFile } from '../volumes/deletions.js';
import { type ExpiryTime, findExpiredRuns } from '../volumes/expire-volumes.js';
import { withVolume } from '../volumes/volume-lock.js';
import { volumeFile } from '../volumes/volume-path.js';
import { findVolume, listRunsOn, type VolumeRow } from '../volumes/volume-rows.js';
import { type Engine } from './engine.js';

/** Becomes part of a file's name. */
const volumeName = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,126}$/;
/** As in Bacula: a kept volume must first be released by its status. */
const forgettable: ReadonlySet<string> = new Set(['Append', 'Used', 'Full', 'Error']);
const deletable: ReadonlySet<string> = new Set([...forgettable, 'Purged', 'Recycle']);

/** Manual changes of volumes. Each is made while no run writes on the volume. */
export class VolumeOrders {
  constructor(
    private readonly engine: Engine,
    private readonly director: string,
    private readonly clock: Clock,
    private readonly deletionClock: DeletionClock,
  ) {}

  async label({
    volume,
    pool: poolName,
    storage: storageName,
    slot = 0,
    drive = 0,
  }: LabelCommand): Promise<MediaAnswer> {
    const { rows } = this.engine;
    if (!volumeName.test(volume)) {
      const detail =
        'A volume name has at most 127 characters: letters, digits and -_.: starting with a letter or digit.';
      throw invalidField('volume', detail);
    }
    for (const [field, value] of Object.entries({ slot, drive })) {
      if (value !== 0) throw invalidField(field, `"${field}" must be 0: the storages of this Director are folders.`);
    }
    const pool = this.named('pool', this.engine.resources.pools, poolName);
    const storage = this.named('storage', this.engine.resources.storages, storageName);
    const order = {
      poolId: rows.pools.get(pool.name) ?? 0,
      poolName: pool.name,
      volumeBytes: pool.volumeBytes,
      storageId: rows.storages.get(storage.name) ?? 0,
      folder: storage.folder,
    };
    await makeLabelledVolume(this.engine.pool, order, volume, this.clock.now(), this.engine.files.of(storage.folder));
    return { words: `Created volume ${volume} in ${storage.folder}. Runs of pool ${pool.name} can write to it.` };
  }

  async change(name: string, change: VolumeChange): Promise<MediaAnswer> {
    rejectUnfitChange(change);
    const wanted = change.pool === undefined ? null : this.named('pool', this.engine.resources.pools, change.pool);
    await this.withVolume(name, (catalog, volume) =>
      changeVolume(catalog, volume, change, this.poolAfter(volume, wanted)),
    );
    return { words: `Changed volume ${name}.` };
  }

  /** The volumes that the engine would expire at its next check; for a protected one, none. */
  async prunable(name: string): Promise<readonly number[]> {
    const volume = await findVolume(this.engine.pool, name);
    const now = await this.deletionClock.believedNow();
    return volume && now ? findExpiredRuns(this.engine.pool, volume.mediaid, this.at(now)) : [];
  }

  async prune(name: string): Promise<MediaAnswer> {
    return this.withVolume(name, async (catalog, volume) => {
      rejectProtected(volume, 'pruned');
      const now = await this.deletionClock.believedNow();
      if (now === null) {
        return { words: `Volume ${name} was not pruned: the clock may be wrong. See the health of the Director.` };
      }
      const runs = await findExpiredRuns(catalog, volume.mediaid, this.at(now));
      if (runs.length === 0) {
        const why = 'its retention has not expired, or a retained run needs it';
        return { words: `Volume ${name} was not pruned: ${why}.` };
      }
      return this.forget(catalog, volume, runs);
    });
  }

  async purge(name: string): Promise<MediaAnswer> {
    return this.withVolume(name, async (catalog, volume) => {
      rejectProtected(volume, 'purged');
      return this.forget(catalog, volume, await this.idleRunsOn(catalog, volume));
    });
  }

  /**
   * Takes the volume, its file and the records of its runs away. Its record goes even where its file cannot: a disk that is lost must
   * not keep it.
   */
  async delete(name: string): Promise<MediaAnswer> {
    return this.withVolume(name, async (catalog, volume) => {
      rejectKept(volume, 'deleted', deletable);
      const { mediaid } = volume;
      const runs = await this.idleRunsOn(catalog, volume);
      if (!(await purgeVolume(catalog, volume, runs, 'delete'))) throw justWritten(name);
      const file = await this.removeDeleted(catalog, volume);
      await deleteVolumeRecord(catalog, mediaid);
      const { queue } = this.engine;
      for (const jobId of runs)
        await deleteRunRecord(catalog, jobId, () => queue.isChoosingChain || queue.inUse.includes(jobId));
      this.engine.expireSoon();
      return { words: `Deleted volume ${name}: ${lostRuns(runs)}, and ${file}.` };
    });
  }

  /** The outcome for the file, as text. */
  private async removeDeleted(catalog: PoolClient, volume: VolumeRow): Promise<string> {
    const storage = this.engine.resources.storages.find((known) => known.name === volume.storage);
    if (!storage)
      return `its file remains in storage ${volume.storage ?? 'unknown'}, which is no longer in director.yaml`;
    const path = volumeFile(storage.folder, volume.volumename);
    const removal = await removeVolumeFile(catalog, storage, volume.volumename, this.engine.files.of(storage.folder));
    return 'reason' in removal ? `its file ${path} remains: ${removal.reason}` : goneFile(removal, path, volume);
  }

  /** Throws while one of them is written, read or built upon, or may be: a run is choosing what it builds upon. */
  private async idleRunsOn(
    catalog: PoolClient,
    { mediaid, volumename: volume }: VolumeRow,
  ): Promise<readonly number[]> {
    const { jobids, unfinished } = await listRunsOn(catalog, mediaid);
    const { isChoosingChain, inUse } = this.engine.queue;
    const busy = jobids.find((jobId) => isChoosingChain || unfinished.includes(jobId) || inUse.includes(jobId));
    if (busy === undefined) return jobids;
    const detail = `Run ${busy} on volume ${volume} is being written or read, or another run builds on it. Wait until that has finished, or cancel it.`;
    throw new AppError('conflict', detail, { reason: 'run_on_volume', params: { jobId: busy, volume } });
  }

  private async forget(catalog: PoolClient, volume: VolumeRow, runs: readonly number[]): Promise<MediaAnswer> {
    const { volumename: name } = volume;
    const storage = this.engine.resources.storages.find((known) => known.name === volume.storage);
    if (!storage) {
      const detail = `Volume ${name} is in storage ${volume.storage ?? 'unknown'}, which is no longer in director.yaml.`;
      const params = { volume: name, storage: volume.storage ?? 'unknown' };
      throw new AppError('conflict', detail, { reason: 'storage_removed', params });
    }
    // Before the disk is accessed, which may hang: a restore could start meanwhile.
    if (!(await purgeVolume(catalog, volume, runs))) throw justWritten(name);
    const path = volumeFile(storage.folder, name);
    const removal = await removeVolumeFile(catalog, storage, name, this.engine.files.of(storage.folder));
    const file = 'reason' in removal ? remainingFile(removal, path) : goneFile(removal, path, volume);
    this.engine.expireSoon();
    return { words: `Purged volume ${name}: ${lostRuns(runs)}, and ${file}.` };
  }

  private async withVolume<T>(name: string, work: (catalog: PoolClient, volume: VolumeRow) => Promise<T>): Promise<T> {
    this.engine.requireOwner();
    const { pool } = this.engine;
    const found = await findVolume(pool, name);
    if (!found) throw new AppError('unknown_volume', `Director ${this.director} has no volume named ${name}.`);
    const done = await withVolume(pool, found.mediaid, async (catalog) => ({
      // Read again under the lock: now no other process changes it.
      answer: await work(catalog, (await findVolume(catalog, name)) ?? found),
    }));
    if (done) return done.answer;
    throw new AppError('conflict', `A run is writing to volume ${name}. Try again when the run has ended.`, {
      reason: 'volume_being_written',
      params: { volume: name },
    });
  }

  private poolAfter(volume: VolumeRow, wanted: PoolResource | null): PoolRow {
    const { pools } = this.engine.rows;
    const resource = wanted ?? this.engine.resources.pools.find(({ name }) => pools.get(name) === volume.poolid);
    if (!resource) return { id: volume.poolid, volumeBytes: 0 };
    return { id: pools.get(resource.name) ?? volume.poolid, volumeBytes: resource.volumeBytes };
  }

  private named<R extends { readonly name: string }>(kind: 'pool' | 'storage', known: readonly R[], name: string): R {
    const found = known.find((resource) => resource.name === name);
    if (found) return found;
    throw new AppError(`unknown_${kind}`, `Director ${this.director} has no ${kind} named ${name}.`);
  }

  private at(now: Date): ExpiryTime {
    return { now, timezone: this.engine.resources.director.timezone, inUse: () => this.engine.queue.inUse };
  }
}

function goneFile({ end }: { readonly end: 'removed' | 'absent' }, path: string, { bytes }: VolumeRow): string {
  if (end === 'removed') return 'its file was removed';
  return bytes > 0 ? `its file ${path} was not found` : 'it had no file';
}

function lostRuns({ length }: readonly number[]): string {
  return `${length === 1 ? '1 run' : `${length} runs`} can no longer be restored`;
}

function justWritten(volume: string): AppError {
  const detail = `Volume ${volume} was written to during this request. Check it again.`;
  return new AppError('conflict', detail, { reason: 'volume_just_written', params: { volume } });
}

/** One in error that will be Archive again when its file is back is protected as if it were that now. */
function rejectProtected(volume: VolumeRow, what: string): void {
  const { volstatus, protection } = volume;
  if (volstatus === 'Error' && protection !== null) throw notForgettable(volume, `Error (${protection})`, what);
  rejectKept(volume, what);
}

function rejectKept(volume: VolumeRow, what: string, statuses = forgettable): void {
  if (!statuses.has(volume.volstatus)) throw notForgettable(volume, volume.volstatus, what, statuses);
}

function notForgettable({ volumename }: VolumeRow, status: string, what: string, statuses = forgettable): AppError {
  const allowed = [...statuses].join(', ');
  const detail = `Volume ${volumename} has status ${status} and cannot be ${what}. Allowed statuses: ${allowed}.`;
  const params = { volume: volumename, status, allowed };
  return new AppError('conflict', detail, { reason: 'volume_not_forgettable', params });
}
