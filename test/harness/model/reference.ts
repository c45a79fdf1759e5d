import { type EntryType } from '../../../src/domain/catalog-entry.js';
import { type Question } from './actions.js';

/** What a history of backups answers, by looking at every record of every run: nothing here is shared with the console. */
export interface MadeRecord {
  /** Raw bytes as Latin-1 text; a folder's ends in a slash. */
  readonly path: string;
  readonly isLive: boolean;
  readonly fileId: number;
  readonly mode: number;
  readonly size: number;
  readonly day: number;
}

export interface RecordedRun {
  readonly jobId: number;
  readonly client: string;
  readonly fileset: string;
  readonly level: string;
  readonly status: string;
  /** The data's own time in seconds. */
  readonly time: number;
  readonly bases: readonly number[];
  /** The run that it is a copy of. */
  readonly copyOf: number | null;
  type: string;
  isPurged: boolean;
  /** As the run counted them: also where its records are gone. */
  readonly files: number;
  /** In the order in which they were recorded. */
  records: readonly MadeRecord[];
}

export type Catalog = ReadonlyMap<number, RecordedRun>;

export function isKept(run: RecordedRun | undefined): run is RecordedRun {
  return run !== undefined && run.type === 'B' && (run.status === 'T' || run.status === 'W') && !run.isPurged;
}

/** It ended with a warning and holds nothing: all that it was to save may have been unreadable. */
const readNothing = ({ status, files }: RecordedRun): boolean => status === 'W' && files === 0;

const byTime = (a: RecordedRun, b: RecordedRun) => (a.time === b.time ? a.jobId - b.jobId : a.time - b.time);

/** The runs of a chain, oldest data first, with those that they lean on. */
export function chainOn(catalog: Catalog, asked: readonly number[]): RecordedRun[] {
  const named = asked.map((id) => catalog.get(id)).filter(isKept);
  const leant = named.flatMap(({ bases }) => bases.map((id) => catalog.get(id))).filter(isKept);
  return [...new Set([...named, ...leant])].sort(byTime);
}

interface Told {
  readonly jobId: number;
  readonly record: MadeRecord;
}

/** For each client and path what each run says of it last, oldest data first. */
function sayings(runs: readonly RecordedRun[]): Map<string, Told[]> {
  const all = new Map<string, Told[]>();
  for (const { jobId, client, records } of runs) {
    const last = new Map(records.map((record) => [record.path, record]));
    for (const record of last.values()) {
      const key = `${client} ${record.path}`;
      all.set(key, [...(all.get(key) ?? []), { jobId, record }]);
    }
  }
  return all;
}

/** `client path | run file` of what lives at the end of the chain. */
export function liveOn(runs: readonly RecordedRun[], question: Question): string[] {
  return [...sayings(runs)].flatMap(([key, told]) => {
    const { jobId, record } = told.at(-1)!;
    return record.isLive && isAskedFor(question, record) ? [`${key} | ${jobId} ${record.fileId}`] : [];
  });
}

/** By `client path` of all that can be restored: run and file of the newest version, how many there are, whether it is gone. */
export function keptOn(catalog: Catalog, question: Question, before: number): Map<string, string> {
  const runs = [...catalog.values()]
    .filter(isKept)
    .filter(({ client, time }) => time < before && (question.client ?? client) === client)
    .sort(byTime);
  const found = new Map<string, string>();
  for (const [key, told] of sayings(runs)) {
    const versions = told.filter(({ record }) => record.isLive);
    const newest = versions.at(-1);
    if (newest === undefined || !isAskedFor(question, newest.record)) continue;
    const isGone = !told.at(-1)!.record.isLive;
    found.set(key, `${newest.jobId} ${newest.record.fileId} ${versions.length} ${isGone}`);
  }
  return found;
}

/** `run: its chain` for each point in time of a client, newest first. */
export function pointsOn(catalog: Catalog, client: string): string[] {
  const points = [...catalog.values()]
    .filter(isKept)
    .filter((run) => run.client === client && run.level !== 'B' && !readNothing(run));
  points.sort(byTime);
  return points.map((point) => `${point.jobId}: ${chainOfPoint(catalog, point).join()}`).reverse();
}

export function chainOfPoint(catalog: Catalog, point: RecordedRun): number[] {
  const past = [...catalog.values()]
    .filter(isKept)
    .filter(({ client, fileset, level }) => client === point.client && fileset === point.fileset && level !== 'B')
    .filter((run) => byTime(run, point) <= 0)
    // One that hides no other can stay; a whole level would hide all that was saved before.
    .filter((run) => run.level === 'I' || !readNothing(run))
    .sort(byTime);
  let chain: RecordedRun[] = [];
  for (const run of past) {
    if (run.level === 'F') chain = [run];
    else if (run.level === 'D') chain = [...chain.filter(({ level }) => level === 'F'), run];
    else chain = [...chain, run];
  }
  const bases = chain.flatMap((run) =>
    run.bases
      .map((id) => catalog.get(id))
      .filter(isKept)
      .sort(byTime),
  );
  return [...new Set([...bases, ...chain])].map(({ jobId }) => jobId);
}

function typeOf({ path, mode }: MadeRecord): EntryType {
  if (path.endsWith('/')) return 'folder';
  if (mode === 0o100644) return 'file';
  return mode === 0o120777 ? 'symlink' : 'other';
}

function isAskedFor(question: Question, record: MadeRecord): boolean {
  const { types, below, minSize, maxSize, sinceDay, untilDay } = question;
  const size = record.path.endsWith('/') ? 0 : record.size;
  return [
    types.length === 0 || types.includes(typeOf(record)),
    below === null || (record.path !== below && record.path.startsWith(below)),
    minSize === null || size >= minSize,
    maxSize === null || size <= maxSize,
    sinceDay === null || record.day >= sinceDay,
    untilDay === null || record.day < untilDay,
    isNamed(question, record.path),
  ].every(Boolean);
}

/** The last word of a path, decoded. */
function wordOf(path: string): string[] {
  const words = path.split('/');
  const word = path.endsWith('/') ? words.at(-2) : words.at(-1);
  return Array.from(Buffer.from(word ?? '', 'latin1').toString('utf8'));
}

function isSameLetter(a: string, b: string): boolean {
  if (a === b) return true;
  const isBeyondAscii = a > '\x7f' && b > '\x7f';
  if (!isBeyondAscii && (a > '\x7f' || b > '\x7f')) return false;
  return a.toLowerCase() === b.toLowerCase() || a.toUpperCase() === b.toUpperCase();
}

function isNamed({ text, exact }: Question, path: string): boolean {
  const word = wordOf(path);
  const wanted = Array.from(text);
  if (exact) return word.join('') === text;
  if (/[*?]/.test(text)) return isLike(wanted, word);
  return word.some((_, at) => wanted.every((letter, on) => isSameLetter(letter, word[at + on] ?? '')));
}

/** Which beginnings of the word the pattern's beginning describes, letter by letter of the pattern. */
function isLike(pattern: readonly string[], word: readonly string[]): boolean {
  let ends = new Set([0]);
  for (const letter of pattern) {
    const next = new Set<number>();
    for (const end of ends) {
      if (letter === '*') for (let at = end; at <= word.length; at += 1) next.add(at);
      else if (end < word.length && (letter === '?' || isSameLetter(letter, word[end]!))) next.add(end + 1);
    }
    ends = next;
  }
  return ends.has(word.length);
}
