import { describe, expect, test } from '@jest/globals';
import {
  type CheckResult,
  type ConditionRule,
  type ConditionState,
  decideCondition,
  directorRule,
  immediately,
  storageRule,
  unchecked,
  waitingRule,
} from './condition.js';

const start = new Date('2026-11-20T21:00:00.000Z');

/** Checks as `<seconds after start> <result>`; answers `<seconds> <change> <seconds of since>` for each change. */
function changesOf(rule: ConditionRule, ...checks: readonly (readonly [number, CheckResult])[]): string[] {
  let state: ConditionState = unchecked;
  return checks.flatMap(([seconds, result]) => {
    const decision = decideCondition(state, result, rule, new Date(start.getTime() + seconds * 1000));
    state = decision.state;
    return decision.change === null
      ? []
      : [`${seconds} ${decision.change} ${(decision.since.getTime() - start.getTime()) / 1000}`];
  });
}

describe('a Director is unreachable', () => {
  test('after three failed checks over at least 60 s, and not before', () => {
    expect(changesOf(directorRule, [0, 'bad'], [20, 'bad'], [40, 'bad'], [59, 'bad'])).toEqual([]);
    expect(changesOf(directorRule, [0, 'bad'], [60, 'bad'])).toEqual([]);
    expect(changesOf(directorRule, [0, 'bad'], [20, 'bad'], [60, 'bad'])).toEqual(['60 begins 0']);
  });

  test('not by failures that a good check parts', () => {
    expect(changesOf(directorRule, [0, 'bad'], [30, 'bad'], [50, 'good'], [60, 'bad'], [90, 'bad'])).toEqual([]);
  });

  test('until two good checks in a row', () => {
    const begun = [
      [0, 'bad'],
      [30, 'bad'],
      [60, 'bad'],
    ] as const;
    expect(changesOf(directorRule, ...begun, [80, 'good'], [100, 'bad'], [120, 'good'])).toEqual(['60 begins 0']);
    expect(changesOf(directorRule, ...begun, [80, 'good'], [100, 'good'])).toEqual(['60 begins 0', '100 ends 80']);
  });

  test('not by failures before the console was away', () => {
    expect(changesOf(directorRule, [0, 'bad'], [20, 'bad'], [3600, 'bad'], [3620, 'bad'])).toEqual([]);
  });

  test('once, however long it lasts', () => {
    const hours = Array.from({ length: 500 }, (_, at) => [at * 20, 'bad'] as const);
    expect(changesOf(directorRule, ...hours)).toEqual(['60 begins 0']);
  });
});

test.each([
  ['a storage', storageRule, 60, ['60 begins 0', '120 ends 120']],
  ['a run that waits', waitingRule, 300, ['300 begins 0', '360 ends 360']],
] as const)('%s begins with its second bad check and ends with its first good one', (_, rule, seconds, changes) => {
  expect(changesOf(rule, [0, 'bad'], [seconds, 'bad'], [seconds + 60, 'good'])).toEqual(changes);
  expect(changesOf(rule, [0, 'bad'])).toEqual([]);
});

test('an undecided check changes nothing', () => {
  expect(changesOf(immediately, [0, 'between'])).toEqual([]);
  expect(changesOf(immediately, [0, 'bad'], [60, 'between'], [120, 'bad'])).toEqual(['0 begins 0']);
  expect(changesOf(immediately, [0, 'bad'], [60, 'between'], [120, 'good'])).toEqual(['0 begins 0', '120 ends 120']);
});
