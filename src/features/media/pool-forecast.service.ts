import { type Forecast, forecastOf } from './pool-forecast.js';
import { type PoolCapacity, roomOf } from './pool-capacity.js';
import { type StorageState } from '../../domain/storages.js';
import { type Pool } from '../../domain/volumes.js';
import { type PoolDay } from './pool-usage.repository.js';

export interface PoolView {
  readonly pool: Pool;
  readonly room: PoolCapacity;
  readonly forecast: Forecast;
  readonly disk: Disk | null;
}

interface Disk {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

export interface PoolSources {
  /** Its storages; null: they could not be read. */
  readonly storages: readonly StorageState[] | null;
  readonly writings: readonly PoolDay[];
  readonly now: Date;
}

const daySeconds = 86_400;

export function viewOfPool(pool: Pool, { storages, writings, now }: PoolSources): PoolView {
  const disk = storages === null ? null : diskOf(pool, storages);
  const room = roomOf(pool, disk?.freeBytes ?? null);
  const daily = dailyOf(pool, writings, Math.floor(now.getTime() / (daySeconds * 1000)));
  const hasKeepRules = pool.keep !== null;
  const isGivenBack = pool.recycle && pool.autoPrune && !hasKeepRules;
  const forecast = forecastOf({
    now,
    daily,
    remainingBytes: room.remainingBytes,
    releases: isGivenBack ? pool.releases : [],
    holdSeconds: isGivenBack ? reservedDaysOf(pool, daily) : null,
    hasKeepRules,
  });
  return { pool, room, forecast, disk };
}

/**
 * Free space of the disk of the pool's volumes. With several disks the largest counts: they may be the same disk, so a sum could
 * be too high. A pool without volumes uses the only storage, if there is one.
 */
function diskOf(pool: Pool, storages: readonly StorageState[]): Disk | null {
  const names = pool.storages.length > 0 ? pool.storages : storages.map(({ storage }) => storage);
  if (pool.storages.length === 0 && names.length !== 1) return null;
  const disks = names.map((name) => storages.find(({ storage }) => storage === name));
  const known = disks.flatMap((one) => {
    const freeBytes = one?.freeBytes ?? null;
    return freeBytes === null ? [] : [{ freeBytes, totalBytes: one?.totalBytes ?? 0 }];
  });
  const [first, ...rest] = known;
  if (first === undefined || known.length < names.length) return null;
  return rest.reduce((largest, disk) => (disk.freeBytes > largest.freeBytes ? disk : largest), first);
}

/** From the first day on which something was written into the pool until yesterday. */
function dailyOf(pool: Pool, writings: readonly PoolDay[], today: number): readonly number[] {
  const own = new Map(writings.filter((one) => one.pool === pool.pool).map(({ day, bytes }) => [day, bytes]));
  if (own.size === 0) return [];
  const first = Math.min(...own.keys());
  const share = pool.storedShare ?? 1;
  return Array.from({ length: Math.max(0, today - first) }, (_, index) => (own.get(first + index) ?? 0) * share);
}

/** Retention counts from a volume's last write, so the first data on it stays longer by the time it takes to fill it. */
function reservedDaysOf({ retentionSeconds, maxVolumeBytes }: Pool, daily: readonly number[]): number | null {
  if (retentionSeconds === null) return null;
  const perDay = daily.length === 0 ? 0 : daily.reduce((sum, bytes) => sum + bytes, 0) / daily.length;
  const fillDays = maxVolumeBytes === null || perDay === 0 ? 0 : maxVolumeBytes / perDay;
  return retentionSeconds + fillDays * daySeconds;
}
