import { type PageKey, type PageRequest, type Slice, sliceOf } from './pagination.js';

type KeyPart = PageKey[number];

/** Orders by the parts from left to right: null first, numbers by value, texts by code unit. */
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

/** A page of a list that is known whole because it is short by nature: jobs, clients, Directors. Sorted by its key. */
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
