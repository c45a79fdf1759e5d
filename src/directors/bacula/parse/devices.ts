import { type DeviceStatus } from '../../../domain/storages.js';
import { type FieldRecord, fieldRecords, fieldsOfObject, numberIn } from './fields.js';

/** A storage daemon's devices, with their autochangers. */
export interface DaemonDevices {
  readonly devices: readonly FieldRecord[];
  /** Names of the drives of each changer, in their order. */
  readonly changers: ReadonlyMap<string, readonly string[]>;
}

/** Reads `.status storage= devices`: one JSON document (15), or blocks of fields (9). null if it contains no device. */
export function daemonDevices(text: string): DaemonDevices | null {
  const found = text.trimStart().startsWith('{') ? devicesOfJson(text) : devicesOfBlocks(fieldRecords(text));
  return found.devices.length > 0 ? found : null;
}

interface ReportedDevices {
  readonly autochanger?: readonly {
    readonly autochanger?: string;
    readonly devices?: readonly { readonly name?: string }[];
  }[];
  readonly device?: readonly object[];
}

function devicesOfJson(text: string): DaemonDevices {
  const reported = reportedDevices(text);
  const listed = Array.isArray(reported.autochanger) ? reported.autochanger : [];
  const changers = listed.map(({ autochanger, devices }): [string, string[]] => [
    String(autochanger ?? ''),
    (Array.isArray(devices) ? devices : []).map(({ name }) => String(name ?? '')),
  ]);
  const devices = Array.isArray(reported.device) ? reported.device : [];
  return { changers: new Map(changers), devices: devices.filter(isObject).map(fieldsOfObject) };
}

function reportedDevices(text: string): ReportedDevices {
  try {
    const { devices } = JSON.parse(text) as { devices?: ReportedDevices };
    return isObject(devices) ? devices : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A changer's block is followed by one for each of its drives, which have a `device` where the devices have an `archive_device`. */
function devicesOfBlocks(records: readonly FieldRecord[]): DaemonDevices {
  const changers = new Map<string, string[]>();
  let drives: string[] = [];
  for (const record of records) {
    const changer = record.get('autochanger');
    if (changer !== undefined) changers.set(changer, (drives = []));
    else if (!record.has('archive_device') && record.has('device')) drives.push(record.get('name') ?? '');
  }
  return { changers, devices: records.filter((record) => record.has('archive_device')) };
}

/** The action needed for a device that runs wait for. */
export interface DeviceWait {
  readonly status: DeviceStatus;
  readonly waitsFor: string | null;
}

/** States of runs at a storage that wait for someone to serve their device. */
const mediaWaits: Readonly<Record<string, string>> = {
  M: 'a volume to be mounted',
  m: 'an appendable volume',
};

/** The state of a device, from its own record and from those of the runs that use it. */
export function deviceState(device: FieldRecord, runs: readonly FieldRecord[]): DeviceWait {
  const name = device.get('name') ?? '';
  const waiting = runs.find((run) => run.get('write_device') === name && (run.get('status') ?? '') in mediaWaits);
  if (waiting) return { status: 'blocked', waitsFor: waitOf(waiting) };
  const words = device.get('blocked_desc') ?? '';
  if (isOn(device, 'blocked')) return { status: 'blocked', waitsFor: words === '' ? null : words };
  if (numberIn(device, 'enabled') === 0) return { status: 'disabled', waitsFor: null };
  if (isOn(device, 'writers')) return { status: 'writing', waitsFor: null };
  const isRead = runs.some((run) => run.get('read_device') === name);
  return { status: isRead ? 'reading' : 'idle', waitsFor: null };
}

function isOn(record: FieldRecord, field: string): boolean {
  return (numberIn(record, field) ?? 0) !== 0;
}

function waitOf(run: FieldRecord): string {
  const what = mediaWaits[run.get('status') ?? ''] ?? '';
  const volume = run.get('write_volume') ?? '';
  const pool = run.get('write_pool') ?? '';
  return [what, volume === '' ? '' : `volume ${volume}`, pool === '' ? '' : `pool ${pool}`]
    .filter((part) => part !== '')
    .join(', ');
}
