export type SilenceStatus = 'ok' | 'warn' | 'crit';

export interface SilenceThresholds {
  readonly warnSeconds: number;
  readonly critSeconds: number;
}

/** 36 h and 72 h: a nightly backup may fail once without waking anybody. */
export const defaultThresholds: SilenceThresholds = { warnSeconds: 36 * 3600, critSeconds: 72 * 3600 };

/** Seconds since the last success; a client that never had one counts from first sight. Never negative: a clock may step back. */
export function silentForSeconds(lastSuccessAt: Date | null, firstSeenAt: Date, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - (lastSuccessAt ?? firstSeenAt).getTime()) / 1000));
}

/** "Exceeds" is strict: exactly on the threshold is not yet silent. */
export function silenceStatus(ageSeconds: number, thresholds: SilenceThresholds): SilenceStatus {
  if (ageSeconds > thresholds.critSeconds) return 'crit';
  return ageSeconds > thresholds.warnSeconds ? 'warn' : 'ok';
}
