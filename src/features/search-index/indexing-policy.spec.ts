import { expect, test } from '@jest/globals';
import { AppError } from '../../domain/error-codes.js';
import {
  canGrow,
  backoffForWriterMs,
  isCatalogFailure,
  isLoose,
  pauseAfterFailures,
  idleMs,
  retryMs,
  rowsInBatch,
  smallerBatch,
  publicErrorText,
} from './indexing-policy.js';

test('reads fewer records at a time the more runs must be checked for each', () => {
  expect(rowsInBatch(0)).toBe(5_000);
  expect(rowsInBatch(30)).toBe(5_000);
  expect(rowsInBatch(400)).toBe(1_000);
  expect(rowsInBatch(1_000_000)).toBe(250);
});

test('makes portions smaller down to a smallest portion, and then gives up', () => {
  const sizes: number[] = [];
  for (let rows: number | null = 5_000; rows !== null; rows = smallerBatch(rows)) sizes.push(rows);
  expect(sizes).toEqual([5_000, 1_250, 312, 250]);
});

test('rests for as long as the catalog worked, a second at most', () => {
  expect([idleMs(0.2), idleMs(40), idleMs(5_000)]).toEqual([1, 40, 1_000]);
});

test('takes a lineage for loose once more than half of its blocks may be left half empty', () => {
  expect(isLoose({ blocks: 63, steps: 63 })).toBe(false);
  expect(isLoose({ blocks: 64, steps: 32 })).toBe(false);
  expect(isLoose({ blocks: 64, steps: 33 })).toBe(true);
  expect(isLoose({ blocks: 5_000, steps: 365 })).toBe(false);
});

test('adds nothing to a segment set with names of a pruned run', () => {
  expect(canGrow({ lostEntries: 0 })).toBe(true);
  expect(canGrow({ lostEntries: 1 })).toBe(false);
});

test('tries a run again after longer and longer, and a catalog sooner', () => {
  expect([1, 2, 3, 9].map(retryMs)).toEqual([60_000, 240_000, 960_000, 21_600_000]);
  expect([1, 2, 6, 7, 20].map(pauseAfterFailures)).toEqual([1_000, 2_000, 32_000, 60_000, 60_000]);
});

test('distinguishes a catalog that is away from a run that fails, and logs other error texts only', () => {
  expect(isCatalogFailure(new AppError('director_unreachable', 'away'))).toBe(true);
  expect(isCatalogFailure(new AppError('director_error', 'half upgraded'))).toBe(true);
  expect(isCatalogFailure(new AppError('director_too_slow', 'slow'))).toBe(false);
  expect(isCatalogFailure(new AppError('out_of_range', 'large'))).toBe(false);
  expect(isCatalogFailure(new Error('any'))).toBe(false);
  expect(publicErrorText(new AppError('out_of_range', 'It is large.'))).toBe('It is large.');
  expect(publicErrorText(new Error('secret'))).toBe("See the console's log.");
});

test('leaves a catalog that is written alone for fifty times as long as it worked, and never for ever', () => {
  expect([backoffForWriterMs(1), backoffForWriterMs(80), backoffForWriterMs(5_000)]).toEqual([2_000, 4_000, 10_000]);
});
