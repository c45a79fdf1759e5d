/** Fields of one run in a status answer in text mode: names in lower case, values as text. */
export type TextRecord = ReadonlyMap<string, string>;

/** More runs than a Director or client has on their way at once; what is beyond is left out. */
const mostRecords = 10_000;

/** State of a run that is on its way, as `.status dir current` tells it. */
export interface CurrentRun {
  readonly jobId: number;
  /** The letter that it runs or waits under, which the catalog does not have. */
  readonly letter: string;
}

const currentLine = /^\s*JobId=(\d{1,10})\s+JobStatus=(\S)/gm;

export function currentRuns(text: string): readonly CurrentRun[] {
  const runs: CurrentRun[] = [];
  for (const [, jobId, letter = ''] of text.matchAll(currentLine)) {
    if (runs.length === mostRecords) break;
    runs.push({ jobId: Number(jobId), letter });
  }
  return runs;
}

/** What `.status client= running` tells: lines of `key=value`, where each run begins with its JobId. */
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

/** A whole number of a record, thousands parted by commas or not; null where it has none. */
export function wholeOf(record: TextRecord, field: string): number | null {
  const text = record.get(field)?.replaceAll(',', '') ?? '';
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : null;
}

export interface DaemonWords {
  readonly isUp: boolean;
  readonly version: string | null;
}

/** The first look after a Director's start begins with `Probing client protocol... …\r\v Handshake: `. */
const reached = /^[ \t\v\f]*(?:Handshake: |Encryption: )/m;
const unreached = /^[ \t\v\f]*Failed to connect to /m;
const versionLine = /\bVersion: ([0-9][^\s(]{0,59}) \(/;

/** What the header of a daemon's status tells: how the Director reached it, or that it did not. A daemon that told its version was reached. */
export function daemonWords(text: string): DaemonWords {
  if (unreached.test(text)) return { isUp: false, version: null };
  const version = versionLine.exec(text)?.[1] ?? null;
  return { isUp: version !== null || reached.test(text), version };
}
