import { type CheckResult, type ConditionRule } from './condition.js';

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

/** A condition that has a row: it holds, or checks in a row speak for it. */
export interface KnownCondition {
  readonly key: string;
  readonly isActive: boolean;
  readonly checkedAt: Date | null;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Why a condition is over without a check that found it so. */
export type EndCause = 'removed' | 'resumed' | 'ended' | 'time';

/** Conditions that subscribers are notified of when they begin and end: each change once, in whatever process it is found. */
export abstract class Conditions<Transaction> {
  /** What a check found at `at`. One that is older than what is known already says nothing. */
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
