import { type RunReader } from '../../domain/run-reader.port.js';
import {
  type BarcodeLabelOrder,
  type DeviceCommand,
  type LabelCommand,
  type MediaAnswer,
  type RelabelOrder,
  type SlotsOrder,
  type VolumeChange,
} from '../../domain/media-commands.js';
import { invalidField, AppError } from '../../domain/error-codes.js';
import { hasEnded } from '../../domain/run.js';
import { fullScope } from '../../domain/principal.js';
import { rejectUnknownNames } from '../console/replies.js';
import {
  catalogLimits,
  deviceLimits,
  deviceNumbers,
  nameTaken,
  rejectUnfitName,
  changeArguments,
} from '../console/volume-command.js';
import { mediaAnswer } from '../console/media-errors.js';
import { type Reply } from '../protocol/reply.js';
import { textIn, type Fields, fieldsOf, sanitizeMessage } from './json-reply.js';
import * as commands from './bareos-commands.js';
import { type SendJson, type BareosConsole, failed, resultOf, type SendText } from './bareos-console.js';
import { reportedDevices } from './parse/devices.js';
import { listedNames } from './inventory.js';

/** For as many tapes a label by barcode is waited for where the order does not name their slots. */
const usualSlots = 20;
const mostSlots = 1_000;

/** What a storage daemon reports for a fault; it reports devices that are in the wanted state already in the same hundred. */
const deviceError = /^39(?!06 File device|01 Device .* is already unmounted|21 Device .* already released)\d\d /m;
const labeled = [/^3000 OK label\b/m, /^Catalog record for Volume ".*successfully created/m];

const done = {
  mount: /^(?:3001|3002|3906) /m,
  unmount: /^(?:3001|3002|3901) .*unmounted/m,
  release: /^(?:3022|3921) .*released/m,
  prune: /^Pruning volume .*: \d+ Jobs have expired and can be pruned/m,
  purge: /There are no more Jobs associated with Volume/,
  oldRecord: /^Old volume ".*" deleted from catalog/m,
  truncate: /^The volume '.*' has been truncated/m,
  list: /^3306 Issuing autochanger "list/m,
} as const;

interface Order {
  readonly command: string;
  readonly limitMs: number;
  readonly lane?: 'slow';
  /** On the connection of the order, just before it. */
  readonly check: (sendJson: SendJson, sendText: SendText) => Promise<void>;
}

/**
 * Commands about volumes and devices. As JSON a Director answers `{}` to most of them, done or not. So they are sent in text mode,
 * and success is recognized by the message.
 */
export class MediaCommands {
  constructor(
    private readonly console: BareosConsole,
    private readonly runs: RunReader,
  ) {}

  label(order: LabelCommand): Promise<MediaAnswer> {
    const { volume, pool, storage } = order;
    rejectUnfitName('volume', volume);
    const check = async (sendJson: SendJson): Promise<void> => {
      await this.rejectNames(sendJson, { pool, storage });
      await this.rejectTakenName(sendJson, volume);
    };
    return this.carryOut({ command: commands.labelVolume(order), ...deviceLimits, check }, provedBy(labeled));
  }

  relabel(order: RelabelOrder): Promise<MediaAnswer> {
    const { volume, newName, pool, storage } = order;
    rejectUnfitName('newName', newName);
    const check = async (sendJson: SendJson): Promise<void> => {
      await this.rejectNames(sendJson, { pool, storage });
      const status = textIn(await this.volume(sendJson, volume), 'volstatus');
      if (status !== 'Purged' && status !== 'Recycle') throw this.wrongStatus(volume, status, 'purged or recycled');
      await this.rejectTakenName(sendJson, newName);
    };
    const marks = [...labeled, done.oldRecord];
    return this.carryOut({ command: commands.relabelVolume(order), ...deviceLimits, check }, provedBy(marks));
  }

  async labelBarcodes(order: BarcodeLabelOrder): Promise<MediaAnswer> {
    const { storage, pool, slots } = order;
    rejectUnfitSlots(slots);
    const limitMs = deviceLimits.limitMs * (slots?.length ?? usualSlots);
    const check = (sendJson: SendJson): Promise<void> => this.rejectNames(sendJson, { pool, storage });
    const words = { listed: 0 };
    const answer = await this.carryOut(
      { command: commands.labelBarcodes(order), limitMs, lane: 'slow', check },
      (reply) => {
        const { listed, settled } = barcodeLabels(reply.text);
        words.listed = listed.length;
        return reply.errorText === '' && listed.every((volume) => settled.has(volume)) && !/^3998 /m.test(reply.text);
      },
    );
    if (words.listed > 0) return answer;
    throw this.conflict(`found nothing to label in ${storage}: no medium with a barcode is in these slots`);
  }

  change(volume: string, change: VolumeChange): Promise<MediaAnswer> {
    const { words, marks } = changeArguments(change);
    const command = commands.updateVolume(volume, words);
    const check = async (sendJson: SendJson): Promise<void> => {
      await this.volume(sendJson, volume);
      if (change.pool !== undefined) await this.rejectNames(sendJson, { pool: change.pool });
    };
    return this.carryOut({ command, ...catalogLimits, check }, provedBy(marks));
  }

  prune(volume: string): Promise<MediaAnswer> {
    return this.ofVolume('prune', volume);
  }

  purge(volume: string): Promise<MediaAnswer> {
    return this.ofVolume('purge', volume);
  }

  /** The Director skips, without a message, volumes that are not recyclable, not enabled or not larger than one block. */
  async truncate(volume: string): Promise<MediaAnswer> {
    const reply = await this.console.converse(deviceLimits, async (sendJson, _welcome, sendText) => {
      const record = await this.volume(sendJson, volume);
      const [status, pool, storage] = ['volstatus', 'pool', 'storage'].map((key) => textIn(record, key));
      if (status !== 'Purged') throw this.wrongStatus(volume, status ?? null, 'purged');
      if (!pool || !storage) throw this.conflict(`does not know the pool and the storage of volume ${volume}`);
      await this.rejectNames(sendJson, { pool, storage });
      return sendText(commands.truncateVolume(volume, pool, storage));
    });
    const isDone = done.truncate.test(reply.text);
    if (isDone || reply.errorText !== '' || deviceError.test(reply.text)) {
      return mediaAnswer(this.director, reply, isDone, sanitizeMessage);
    }
    throw this.conflict(
      `did not truncate volume ${volume}. It truncates volumes that are purged, enabled, marked for recycling and larger than 64512 bytes`,
    );
  }

  deleteVolume(volume: string): Promise<MediaAnswer> {
    return this.remove(commands.deleteVolume(volume), 'volumes', volume, async (sendJson) => {
      await this.volume(sendJson, volume);
    });
  }

  /** The Director reports success for any number, and it deletes active runs: only its catalog shows the result. */
  async deleteRun(jobId: number): Promise<MediaAnswer> {
    const run = await this.runs.findRun(fullScope, jobId);
    if (!run) throw new AppError('unknown_run', `Director ${this.director} has no run with the id ${jobId}.`);
    if (!hasEnded(run.status)) throw this.conflict(`still has run ${jobId} in progress. Cancel it first`);
    const answer = await this.remove(commands.deleteRun(jobId), 'jobids', String(jobId), () => Promise.resolve());
    const left = await this.runs.findRun(fullScope, jobId);
    if (!left) return answer;
    throw failed(this.director, '', `Director ${this.director} said that it deleted run ${jobId}, but its catalog still has it.`); // prettier-ignore
  }

  /** The daemon unloads a drive for another slot also while a run writes to it. */
  mount(order: DeviceCommand): Promise<MediaAnswer> {
    const { storage } = order;
    const { slot, drive } = deviceNumbers(order);
    const check = async (sendJson: SendJson, sendText: SendText): Promise<void> => {
      await this.rejectNames(sendJson, { storage });
      if (slot > 0) this.rejectUsed((await sendText(commands.storageStatus(storage))).text, drive);
    };
    const command = commands.mountDevice(storage, slot, drive);
    return this.carryOut({ command, ...deviceLimits, check }, provedBy([done.mount], deviceError));
  }

  leave(verb: 'unmount' | 'release', order: DeviceCommand): Promise<MediaAnswer> {
    const { storage } = order;
    const command = commands.leaveDevice(verb, storage, deviceNumbers(order).drive);
    const check = (sendJson: SendJson): Promise<void> => this.rejectNames(sendJson, { storage });
    return this.carryOut({ command, ...deviceLimits, check }, provedBy([done[verb]], deviceError));
  }

  updateSlots(order: SlotsOrder): Promise<MediaAnswer> {
    const { storage, slots } = order;
    rejectUnfitSlots(slots);
    deviceNumbers(order);
    const check = (sendJson: SendJson): Promise<void> => this.rejectNames(sendJson, { storage });
    const command = commands.updateSlots(order);
    return this.carryOut({ command, ...deviceLimits, check }, provedBy([done.list], deviceError));
  }

  async move(verb: 'import' | 'export', order: SlotsOrder): Promise<MediaAnswer> {
    const { storage, slots } = order;
    rejectUnfitSlots(slots);
    if (verb === 'export' && slots === undefined) {
      throw invalidField('slots', 'Name the slots to export: Bareos exports from named slots only.');
    }
    const check = (sendJson: SendJson): Promise<void> => this.rejectNames(sendJson, { storage });
    const limitMs = deviceLimits.limitMs * (slots?.length ?? usualSlots);
    const command = commands.moveVolumes(verb, order);
    return this.carryOut({ command, lane: 'slow', limitMs, check }, (reply) => {
      const moved = reply.text.match(/^3308 Successfully transferred volume /gm)?.length ?? 0;
      const isAll = slots === undefined ? moved > 0 || /^Nothing to do/m.test(reply.text) : moved === slots.length;
      return (
        reply.errorText === '' && isAll && !/Failed to move volume/.test(reply.text) && !deviceError.test(reply.text)
      );
    });
  }

  private get director(): string {
    return this.console.settings.name;
  }

  private ofVolume(verb: 'prune' | 'purge', volume: string): Promise<MediaAnswer> {
    const command = commands.dropRunsOn(verb, volume);
    const check = async (sendJson: SendJson): Promise<void> => {
      await this.volume(sendJson, volume);
    };
    return this.carryOut({ command, ...catalogLimits, check }, (reply) => reply.errorText === '' && done[verb].test(reply.text)); // prettier-ignore
  }

  private async carryOut(
    { command, check, ...limits }: Order,
    isDone: (reply: Reply) => boolean,
  ): Promise<MediaAnswer> {
    const reply = await this.console.converse(limits, async (sendJson, _welcome, sendText) => {
      await check(sendJson, sendText);
      return sendText(command);
    });
    return mediaAnswer(this.director, reply, isDone(reply), sanitizeMessage);
  }

  /** As JSON a Director lists what it deleted. */
  private async remove(
    command: string,
    list: 'volumes' | 'jobids',
    name: string,
    check: (sendJson: SendJson) => Promise<void>,
  ): Promise<MediaAnswer> {
    const otherwise = `Director ${this.director} did not delete ${name} and gave no reason. Check its log.`;
    const answer = await this.console.converse(catalogLimits, async (sendJson) => {
      await check(sendJson);
      return sendJson(command);
    });
    const deleted = fieldsOf(resultOf(this.director, answer, otherwise)['deleted']) ?? {};
    const names: unknown = deleted[list];
    if (!Array.isArray(names) || !names.map(String).includes(name)) throw failed(this.director, '', otherwise);
    const runs: unknown = list === 'volumes' ? deleted['jobids'] : [];
    const also = Array.isArray(runs) && runs.length > 0 ? ` Deleted runs: ${runs.map(String).join(', ')}.` : '';
    return { words: `Deleted from the catalog: ${name}.${also}` };
  }

  private rejectNames(sendJson: SendJson, names: { readonly pool?: string; readonly storage?: string }): Promise<void> {
    return rejectUnknownNames(this.director, names, (kind) => listedNames(sendJson, this.director, kind));
  }

  private async volume(sendJson: SendJson, volume: string): Promise<Fields> {
    const record = await this.findVolume(sendJson, volume);
    if (record) return record;
    throw new AppError('unknown_volume', `Director ${this.director} has no volume named ${volume}.`);
  }

  private async rejectTakenName(sendJson: SendJson, volume: string): Promise<void> {
    if (await this.findVolume(sendJson, volume)) throw nameTaken(this.director, volume);
  }

  /** A failure must not be taken for a volume that is not there. */
  private async findVolume(sendJson: SendJson, volume: string): Promise<Fields | null> {
    const otherwise = `Director ${this.director} did not return volume ${volume} and gave no reason. Check its log.`;
    const answer = await sendJson(commands.volumeRecord(volume));
    const record = fieldsOf(resultOf(this.director, answer, otherwise)['volume']);
    return record !== null && textIn(record, 'volumename') === volume ? record : null;
  }

  private rejectUsed(status: string, drive: number): void {
    const { changers, uses } = reportedDevices(status);
    const device = [...changers.values()][0]?.[drive];
    const use = device === undefined ? undefined : uses.get(device);
    if (use) throw this.conflict(`has run ${use.jobId} on drive ${drive} (${device}): mounting another slot would take its medium away`); // prettier-ignore
  }

  private wrongStatus(volume: string, status: string | null, wanted: string): AppError {
    return this.conflict(`has volume ${volume} with status ${status ?? 'unknown'}. It must be ${wanted}`);
  }

  private conflict(what: string): AppError {
    return new AppError('conflict', `Director ${this.director} ${what}.`);
  }
}

function provedBy(marks: readonly RegExp[], fault?: RegExp): (reply: Reply) => boolean {
  return ({ text, errorText }) =>
    marks.every((mark) => mark.test(text)) && (fault === undefined || (errorText === '' && !fault.test(text)));
}

/** What the Director set out to label, and what of it has a record in its catalog now. */
function barcodeLabels(text: string): { readonly listed: readonly string[]; readonly settled: ReadonlySet<string> } {
  const names = (line: RegExp): string[] => [...text.matchAll(line)].map(([, name = '']) => name);
  return {
    listed: names(/^ *\d+ {2,}(\S+)$/gm),
    settled: new Set([
      ...names(/^Catalog record for (?:Volume|cleaning tape) "([^"]+)".* successfully created/gm),
      ...names(/^Media record for Slot \d+ Volume "([^"]+)" already exists/gm),
    ]),
  };
}

function rejectUnfitSlots(slots: readonly number[] | undefined): void {
  if (slots === undefined) return;
  const areFit = slots.every((slot) => Number.isSafeInteger(slot) && slot > 0 && slot <= 32_767);
  if (areFit && slots.length > 0 && slots.length <= mostSlots && new Set(slots).size === slots.length) return;
  throw invalidField('slots', `Give 1 to ${mostSlots} different slots, each a whole number from 1 to 32767.`);
}
