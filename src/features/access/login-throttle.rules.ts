/**
 * Decides how long a caller has to wait after failed logins.
 * Pure: the counters and the time are parameters, so that each edge is one row of a table test.
 */
export interface ThrottleRule {
  /** Failures without any pause. */
  readonly freeTries: number;
  readonly longestPauseSeconds: number;
}

export interface FailureCount {
  readonly failures: number;
  readonly lastFailedAt: Date;
}

export type ThrottleKind = 'pair' | 'account' | 'address';

/**
 * `pair` is an account from one address. `account` counts over all addresses and stays short, because it also affects the owner:
 * others' guesses cannot lock an account. `address` allows more tries, because many people may share one.
 */
export const throttleRules: Readonly<Record<ThrottleKind, ThrottleRule>> = {
  pair: { freeTries: 5, longestPauseSeconds: 30 },
  account: { freeTries: 10, longestPauseSeconds: 30 },
  address: { freeTries: 20, longestPauseSeconds: 60 },
};

/** Failures are forgotten after a quarter of an hour without another. */
export const forgottenAfterMs = 15 * 60 * 1000;

/** 1 s after the last free try, doubling with each further failure. */
export function pauseSeconds(rule: ThrottleRule, failures: number): number {
  if (failures < rule.freeTries) return 0;
  return Math.min(rule.longestPauseSeconds, 2 ** (failures - rule.freeTries));
}

export function failuresThatCount(count: FailureCount, now: Date): number {
  return now.getTime() - count.lastFailedAt.getTime() >= forgottenAfterMs ? 0 : count.failures;
}

/** Whole seconds until the next try is accepted; 0: now. */
export function secondsToWait(rule: ThrottleRule, count: FailureCount, now: Date): number {
  const pauseMs = pauseSeconds(rule, failuresThatCount(count, now)) * 1000;
  const leftMs = count.lastFailedAt.getTime() + pauseMs - now.getTime();
  // A clock that was set back must not make the pause longer than the rule allows.
  return Math.max(0, Math.ceil(Math.min(leftMs, pauseMs) / 1000));
}
