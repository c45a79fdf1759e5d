import { type WaitingFor } from '../../domain/run.js';

/** A device of a storage that waits for an operator, and for what. */
export interface BlockedDevice {
  readonly device: string;
  readonly reason: 'mount' | 'label' | 'unmounted' | 'media';
  /** The volume to be mounted; null: any that the pool may write to. */
  readonly volume: string | null;
  readonly pool: string | null;
  readonly mediaType: string | null;
}

/** A storage's report: which devices wait, and which run uses which device. */
export interface StorageReport {
  readonly blocked: readonly BlockedDevice[];
  readonly deviceOf: ReadonlyMap<number, string>;
}

const deviceLine = /^\s*Device\b[^"\n]*"([^"\n]+)"(?: \([^\n]*\))? (?:is|open|was)\b/;
const blockedLine = /\bDevice is BLOCKED\b/i;
/** Bacula names the device in the line after the run, Bareos in the second. */
const runOfDevice = /\bJobId=(\d+)\b[^\n]*\n(?:(?!JobId=)[^\n]*\n)??[^\n]*\bdevice="([^"\n]+)"/g;
/** A status is text for people: lines beyond this limit are ignored. */
const mostText = 200_000;

/** Reads `status storage=…`, text for people. What cannot be read is left out. */
export function readStorageReport(text: string): StorageReport {
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

const client = { kind: 'client', hint: 'Check that the client is running and reachable from the Director.' } as const;
const storage = {
  kind: 'storage',
  hint: 'Check that the storage is running and reachable from the Director.',
} as const;
const limits = { kind: 'other', hint: 'The run continues when an earlier run ends.' } as const;

/** Letters of Bacula and Bareos for runs that wait, and what helps. */
const reasons: Readonly<Record<string, Omit<WaitingFor, 'params'>>> = {
  F: { code: 'client', ...client, text: 'Waiting for its client.' },
  S: { code: 'storage', ...storage, text: 'Waiting for its storage.' },
  M: {
    code: 'mount',
    kind: 'media',
    text: 'Waiting for a volume to be mounted.',
    hint: 'Mount the volume named in the log.',
  },
  m: {
    code: 'appendable_volume',
    kind: 'media',
    text: 'Waiting for an appendable volume.',
    hint: 'Label a volume in its pool, or free one.',
  },
  s: { code: 'storage_slots', kind: 'storage', text: 'Waiting for a free job slot on its storage.', hint: limits.hint },
  q: { code: 'device', kind: 'device', text: 'Waiting for a free device.', hint: limits.hint },
  j: { code: 'same_job', ...limits, text: 'Waiting for another run of the same job.' },
  c: { code: 'client_slots', kind: 'client', text: 'Waiting for another job on its client.', hint: limits.hint },
  d: { code: 'director_slots', ...limits, text: 'Waiting because the maximum number of concurrent runs is reached.' },
  t: {
    code: 'start_time_due',
    kind: 'time',
    text: 'Waiting for its start time.',
    hint: 'To start it now, cancel it and run it again without a start time.',
  },
  p: { code: 'priority', kind: 'priority', text: 'Waiting for runs with higher priority.', hint: limits.hint },
};

/** Why a run with this letter is blocked; null if it is not. */
export function waitingForOf(letter: string): WaitingFor | null {
  const reason = reasons[letter];
  return reason ? { ...reason, params: {} } : null;
}
