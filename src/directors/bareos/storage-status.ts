import { AppError } from '../../domain/error-codes.js';
import { type DeviceState, type SlotState, type StorageState } from '../../domain/storages.js';
import { rejectUnknown } from '../console/replies.js';
import { slotStates } from '../console/changer-slots.js';
import { type ConfiguredStorage, type DaemonReport, StorageStates } from '../console/storage-states.js';
import { rowsIn, textIn, yesIn, fieldsOf, sanitizeMessage } from './json-reply.js';
import {
  daemonHeader,
  defaultsOf,
  storageList,
  storageSection,
  storageSlots,
  storageStatus,
} from './bareos-commands.js';
import { type SendJson, type BareosConsole, resultOf, type SendText } from './bareos-console.js';
import { type ReportedDevices, reportedDevices } from './parse/devices.js';
import { listedNames } from './inventory.js';
import { permits, type PermissionsKeeper } from './permissions.js';
import { daemonText } from './parse/status.js';

const daemonLimitMs = 45_000;
const listLimitMs = 30_000;
/** An autochanger checks each of its slots, after its daemon answered. */
const slotsLimitMs = 60_000;
const mostWords = 300;

/** Storages and their devices as their daemons report them to the Director now, in text mode: JSON has no devices. */
export class StorageStatus {
  private readonly states = new StorageStates();

  constructor(
    private readonly console: BareosConsole,
    private readonly permissions: PermissionsKeeper,
  ) {}

  async list(): Promise<readonly StorageState[]> {
    const isShort = await this.isShort();
    // `status` lists the devices of one storage only.
    const daemonOf = ({ storage, address }: ConfiguredStorage): string => (isShort ? address : storage);
    return this.states.list(await this.configured(), daemonOf, (storage) => this.read(storage, isShort));
  }

  /** Reading only: nothing is moved, and the catalog stays as it is. */
  async slots(name: string): Promise<readonly SlotState[]> {
    const { name: director } = this.console.settings;
    const storages = await this.configured();
    rejectUnknown(director, 'storage', name, storages.map(({ storage }) => storage)); // prettier-ignore
    if (!storages.some(({ storage, autochanger }) => storage === name && autochanger)) return [];
    const header = daemonHeader({ component: 'storage', name }, await this.isShort());
    const text = await this.console.converse(
      { lane: 'slow', limitMs: slotsLimitMs },
      async (_ask, _welcome, sendText) => {
        const { text: words } = await sendText(header);
        // The Director would answer from its memory.
        return daemonText(words).isUp ? (await sendText(storageSlots(name))).text : words;
      },
    );
    const slots = slotStates(text);
    if (slots.length > 0) return slots;
    throw new AppError('director_error', `Director ${director} could not read ${name}: ${shortWords(text)}`);
  }

  private async isShort(): Promise<boolean> {
    return permits(await this.permissions.get(), '.status');
  }

  private configured(): Promise<readonly ConfiguredStorage[]> {
    const { name } = this.console.settings;
    return this.console.converse({ limitMs: listLimitMs }, async (sendJson) => {
      const otherwise = `Director ${name} did not list its storages and gave no reason. Check its log.`;
      const changers = rowsIn(resultOf(name, await sendJson(storageList), otherwise), 'storages')
        .filter((row) => yesIn(row, 'autochanger') === true)
        .map((row) => textIn(row, 'name'));
      const storages: ConfiguredStorage[] = [];
      for (const storage of await listedNames(sendJson, name, 'storage')) {
        storages.push({ ...(await configuredOf(sendJson, storage)), storage, autochanger: changers.includes(storage) });
      }
      return storages;
    });
  }

  private read(storage: string, isShort: boolean): Promise<DaemonReport> {
    return this.console.converse({ lane: 'slow', limitMs: daemonLimitMs }, async (_ask, _welcome, sendText) => {
      const text = isShort ? await sectionsOf(sendText, storage) : (await sendText(storageStatus(storage))).text;
      const reported = reportedDevices(text);
      if (!daemonText(text).isUp || reported.devices.length === 0) return shortWords(text);
      return (configured) => devicesOf(configured, reported);
    });
  }
}

async function sectionsOf(sendText: SendText, storage: string): Promise<string> {
  const { text } = await sendText(storageSection(storage, 'devices'));
  return daemonText(text).isUp ? `${text}\n${(await sendText(storageSection(storage, 'running'))).text}` : text;
}

function shortWords(text: string): string {
  return sanitizeMessage(text).slice(0, mostWords) || 'nothing';
}

async function configuredOf(
  sendJson: SendJson,
  storage: string,
): Promise<Pick<ConfiguredStorage, 'address' | 'device' | 'mediaType'>> {
  const fields = fieldsOf((await sendJson(defaultsOf('storage', storage))).result['defaults']) ?? {};
  const text = (key: string): string => textIn(fields, key) ?? '';
  return { address: `${text('address')}:${text('port')}`, device: text('device'), mediaType: text('media_type') };
}

function devicesOf(configured: ConfiguredStorage, { devices, changers }: ReportedDevices): readonly DeviceState[] {
  const { storage, device, mediaType, autochanger } = configured;
  const drives = changers.get(device) ?? [device];
  return drives.flatMap((name, drive) => {
    const reported = devices.find((one) => one.device === name);
    const place = autochanger ? { autochanger: device, drive } : { autochanger: null, drive: null };
    const fixed = { storage, mediaType, enabled: true, freeBytes: null, totalBytes: null };
    return reported ? [{ ...reported, ...fixed, ...place }] : [];
  });
}
