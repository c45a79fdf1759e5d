import { type CheckResult } from '../../domain/condition.js';
import { type PoolOutlook } from '../media/pool-outlooks.port.js';

const dayMs = 86_400_000;
const beginDays = 7;
const endDays = 10;
const beginShare = 0.1;
const endShare = 0.12;

/** Whether a pool is about to be full, by its forecast or by the free space of its disk; null: neither is known. */
export function poolFilling({ forecast, disk }: PoolOutlook, now: Date): CheckResult | null {
  const { state, expected } = forecast;
  const days = expected === null ? Infinity : (expected.getTime() - now.getTime()) / dayMs;
  const share = disk === null || disk.totalBytes <= 0 ? null : disk.freeBytes / disk.totalBytes;
  const isForecast = state !== 'unknown';
  if (!isForecast && share === null) return null;
  if ((isForecast && days < beginDays) || (share !== null && share < beginShare)) return 'bad';
  return (!isForecast || days > endDays) && (share === null || share > endShare) ? 'good' : 'between';
}
