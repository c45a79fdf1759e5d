import { expect, test } from '@jest/globals';
import {
  type FileAt,
  cursorOfFilePosition,
  filePositionOfCursor,
  SearchPage,
  type ChainPosition,
  cursorOfChainPosition,
  chainPositionOfCursor,
} from './search-page.js';

test.each<ChainPosition>([
  { asOf: 7, lineages: [1, 12], at: { lineage: 12, after: { block: 3, line: -1 } } },
  { asOf: 7, lineages: [1], at: { catalog: null } },
  { asOf: 0, lineages: [], at: { catalog: ['5', 'YQ', 2] } },
])('a place in a chain is read as it was written: %j', (position) => {
  expect(chainPositionOfCursor(cursorOfChainPosition(position))).toEqual(position);
});

test.each<FileAt>([
  { client: 'ada', lineage: 3, after: { block: 0, line: -1 } },
  { group: { after: 3, to: 9, client: 'ada' }, file: null },
  { group: { after: 3, to: 9, client: 'ada' }, file: { pathId: '5', name: Buffer.from([0xe9]) } },
  { runsAfter: 0 },
])('a place among kept runs is read as it was written: %j', (at) => {
  const position = { asOf: 7, begunAt: 1_795_000_000_000, at };
  expect(filePositionOfCursor(cursorOfFilePosition(position))).toEqual(position);
});

test('rejects a cursor of another list', () => {
  expect(() => chainPositionOfCursor(['5', 'YQ', 2])).toThrow(/does not belong/);
  expect(() => filePositionOfCursor([1, 2, 'group', 3])).toThrow(/does not belong/);
});

test('a page that is just full has a next one only where reading stopped or there is one row more', () => {
  const page = new SearchPage<string, number>(2);
  page.add('a', 1);
  page.add('b', 2);
  expect(page.slice(null, (position) => [position])).toEqual({ items: ['a', 'b'], next: null });
  expect(page.slice(9, (position) => [position])).toEqual({ items: ['a', 'b'], next: [9] });
  page.add('c', 3);
  expect(page.slice(null, (position) => [position])).toEqual({ items: ['a', 'b'], next: [2] });
});
