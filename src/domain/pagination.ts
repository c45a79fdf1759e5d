/** Where a page ended: the sort key of its last row. Opaque to callers of the API (sealed by platform/http/cursors). */
export type PageKey = readonly (string | number | null)[];

export interface PageRequest {
  /** 1 to 500. */
  readonly limit: number;
  /** Rows strictly after this key; absent for the first page. */
  readonly after?: PageKey;
  /** Also count, with bounded work. */
  readonly count?: boolean;
}

export interface Total {
  readonly value: number;
  /** false: there are at least `value`, counting stopped there. */
  readonly exact: boolean;
}

export interface Slice<T> {
  readonly items: readonly T[];
  /** null: this was the last page. */
  readonly next: PageKey | null;
  readonly total?: Total;
}

/** Removes the row that was fetched beyond the limit, and returns where the next page begins. */
export function sliceOf<T>(rows: readonly T[], limit: number, keyOf: (row: T) => PageKey, total?: Total): Slice<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const next = rows.length > limit && last !== undefined ? keyOf(last) : null;
  return total ? { items, next, total } : { items, next };
}

/** Counting stops here: a total must not cost more than the page. */
export const countCap = 10_000;
const countTimeMs = 2_000;

/** Of rows that were counted up to countCap + 1. */
export function totalOf(counted: number): Total {
  return { value: Math.min(counted, countCap), exact: counted <= countCap };
}

/**
 * Counts a merged list by reading it, because only the reader knows which rows are hidden. Stops at the limit of rows or of time,
 * and then returns a lower bound.
 */
export async function countUpTo(list: (page: PageRequest) => Promise<Slice<unknown>>): Promise<Total> {
  const until = performance.now() + countTimeMs;
  let value = 0;
  let after: PageKey | undefined;
  while (value < countCap && performance.now() < until) {
    const slice = await list(after ? { limit: 500, after } : { limit: 500 });
    value += slice.items.length;
    if (slice.next === null) return { value, exact: true };
    after = slice.next;
  }
  return { value, exact: false };
}

/** One of several lists that are read as one. */
export interface MergeSource<T> {
  readonly name: string;
  read(page: PageRequest): Promise<Slice<T>>;
  /** The key under which `read` continues after this row. */
  keyOf(row: T): PageKey;
  /** The key under which `read` begins with this row. */
  keyBefore(row: T): PageKey;
}

/** A source without more rows: later rows of it belong before the page, not after it. */
const exhausted = 'end';

interface Cursor<T> {
  readonly source: MergeSource<T>;
  readonly slice: Slice<T>;
  taken: number;
}

/**
 * Reads one page of several lists as if they were one, in the order of `compare` between the heads of the lists. The page's key
 * has each list's own position, as [name, key as JSON, name, key, …], so that no row is lost or repeated for any interleaving.
 */
export async function mergeSlices<T>(
  sources: readonly MergeSource<T>[],
  page: PageRequest,
  compare: (a: T, b: T) => number,
): Promise<Slice<T>> {
  const places = positionsOf(page.after);
  const cursors = await Promise.all(sources.map((source) => open(source, page, places)));
  const items: T[] = [];
  while (items.length < page.limit) {
    const nearest = nearestOf(cursors, compare);
    if (!nearest) break;
    items.push(nearest.slice.items[nearest.taken] as T);
    nearest.taken += 1;
  }
  const isLast = cursors.every(({ slice, taken }) => taken === slice.items.length && slice.next === null);
  const total = page.count === true ? mergedTotal(cursors) : undefined;
  return { items, next: isLast ? null : cursors.flatMap(positionOf), ...(total ? { total } : {}) };
}

function positionsOf(after: PageKey | undefined): ReadonlyMap<string, string> | null {
  if (after === undefined) return null;
  const places = new Map<string, string>();
  for (let index = 0; index + 1 < after.length; index += 2) places.set(String(after[index]), String(after[index + 1]));
  return places;
}

async function open<T>(
  source: MergeSource<T>,
  page: PageRequest,
  places: ReadonlyMap<string, string> | null,
): Promise<Cursor<T>> {
  // A list that joined after the first page is not shown on later ones.
  const place = places === null ? null : (places.get(source.name) ?? exhausted);
  if (place === exhausted) return { source, slice: { items: [], next: null }, taken: 0 };
  const { limit, count } = page;
  const after = place === null ? {} : { after: JSON.parse(place) as PageKey };
  const slice = await source.read({ limit, ...after, ...(count === true ? { count } : {}) });
  return { source, slice, taken: 0 };
}

function nearestOf<T>(cursors: readonly Cursor<T>[], compare: (a: T, b: T) => number): Cursor<T> | undefined {
  return cursors
    .filter(({ slice, taken }) => taken < slice.items.length)
    .reduce<Cursor<T> | undefined>((nearest, cursor) => {
      if (!nearest) return cursor;
      return compare(cursor.slice.items[cursor.taken] as T, nearest.slice.items[nearest.taken] as T) < 0
        ? cursor
        : nearest;
    }, undefined);
}

function positionOf<T>({ source, slice, taken }: Cursor<T>): PageKey {
  const last = slice.items[taken - 1];
  const first = slice.items[0];
  if (taken === slice.items.length && slice.next === null) return [source.name, exhausted];
  if (last !== undefined) return [source.name, JSON.stringify(source.keyOf(last))];
  return [source.name, first === undefined ? exhausted : JSON.stringify(source.keyBefore(first))];
}

function mergedTotal<T>(cursors: readonly Cursor<T>[]): Total {
  const totals = cursors.map(({ slice }) => slice.total ?? { value: slice.items.length, exact: false });
  return { value: totals.reduce((sum, { value }) => sum + value, 0), exact: totals.every(({ exact }) => exact) };
}

type KeyPart = PageKey[number];

/** Sorts by the parts from left to right: null first, numbers by value, texts by code unit. */
export function compareKeys(a: PageKey, b: PageKey): number {
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const order = compareParts(a[index] ?? null, b[index] ?? null);
    if (order !== 0) return order;
  }
  return 0;
}

function compareParts(a: KeyPart, b: KeyPart): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  return a < b ? -1 : 1;
}

/** A page of a list that is read completely because it is short by nature: jobs, clients, Directors. Sorted by its key. */
export function pageOfWhole<T>(rows: readonly T[], page: PageRequest, keyOf: (row: T) => PageKey): Slice<T> {
  const { after, limit } = page;
  const sorted = rows
    .map((row) => ({ row, key: keyOf(row) }))
    .filter(({ key }) => after === undefined || compareKeys(key, after) > 0)
    .sort((a, b) => compareKeys(a.key, b.key))
    .map(({ row }) => row);
  const total = page.count === true ? { value: rows.length, exact: true } : undefined;
  return sliceOf(sorted, limit, keyOf, total);
}
