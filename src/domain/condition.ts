/**
 * A condition that is checked again and again, and that subscribers are notified of when it begins and when it ends.
 * Pure, so that each edge of the hysteresis is one row of a table test.
 */

/** `between`: neither bad enough to begin the condition nor good enough to end it. */
export type CheckResult = 'bad' | 'good' | 'between';

/** Results of one kind in a row. */
export interface Streak {
  readonly checks: number;
  /** From the first of them to the last. */
  readonly seconds: number;
}

export interface ConditionRule {
  readonly begins: Streak;
  readonly ends: Streak;
}

export interface ConditionState {
  readonly isActive: boolean;
  /** Checks in a row that speak for a change, and when the first of them was. */
  readonly streak: number;
  readonly streakSince: Date | null;
  /** null: never. */
  readonly checkedAt: Date | null;
}

export interface ConditionDecision {
  readonly state: ConditionState;
  readonly change: 'begins' | 'ends' | null;
  /** Of a change: the first check that spoke for it. */
  readonly since: Date;
}

const atOnce: Streak = { checks: 1, seconds: 0 };

/** Begins and ends with one check. */
export const immediately: ConditionRule = { begins: atOnce, ends: atOnce };
export const directorRule: ConditionRule = { begins: { checks: 3, seconds: 60 }, ends: { checks: 2, seconds: 0 } };
/** A single timeout of a busy storage causes no alert. */
export const storageRule: ConditionRule = { begins: { checks: 2, seconds: 30 }, ends: atOnce };
export const waitingRule: ConditionRule = { begins: { checks: 2, seconds: 300 }, ends: atOnce };

/** Checks further apart are not consecutive: the state in between is unknown. */
const gapMs = 600_000;

export const unchecked: ConditionState = { isActive: false, streak: 0, streakSince: null, checkedAt: null };

export function decideCondition(
  before: ConditionState,
  result: CheckResult,
  rule: ConditionRule,
  at: Date,
): ConditionDecision {
  const { isActive, checkedAt } = before;
  const still = { isActive, streak: 0, streakSince: null, checkedAt: at };
  if (result !== (isActive ? 'good' : 'bad')) return { state: still, change: null, since: at };
  const isInRow = checkedAt !== null && at.getTime() - checkedAt.getTime() <= gapMs;
  const streak = isInRow ? before.streak + 1 : 1;
  const since = (isInRow ? before.streakSince : null) ?? at;
  const { checks, seconds } = isActive ? rule.ends : rule.begins;
  if (streak < checks || at.getTime() - since.getTime() < seconds * 1000) {
    return { state: { isActive, streak, streakSince: since, checkedAt: at }, change: null, since };
  }
  return { state: { ...still, isActive: !isActive }, change: isActive ? 'ends' : 'begins', since };
}

export const conditionKinds = ['director', 'storage', 'pool', 'run', 'channel', 'log_ins'] as const;
export type ConditionKind = (typeof conditionKinds)[number];

/** What one check of one thing found. */
export interface Sighting {
  /** The dedupKey of the events. */
  readonly key: string;
  readonly kind: ConditionKind;
  /** null: it is the console's own. */
  readonly director: string | null;
  readonly result: CheckResult;
  readonly rule: ConditionRule;
  /** Members of the events' data beside those that every condition has; also what links and sentences are made of. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** A condition with a row: it is open, or consecutive checks may open it. */
export interface KnownCondition {
  readonly key: string;
  readonly isActive: boolean;
  readonly checkedAt: Date | null;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Why a condition is over without a check that found it so. */
export type EndCause = 'removed' | 'resumed' | 'ended' | 'time';

/** Conditions whose beginning and end are reported to subscribers: each change once, on any instance. */
export abstract class Conditions<Transaction> {
  /** The result of a check at `at`. One that is older than the stored state is ignored. */
  abstract report(sightings: readonly Sighting[], at: Date): Promise<void>;
  /** The same in the transaction of its cause, which must be one of UnitOfWork.run. */
  abstract reportWithin(transaction: Transaction, sighting: Sighting, at: Date): Promise<void>;
  /** Those of a kind, of this Director or (null) of all. */
  abstract known(kind: ConditionKind, director: string | null): Promise<readonly KnownCondition[]>;
  /** What it was about is no longer there. */
  abstract end(key: string, cause: EndCause, at: Date): Promise<void>;
  abstract endWithin(transaction: Transaction, key: string, cause: EndCause, at: Date): Promise<void>;
  /** Names of Directors with conditions. */
  abstract directors(): Promise<readonly string[]>;
}
