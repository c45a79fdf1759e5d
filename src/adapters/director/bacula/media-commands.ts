import {
  type DeviceOrder,
  type LabelOrder,
  type MediaAnswer,
  type VolumeChange,
} from '../../../domain/media-orders.js';
import { Refusal } from '../../../domain/refusals.js';
import { refuseUnknown } from '../console/checked-names.js';
import { type DirectorConsole, directorError, type Say } from '../console/director-console.js';
import { deviceNumbers, refuseUnfitName } from '../console/media-orders.js';
import { mediaError, said } from '../console/media-words.js';
import { changeArguments } from '../console/volume-change.js';
import { commandOf } from '../wire/command.js';
import { type Reply } from '../wire/reply.js';
import { nameLists, namesIn } from './name-list.js';

/** A changer fetches and winds tapes first. */
const deviceLimitMs = 180_000;
const catalogLimitMs = 60_000;

const done = {
  label: [/^3000 OK label\b/m],
  // Of a storage that is always mounted this says as much, which is what was wanted.
  mount: [/^(3001|3002|3906) /m],
  unmount: [/^(3002|3901) /m],
  release: [/^(3022|3921) /m],
  prune: [/will be pruned|no more Jobs associated|Found no Job|No Volumes found/],
  purge: [/no more Jobs associated|purged from catalog/],
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
    return this.carryOut(command, done.label, { lane: 'slow', limitMs: deviceLimitMs }, async (say) => {
      await this.refuseUnlisted(say, { pool, storage });
      if (!(await this.volumes(say)).includes(volume)) return;
      throw new Refusal('name_taken', `Director ${this.director} already has a volume named ${volume}.`);
    });
  }

  change(volume: string, change: VolumeChange): Promise<MediaAnswer> {
    const { words, marks } = changeArguments(change);
    const command = commandOf('update', [['volume', volume], ...words]);
    return this.carryOut(command, marks, { limitMs: catalogLimitMs }, async (say) => {
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

  async device(verb: 'mount' | 'unmount' | 'release', order: DeviceOrder): Promise<MediaAnswer> {
    const command = commandOf(verb, deviceArguments(order));
    return this.carryOut(command, done[verb], { lane: 'slow', limitMs: deviceLimitMs }, (say) =>
      this.refuseUnlisted(say, { storage: order.storage }),
    );
  }

  private ofVolume(volume: string, command: string, marks: readonly RegExp[]): Promise<MediaAnswer> {
    return this.carryOut(command, marks, { limitMs: catalogLimitMs }, (say) => this.refuseUnknownVolume(say, volume));
  }

  private get director(): string {
    return this.console.settings.name;
  }

  private async carryOut(
    command: string,
    marks: readonly RegExp[],
    asking: { readonly lane?: 'slow'; readonly limitMs: number },
    check: (say: Say) => Promise<void>,
  ): Promise<MediaAnswer> {
    const reply = await this.console.converse(asking, async (say) => {
      await check(say);
      return say(command);
    });
    if (!isDone(reply, marks)) throw mediaError(this.director, reply);
    return { words: said(reply) };
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

/** Both numbers always: without them the Director asks back where the storage is an autochanger. */
function deviceArguments(order: DeviceOrder): readonly (readonly [string, string | number])[] {
  const { slot, drive } = deviceNumbers(order);
  return [['storage', order.storage], ['slot', slot], ['drive', drive]]; // prettier-ignore
}
