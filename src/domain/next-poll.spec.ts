import { randomInt } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decideSilence, nextPoll, type SilenceFacts, type SilenceState, silenceStatuses } from './silence.js';

const start = new Date('2026-11-20T00:00:00Z').getTime();
const at = (seconds: number): Date => new Date(start + seconds * 1000);
const thresholds = { warnSeconds: 36, critSeconds: 72 };

/** Seconds of the last backup, of the first observation, of the evaluation, and of the end of the pause. */
interface Case {
  readonly status: SilenceState['status'];
  readonly last?: number;
  readonly now: number;
  readonly facts?: Partial<SilenceFacts>;
  readonly next: number | null;
}

const resting = (until: number | null) => ({ isResting: true, restsUntil: until === null ? null : at(until) });

describe('the next evaluation of a client', () => {
  test.each<[string, Case]>([
    ['is when an ok one exceeds warn', { status: 'ok', last: 0, now: 10, next: 37 }],
    ['is not on the threshold yet', { status: 'ok', last: 0, now: 36, next: 37 }],
    ['counts from the first observation without a backup', { status: 'ok', now: 10, next: 32 }],
    ['is when a warned one exceeds crit', { status: 'warn', last: 0, now: 40, next: 73 }],
    ['is never by time alone for a critical one', { status: 'crit', last: 0, now: 80, next: null }],
    ['is when the pause ends', { status: 'ok', last: 0, now: 80, facts: resting(90), next: 90 }],
    ['is never while its Director does not use it', { status: 'ok', last: 0, now: 80, facts: resting(null), next: null }],
    ['is due for what an incomplete run store delays', { status: 'ok', last: 0, now: 50, facts: { isRecordBehind: true }, next: 37 }],
    ['is now where the clock went back meanwhile', { status: 'warn', last: 0, now: 1, facts: { isRecordBehind: true, thresholds: { warnSeconds: 10, critSeconds: 20 } }, next: 1 }],
    ['follows the current thresholds', { status: 'ok', last: 0, now: 3, facts: { thresholds: { warnSeconds: 5, critSeconds: 9 } }, next: 6 }],
  ])('%s', (_, { status, last, now, facts, next }) => {
    const lastSuccessAt = last === undefined ? null : at(last);
    const state = { status, lastSuccessAt, firstSeenAt: at(-5), thresholds };
    const shown = { lastSuccessAt, thresholds, isResting: false, restsUntil: null, isRecordBehind: false, ...facts };
    expect(nextPoll(state, shown, at(now))).toEqual(next === null ? null : at(next));
  }); // prettier-ignore
});

interface Fixture {
  readonly state: SilenceState;
  readonly lastOnRecord: Date | null;
  readonly thresholds: SilenceFacts['thresholds'];
  readonly isEnabled: boolean;
  readonly pausedUntil: Date | null;
  /** The record of runs is behind up to this second. */
  readonly behindUntil: number;
}

const limits = fc
  .record({ warn: fc.integer({ min: 1, max: 60 }), more: fc.integer({ min: 1, max: 60 }) })
  .map(({ warn, more }) => ({ warnSeconds: warn, critSeconds: warn + more }));
/** With parts of seconds, for backups end at any of them. */
const indexVersion = fc.integer({ min: -150_000, max: 150_000 }).map((ms) => new Date(start + ms));
const orNever = (value: fc.Arbitrary<Date>) => fc.option(value, { nil: null });

const fixtures: fc.Arbitrary<Fixture> = fc.record({
  state: fc.record({
    status: fc.constantFrom(...silenceStatuses),
    lastSuccessAt: orNever(indexVersion),
    firstSeenAt: indexVersion,
    thresholds: limits,
  }),
  lastOnRecord: orNever(indexVersion),
  thresholds: limits,
  isEnabled: fc.boolean(),
  pausedUntil: orNever(indexVersion),
  behindUntil: fc.integer({ min: 0, max: 100 }),
});

function factsAt(fixture: Fixture, second: number): SilenceFacts {
  const { lastOnRecord, thresholds: inForce, isEnabled, pausedUntil } = fixture;
  const isPaused = pausedUntil !== null && pausedUntil > at(second);
  return {
    lastSuccessAt: lastOnRecord,
    thresholds: inForce,
    isResting: !isEnabled || isPaused,
    restsUntil: isEnabled && isPaused ? pausedUntil : null,
    isRecordBehind: second < fixture.behindUntil,
  };
}

/** Its status at each second; evaluated each second, or only if due. */
function statuses(fixture: Fixture, isExhaustive: boolean): string {
  let state = fixture.state;
  let dueAt: Date | null = at(0);
  return Array.from({ length: 300 }, (_, second) => {
    const now = at(second);
    if (isExhaustive || (dueAt !== null && dueAt <= now)) {
      const facts = factsAt(fixture, second);
      state = decideSilence(state, facts, now).state;
      dueAt = nextPoll(state, facts, now);
    }
    return state.status;
  }).join(' ');
}

const seed = randomInt(2 ** 31);

test(`evaluations that are due find what evaluations at each second find (seed ${seed})`, () => {
  fc.assert(
    fc.property(fixtures, (fixture) => {
      expect(statuses(fixture, false)).toBe(statuses(fixture, true));
    }),
    { seed, numRuns: 400 },
  );
});
