import { expect, test } from '@jest/globals';
import { sourcesOf } from './chain-search.service.js';

const segmentSet = (id: number, client: string, jobIds: number[]) => ({ id, client, fileset: 'Home', jobIds });

test('reads lineages first, each knowing those before it of its client, and the other runs last', () => {
  const lineages = [segmentSet(1, 'ada', [1, 2, 90]), segmentSet(2, 'bob', [5]), segmentSet(3, 'ada', [7, 91])];
  expect(sourcesOf([1, 2, 5, 7, 8], lineages)).toEqual({
    lineages: [
      { lineage: 1, client: 'ada', known: [], own: [1, 2] },
      { lineage: 2, client: 'bob', known: [], own: [5] },
      { lineage: 3, client: 'ada', known: [1, 2], own: [7] },
    ],
    unindexed: [8],
    indexed: [1, 2, 5, 7],
  });
});

test('passes over a lineage whose runs have left the chain', () => {
  expect(sourcesOf([7], [segmentSet(1, 'ada', [1]), segmentSet(3, 'ada', [7])])).toEqual({
    lineages: [{ lineage: 3, client: 'ada', known: [], own: null }],
    unindexed: [],
    indexed: [7],
  });
});

test('reads own records only if the client has other sources', () => {
  const lineages = [segmentSet(1, 'ada', [1, 2]), segmentSet(2, 'bob', [5]), segmentSet(3, 'bob', [7])];
  expect(sourcesOf([1, 5, 7], lineages).lineages.map(({ own }) => own)).toEqual([null, [5], [7]]);
});

test('reads all from the catalog where nothing is indexed', () => {
  expect(sourcesOf([1, 2], [])).toEqual({ lineages: [], unindexed: [1, 2], indexed: [] });
});
