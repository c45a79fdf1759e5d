import { type PageKey, type PageRequest, type Slice, type Total } from './pagination.js';

export const countLimit = 10_000;
const countTimeMs = 2_000;

/** A count of rows that was cut at countLimit + 1. */
export function totalOf(counted: number): Total {
  return { value: Math.min(counted, countLimit), exact: counted <= countLimit };
}

/**
 * Counts a merged list by reading it: only the reader knows what is hidden. Stops at the limit of rows or of time,
 * and then says that there are at least so many.
 */
export async function countByReading(list: (page: PageRequest) => Promise<Slice<unknown>>): Promise<Total> {
  const until = performance.now() + countTimeMs;
  let value = 0;
  let after: PageKey | undefined;
  while (value < countLimit && performance.now() < until) {
    const slice = await list(after ? { limit: 500, after } : { limit: 500 });
    value += slice.items.length;
    if (slice.next === null) return { value, exact: true };
    after = slice.next;
  }
  return { value, exact: false };
}
