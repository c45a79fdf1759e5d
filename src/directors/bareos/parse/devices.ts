import { type DeviceStatus } from '../../../domain/storages.js';

/** A device as its daemon reports it. */
export interface ReportedDevice {
  readonly device: string;
  readonly status: DeviceStatus;
  readonly waitsFor: string | null;
  readonly volume: string | null;
  readonly pool: string | null;
  readonly error: string | null;
}

export interface ReportedDevices {
  readonly devices: readonly ReportedDevice[];
  /** Names of the drives of each autochanger, in their order. Several devices of one folder are reported as an autochanger too. */
  readonly changers: ReadonlyMap<string, readonly string[]>;
  /** By device; also of runs that wait. */
  readonly uses: ReadonlyMap<string, DeviceUse>;
}

interface DeviceUse {
  readonly jobId: number;
  readonly verb: 'reading' | 'writing';
  readonly isWaiting: boolean;
}

const changerLine = /^Autochanger "(.+)" with devices:$/;
const driveLine = /^ {3}"?([^"]+)"?(?: \(.*\))?$/;
const deviceLine = /^Device "(.+?)"(?: \(.*\))? (is .+|open but .+)$/;
/** Lines about what a device waits for are indented further. */
const contentLine = /^ {4}(Volume|Pool): +(.+)$/;
const runLine = /^JobId=(\d{1,10}) .*\bStatus=(.+)$/;
const useLine = /^(Reading|Writing): Volume="/;
const usedDevice = /^ +pool=".*" device="(.+?)"/;

const blocks: readonly (readonly [line: RegExp, waitsFor: (volume: string) => string])[] = [
  [/BLOCKED waiting for mount of volume "(.+)",/, (volume) => `volume ${volume} to be mounted`],
  [/BLOCKED waiting to create a volume/, () => 'an appendable volume'],
  [/BLOCKED waiting for media/, () => 'a volume to be mounted'],
  [/BLOCKED\. User unmounted/, () => 'a user to mount it again'],
  [/blocked labeling a Volume/, () => 'a label to be written'],
];

/** Reads `status storage=`, or the sections `devices` and `running` of `.status storage=` one after the other. */
export function reportedDevices(text: string): ReportedDevices {
  const lines = text.split(/\r?\n/);
  const uses = usesIn(lines);
  return { uses, changers: changersIn(lines), devices: devicesIn(lines, uses) };
}

function changersIn(lines: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const changers = new Map<string, string[]>();
  let drives: string[] | null = null;
  for (const line of lines) {
    const changer = changerLine.exec(line)?.[1];
    const drive = driveLine.exec(line)?.[1];
    if (changer !== undefined) changers.set(changer, (drives = []));
    else if (drive !== undefined) drives?.push(drive);
    else drives = null;
  }
  return changers;
}

function usesIn(lines: readonly string[]): ReadonlyMap<string, DeviceUse> {
  const uses = new Map<string, DeviceUse>();
  let run = { jobId: 0, isWaiting: false };
  let verb: DeviceUse['verb'] | null = null;
  for (const line of lines) {
    const [, jobId, status = ''] = runLine.exec(line) ?? [];
    const device = usedDevice.exec(line)?.[1];
    if (jobId !== undefined) run = { jobId: Number(jobId), isWaiting: /^(?:Wait|Created)/.test(status) };
    if (device !== undefined && verb !== null) uses.set(device, { ...run, verb });
    const use = useLine.exec(line)?.[1];
    verb = use === undefined ? null : use === 'Reading' ? 'reading' : 'writing';
  }
  return uses;
}

function devicesIn(lines: readonly string[], uses: ReadonlyMap<string, DeviceUse>): readonly ReportedDevice[] {
  const starts = lines.flatMap((line, at) => (deviceLine.test(line) ? [at] : []));
  return starts.map((at, index) => deviceOf(lines.slice(at, starts[index + 1]), uses));
}

function deviceOf(lines: readonly string[], uses: ReadonlyMap<string, DeviceUse>): ReportedDevice {
  const [, device = '', state = ''] = deviceLine.exec(lines[0] ?? '') ?? [];
  const end = lines.findIndex((line) => /^={2,}$/.test(line));
  const own = lines.slice(1, end < 0 ? undefined : end);
  const contents = new Map(own.map((line) => contentLine.exec(line)).flatMap((match) => (match ? [[match[1], match[2]?.trim()] as const] : []))); // prettier-ignore
  const pool = contents.get('Pool') ?? null;
  return {
    device,
    volume: contents.get('Volume') ?? null,
    pool: pool === '*unknown*' ? null : pool,
    ...deviceState(state, own, uses.get(device)),
  };
}

function deviceState(
  state: string,
  lines: readonly string[],
  use: DeviceUse | undefined,
): Pick<ReportedDevice, 'status' | 'waitsFor' | 'error'> {
  if (state.startsWith('is not open or does not exist')) {
    const error = 'The storage cannot open this device, or it does not exist. Check the log of the storage.';
    return { status: 'unknown', waitsFor: null, error };
  }
  for (const [line, waitsFor] of blocks) {
    const found = lines.map((one) => line.exec(one)).find((match) => match !== null);
    if (found) return { status: 'blocked', waitsFor: waitsFor(found[1] ?? ''), error: null };
  }
  if (state.startsWith('is waiting for')) return { status: 'blocked', waitsFor: null, error: null };
  return { status: use && !use.isWaiting ? use.verb : 'idle', waitsFor: null, error: null };
}
