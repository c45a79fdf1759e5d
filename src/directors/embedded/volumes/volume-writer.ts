import { access, constants } from 'node:fs/promises';
import { type ClientBase } from 'pg';
import { type VolumeTarget } from './volume-target.js';
import { reasonOf } from '../backup/failure-text.js';
import { fileCalls } from '../file-helper/file-calls.js';
import { type TaskLog } from '../task.js';
import { claimVolume, type ClaimedVolume, markVolumeDamaged, markVolumeFull } from './claim-volume.js';
import { markStorageFolder, storageFolderState, whyForeign } from './storage-mark.js';
import { syncFolder, volumeFile } from './volume-path.js';
import { VolumeFile } from './volume-file.js';

export interface CurrentVolume {
  readonly mediaId: number;
  readonly name: string;
  readonly file: VolumeFile;
  /** 1 for the run's first volume, 2 for the next. */
  readonly volIndex: number;
}

/** The volumes that one run writes on, one after the other. */
export class VolumeWriter {
  private current: CurrentVolume | null = null;
  private readonly names: string[] = [];

  constructor(
    private readonly catalog: ClientBase,
    private readonly order: VolumeTarget,
    private readonly log: TaskLog,
    private readonly now: () => Date,
  ) {}

  get volumeNames(): readonly string[] {
    return this.names;
  }

  /** The volume of the next member. `staying` keeps the current one even if it is full: a manifest follows its files. */
  async volume(staying = false): Promise<CurrentVolume> {
    if (this.current && (staying || this.current.file.length < this.order.volumeBytes)) return this.current;
    if (this.current) await this.fillCurrent(this.current);
    this.current = await this.next();
    return this.current;
  }

  /** Bytes at the volume's end, with the place and the reason in the error. */
  async write(volume: CurrentVolume, chunk: Buffer): Promise<void> {
    try {
      await volume.file.write(chunk);
    } catch (cause) {
      throw this.failure(`Volume ${volume.name} in ${this.order.folder} cannot be written to`, cause);
    }
  }

  async sync(volume: CurrentVolume): Promise<void> {
    try {
      await volume.file.sync();
    } catch (cause) {
      throw this.failure(`Volume ${volume.name} in ${this.order.folder} cannot be written to`, cause);
    }
  }

  /** Ends the run's writing: a volume that reached its size takes no further run. */
  async finish(): Promise<void> {
    if (!this.current) return;
    if (this.current.file.length >= this.order.volumeBytes) await this.fillCurrent(this.current);
    else await this.current.file.close();
    this.current = null;
  }

  /** Cuts uncommitted data. Its own failures are ignored: the next start cuts again, and the run fails for its own reason. */
  async abandon(): Promise<void> {
    const { current } = this;
    this.current = null;
    await current?.file.abandonTail().catch(() => undefined);
    await current?.file.close().catch(() => undefined);
  }

  private async fillCurrent(volume: CurrentVolume): Promise<void> {
    await volume.file.close();
    await markVolumeFull(this.catalog, volume.mediaId);
    this.log.info(`Volume ${volume.name} is full at ${volume.file.length.toLocaleString('en')} bytes.`);
    this.current = null;
  }

  private async next(): Promise<CurrentVolume> {
    await this.checkFolder();
    await this.markFolder();
    for (;;) {
      const claimed = await claimVolume(this.catalog, this.order, this.now());
      const file = await this.open(claimed);
      if (file === null) {
        await markVolumeDamaged(this.catalog, claimed.mediaId);
        this.log.warning(`Volume ${claimed.name} is missing or too short. Marking it in error.`);
        continue;
      }
      this.names.push(claimed.name);
      const verb = claimed.bytes === 0 ? 'New' : 'Ready to append to end of';
      this.log.info(`${verb} Volume "${claimed.name}" size=${claimed.bytes.toLocaleString('en')}`);
      return { mediaId: claimed.mediaId, name: claimed.name, file, volIndex: this.names.length };
    }
  }

  private async open(claimed: ClaimedVolume): Promise<VolumeFile | null> {
    try {
      const file = await VolumeFile.open(volumeFile(this.order.folder, claimed.name), claimed.bytes);
      if (claimed.bytes === 0) await syncFolder(this.order.folder);
      return file;
    } catch (cause) {
      throw this.failure(`Volume ${claimed.name} in ${this.order.folder} cannot be opened`, cause);
    }
  }

  /** A missing folder is never created again here, nor is another one used instead: its disk may just not be mounted. */
  async checkFolder(): Promise<void> {
    const { folder, storageId } = this.order;
    try {
      await access(folder, constants.W_OK | constants.X_OK);
    } catch (cause) {
      throw this.failure(`The storage's folder ${folder} cannot be written to`, cause);
    }
    const state = await storageFolderState(this.catalog, storageId, folder, fileCalls);
    if (state === 'foreign') throw new Error(await whyForeign(this.catalog, storageId, folder));
  }

  private async markFolder(): Promise<void> {
    const { folder, storageId } = this.order;
    try {
      await markStorageFolder(this.catalog, storageId, folder, fileCalls);
    } catch (cause) {
      throw this.failure(`The storage's folder ${folder} cannot be written to`, cause);
    }
  }

  private failure(what: string, cause: unknown): Error {
    return new Error(`${what}: ERR=${reasonOf(cause)}`, { cause });
  }
}
