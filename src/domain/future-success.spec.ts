import { describe, expect, test } from '@jest/globals';
import { decideSilence, type SilenceFacts, type SilenceState } from './silence.js';

const hour = 3_600_000;
const start = new Date('2026-11-20T00:00:00Z');
const at = (hours: number): Date => new Date(start.getTime() + hours * hour);
const thresholds = { warnSeconds: 36 * 3600, critSeconds: 72 * 3600 };

const stateOf = (lastSuccessAt: Date | null): SilenceState => {
  return { status: 'ok', lastSuccessAt, firstSeenAt: start, thresholds };
};
const factsOf = (lastSuccessAt: Date | null): SilenceFacts => {
  return { lastSuccessAt, thresholds, isResting: false, restsUntil: null, isRecordBehind: false };
};

describe('a success that is dated in the future', () => {
  test('counts as now when it is first seen', () => {
    expect(decideSilence(stateOf(null), factsOf(at(90_000)), at(1)).state.lastSuccessAt).toEqual(at(1));
  });

  test('in the state is brought back to now', () => {
    expect(decideSilence(stateOf(at(90_000)), factsOf(at(90_000)), at(1)).state.lastSuccessAt).toEqual(at(1));
  });

  test('is not renewed by each evaluation: its client becomes silent in time', () => {
    let { state } = decideSilence(stateOf(null), factsOf(at(90_000)), at(0));
    const statuses = [10, 37, 73].map((hours) => {
      state = decideSilence(state, factsOf(at(90_000)), at(hours)).state;
      return state.status;
    });
    expect(statuses).toEqual(['ok', 'warn', 'crit']);
  });

  test('that is brought back is no newer backup: a client that is silent stays silent', () => {
    const before = { ...stateOf(at(90_000)), status: 'warn' as const };
    expect(decideSilence(before, factsOf(null), at(1)).state.status).toBe('warn');
  });
});
