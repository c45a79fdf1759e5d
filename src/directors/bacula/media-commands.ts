import {
  type BarcodeLabelOrder,
  type DeviceCommand,
  type LabelCommand,
  type MediaAnswer,
  type RelabelOrder,
  type SlotsOrder,
  type VolumeChange,
} from '../../domain/media-commands.js';
import { AppError } from '../../domain/error-codes.js';
import { rejectUnknown, nameLists, namesIn } from '../console/replies.js';
import { type DirectorConsole, directorError, type Send } from '../console/director-console.js';
import {
  catalogLimits,
  deviceLimits,
  deviceNumbers,
  nameTaken,
  rejectUnfitName,
  changeArguments,
} from '../console/volume-command.js';
import { mediaAnswer } from '../console/media-errors.js';
import { commandOf } from '../protocol/quote-argument.js';
import { type Reply } from '../protocol/reply.js';

/** A changer of many slots: each medium is fetched, labeled and put back. */
const changerLimits = { lane: 'slow', limitMs: 1_800_000 } as const;

const done = {
  label: [/^3000 OK label\b/m],
  // For a storage that is always mounted this is equivalent to success.
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
 * Commands about volumes and devices. The Director reports OK for anything it could parse, so success is recognized by its
 * message. If it lacks a name it prompts, so names are checked on the same connection first.
 */
export class MediaCommands {
  constructor(private readonly console: DirectorConsole) {}

  label({ volume, pool, storage, slot = 0, drive = 0 }: LabelCommand): Promise<MediaAnswer> {
    rejectUnfitName('volume', volume);
    const device = deviceArguments({ storage, slot, drive });
    const command = commandOf('label', [['pool', pool], ['volume', volume], ...device]);
    return this.carryOut(command, done.label, deviceLimits, async (send) => {
      await this.rejectUnlisted(send, { pool, storage });
      if ((await this.volumes(send)).includes(volume)) throw nameTaken(this.director, volume);
    });
  }

  /**
   * Writes a new label. On a volume that is a file in a folder it would be written into the file, which keeps its name: the
   * Director then opens a file of the new name, and marks the volume in error (9.6 and 15).
   */
  relabel({ volume, newName, pool, storage, slot = 0, drive = 0 }: RelabelOrder): Promise<MediaAnswer> {
    rejectUnfitName('newName', newName);
    const device = deviceArguments({ storage, slot, drive });
    const command = commandOf('relabel', [['oldvolume', volume], ['volume', newName], ['pool', pool], ...device]);
    return this.carryOut(command, done.relabel, deviceLimits, async (send) => {
      await this.rejectUnlisted(send, { pool, storage });
      const volumes = await this.volumes(send);
      rejectUnknown(this.director, 'volume', volume, volumes);
      if (volumes.includes(newName)) throw nameTaken(this.director, newName);
      const { text } = await send(commandOf('llist', [['volume', volume]]));
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
    return this.carryOut(command, done.truncate, deviceLimits, async (send) => {
      await this.rejectUnlisted(send, { storage });
      await this.rejectUnknownVolume(send, volume);
    });
  }

  /** The Director's reply is the same whether it deletes or not: its list of volumes decides. */
  async deleteVolume(volume: string): Promise<MediaAnswer> {
    const command = commandOf('delete', [
      ['volume', volume],
      ['yes', true],
    ]);
    const { reply, left } = await this.console.converse(catalogLimits, async (send) => {
      await this.rejectUnknownVolume(send, volume);
      const answer = await send(command);
      return { reply: answer, left: await this.volumes(send) };
    });
    return mediaAnswer(this.director, reply, isDone(reply, done.deleteVolume) && !left.includes(volume));
  }

  /** The reply is the same for unknown ids: the caller must check that the run exists. */
  deleteRun(jobId: number): Promise<MediaAnswer> {
    const command = commandOf('delete', [
      ['jobid', jobId],
      ['yes', true],
    ]);
    const mark = new RegExp(`^JobId=${jobId} and associated records deleted`, 'm');
    return this.carryOut(command, [mark], catalogLimits);
  }

  /** Version 9.6 prompts although `yes` is given, and then labels nothing. */
  labelBarcodes({ storage, pool, drive = 0, slots }: BarcodeLabelOrder): Promise<MediaAnswer> {
    const chosen = [['drive', drive], ['slots', slots?.join(',')], ['yes', true]] as const; // prettier-ignore
    const command = commandOf('label barcodes', [['storage', storage], ['pool', pool], ...chosen]);
    return this.carryOut(command, done.labelBarcodes, changerLimits, (send) =>
      this.rejectUnlisted(send, { pool, storage }),
    );
  }

  updateSlots({ storage, drive = 0, slots }: SlotsOrder): Promise<MediaAnswer> {
    const command = commandOf('update', [
      ['slots', slots?.join(',') ?? true],
      ['storage', storage],
      ['drive', drive],
    ]);
    return this.carryOut(command, done.updateSlots, changerLimits, (send) => this.rejectUnlisted(send, { storage }));
  }

  change(volume: string, change: VolumeChange): Promise<MediaAnswer> {
    const { words, marks } = changeArguments(change);
    const command = commandOf('update', [['volume', volume], ...words]);
    return this.carryOut(command, marks, catalogLimits, async (send) => {
      await this.rejectUnknownVolume(send, volume);
      if (change.pool !== undefined) await this.rejectUnlisted(send, { pool: change.pool });
    });
  }

  prune(volume: string): Promise<MediaAnswer> {
    const command = commandOf('prune', [['volume', volume], ['yes', true]]); // prettier-ignore
    return this.ofVolume(volume, command, done.prune);
  }

  purge(volume: string): Promise<MediaAnswer> {
    return this.ofVolume(volume, commandOf('purge', [['volume', volume]]), done.purge);
  }

  device(verb: 'mount' | 'unmount' | 'release', order: DeviceCommand): Promise<MediaAnswer> {
    const command = commandOf(verb, deviceArguments(order));
    return this.carryOut(command, done[verb], deviceLimits, (send) =>
      this.rejectUnlisted(send, { storage: order.storage }),
    );
  }

  private ofVolume(volume: string, command: string, marks: readonly RegExp[]): Promise<MediaAnswer> {
    return this.carryOut(command, marks, catalogLimits, (send) => this.rejectUnknownVolume(send, volume));
  }

  private get director(): string {
    return this.console.settings.name;
  }

  private async carryOut(
    command: string,
    marks: readonly RegExp[],
    prompting: { readonly lane?: 'slow'; readonly limitMs: number },
    check: (send: Send) => Promise<void> = () => Promise.resolve(),
  ): Promise<MediaAnswer> {
    const reply = await this.console.converse(prompting, async (send) => {
      await check(send);
      return send(command);
    });
    return mediaAnswer(this.director, reply, isDone(reply, marks));
  }

  private async rejectUnlisted(
    send: Send,
    names: { readonly pool?: string; readonly storage?: string },
  ): Promise<void> {
    const list = nameLists(send);
    for (const kind of ['pool', 'storage'] as const) {
      const name = names[kind];
      if (name !== undefined) rejectUnknown(this.director, kind, name, await list(kind));
    }
  }

  private async rejectUnknownVolume(send: Send, volume: string): Promise<void> {
    rejectUnknown(this.director, 'volume', volume, await this.volumes(send));
  }

  /** A console that may not read the list must not get the answer that there is no volume. */
  private async volumes(send: Send): Promise<readonly string[]> {
    const reply = await send('.media');
    if (!reply.began || reply.errorText !== '') throw directorError(this.director, reply);
    return namesIn(reply);
  }
}

function isDone(reply: Reply, marks: readonly RegExp[]): boolean {
  const isClean = reply.began && !reply.prompted && reply.errorText === '' && reply.verdict !== 'failed';
  return isClean && marks.every((mark) => mark.test(reply.text));
}

/** From `llist`: on a virtual autochanger the volume is a file as well, but the slot identifies it. */
function isFileInFolder(text: string): boolean {
  const slot = /^\s*slot: ([\d,]+)/im.exec(text)?.[1];
  return /^\s*voltype: 1$/im.test(text) && (slot === undefined || slot === '0');
}

/** Always both numbers: without them the Director prompts if the storage is an autochanger. */
function deviceArguments(order: DeviceCommand): readonly (readonly [string, string | number])[] {
  const { slot, drive } = deviceNumbers(order);
  return [['storage', order.storage], ['slot', slot], ['drive', drive]]; // prettier-ignore
}
