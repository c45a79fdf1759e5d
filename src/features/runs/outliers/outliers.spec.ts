import { describe, expect, test } from '@jest/globals';
import { medianOf, outliersOf, slowOutlier, usualGapOf, baselineSeconds } from './outliers.js';

const level = 'Full';
const usual = (count: number, seconds = 100, bytes = 1000) => Array.from({ length: count }, () => ({ seconds, bytes }));

describe('a run far from its baseline', () => {
  test.each([
    [300, 1000, ['slow']],
    [299, 1000, []],
    [100, 500, ['small']],
    [100, 501, []],
    [400, 0, ['slow', 'small']],
    [1, 1_000_000, []],
  ])('%d seconds and %d bytes where 100 and 1000 are usual: %j', (seconds, bytes, kinds) => {
    expect(outliersOf({ level, seconds, bytes }, usual(3)).map(({ kind }) => kind)).toEqual(kinds);
  });

  test('is known only after three good runs', () => {
    expect(outliersOf({ level, seconds: 900, bytes: 0 }, usual(2))).toEqual([]);
    expect(slowOutlier(900, usual(2))).toEqual([]);
    expect(outliersOf({ level, seconds: 900, bytes: 0 }, usual(3))).toEqual([
      { kind: 'slow', usual: 100, value: 900 },
      { kind: 'small', usual: 1000, value: 0 },
    ]);
  });

  test.each([
    [31, 1, ['slow']],
    [30, 1, []],
    [30, 0, ['slow']],
  ])('%d seconds in place of %d: %j', (seconds, before, kinds) => {
    expect(slowOutlier(seconds, usual(5, before)).map(({ kind }) => kind)).toEqual(kinds);
  });

  test('is never small where nothing is usual', () => {
    expect(outliersOf({ level, seconds: 1, bytes: 0 }, usual(5, 1, 0))).toEqual([]);
  });

  test('is compared with runs that saved something, where there are some', () => {
    const earlier = [...usual(6, 1, 0), ...usual(3)];
    expect(outliersOf({ level, seconds: 100, bytes: 0 }, earlier)).toEqual([{ kind: 'small', usual: 1000, value: 0 }]);
    expect(outliersOf({ level, seconds: 120, bytes: 1000 }, earlier)).toEqual([]);
    expect(slowOutlier(120, earlier)).toEqual([]);
    expect(baselineSeconds(earlier)).toBe(100);
    expect(outliersOf({ level, seconds: 100, bytes: 0 }, [...usual(8, 1, 0), ...usual(2)])).toEqual([]);
  });

  test('is not small as an Incremental without changes where most have none', () => {
    const run = { level: 'Incremental', seconds: 1, bytes: 0 };
    expect(outliersOf(run, [...usual(6, 1, 0), ...usual(4)])).toEqual([]);
    expect(outliersOf(run, [...usual(4, 1, 0), ...usual(6)])).toEqual([{ kind: 'small', usual: 1000, value: 0 }]);
  });

  test.each([
    [11, []],
    [12, ['small']],
    [null, ['small']],
  ])('%j hours after the last good backup, where Incrementals are a day apart: %j', (hours, kinds) => {
    const gaps = { sinceGoodSeconds: hours === null ? null : hours * 3600, usualGapSeconds: 24 * 3600 };
    const run = { level: 'Incremental', seconds: 100, bytes: 0, ...gaps };
    expect(outliersOf(run, usual(3)).map(({ kind }) => kind)).toEqual(kinds);
  });
});

test.each([
  [[300, 200], null],
  [[], null],
  [[300, 200, 100], 100],
  [[1000, 900, 890, 790], 100],
])('starts at %j are %j s apart', (starts, gap) => {
  expect(usualGapOf(starts)).toBe(gap);
});

test.each([
  [[], 0],
  [[7], 7],
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2],
])('the median of %j is %d', (values, median) => {
  expect(medianOf(values)).toBe(median);
});
