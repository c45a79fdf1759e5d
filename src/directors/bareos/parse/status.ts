/** Fields of one run in a status answer in text mode: names in lower case, values as text. */
export type TextRecord = ReadonlyMap<string, string>;

/** More runs than a Director or client has active at the same time; the rest is left out. */
const mostRecords = 10_000;

/** State of an active run, from `.status dir running`. */
export interface CurrentRun {
  readonly jobId: number;
  /** The letter that it runs or waits under; empty where the words are of no known one. */
  readonly letter: string;
}

/** Words of the Director for what a run does, with the letters of Bacula and Bareos for it. */
const letterByText: readonly (readonly [RegExp, string])[] = [
  [/^is running/, 'R'],
  [/^is waiting for a mount/, 'M'],
  [/^is waiting for an appendable/, 'm'],
  [/^is waiting (?:on|for) Client/, 'F'],
  [/^is waiting on Storage/, 'S'],
  [/^is waiting on max Storage jobs/, 's'],
  [/^is waiting on max Client jobs/, 'c'],
  [/^is waiting on max Job jobs/, 'j'],
  [/^is waiting on max total jobs/, 'd'],
  [/^is waiting for its start time/, 't'],
  [/^is waiting for higher priority/, 'p'],
];
const stateText = /^is in unknown state (\S)/;

/** Id, level, name and text, separated by tabs; planned and ended runs are listed in other columns. */
const currentLine = /^ *(\d{1,10})\t[^\t\n]*\t[^\t\n]*\t((?:is|has|SD|Dir) [^\t\n]*)/gm;

export function currentRuns(text: string): readonly CurrentRun[] {
  const runs: CurrentRun[] = [];
  for (const [, jobId, words = ''] of text.matchAll(currentLine)) {
    if (runs.length === mostRecords) break;
    runs.push({ jobId: Number(jobId), letter: renderMessage(words) });
  }
  return runs;
}

function renderMessage(words: string): string {
  const known = letterByText.find(([form]) => form.test(words));
  return known?.[1] ?? stateText.exec(words)?.[1] ?? '';
}

/** Parses `.status client= running`: lines of `key=value`, where each run begins with its JobId. */
export function clientRuns(text: string): readonly TextRecord[] {
  const records: Map<string, string>[] = [];
  for (const line of text.split('\n')) {
    const at = line.indexOf('=');
    if (at <= 0) continue;
    const [field, value] = [line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()];
    if (field === 'jobid' && records.push(new Map()) > mostRecords) break;
    records.at(-1)?.set(field, value);
  }
  return records.slice(0, mostRecords);
}

/** A whole number of a record, with or without thousands separators; null if it has none. */
export function wholeOf(record: TextRecord, field: string): number | null {
  const text = record.get(field)?.replaceAll(',', '') ?? '';
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : null;
}

export interface DaemonReply {
  readonly isUp: boolean;
  readonly version: string | null;
}

/** The first check after a Director's start begins with `Probing client protocol... …\r\v Handshake: `. */
const reached = /^[ \t\v\f]*(?:Handshake: |Encryption: )/m;
const unreached = /^[ \t\v\f]*Failed to connect to /m;
const versionLine = /\bVersion: ([0-9][^\s(]{0,59}) \(/;

/**
 * Parses the header of a daemon's status: how the Director reached it, or that it did not. A daemon that reported its version was
 * reached.
 */
export function daemonText(text: string): DaemonReply {
  if (unreached.test(text)) return { isUp: false, version: null };
  const version = versionLine.exec(text)?.[1] ?? null;
  return { isUp: version !== null || reached.test(text), version };
}
