import { randomInt } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  changeOfRemoved,
  decideSilence,
  defaultThresholds,
  type SilenceCause,
  type SilenceFacts,
  type SilenceState,
  silenceStatus,
  type SilenceStatus,
  type SilenceThresholds,
  silentForSeconds,
  type OwnThresholds,
  thresholdsInForce,
} from './silence.js';

const hour = 3600;
const own = (values: Partial<OwnThresholds> = {}): OwnThresholds => {
  return { warnSeconds: null, critSeconds: null, basis: 'fixed', ...values };
};

describe('the thresholds in force', () => {
  test.each<[string, OwnThresholds, number | null, [number, number, string]]>([
    ['are the global ones where nothing is set', own(), null, [36 * hour, 72 * hour, 'global']],
    ['are its own', own({ warnSeconds: 60, critSeconds: 90 }), null, [60, 90, 'client']],
    ['take crit from the global ones', own({ warnSeconds: hour }), null, [hour, 72 * hour, 'client']],
    ['take warn from the global ones', own({ critSeconds: 80 * hour }), null, [36 * hour, 80 * hour, 'client']],
    ['double a warn that is no less than the global crit', own({ warnSeconds: 72 * hour }), null, [72 * hour, 144 * hour, 'client']],
    ['halve a crit that is no more than the global warn', own({ critSeconds: 36 * hour }), null, [18 * hour, 36 * hour, 'client']],
    ['follow the schedule', own({ basis: 'schedule' }), 24 * hour, [36 * hour, 72 * hour, 'schedule']],
    ['follow the schedule before its own', own({ basis: 'schedule', warnSeconds: 60 }), 168 * hour, [252 * hour, 504 * hour, 'schedule']],
    ['never follow one faster than a minute', own({ basis: 'schedule' }), 10, [60, 61, 'schedule']],
    ['are its own where there is no schedule', own({ basis: 'schedule', warnSeconds: 60 }), null, [60, 72 * hour, 'client']],
    ['are the global ones where there is neither', own({ basis: 'schedule' }), null, [36 * hour, 72 * hour, 'global']],
    ['need no schedule unless requested', own(), 24 * hour, [36 * hour, 72 * hour, 'global']],
  ])('%s', (_, set, interval, [warnSeconds, critSeconds, from]) => {
    const stored = { id: 1, ...defaultThresholds };
    expect(thresholdsInForce(stored, set, interval)).toEqual({ warnSeconds, critSeconds, from });
  }); // prettier-ignore
});

const start = new Date('2026-11-20T00:00:00Z');
const at = (hours: number): Date => new Date(start.getTime() + hours * hour * 1000);
const thresholds = (warn: number, crit: number): SilenceThresholds => ({
  warnSeconds: warn * hour,
  critSeconds: crit * hour,
});

/** The last good backup ended at hour 0. */
function stateOf(status: SilenceStatus, values: Partial<SilenceState> = {}): SilenceState {
  return { status, lastSuccessAt: start, firstSeenAt: at(-100), thresholds: defaultThresholds, ...values };
}

function factsOf(values: Partial<SilenceFacts> = {}): SilenceFacts {
  return {
    lastSuccessAt: start,
    thresholds: defaultThresholds,
    isResting: false,
    restsUntil: null,
    isRecordBehind: false,
    ...values,
  };
}

interface Edge {
  readonly from: SilenceStatus;
  readonly hours: number;
  readonly facts?: Partial<SilenceFacts>;
  readonly state?: Partial<SilenceState>;
  readonly to: SilenceStatus;
  /** Absent: no notification. */
  readonly cause?: SilenceCause;
}

const backupAt = (hours: number): Partial<SilenceFacts> => ({ lastSuccessAt: at(hours) });
const limits = (warn: number, crit: number): Partial<SilenceFacts> => ({ thresholds: thresholds(warn, crit) });
const never = { lastSuccessAt: null, firstSeenAt: start };
const second = 1 / 3600;

describe('the silence of a client', () => {
  test.each<[string, Edge]>([
    ['stays ok exactly on the warn threshold', { from: 'ok', hours: 36, to: 'ok' }],
    ['warns beyond it', { from: 'ok', hours: 36 + second, to: 'warn', cause: 'time' }],
    ['warns once', { from: 'warn', hours: 40, to: 'warn' }],
    ['stays warn exactly on the crit threshold', { from: 'warn', hours: 72, to: 'warn' }],
    ['is crit beyond it', { from: 'warn', hours: 72 + second, to: 'crit', cause: 'time' }],
    ['is crit once', { from: 'crit', hours: 500, to: 'crit' }],
    ['jumps over both to crit alone', { from: 'ok', hours: 80, to: 'crit', cause: 'time' }],
    ['recovers from warn by a backup', { from: 'warn', hours: 41, facts: backupAt(40), to: 'ok', cause: 'backup' }],
    ['recovers from crit by a backup', { from: 'crit', hours: 91, facts: backupAt(90), to: 'ok', cause: 'backup' }],
    ['reports no backup while it is ok', { from: 'ok', hours: 10, facts: backupAt(9), to: 'ok' }],
    ['does not recover by a backup older than warn', { from: 'warn', hours: 60, facts: backupAt(10), to: 'warn' }],
    ['does not recover by one older than crit', { from: 'crit', hours: 200, facts: backupAt(10), to: 'crit' }],
    ['is milder by one between', { from: 'crit', hours: 100, facts: backupAt(50), to: 'warn', cause: 'backup' }],
    ['takes no older backup than it knew', { from: 'ok', hours: 30, facts: backupAt(-50), to: 'ok' }],
    ['keeps its last backup when the run is pruned', { from: 'ok', hours: 30, facts: { lastSuccessAt: null }, to: 'ok' }],
    ['warns immediately when warn is lowered', { from: 'ok', hours: 10, facts: limits(5, 72), to: 'warn', cause: 'threshold' }],
    ['is crit immediately when both are lowered', { from: 'ok', hours: 10, facts: limits(5, 9), to: 'crit', cause: 'threshold' }],
    ['is crit immediately when crit is lowered', { from: 'warn', hours: 40, facts: limits(36, 39), to: 'crit', cause: 'threshold' }],
    ['is milder immediately when crit is raised', { from: 'crit', hours: 80, facts: limits(36, 90), to: 'warn', cause: 'threshold' }],
    ['is ok immediately when both are raised', { from: 'crit', hours: 80, facts: limits(90, 99), to: 'ok', cause: 'threshold' }],
    ['is ok immediately when warn is raised', { from: 'warn', hours: 40, facts: limits(41, 72), to: 'ok', cause: 'threshold' }],
    ['names time where it would have warned anyway', { from: 'ok', hours: 40, facts: limits(30, 72), to: 'warn', cause: 'time' }],
    ['stays warn when the clock steps back', { from: 'warn', hours: 1, to: 'warn' }],
    ['stays crit when the clock steps back', { from: 'crit', hours: 1, to: 'crit' }],
    ['stays crit though thresholds are lowered meanwhile', { from: 'crit', hours: 1, facts: limits(30, 60), to: 'crit' }],
    ['is no milder than it was proven when they are raised', { from: 'crit', hours: 1, facts: limits(36, 90), to: 'warn', cause: 'threshold' }],
    ['stays ok before its last backup', { from: 'ok', hours: -5, to: 'ok' }],
    ['counts from the first observation without a backup', { from: 'ok', hours: 37, state: never, facts: { lastSuccessAt: null }, to: 'warn', cause: 'time' }],
    ['is ok while it is new', { from: 'ok', hours: 36, state: never, facts: { lastSuccessAt: null }, to: 'ok' }],
    ['recovers by its first backup', { from: 'crit', hours: 80, state: never, facts: backupAt(79), to: 'ok', cause: 'backup' }],
    ['resolves when it is paused', { from: 'crit', hours: 80, facts: { isResting: true }, to: 'ok', cause: 'pause' }],
    ['reports nothing while it is paused', { from: 'ok', hours: 80, facts: { isResting: true }, to: 'ok' }],
    ['is reported again after the pause', { from: 'ok', hours: 90, to: 'crit', cause: 'time' }],
    ['gets no worse while the record is behind', { from: 'ok', hours: 80, facts: { isRecordBehind: true }, to: 'ok' }],
    ['nor from warn to crit', { from: 'warn', hours: 80, facts: { isRecordBehind: true }, to: 'warn' }],
    ['recovers while the record is behind', { from: 'crit', hours: 80, facts: { ...backupAt(79), isRecordBehind: true }, to: 'ok', cause: 'backup' }],
  ])('%s', (_, { from, hours, facts, state, to, cause }) => {
    const decision = decideSilence(stateOf(from, state), factsOf(facts), at(hours));
    expect(decision.state.status).toBe(to);
    expect(decision.change).toEqual(cause === undefined ? null : { status: to, previousStatus: from, cause });
  }); // prettier-ignore

  test('that an incomplete run store delayed is reported as the change of thresholds that it is', () => {
    const delayed = decideSilence(stateOf('ok'), factsOf({ ...limits(5, 72), isRecordBehind: true }), at(10));
    const decided = decideSilence(delayed.state, factsOf(limits(5, 72)), at(10));
    expect(decided.change).toEqual({ status: 'warn', previousStatus: 'ok', cause: 'threshold' });
  });

  test.each<[SilenceStatus, object | null]>([
    ['ok', null],
    ['warn', { status: 'ok', previousStatus: 'warn', cause: 'removed' }],
    ['crit', { status: 'ok', previousStatus: 'crit', cause: 'removed' }],
  ])('ends from %s with the client', (status, change) => {
    expect(changeOfRemoved(stateOf(status))).toEqual(change);
  });
});

type Step =
  | { readonly kind: 'time'; readonly hours: number }
  | { readonly kind: 'backup'; readonly hoursAgo: number }
  | { readonly kind: 'thresholds'; readonly warn: number; readonly more: number }
  | { readonly kind: 'rest' | 'behind'; readonly isOn: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('time' as const), hours: fc.integer({ min: -30, max: 60 }) }),
  fc.record({ kind: fc.constant('backup' as const), hoursAgo: fc.integer({ min: 0, max: 120 }) }),
  fc.record({
    kind: fc.constant('thresholds' as const),
    warn: fc.integer({ min: 1, max: 100 }),
    more: fc.integer({ min: 1, max: 100 }),
  }),
  fc.record({ kind: fc.constantFrom('rest' as const, 'behind' as const), isOn: fc.boolean() }),
);

/** A client through a sequence of steps, each followed by an evaluation. */
class Scenario {
  state: SilenceState = stateOf('ok', never);
  readonly told: SilenceStatus[] = [];
  private now = start;
  private latest = start;
  private facts = factsOf({ lastSuccessAt: null });

  take(next: Step): void {
    if (next.kind === 'time') this.now = new Date(this.now.getTime() + next.hours * hour * 1000);
    else if (next.kind === 'backup') this.backUp(next.hoursAgo);
    else if (next.kind === 'thresholds') this.facts = { ...this.facts, ...limits(next.warn, next.warn + next.more) };
    else if (next.kind === 'rest') this.facts = { ...this.facts, isResting: next.isOn };
    else this.facts = { ...this.facts, isRecordBehind: next.isOn };
    this.latest = this.now > this.latest ? this.now : this.latest;
    const { state, change } = decideSilence(this.state, this.facts, this.now);
    if (change) {
      expect(change.previousStatus).toBe(this.state.status);
      this.told.push(change.status);
    }
    this.state = state;
  }

  /** The last reported status is the current one, and no status was reported twice in a row; subscribers start with ok. */
  expectHonest(): void {
    expect(this.told.at(-1) ?? 'ok').toBe(this.state.status);
    for (const [index, status] of this.told.entries()) expect(status).not.toBe(this.told[index - 1] ?? 'ok');
  }

  /** If nothing hides it, the status follows the age; only a clock that went back may leave it more severe. */
  expectRight(): void {
    const { isResting, isRecordBehind, thresholds: inForce } = this.facts;
    if (isResting) expect(this.state.status).toBe('ok');
    if (isResting || isRecordBehind || this.now < this.latest) return;
    const age = silentForSeconds(this.state.lastSuccessAt, this.state.firstSeenAt, this.now);
    expect(this.state.status).toBe(silenceStatus(age, inForce));
  }

  private backUp(hoursAgo: number): void {
    const ended = new Date(this.now.getTime() - hoursAgo * hour * 1000);
    const isNewest = this.facts.lastSuccessAt === null || ended > this.facts.lastSuccessAt;
    if (isNewest) this.facts = { ...this.facts, lastSuccessAt: ended };
  }
}

const seed = randomInt(2 ** 31);

test(`no sequence of backups, hours, thresholds and pauses reports a status twice or skips a recovery (seed ${seed})`, () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), (steps) => {
      const scenario = new Scenario();
      for (const next of steps) {
        scenario.take(next);
        scenario.expectHonest();
        scenario.expectRight();
      }
    }),
    { seed, numRuns: 500 },
  );
});
