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

/** Cuts the row that was fetched beyond the limit and tells where the next page begins. */
export function sliceOf<T>(rows: readonly T[], limit: number, keyOf: (row: T) => PageKey, total?: Total): Slice<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const next = rows.length > limit && last !== undefined ? keyOf(last) : null;
  return total ? { items, next, total } : { items, next };
}
