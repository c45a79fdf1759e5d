/** A device of a storage that waits for somebody, and what for. */
export interface BlockedDevice {
  readonly device: string;
  readonly reason: 'mount' | 'label' | 'unmounted' | 'media';
  /** The volume that is to be mounted; null: any that the pool may write to. */
  readonly volume: string | null;
  readonly pool: string | null;
  readonly mediaType: string | null;
}

/** What a storage tells of itself: which devices wait, and which run uses which device. */
export interface StorageLook {
  readonly blocked: readonly BlockedDevice[];
  readonly deviceOf: ReadonlyMap<number, string>;
}

const deviceLine = /^\s*Device\b[^"\n]*"([^"\n]+)"(?: \([^\n]*\))? (?:is|open|was)\b/;
const blockedLine = /\bDevice is BLOCKED\b/i;
/** Bacula names the device in the line after the run, Bareos in the second. */
const runOfDevice = /\bJobId=(\d+)\b[^\n]*\n(?:(?!JobId=)[^\n]*\n)??[^\n]*\bdevice="([^"\n]+)"/g;
/** A status is for people: what is further on than this is left out. */
const mostText = 200_000;

/** Reads `status storage=…`, text for people. What cannot be read is left out. */
export function readStorageLook(text: string): StorageLook {
  const read = text.slice(0, mostText).replaceAll('\r', '');
  const deviceOf = new Map([...read.matchAll(runOfDevice)].map((match) => [Number(match[1]), match[2] ?? '']));
  return { blocked: blockedIn(read.split('\n')), deviceOf };
}

function blockedIn(lines: readonly string[]): BlockedDevice[] {
  const found: BlockedDevice[] = [];
  let device = '';
  for (const [index, line] of lines.entries()) {
    if (blockedLine.test(line)) found.push(blockedDevice(device, line, lines.slice(index + 1, index + 3)));
    else device = deviceLine.exec(line)?.[1] ?? device;
  }
  return found;
}

function blockedDevice(device: string, line: string, next: readonly string[]): BlockedDevice {
  const about = { device, pool: valueIn(next, 'Pool'), mediaType: valueIn(next, 'Media type') };
  const volume = /waiting for mount of volume "([^"]+)"/i.exec(line)?.[1];
  if (volume !== undefined) return { ...about, reason: 'mount', volume };
  if (/waiting to create a volume/i.test(line)) return { ...about, reason: 'label', volume: null };
  return { ...about, reason: /unmounted/i.test(line) ? 'unmounted' : 'media', volume: null };
}

function valueIn(lines: readonly string[], word: string): string | null {
  for (const line of lines) {
    const [name, value] = line.split(/:(.*)/s);
    if (name?.trim().toLowerCase() === word.toLowerCase()) return value?.trim() ?? null;
  }
  return null;
}
