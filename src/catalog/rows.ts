import { AppError } from '../domain/error-codes.js';
import { type PageKey } from '../domain/pagination.js';
import { entryTypeOfMode } from '../domain/lstat.js';
import { type CatalogEntry, RawPath } from '../domain/catalog-entry.js';
import { type CatalogDialect } from './dialect.js';

/** Positions in LStat of the figures that lists and plans need. */
const modeField = 2;
const sizeField = 7;
const mtimeField = 11;
const linkField = 13;
const mtimeNsField = 16;

interface LStatFigures {
  readonly mode: number;
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modifiedMs: number;
  /** FileIndex of the first name of a hard link in the same job, else 0. */
  readonly linkFileIndex: number;
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const valueOfCode = new Int8Array(128).fill(-1);
for (let value = 0; value < digits.length; value += 1) valueOfCode[digits.charCodeAt(value)] = value;

/**
 * Reads just these figures, with plain numbers and without splitting: a plan reads the LStat of each file of a chain,
 * where domain/lstat's complete and exact reading would take most of the time.
 * A figure beyond 2^53 comes out inexact and unsafe, which integerOf then refuses.
 */
export function figuresOf(lstat: string): LStatFigures {
  const figures = { mode: 0, size: 0, mtime: 0, mtimeNs: 0, link: 0 };
  let field = 0;
  let from = 0;
  while (from <= lstat.length && field <= mtimeNsField) {
    const space = lstat.indexOf(' ', from);
    const to = space === -1 ? lstat.length : space;
    if (field === modeField) figures.mode = integerIn(lstat, from, to);
    else if (field === sizeField) figures.size = integerIn(lstat, from, to);
    else if (field === mtimeField) figures.mtime = integerIn(lstat, from, to);
    else if (field === linkField) figures.link = integerIn(lstat, from, to);
    else if (field === mtimeNsField) figures.mtimeNs = integerIn(lstat, from, to);
    from = to + 1;
    field += 1;
  }
  const modifiedMs = figures.mtime * 1000 + Math.floor(figures.mtimeNs / 1_000_000);
  return { mode: figures.mode, size: figures.size, modifiedMs, linkFileIndex: figures.link };
}

function integerIn(text: string, from: number, to: number): number {
  const isNegative = text.charCodeAt(from) === 0x2d;
  let value = 0;
  for (let at = isNegative ? from + 1 : from; at < to; at += 1) {
    const digit = valueOfCode[text.charCodeAt(at)] ?? -1;
    if (digit < 0) break;
    value = value * 64 + digit;
  }
  return isNegative ? -value : value;
}

/** Collects the values of a statement; `add` answers the placeholder to write in its text. */
export class SqlParams {
  readonly values: unknown[] = [];

  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/** Local time of the Director as milliseconds since the epoch: computed by PostgreSQL, because JavaScript would take this machine's zone. */
export function epochMs(column: string, timezone: string): string {
  return `date_part('epoch', ${column} AT TIME ZONE ${timezone}) * 1000`;
}

/** Bacula writes "never" as NULL or as the epoch in its own zone, so the whole first day means none. */
export function timeOf(ms: number | null): Date | null {
  return ms === null || ms <= 86_400_000 ? null : new Date(Math.floor(ms));
}

/** A count or size as pg gives a bigint. Never rounded: beyond 2^53−1 the question is refused. */
export function integerOf(text: string | number | null): number {
  const value = Number(text ?? 0);
  if (Number.isSafeInteger(value)) return value;
  throw new AppError(
    'out_of_range',
    `The catalog contains the number ${text}, which exceeds 2^53 and cannot be returned exactly.`,
  );
}

function brokenKey(): AppError {
  return new AppError('cursor_mismatch', 'The cursor does not belong to this list. Start again without a cursor.');
}

export function numberAt(key: PageKey, index: number): number {
  const value = key[index];
  if (typeof value !== 'number') throw brokenKey();
  return value;
}

export function textAt(key: PageKey, index: number): string {
  const value = key[index];
  if (typeof value !== 'string') throw brokenKey();
  return value;
}

/** Raw names travel in keys as base64url. */
export function bytesAt(key: PageKey, index: number): Buffer {
  return Buffer.from(textAt(key, index), 'base64url');
}

/** Reads a column of raw bytes as a Buffer; a cast to bytea would take backslashes in names for escapes. */
export function rawBytes(column: string): string {
  return `convert_to(${column}, 'SQL_ASCII')`;
}

/**
 * Makes a value of raw bytes comparable with a column of names. The name of the encoding is of a type with a collation of
 * its own, which the result would inherit and which no index on names has.
 */
export function rawText(placeholder: string): string {
  return `(convert_from(${placeholder}, 'SQL_ASCII') COLLATE "default")`;
}

export interface EntryRow {
  readonly fileid: string;
  readonly jobid: number;
  readonly lstat: string;
  /** The folder, with its final slash. */
  readonly path: Buffer;
  /** Empty for the folder itself. */
  readonly filename: Buffer;
  readonly client: string | null;
}

export function entryOf(row: EntryRow): CatalogEntry {
  const { mode, size, modifiedMs } = figuresOf(row.lstat);
  const isFolder = row.filename.length === 0;
  const path = Buffer.concat([row.path, row.filename]);
  return {
    path: RawPath.ofBytes(isFolder ? withFinalSlash(path) : path),
    type: isFolder ? 'folder' : entryTypeOfMode(mode),
    client: row.client ?? '',
    jobId: row.jobid,
    fileId: row.fileid,
    // The size of a folder on its own file system means nothing for a restore.
    size: isFolder ? 0 : integerOf(size),
    modifiedAt: new Date(modifiedMs),
    mode,
  };
}

const folderMode = 0o040000;

/** A folder that no run recorded itself, or not any more, but that holds something. */
export function unrecordedFolder(path: Buffer, client: string | null, jobId: number): CatalogEntry {
  return {
    path: RawPath.ofBytes(withFinalSlash(path)),
    type: 'folder',
    client: client ?? '',
    jobId,
    fileId: null,
    size: 0,
    modifiedAt: null,
    mode: folderMode,
  };
}

export function withFinalSlash(path: Buffer): Buffer {
  return path.at(-1) === 0x2f ? path : Buffer.concat([path, Buffer.from('/')]);
}

/** A name in a catalog never holds a NUL, and PostgreSQL takes none: such a path is simply not there. */
export function canBeRecorded(path: RawPath): boolean {
  return path.bytes.length > 0 && !path.bytes.includes(0);
}

/** Groups in the order of first sight; each group keeps the order of the list. */
export function groupBy<T, K>(list: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of list) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/**
 * Directors write local times without their zone. In the hour that a clock passes twice such a time has two meanings, of
 * which PostgreSQL takes the later. This is longer than any clock is turned back.
 */
const whileBefore = "interval '3 hours'";

/** The earlier meaning of a local time, in milliseconds since the epoch; the only one, but for the hour that comes twice. */
export function earlierMs(column: string, timezone: string): string {
  const early = `((${column} - ${whileBefore}) AT TIME ZONE ${timezone} + ${whileBefore})`;
  return `CASE WHEN ${early} AT TIME ZONE ${timezone} = ${column}
    THEN date_part('epoch', ${early}) * 1000 ELSE ${epochMs(column, timezone)} END`;
}

/** The end of an ended run `j`. JobTDate is that moment without any zone, unless the run was made from older ones. */
export function endMs({ isClockSteady }: CatalogDialect, timezone: string): string {
  if (isClockSteady) return epochMs('j.endtime', timezone);
  const early = earlierMs('j.endtime', timezone);
  return `CASE WHEN floor((${early}) / 1000) = j.jobtdate THEN ${early} ELSE ${epochMs('j.endtime', timezone)} END`;
}

/** The two meanings of a local time in milliseconds since the epoch, nearly always the same. null: never; undefined: as the later. */
interface LocalTime {
  readonly early: number | null | undefined;
  readonly late: number | null;
}

/** The later meaning that does not come after `bound`: what leads to something happens before it. */
export function timeNotAfter({ early, late }: LocalTime, bound: Date | null): Date | null {
  return timeOf(bound !== null && late !== null && late > bound.getTime() ? (early ?? late) : late);
}
