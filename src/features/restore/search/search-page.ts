import { type Slice, type PageKey } from '../../../domain/pagination.js';
import { type FileKey, type IndexPlace } from '../../../domain/file-search.js';
import { AppError } from '../../../domain/error-codes.js';
import { type FileReader } from '../../../domain/file-reader.port.js';
import { type RawPath } from '../../../domain/catalog-entry.js';
import { type Scope } from '../../../domain/principal.js';

/** Runs outside of all segment sets, by id: those of one client after `after` up to `to`, whose names are read together. */
export interface RunGroup {
  readonly after: number;
  readonly to: number;
  readonly client: string;
}

/** Where a search without a chain continues: in a segment set, among the names of a group of runs, or at the runs after an id. */
export type FileAt =
  | { readonly client: string; readonly lineage: number; readonly after: IndexPlace }
  | { readonly group: RunGroup; readonly file: FileKey | null }
  | { readonly runsAfter: number };

export interface FilePosition {
  /** The moment of the index that all pages read. */
  readonly asOf: number;
  /** When page one was read, in milliseconds since the epoch. */
  readonly begunAt: number;
  readonly at: FileAt;
}

export function cursorOfFilePosition({ asOf, begunAt, at }: FilePosition): PageKey {
  const head = [asOf, begunAt];
  if ('lineage' in at) return [...head, 'lineage', at.client, at.lineage, at.after.block, at.after.line];
  if ('runsAfter' in at) return [...head, 'runs', at.runsAfter];
  const { group, file } = at;
  const name = file === null ? [] : [file.pathId, file.name.toString('base64url')];
  return [...head, 'group', group.after, group.to, group.client, ...name];
}

export function filePositionOfCursor(key: PageKey): FilePosition {
  return { asOf: numberOf(key[0]), begunAt: numberOf(key[1]), at: atOf(key) };
}

function atOf([, , kind, ...rest]: PageKey): FileAt {
  if (kind === 'lineage') {
    const after = { block: numberOf(rest[2]), line: numberOf(rest[3]) };
    return { client: textOf(rest[0]), lineage: numberOf(rest[1]), after };
  }
  if (kind === 'runs') return { runsAfter: numberOf(rest[0]) };
  const group = { after: numberOf(rest[0]), to: numberOf(rest[1]), client: textOf(rest[2]) };
  if (rest.length === 3) return { group, file: null };
  return { group, file: { pathId: textOf(rest[3]), name: Buffer.from(textOf(rest[4]), 'base64url') } };
}

function numberOf(part: PageKey[number] | undefined): number {
  if (typeof part === 'number') return part;
  throw brokenKey();
}

function textOf(part: PageKey[number] | undefined): string {
  if (typeof part === 'string') return part;
  throw brokenKey();
}

function brokenKey(): AppError {
  return new AppError('cursor_mismatch', 'The cursor does not belong to this list. Start again without a cursor.');
}

/** Where a search in a chain continues. Values of the first page keep the plan the same for all pages. */
export interface ChainPosition {
  /** The moment of the index that all pages read; 0: none was read. */
  readonly asOf: number;
  /** The segment sets of the first page. */
  readonly lineages: readonly number[];
  /** In a segment set, or in the catalog; null there: at its beginning. */
  readonly at: { readonly lineage: number; readonly after: IndexPlace } | { readonly catalog: PageKey | null };
}

export function cursorOfChainPosition({ asOf, lineages, at }: ChainPosition): PageKey {
  const head = [asOf, lineages.join()];
  if ('catalog' in at) return [...head, 0, ...(at.catalog ?? [])];
  return [...head, at.lineage, at.after.block, at.after.line];
}

export function chainPositionOfCursor(key: PageKey): ChainPosition {
  const [asOf, ids, segmentSet, block, line] = key;
  if (typeof asOf !== 'number' || typeof ids !== 'string' || typeof segmentSet !== 'number') throw brokenKey();
  const lineages = ids === '' ? [] : ids.split(',').map(Number);
  if (segmentSet === 0) return { asOf, lineages, at: { catalog: key.length > 3 ? key.slice(3) : null } };
  if (typeof block !== 'number' || typeof line !== 'number') throw brokenKey();
  return { asOf, lineages, at: { lineage: segmentSet, after: { block, line } } };
}

/** What a cursor was reading is gone. */
export function cursorExpired(): AppError {
  const detail = 'The data of this cursor is no longer stored. Start again without a cursor.';
  return new AppError('cursor_expired', detail, { errors: [{ field: 'cursor', code: 'cursor_expired', detail }] });
}

/** Up to this many folders are read one by one, which is as fast as an index of names. */
const mostFew = 200;
/** Beyond these most names are below the folder anyway, so that they are found and tested. */
const mostKnown = 20_000;

/** The folders of a search; without either: all, or too many to list. */
export interface SearchedFolders {
  /** Few: ascending. */
  readonly few?: readonly string[];
  readonly many?: ReadonlySet<string>;
}

export async function findSearchedFolders(
  files: FileReader,
  scope: Scope,
  below: RawPath | undefined,
): Promise<SearchedFolders> {
  if (below === undefined) return {};
  const folders = await files.findFolders(scope, below, mostKnown);
  if (folders === null) return {};
  return folders.length <= mostFew ? { few: folders } : { many: new Set(folders) };
}

/** After this time a page ends with what was found, and its cursor continues from there. */
const readingTimeMs = 4_000;

interface Found<Item, Place> {
  readonly item: Item;
  readonly place: Place;
}

/** A page under construction: one row more than its size shows that there is another page. */
export class SearchPage<Item, Place> {
  private readonly found: Found<Item, Place>[] = [];

  constructor(
    readonly limit: number,
    readonly until = performance.now() + readingTimeMs,
  ) {}

  /** `place` is the position after the row. */
  add(item: Item, position: Place): void {
    this.found.push({ item, place: position });
  }

  get isFull(): boolean {
    return this.found.length > this.limit;
  }

  get isLate(): boolean {
    return performance.now() > this.until;
  }

  /** How many rows there is room for. */
  get missing(): number {
    return Math.max(0, this.limit - this.found.length);
  }

  /** `stopped`: where reading ended before there was nothing more; null: it came to its end, or the page is full. */
  slice(stopped: Place | null, keyOf: (position: Place) => NonNullable<Slice<Item>['next']>): Slice<Item> {
    const items = this.found.slice(0, this.limit).map(({ item }) => item);
    const last = this.found[this.limit - 1];
    const next = this.isFull && last ? last.place : stopped;
    return { items, next: next === null ? null : keyOf(next) };
  }
}
