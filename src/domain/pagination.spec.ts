import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { mergeSlices, type MergeSource, type PageKey, sliceOf, compareKeys, pageOfWhole } from './pagination.js';

describe('pageOfWhole', () => {
  const rows = ['b', 'd', 'a', 'c'];
  const keyOf = (row: string) => [row];

  test('sorts by key and continues after it', () => {
    const first = pageOfWhole(rows, { limit: 2, count: true }, keyOf);
    expect(first).toEqual({ items: ['a', 'b'], next: ['b'], total: { value: 4, exact: true } });
    expect(pageOfWhole(rows, { limit: 2, after: ['b'] }, keyOf)).toEqual({ items: ['c', 'd'], next: null });
  });

  test('continues where the row it ended on is gone', () => {
    expect(pageOfWhole(['a', 'c'], { limit: 5, after: ['b'] }, keyOf).items).toEqual(['c']);
  });
});

test.each([
  [[1, 'a'], [1, 'b'], -1],
  [[10], [9], 1],
  [[null, 'z'], ['a'], -1],
  [['a'], ['a', 'b'], -1],
  [['x', 2], ['x', 2], 0],
])('orders key %j against %j', (a, b, order) => {
  expect(compareKeys(a, b)).toBe(order);
});

interface Row {
  readonly at: number;
  readonly from: string;
  readonly id: number;
}

const newestFirst = (a: Row, b: Row): number =>
  b.at - a.at || (a.from < b.from ? -1 : a.from > b.from ? 1 : b.id - a.id);

/** Rows by falling id, as a catalog lists runs. */
function sourceOf(name: string, rows: Row[]): MergeSource<Row> {
  return {
    name,
    read: ({ limit, after, count }) => {
      const sorted = [...rows].sort((a, b) => b.id - a.id);
      const later = sorted.filter(({ id }) => after === undefined || id < Number(after[0]));
      const total = count === true ? { value: rows.length, exact: true } : undefined;
      return Promise.resolve(sliceOf(later.slice(0, limit + 1), limit, ({ id }) => [id], total));
    },
    keyOf: ({ id }) => [id],
    keyBefore: ({ id }) => [id + 1],
  };
}

async function readAll(
  sources: MergeSource<Row>[],
  limit: number,
  betweenPages = (): void => undefined,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let after: PageKey | undefined; ;) {
    const slice = await mergeSlices(sources, after ? { limit, after } : { limit }, newestFirst);
    rows.push(...slice.items);
    if (slice.next === null) return rows;
    after = slice.next;
    betweenPages();
  }
}

const rowsFrom = (from: string) => (times: number[]) =>
  [...times].sort((a, b) => a - b).map((at, index) => ({ at, from, id: index + 1 }));

describe('mergeSlices', () => {
  test('returns every row once and in order, for any page size and interleaving of the lists', async () => {
    const times = fc.array(fc.nat(20), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(times, times, times, fc.integer({ min: 1, max: 7 }), async (a, b, c, limit) => {
        const lists = [rowsFrom('a')(a), rowsFrom('b')(b), rowsFrom('c')(c)];
        const sources = lists.map((rows, index) => sourceOf('abc'[index] ?? '', rows));
        expect(await readAll(sources, limit)).toEqual(lists.flat().sort(newestFirst));
      }),
    );
  });

  test('does not bring rows that came meanwhile into later pages', async () => {
    const [a, b, empty] = [rowsFrom('a')([1, 2, 3, 4]), rowsFrom('b')([0]), [] as Row[]];
    const before = [...a, ...b].sort(newestFirst);
    const sources = [sourceOf('a', a), sourceOf('b', b), sourceOf('empty', empty)];
    const read = await readAll(sources, 1, () => {
      a.push({ at: 100, from: 'a', id: a.length + 1 });
      b.push({ at: 100, from: 'b', id: b.length + 1 });
      empty.push({ at: 100, from: 'empty', id: empty.length + 1 });
    });
    expect(read).toEqual(before);
  });

  test('adds up totals, exact only where all are', async () => {
    const exact = sourceOf('a', rowsFrom('a')([1, 2]));
    const bounded: MergeSource<Row> = {
      ...exact,
      name: 'b',
      read: async (page) => ({ ...(await exact.read(page)), total: { value: 10_000, exact: false } }),
    };
    const slice = await mergeSlices([exact, bounded], { limit: 1, count: true }, newestFirst);
    expect(slice.total).toEqual({ value: 10_002, exact: false });
  });
});
