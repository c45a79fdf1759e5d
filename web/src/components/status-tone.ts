export type Standing = 'ok' | 'warn' | 'crit';

interface Thresholds {
  readonly warnSeconds: number;
  readonly critSeconds: number;
}

/** How a client stands that is watched, by the age of its last good backup. */
export function deviceState(ageSeconds: number, { warnSeconds, critSeconds }: Thresholds): Standing {
  if (ageSeconds <= warnSeconds) return 'ok';
  return ageSeconds > critSeconds ? 'crit' : 'warn';
}
