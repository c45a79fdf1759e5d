/** In ascending severity. */
export const silenceStatuses = ['ok', 'warn', 'crit'] as const;
export type SilenceStatus = (typeof silenceStatuses)[number];

export interface SilenceThresholds {
  readonly warnSeconds: number;
  readonly critSeconds: number;
}

/** 36 h and 72 h: a nightly backup may fail once without waking anybody. */
export const defaultThresholds: SilenceThresholds = { warnSeconds: 36 * 3600, critSeconds: 72 * 3600 };

/** Why the silence of a client became another: `pause` also where the Director does not use the client any more. */
export const silenceCauses = ['time', 'backup', 'threshold', 'pause', 'removed'] as const;
export type SilenceCause = (typeof silenceCauses)[number];

/** The stored state of a client between two evaluations. */
export interface SilenceState {
  readonly status: SilenceStatus;
  /** The newest ever seen: it stays when the run is pruned. */
  readonly lastSuccessAt: Date | null;
  readonly firstSeenAt: Date;
  /** By which the status was decided. */
  readonly thresholds: SilenceThresholds;
}

/** The inputs of one evaluation. */
export interface SilenceFacts {
  /** The newest stored one. */
  readonly lastSuccessAt: Date | null;
  readonly thresholds: SilenceThresholds;
  /** Not to be reported: monitoring is paused, or the Director has disabled the client. */
  readonly isResting: boolean;
  /** When its pause ends; null: not paused, or no known end. */
  readonly restsUntil: Date | null;
  /** The run store is not up to date: a recent backup may be missing from it. */
  readonly isRecordBehind: boolean;
}

export interface SilenceChange {
  readonly status: SilenceStatus;
  readonly previousStatus: SilenceStatus;
  readonly cause: SilenceCause;
}

export interface SilenceDecision {
  readonly state: SilenceState;
  /** null: nothing to report. */
  readonly change: SilenceChange | null;
}

/** Seconds since the last success; for a client without one since its first observation. Never negative: a clock may step back. */
export function silentForSeconds(lastSuccessAt: Date | null, firstSeenAt: Date, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - (lastSuccessAt ?? firstSeenAt).getTime()) / 1000));
}

/** "Exceeds" is strict: exactly on the threshold is not yet silent. */
export function silenceStatus(ageSeconds: number, thresholds: SilenceThresholds): SilenceStatus {
  if (ageSeconds > thresholds.critSeconds) return 'crit';
  return ageSeconds > thresholds.warnSeconds ? 'warn' : 'ok';
}

export function isWorse(status: SilenceStatus, than: SilenceStatus): boolean {
  return silenceStatuses.indexOf(status) > silenceStatuses.indexOf(than);
}

/** The threshold that a change is about: the one exceeded, or the one that is exceeded no more. */
export function thresholdOf(status: SilenceStatus, thresholds: SilenceThresholds): number {
  return status === 'crit' ? thresholds.critSeconds : thresholds.warnSeconds;
}

/**
 * What becomes of a client's silence. Pure on purpose: clock, record and thresholds come in, so that each edge is one row of a
 * table test.
 */
export function decideSilence(before: SilenceState, facts: SilenceFacts, now: Date): SilenceDecision {
  const { thresholds, isResting } = facts;
  const lastSuccessAt = believedSuccess(before.lastSuccessAt, facts.lastSuccessAt, now);
  const isNewer = isLater(lastSuccessAt, before.lastSuccessAt);
  const ageSeconds = provenAge(before, silentForSeconds(lastSuccessAt, before.firstSeenAt, now), isNewer);
  const status = isResting ? 'ok' : silenceStatus(ageSeconds, thresholds);
  // A backup that is not stored yet would make this a false alarm; the next evaluation decides.
  if (facts.isRecordBehind && isWorse(status, before.status)) {
    return { state: { ...before, lastSuccessAt }, change: null };
  }
  const state = { ...before, status, lastSuccessAt, thresholds };
  if (status === before.status) return { state, change: null };
  const cause = isResting ? 'pause' : causeOf(before, status, ageSeconds, isNewer);
  return { state, change: { status, previousStatus: before.status, cause } };
}

/**
 * The time from which an evaluation may decide differently if only time passes; never too late. In the past: what is delayed now.
 * null: never by time alone. `state` is the result of an evaluation of these facts at `now`.
 */
export function nextPoll(state: SilenceState, facts: SilenceFacts, now: Date): Date | null {
  if (facts.isResting) return facts.restsUntil;
  // A success that is dated in the future counts again when its date has come.
  const ahead = aheadOf(facts.lastSuccessAt, now);
  if (state.status === 'crit') return ahead;
  const { warnSeconds, critSeconds } = facts.thresholds;
  const limit = state.status === 'warn' ? critSeconds : Math.min(warnSeconds, critSeconds);
  const from = state.lastSuccessAt ?? state.firstSeenAt;
  // Ages are whole seconds, and exactly on the threshold is not beyond it.
  const beyond = new Date(from.getTime() + (Math.floor(limit) + 1) * 1000);
  const { status } = decideSilence(state, { ...facts, isRecordBehind: false }, now).state;
  if (status !== state.status && beyond > now) return now;
  return ahead !== null && ahead < beyond ? ahead : beyond;
}

function aheadOf(at: Date | null, now: Date): Date | null {
  return at !== null && at > now ? at : null;
}

/** A client that is no longer there is silent no more; null where it was not. */
export function changeOfRemoved({ status }: SilenceState): SilenceChange | null {
  return status === 'ok' ? null : { status: 'ok', previousStatus: status, cause: 'removed' };
}

/**
 * At least the age that the status implies: without a newer backup a client that once exceeded a threshold has not become younger,
 * even if the clock went back.
 */
function provenAge({ status, thresholds }: SilenceState, ageSeconds: number, isNewer: boolean): number {
  if (isNewer || status === 'ok') return ageSeconds;
  return Math.max(ageSeconds, thresholdOf(status, thresholds) + 1);
}

function causeOf(before: SilenceState, status: SilenceStatus, ageSeconds: number, isNewer: boolean): SilenceCause {
  const isWithoutChange = silenceStatus(ageSeconds, before.thresholds) === status;
  if (isWorse(status, before.status)) return isWithoutChange ? 'time' : 'threshold';
  return isNewer ? 'backup' : 'threshold';
}

/**
 * A success counts at most as now, from the moment when it is first seen: one that is dated in the future would keep its client
 * from ever being silent. What the state already has is not replaced by such a date, else each evaluation would renew it.
 */
function believedSuccess(known: Date | null, onRecord: Date | null, now: Date): Date | null {
  if (aheadOf(known, now)) return now;
  if (aheadOf(onRecord, now)) return known ?? now;
  return later(known, onRecord);
}

function isLater(at: Date | null, than: Date | null): boolean {
  return at !== null && (than === null || at > than);
}

function later(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a.getTime() >= b.getTime() ? a : b;
}

/** How long a client has been without a good backup, and what that means. */
export interface ClientSilence {
  readonly status: SilenceStatus;
  readonly lastSuccessAt: Date | null;
  readonly ageSeconds: number;
  readonly warnSeconds: number;
  readonly critSeconds: number;
  /** Not reported before this time; null if it is not paused. */
  readonly pausedUntil: Date | null;
  readonly firstSeenAt: Date;
}

/** What a client's thresholds are made from: `schedule` takes them from the client's own planned backups, where it has any. */
export const thresholdBases = ['fixed', 'schedule'] as const;
export type ThresholdBasis = (typeof thresholdBases)[number];

/** A minute, which is the interval of evaluations, and ten years. */
export const thresholdBounds = { leastSeconds: 60, mostSeconds: 10 * 365 * 86_400 };

/** What an operator set for one client; null: nothing of its own. */
export interface OwnThresholds {
  readonly warnSeconds: number | null;
  readonly critSeconds: number | null;
  readonly basis: ThresholdBasis;
}

interface ThresholdsInForce extends SilenceThresholds {
  readonly from: 'global' | 'client' | 'schedule';
}

const warnIntervals = 1.5;
const critIntervals = 3;

/**
 * The effective thresholds of a client. `intervalSeconds` is the interval of its planned backups; null: unknown. If only one of
 * the two is its own and the global other one does not fit, that is twice, or half, the own one.
 */
export function thresholdsInForce(
  global: SilenceThresholds,
  own: OwnThresholds,
  intervalSeconds: number | null,
): ThresholdsInForce {
  if (own.basis === 'schedule' && intervalSeconds !== null) return { ...ofInterval(intervalSeconds), from: 'schedule' };
  if (hasOwn(own)) return { ...completed(own, global), from: 'client' };
  return { warnSeconds: global.warnSeconds, critSeconds: global.critSeconds, from: 'global' };
}

/** Seconds that an operator set; null: not set. */
export type SetThresholds = Pick<OwnThresholds, 'warnSeconds' | 'critSeconds'>;

export function hasOwn({ warnSeconds, critSeconds }: SetThresholds): boolean {
  return warnSeconds !== null || critSeconds !== null;
}

/** The settings, with a missing one of the two taken from `others`, or if that does not fit, twice or half of it. */
export function completed(
  { warnSeconds: warn, critSeconds: crit }: SetThresholds,
  others: SilenceThresholds,
): SilenceThresholds {
  const critSeconds = crit ?? critBeside(warn, others);
  const warnSeconds = warn ?? (critSeconds <= others.warnSeconds ? Math.floor(critSeconds / 2) : others.warnSeconds);
  return { warnSeconds, critSeconds };
}

function critBeside(warn: number | null, { critSeconds }: SilenceThresholds): number {
  return warn !== null && warn >= critSeconds ? 2 * warn : critSeconds;
}

/** Thresholds for backups with this interval in seconds. */
export function ofInterval(intervalSeconds: number): SilenceThresholds {
  const warnSeconds = bounded(Math.round(intervalSeconds * warnIntervals));
  const critSeconds = bounded(Math.round(intervalSeconds * critIntervals));
  return { warnSeconds, critSeconds: Math.max(critSeconds, warnSeconds + 1) };
}

function bounded(seconds: number): number {
  return Math.min(thresholdBounds.mostSeconds, Math.max(thresholdBounds.leastSeconds, seconds));
}
