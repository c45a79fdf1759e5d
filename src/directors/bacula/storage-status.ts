import { AppError } from '../../domain/error-codes.js';
import { type DeviceState, type SlotState, type StorageState } from '../../domain/storages.js';
import { rejectUnknown } from '../console/replies.js';
import { type DirectorConsole, shortened } from '../console/director-console.js';
import { slotStates } from '../console/changer-slots.js';
import { type ConfiguredStorage, type DaemonReport, StorageStates } from '../console/storage-states.js';
import { commandOf } from '../protocol/quote-argument.js';
import { type DaemonDevices, daemonDevices, deviceState } from './parse/devices.js';
import { type FieldRecord, fieldRecords, numberIn } from './parse/fields.js';
import { shownStorages } from './parse/show-output.js';

const daemonLimitMs = 45_000;
/** An autochanger checks each of its slots. */
const slotsLimitMs = 20_000;

/** The devices of one daemon. */
interface Observation {
  readonly reported: DaemonDevices;
  readonly runs: readonly FieldRecord[];
}

/** Storages and their devices as the Director's storage daemons report them now. Each daemon is queried once for all its storages. */
export class StorageStatus {
  private readonly states = new StorageStates();

  constructor(private readonly console: DirectorConsole) {}

  async list(): Promise<readonly StorageState[]> {
    const daemonOf = ({ address }: ConfiguredStorage): string => address;
    return this.states.list(await this.shown(), daemonOf, (storage) => this.read(storage));
  }

  /** Read-only: the autochanger lists its content, nothing is moved, and the catalog is not changed. */
  async slots(name: string): Promise<readonly SlotState[]> {
    const storages = await this.shown();
    rejectUnknown(
      this.console.settings.name,
      'storage',
      name,
      storages.map(({ storage }) => storage),
    );
    if (!storages.some(({ storage, autochanger }) => storage === name && autochanger)) return [];
    // Without a drive it would prompt.
    const command = commandOf('status slots', [['storage', name], ['drive', 0]]); // prettier-ignore
    const reply = await this.console.ask(command, { lane: 'slow', limitMs: slotsLimitMs });
    const slots = slotStates(reply.text);
    if (slots.length > 0) return slots;
    const words = messagesOf(reply.errorText || reply.text);
    throw new AppError('director_error', `Director ${this.console.settings.name} could not read ${name}: ${words}`);
  }

  private async shown(): Promise<readonly ConfiguredStorage[]> {
    return shownStorages((await this.console.ask('show storages')).text);
  }

  private read(storage: string): Promise<DaemonReport> {
    const section = (word: string): string => commandOf('.status', [['storage', storage], [word, true]]); // prettier-ignore
    return this.console.converse({ lane: 'slow', limitMs: daemonLimitMs }, async (send) => {
      const reply = await send(section('devices'));
      const reported = daemonDevices(reply.text);
      if (reported === null) return messagesOf(reply.errorText || reply.text) || 'nothing';
      const status = { reported, runs: fieldRecords((await send(section('running'))).text) };
      return (configured) => devicesOf(configured, reported).map((record) => deviceOf(record, configured, status));
    });
  }
}

function messagesOf(text: string): string {
  return shortened(text.replaceAll(/\s+/g, ' ').replace(/=+$/, '').trim());
}

function devicesOf({ device }: ConfiguredStorage, { devices, changers }: DaemonDevices): readonly FieldRecord[] {
  const wanted = changers.get(device) ?? [device];
  return devices.filter((record) => wanted.includes(record.get('name') ?? ''));
}

function deviceOf(
  record: FieldRecord,
  { storage, device, mediaType }: ConfiguredStorage,
  status: Observation,
): DeviceState {
  const name = record.get('name') ?? '';
  const drives = status.reported.changers.get(device) ?? null;
  return {
    device: name,
    storage,
    mediaType: record.get('media_type') ?? mediaType,
    autochanger: drives === null ? null : device,
    drive: drives === null ? null : drives.indexOf(name),
    ...deviceState(record, status.runs),
    volume: textOf(record, 'volume'),
    pool: textOf(record, 'pool'),
    enabled: numberIn(record, 'enabled') !== 0,
    ...roomOf(record),
    error: null,
  };
}

/** A tape has no file system: its daemon reports zeros or nothing. */
function roomOf(record: FieldRecord): { readonly freeBytes: number | null; readonly totalBytes: number | null } {
  const totalBytes = numberIn(record, 'total_space');
  if (totalBytes === null || totalBytes === 0) return { freeBytes: null, totalBytes: null };
  return { freeBytes: numberIn(record, 'free_space'), totalBytes };
}

function textOf(record: FieldRecord, field: string): string | null {
  const text = record.get(field) ?? '';
  return text === '' ? null : text;
}
