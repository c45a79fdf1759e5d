import {
  type BarcodeLabelOrder,
  type DeviceOrder,
  type LabelOrder,
  type MediaAnswer,
  type RelabelOrder,
  type SlotsOrder,
  type VolumeChange,
} from '../../domain/media-commands.js';
import { AppError } from '../../domain/error-codes.js';
import { refuseUnknown, nameLists, namesIn } from '../console/replies.js';
import { type DirectorConsole, directorError, type Say } from '../console/director-console.js';
import {
  catalogLimits,
  deviceLimits,
  deviceNumbers,
  nameTaken,
  refuseUnfitName,
  changeArguments,
} from '../console/volume-command.js';
import { mediaAnswer } from '../console/media-errors.js';
import { commandOf } from '../protocol/quote-argument.js';
import { type Reply } from '../protocol/reply.js';

/** A changer of many slots: each medium is fetched, labeled and put back. */
const changerLimits = { lane: 'slow', limitMs: 1_800_000 } as const;

const done = {
  label: [/^3000 OK label\b/m],
  // Of a storage that is always mounted this says as much, which is what was wanted.
  mount: [/^(3001|3002|3906) /m],
  unmount: [/^(3002|3901) /m],
  release: [/^(3022|3921) /m],
  prune: [/will be pruned|no more Jobs associated|Found no Job|No Volumes found/],
  purge: [/no more Jobs associated|purged from catalog/],
  relabel: [/^3000 OK label\b/m, /^Old volume ".*" deleted from catalog/m],
  truncate: [/^The volume ".*" has been truncated/m],
  deleteVolume: [/^This command will delete volume /m],
  labelBarcodes: [/^3000 OK label\b/m],
  updateSlots: [/^Device ".*" has [1-9]\d* slots/m],
} as const;

/**
 * Commands about volumes and devices. The Director says OK to whatever it could read, so success is the sentence that tells it; and
 * where it lacks a name it asks back, so names are checked on the same connection first.
 */
export class MediaCommands {
  constructor(private readonly console: DirectorConsole) {}

  label({ volume, pool, storage, slot = 0, drive = 0 }: LabelOrder): Promise<MediaAnswer> {
    refuseUnfitName('volume', volume);
    const device = deviceArguments({ storage, slot, drive });
    const command = commandOf('label', [['pool', pool], ['volume', volume], ...device]);
    return this.carryOut(command, done.label, deviceLimits, async (say) => {
      await this.refuseUnlisted(say, { pool, storage });
      if ((await this.volumes(say)).includes(volume)) throw nameTaken(this.director, volume);
    });
  }

  /**
   * Writes a new label. On a volume that is a file in a folder it would be written into the file, which keeps its name: the
   * Director then looks for a file of the new name, and marks the volume in error (9.6 and 15).
   */
  relabel({ volume, newName, pool, storage, slot = 0, drive = 0 }: RelabelOrder): Promise<MediaAnswer> {
    refuseUnfitName('newName', newName);
    const device = deviceArguments({ storage, slot, drive });
    const command = commandOf('relabel', [['oldvolume', volume], ['volume', newName], ['pool', pool], ...device]);
    return this.carryOut(command, done.relabel, deviceLimits, async (say) => {
      await this.refuseUnlisted(say, { pool, storage });
      const volumes = await this.volumes(say);
      refuseUnknown(this.director, 'volume', volume, volumes);
      if (volumes.includes(newName)) throw nameTaken(this.director, newName);
      const { text } = await say(commandOf('llist', [['volume', volume]]));
      if (!isFileInFolder(text)) return;
      const detail = `Volume ${volume} is a file. Bacula would write the new label into it without renaming the file, and could not open the volume after that. Delete the volume and label a new one.`;
      throw new AppError('conflict', detail, { reason: 'volume_is_file', params: { volume } });
    });
  }

  /** Allowed only where the Director's own setting `Action On Purge = Truncate` is. */
  truncate(volume: string, storage: string | null): Promise<MediaAnswer> {
    if (storage === null) {
      const detail = `The catalog does not say at which storage volume ${volume} is.`;
      throw new AppError('conflict', detail);
    }
    const command = commandOf('truncate', [
      ['volume', volume],
      ['storage', storage],
      ['drive', 0],
    ]);
    return this.carryOut(command, done.truncate, deviceLimits, async (say) => {
      await this.refuseUnlisted(say, { storage });
      await this.refuseUnknownVolume(say, volume);
    });
  }

  /** The Director says the same whether it deletes or not: its list of volumes tells. */
  async deleteVolume(volume: string): Promise<MediaAnswer> {
    const command = commandOf('delete', [
      ['volume', volume],
      ['yes', true],
    ]);
    const { reply, left } = await this.console.converse(catalogLimits, async (say) => {
      await this.refuseUnknownVolume(say, volume);
      const answer = await say(command);
      return { reply: answer, left: await this.volumes(say) };
    });
    return mediaAnswer(this.director, reply, isDone(reply, done.deleteVolume) && !left.includes(volume));
  }

  /** Says the same of ids that it does not have: that there is such a run is the caller's to know. */
  deleteRun(jobId: number): Promise<MediaAnswer> {
    const command = commandOf('delete', [
      ['jobid', jobId],
      ['yes', true],
    ]);
    const mark = new RegExp(`^JobId=${jobId} and associated records deleted`, 'm');
    return this.carryOut(command, [mark], catalogLimits);
  }

  /** Version 9.6 asks although `yes` is given, and then labels nothing. */
  labelBarcodes({ storage, pool, drive = 0, slots }: BarcodeLabelOrder): Promise<MediaAnswer> {
    const chosen = [['drive', drive], ['slots', slots?.join(',')], ['yes', true]] as const; // prettier-ignore
    const command = commandOf('label barcodes', [['storage', storage], ['pool', pool], ...chosen]);
    return this.carryOut(command, done.labelBarcodes, changerLimits, (say) =>
      this.refuseUnlisted(say, { pool, storage }),
    );
  }

  updateSlots({ storage, drive = 0, slots }: SlotsOrder): Promise<MediaAnswer> {
    const command = commandOf('update', [
      ['slots', slots?.join(',') ?? true],
      ['storage', storage],
      ['drive', drive],
    ]);
    return this.carryOut(command, done.updateSlots, changerLimits, (say) => this.refuseUnlisted(say, { storage }));
  }

  change(volume: string, change: VolumeChange): Promise<MediaAnswer> {
    const { words, marks } = changeArguments(change);
    const command = commandOf('update', [['volume', volume], ...words]);
    return this.carryOut(command, marks, catalogLimits, async (say) => {
      await this.refuseUnknownVolume(say, volume);
      if (change.pool !== undefined) await this.refuseUnlisted(say, { pool: change.pool });
    });
  }

  prune(volume: string): Promise<MediaAnswer> {
    const command = commandOf('prune', [['volume', volume], ['yes', true]]); // prettier-ignore
    return this.ofVolume(volume, command, done.prune);
  }

  purge(volume: string): Promise<MediaAnswer> {
    return this.ofVolume(volume, commandOf('purge', [['volume', volume]]), done.purge);
  }

  device(verb: 'mount' | 'unmount' | 'release', order: DeviceOrder): Promise<MediaAnswer> {
    const command = commandOf(verb, deviceArguments(order));
    return this.carryOut(command, done[verb], deviceLimits, (say) =>
      this.refuseUnlisted(say, { storage: order.storage }),
    );
  }

  private ofVolume(volume: string, command: string, marks: readonly RegExp[]): Promise<MediaAnswer> {
    return this.carryOut(command, marks, catalogLimits, (say) => this.refuseUnknownVolume(say, volume));
  }

  private get director(): string {
    return this.console.settings.name;
  }

  private async carryOut(
    command: string,
    marks: readonly RegExp[],
    asking: { readonly lane?: 'slow'; readonly limitMs: number },
    check: (say: Say) => Promise<void> = () => Promise.resolve(),
  ): Promise<MediaAnswer> {
    const reply = await this.console.converse(asking, async (say) => {
      await check(say);
      return say(command);
    });
    return mediaAnswer(this.director, reply, isDone(reply, marks));
  }

  private async refuseUnlisted(say: Say, names: { readonly pool?: string; readonly storage?: string }): Promise<void> {
    const list = nameLists(say);
    for (const kind of ['pool', 'storage'] as const) {
      const name = names[kind];
      if (name !== undefined) refuseUnknown(this.director, kind, name, await list(kind));
    }
  }

  private async refuseUnknownVolume(say: Say, volume: string): Promise<void> {
    refuseUnknown(this.director, 'volume', volume, await this.volumes(say));
  }

  /** A console that may not ask for the list must not be told that there is no volume. */
  private async volumes(say: Say): Promise<readonly string[]> {
    const reply = await say('.media');
    if (!reply.began || reply.errorText !== '') throw directorError(this.director, reply);
    return namesIn(reply);
  }
}

function isDone(reply: Reply, marks: readonly RegExp[]): boolean {
  const isClean = reply.began && !reply.prompted && reply.errorText === '' && reply.verdict !== 'failed';
  return isClean && marks.every((mark) => mark.test(reply.text));
}

/** What `llist` tells: of a virtual changer the volume is a file as well, but the slot stands for its name. */
function isFileInFolder(text: string): boolean {
  const slot = /^\s*slot: ([\d,]+)/im.exec(text)?.[1];
  return /^\s*voltype: 1$/im.test(text) && (slot === undefined || slot === '0');
}

/** Both numbers always: without them the Director asks back where the storage is an autochanger. */
function deviceArguments(order: DeviceOrder): readonly (readonly [string, string | number])[] {
  const { slot, drive } = deviceNumbers(order);
  return [['storage', order.storage], ['slot', slot], ['drive', drive]]; // prettier-ignore
}
