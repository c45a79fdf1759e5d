import { formatDuration } from './units.js';
import { type HealthFinding, type HealthVerdict } from './verdict.js';

/** The status of one Director's run sync. */
export interface RunSyncStatus {
  /** Seconds since the catalog was last read through, by the database's clock; null: never. */
  readonly lagSeconds: number | null;
  /** The last failure in a form that may be shown; null: the last poll succeeded. */
  readonly failure: string | null;
  /** Runs that disappeared from the catalog within 24 hours before they ended. */
  readonly lost24h: number;
  /** Backups of all files that ended within 24 hours and saved at most half of the baseline. */
  readonly small24h: number;
}

const warnSeconds = 60;
const critSeconds = 900;

/** `known`: how many of the lost, and of the small, are acknowledged. */
export function recordFindings(
  status: RunSyncStatus,
  known: Pick<RunSyncStatus, 'lost24h' | 'small24h'> = { lost24h: 0, small24h: 0 },
): HealthFinding[] {
  return [lagFinding(status), lostFinding(status, known.lost24h), smallFinding(status, known.small24h)];
}

function lagFinding({ lagSeconds, failure }: RunSyncStatus): HealthFinding {
  const about = { id: 'record.lag', component: 'catalog', params: {}, value: lagSeconds, unit: 'seconds' };
  if (lagSeconds === null) {
    const message = 'The run history has not been read from the catalog yet.';
    return {
      ...about,
      code: 'record.never_read',
      status: failure === null ? 'unknown' : 'warn',
      message,
      hint: failure,
    };
  }
  const status = verdictOf(lagSeconds);
  if (status === 'ok') {
    return { ...about, code: 'record.up_to_date', status, message: 'The run history is up to date.', hint: null };
  }
  const message = `The run history is ${formatDuration(lagSeconds)} behind the catalog.`;
  return { ...about, code: 'record.behind', status, message, hint: failure ?? "Check the console's log." };
}

function verdictOf(lagSeconds: number): HealthVerdict {
  if (lagSeconds > critSeconds) return 'crit';
  return lagSeconds > warnSeconds ? 'warn' : 'ok';
}

function lostFinding({ lost24h }: RunSyncStatus, known: number): HealthFinding {
  const about = { id: 'record.lost', component: 'catalog', params: { known }, value: lost24h, unit: 'runs' };
  if (lost24h === 0) {
    return {
      ...about,
      code: 'record.complete',
      status: 'ok',
      message: 'Every run was tracked to its end.',
      hint: null,
    };
  }
  const message = `${lost24h} ${lost24h === 1 ? 'run' : 'runs'} disappeared from the catalog before ${lost24h === 1 ? 'its' : 'their'} end was recorded${known > 0 ? `, ${known} acknowledged` : ''}.`;
  if (known >= lost24h) return { ...about, code: 'record.lost', status: 'ok', message, hint: null };
  const hint = 'The runs were deleted, or the catalog was replaced. Run the jobs again if their backups are needed.';
  return { ...about, code: 'record.lost', status: 'warn', message, hint };
}

function smallFinding({ small24h }: RunSyncStatus, known: number): HealthFinding {
  const about = { id: 'runs.outliers', component: 'catalog', params: { known }, value: small24h, unit: 'runs' };
  if (small24h === 0) {
    const message = 'No full backup was unusually small.';
    return { ...about, code: 'runs.normal_size', status: 'ok', message, hint: null };
  }
  const message = `${small24h} full ${small24h === 1 ? 'backup' : 'backups'} in the last 24 hours saved at most half of the typical size${known > 0 ? `, ${known} acknowledged` : ''}.`;
  if (known >= small24h) return { ...about, code: 'runs.small', status: 'ok', message, hint: null };
  const hint = 'Check that the data to back up still exists and is mounted.';
  return { ...about, code: 'runs.small', status: 'warn', message, hint };
}
