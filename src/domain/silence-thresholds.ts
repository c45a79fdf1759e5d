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
  if (own.basis === 'schedule' && intervalSeconds !== null) return ofInterval(intervalSeconds);
  const { warnSeconds: warn, critSeconds: crit } = own;
  if (warn === null && crit === null) {
    return { warnSeconds: global.warnSeconds, critSeconds: global.critSeconds, from: 'global' };
  }
  const critSeconds = crit ?? critBeside(warn, global);
  const warnSeconds = warn ?? (critSeconds <= global.warnSeconds ? Math.floor(critSeconds / 2) : global.warnSeconds);
  return { warnSeconds, critSeconds, from: 'client' };
}

function critBeside(warn: number | null, { critSeconds }: SilenceThresholds): number {
  return warn !== null && warn >= critSeconds ? 2 * warn : critSeconds;
}

function ofInterval(intervalSeconds: number): ThresholdsInForce {
  const warnSeconds = bounded(Math.round(intervalSeconds * warnIntervals));
  const critSeconds = bounded(Math.round(intervalSeconds * critIntervals));
  return { warnSeconds, critSeconds: Math.max(critSeconds, warnSeconds + 1), from: 'schedule' };
}

function bounded(seconds: number): number {
  return Math.min(thresholdBounds.mostSeconds, Math.max(thresholdBounds.leastSeconds, seconds));
}

/** The longest time between two starts that follow each other, in seconds; null where there are not two. */
export function longestGapSeconds(starts: readonly Date[]): number | null {
  const times = [...new Set(starts.map((at) => at.getTime()))].sort((a, b) => a - b);
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  return gaps.length === 0 ? null : Math.round(Math.max(...gaps) / 1000);
}
