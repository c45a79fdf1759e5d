import { type Schemas } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { useApiQuery } from '../../api/queries';

export type PoolGrowth = Schemas['PoolStatistics'];

export interface GrowthDay {
  /** `2026-11-17`, in UTC. */
  readonly day: string;
  readonly runs: number;
  readonly files: number;
  readonly bytes: number;
}

/** So many days the pictures show. */
export const growthDays = 90;
const dayMs = 86_400_000;

/** What was written into pools, by day; nothing for who may not see figures. */
export function useGrowth(query: { readonly director?: string; readonly pool?: string }) {
  const isAllowed = usePermissionError('stats:read') === null;
  const { pool, director } = query;
  return useApiQuery(
    ['stats', 'storage', director, pool, growthDays],
    (api, signal) =>
      api.GET('/api/v1/stats/storage', { params: { query: { ...query, days: growthDays, limit: 500 } }, signal }),
    { enabled: isAllowed },
  );
}

/** Every day of the span, today the last of them, those without a run as well. */
export function everyDay({ days }: Pick<PoolGrowth, 'days'>, now: number): readonly GrowthDay[] {
  const known = new Map(days.map((one) => [one.day.slice(0, 10), one]));
  return Array.from({ length: growthDays }, (_, index) => {
    const day = new Date(now - (growthDays - 1 - index) * dayMs).toISOString().slice(0, 10);
    const { runs = 0, files = 0, bytes = 0 } = known.get(day) ?? {};
    return { day, runs, files, bytes };
  });
}
