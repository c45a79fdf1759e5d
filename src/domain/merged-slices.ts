import { type PageKey, type PageRequest, type Slice, type Total } from './pagination.js';

/** One of several lists that are read as one. */
export interface MergeSource<T> {
  readonly name: string;
  read(page: PageRequest): Promise<Slice<T>>;
  /** The key under which `read` continues after this row. */
  keyOf(row: T): PageKey;
  /** The key under which `read` begins with this row. */
  keyBefore(row: T): PageKey;
}

/** Stands for a source that has no more rows: what comes into it later belongs before the page, not after it. */
const exhausted = 'end';

interface Cursor<T> {
  readonly source: MergeSource<T>;
  readonly slice: Slice<T>;
  taken: number;
}

/**
 * Reads one page of several lists as if they were one, in the order of `compare` between the heads of the lists.
 * The page's key holds each list's own place, as [name, key as JSON, name, key, …], so that no row is lost or shown twice
 * however the lists interleave.
 */
export async function mergeSlices<T>(
  sources: readonly MergeSource<T>[],
  page: PageRequest,
  compare: (a: T, b: T) => number,
): Promise<Slice<T>> {
  const places = placesOf(page.after);
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
  return { items, next: isLast ? null : cursors.flatMap(placeOf), ...(total ? { total } : {}) };
}

function placesOf(after: PageKey | undefined): ReadonlyMap<string, string> | null {
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

function placeOf<T>({ source, slice, taken }: Cursor<T>): PageKey {
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
