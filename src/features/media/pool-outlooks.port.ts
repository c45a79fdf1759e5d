import { type DirectorEntry } from '../../domain/directors.port.js';
import { type Forecast } from './pool-forecast.js';
import { type Scope } from '../../domain/scope.js';
import { type HealthFinding } from '../../domain/verdict.js';

export interface PoolOutlook {
  readonly pool: string;
  readonly forecast: Forecast;
  /** That its volumes are on; null: not known, or no disk. */
  readonly disk: { readonly freeBytes: number; readonly totalBytes: number } | null;
}

/** When the pools of a Director are full, for those who look after its health. */
export abstract class PoolOutlooks {
  /** A few minutes old at most. */
  abstract of(scope: Scope, entry: DirectorEntry): Promise<readonly PoolOutlook[]>;
  /** As it is now. */
  abstract fresh(scope: Scope, entry: DirectorEntry): Promise<readonly PoolOutlook[]>;
}

const warnMs = 7 * 86_400_000;

/** Findings on pools that are full, or expected to be within a week; on others there is none. */
export function poolFindings(outlooks: readonly PoolOutlook[], now: Date): HealthFinding[] {
  return outlooks.flatMap(({ pool, forecast: { state, expected, earliest, latest } }) => {
    if (expected === null || expected.getTime() - now.getTime() > warnMs) return [];
    const days = Math.max(0, Math.round((expected.getTime() - now.getTime()) / 86_400_000));
    const when = state === 'full' ? 'has no free space' : `is expected to be full on ${dayOf(expected)}`;
    const range = state === 'full' ? '' : ` (${rangeOf(earliest, latest)})`;
    return [
      {
        id: `pool.${pool}`,
        component: 'storage',
        status: 'warn' as const,
        value: days,
        unit: 'days',
        code: state === 'full' ? ('pool.full' as const) : ('pool.filling' as const),
        params: { pool, ...times({ expected, earliest, latest }) },
        message: `Pool ${pool} ${when}${range}.`,
        hint: 'Free space, add volumes or a disk, or shorten the retention. GET /api/v1/storage-media/pools shows what limits the pool.',
      },
    ];
  });
}

/** Those that the forecast covers. */
function times(of: Readonly<Record<string, Date | null>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(of).flatMap(([name, time]) => (time === null ? [] : [[name, time.toISOString()]])),
  );
}

/** Without a latest time: the forecast does not reach that far. */
function rangeOf(earliest: Date | null, latest: Date | null): string {
  const first = dayOf(earliest ?? new Date(0));
  return latest === null ? `not before ${first}` : `between ${first} and ${dayOf(latest)}`;
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
