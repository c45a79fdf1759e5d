import { type SilenceThresholds } from './silence.js';

/** What a client's thresholds are made from: `schedule` takes them from the client's own planned backups, where it has any. */
export const thresholdBases = ['fixed', 'schedule'] as const;
export type ThresholdBasis = (typeof thresholdBases)[number];

/** A minute, which is how often is looked, and ten years. */
export const thresholdBounds = { leastSeconds: 60, mostSeconds: 10 * 365 * 86_400 };

/** What an operator set for one client; null: nothing of its own. */
export interface OwnThresholds {
  readonly warnSeconds: number | null;
  readonly critSeconds: number | null;
  readonly basis: ThresholdBasis;
}

export interface ThresholdsInForce extends SilenceThresholds {
  readonly from: 'global' | 'client' | 'schedule';
}

const warnIntervals = 1.5;
const critIntervals = 3;

/**
 * The thresholds that hold for a client. `intervalSeconds` is how far its planned backups lie apart; null: not known.
 * Where only one of the two is its own and the global other one does not fit to it, that is twice, or half, the own one.
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

/** What was set, with the missing one of the two taken from `others`, or where that does not fit, twice or half of it. */
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

/** Thresholds for backups that are planned so many seconds apart. */
export function ofInterval(intervalSeconds: number): SilenceThresholds {
  const warnSeconds = bounded(Math.round(intervalSeconds * warnIntervals));
  const critSeconds = bounded(Math.round(intervalSeconds * critIntervals));
  return { warnSeconds, critSeconds: Math.max(critSeconds, warnSeconds + 1) };
}

function bounded(seconds: number): number {
  return Math.min(thresholdBounds.mostSeconds, Math.max(thresholdBounds.leastSeconds, seconds));
}
