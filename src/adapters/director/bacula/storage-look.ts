import { Refusal } from '../../../domain/refusals.js';
import { type DeviceState, type SlotState, type StorageState } from '../../../domain/storages.js';
import { type DirectorConsole, shortened } from '../console/director-console.js';
import { LateLook, type Seen } from '../console/late-look.js';
import { refuseUnknown } from '../console/checked-names.js';
import { commandOf } from '../wire/command.js';
import { type DaemonDevices, daemonDevices, standingOf } from './device-records.js';
import { type FieldRecord, fieldRecords, numberIn } from './field-records.js';
import { type ShownStorage, shownStorages } from './shown-storages.js';
import { slotStates } from './slot-lines.js';

/** Nobody waits longer for a storage daemon; a Director takes a quarter of a minute to find that one is down. */
const waitMs = 3_000;
const daemonLimitMs = 45_000;
/** A changer looks at each of its places. */
const slotsLimitMs = 20_000;

/** What one daemon tells of all its devices; a text: why it tells nothing. */
type Sight = { readonly told: DaemonDevices; readonly runs: readonly FieldRecord[] } | string;

/** Storages and their devices as the Director's storage daemons tell them now. Each daemon is asked once, whatever storages it has. */
export class StorageLook {
  private readonly daemons = new LateLook<Sight>(waitMs);

  constructor(private readonly console: DirectorConsole) {}

  async list(): Promise<readonly StorageState[]> {
    const storages = await this.shown();
    const byAddress = new Map(storages.map((storage) => [storage.address, storage.storage]));
    const sights = new Map(
      await Promise.all(
        [...byAddress].map(async ([address, storage]) => [address, await this.see(address, storage)] as const),
      ),
    );
    return storages.map((storage) => stateOf(storage, sights.get(storage.address) ?? notYet));
  }

  /** Reading only: the changer tells what it holds, nothing is moved, and the catalog stays as it is. */
  async slots(name: string): Promise<readonly SlotState[]> {
    const storages = await this.shown();
    refuseUnknown(
      this.console.settings.name,
      'storage',
      name,
      storages.map(({ storage }) => storage),
    );
    if (!storages.some(({ storage, autochanger }) => storage === name && autochanger)) return [];
    // Without a drive it would ask back.
    const command = commandOf('status slots', [['storage', name], ['drive', 0]]); // prettier-ignore
    const reply = await this.console.ask(command, { lane: 'slow', limitMs: slotsLimitMs });
    const slots = slotStates(reply.text);
    if (slots.length > 0) return slots;
    const words = wordsOf(reply.errorText || reply.text);
    throw new Refusal('director_error', `Director ${this.console.settings.name} could not read ${name}: ${words}`);
  }

  private async shown(): Promise<readonly ShownStorage[]> {
    return shownStorages((await this.console.ask('show storages')).text);
  }

  private async see(address: string, storage: string): Promise<Sight> {
    try {
      const seen: Seen<Sight> = await this.daemons.see(address, () => this.look(storage));
      return seen.state === 'seen' ? seen.value : notYet;
    } catch (error) {
      // The Director answers, or its list of storages could not have been read: only this look failed.
      if (error instanceof Refusal) return error.detail;
      throw error;
    }
  }

  private look(storage: string): Promise<Sight> {
    const section = (word: string): string => commandOf('.status', [['storage', storage], [word, true]]); // prettier-ignore
    return this.console.converse({ lane: 'slow', limitMs: daemonLimitMs }, async (say) => {
      const reply = await say(section('devices'));
      const told = daemonDevices(reply.text);
      if (told === null) return wordsOf(reply.errorText || reply.text) || 'nothing';
      return { told, runs: fieldRecords((await say(section('running'))).text) };
    });
  }
}

const notYet = `no answer within ${waitMs / 1000} s`;

function wordsOf(text: string): string {
  return shortened(text.replaceAll(/\s+/g, ' ').replace(/=+$/, '').trim());
}

function stateOf(shown: ShownStorage, sight: Sight): StorageState {
  const { storage, address, mediaType, autochanger } = shown;
  const about = { storage, address, mediaType, autochanger };
  if (typeof sight === 'string') {
    const error = `Storage ${storage} does not answer the Director: ${sight}`;
    return {
      ...about,
      answers: false,
      error,
      freeBytes: null,
      totalBytes: null,
      devices: [unknownDevice(shown, error)],
    };
  }
  const devices = devicesOf(shown, sight.told).map((record) => deviceOf(record, shown, sight));
  const { freeBytes = null, totalBytes = null } = devices[0] ?? {};
  return { ...about, answers: true, error: null, freeBytes, totalBytes, devices };
}

function devicesOf({ device }: ShownStorage, { devices, changers }: DaemonDevices): readonly FieldRecord[] {
  const wanted = changers.get(device) ?? [device];
  return devices.filter((record) => wanted.includes(record.get('name') ?? ''));
}

function deviceOf(
  record: FieldRecord,
  { storage, device, mediaType }: ShownStorage,
  sight: Exclude<Sight, string>,
): DeviceState {
  const name = record.get('name') ?? '';
  const drives = sight.told.changers.get(device) ?? null;
  return {
    device: name,
    storage,
    mediaType: record.get('media_type') ?? mediaType,
    autochanger: drives === null ? null : device,
    drive: drives === null ? null : drives.indexOf(name),
    ...standingOf(record, sight.runs),
    volume: textOf(record, 'volume'),
    pool: textOf(record, 'pool'),
    enabled: numberIn(record, 'enabled') !== 0,
    ...roomOf(record),
    error: null,
  };
}

/** A tape has no file system: its daemon tells zeroes or nothing. */
function roomOf(record: FieldRecord): { readonly freeBytes: number | null; readonly totalBytes: number | null } {
  const totalBytes = numberIn(record, 'total_space');
  if (totalBytes === null || totalBytes === 0) return { freeBytes: null, totalBytes: null };
  return { freeBytes: numberIn(record, 'free_space'), totalBytes };
}

function textOf(record: FieldRecord, field: string): string | null {
  const text = record.get(field) ?? '';
  return text === '' ? null : text;
}

/** In the place of devices that nobody can tell of. */
function unknownDevice({ storage, device, mediaType, autochanger }: ShownStorage, error: string): DeviceState {
  return {
    device,
    storage,
    mediaType,
    autochanger: autochanger ? device : null,
    drive: null,
    status: 'unknown' as const,
    waitsFor: null,
    volume: null,
    pool: null,
    enabled: true,
    freeBytes: null,
    totalBytes: null,
    error,
  };
}
