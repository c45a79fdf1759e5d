import { expect } from '@jest/globals';
import { type PageKey, type PageRequest, type Slice } from '../../src/domain/page.js';

/** Reads a list to its end in pages of one size; every page but the last must be full. */
export async function readPaged<T>(limit: number, read: (page: PageRequest) => Promise<Slice<T>>): Promise<T[]> {
  const items: T[] = [];
  let after: PageKey | null = null;
  do {
    const slice: Slice<T> = await read(after ? { limit, after } : { limit });
    if (slice.next !== null) expect(slice.items).toHaveLength(limit);
    items.push(...slice.items);
    after = slice.next;
  } while (after !== null);
  return items;
}
