import { Injectable } from '@nestjs/common';
import { chosenDirectors, everyDirector, type DirectorEntry, Directors } from '../../domain/directors.port.js';
import { Clock } from '../../domain/clock.js';
import { forecastConfidence, mostDays, type PoolSpaceForecast } from './pool-forecast.js';
import { type Principal, type Scope } from '../../domain/principal.js';
import { AppError } from '../../domain/error-codes.js';
import { type StorageState } from '../../domain/storages.js';
import { pageOfWhole } from '../../domain/pagination.js';
import { type PageOf } from '../../http/api-answers.js';
import { Cursors } from '../../http/cursors.js';
import { settleWithin } from '../../platform/timing.js';
import { mediaLinks } from './media-links.js';
import { type PoolView, viewOfPool } from './pool-forecast.service.js';
import { type PoolDay, PoolWritingsRepository } from './pool-usage.repository.js';
import { type PoolRecord, type PoolsQuery } from './pools.dto.js';

const dayMs = 86_400_000;
/** Sums of whole days do not change within minutes. */
const writingsFreshMs = 60_000;
const outlookFreshMs = 300_000;
/** Longer than storages are waited for; of a Director that hangs, the free space is that of before. */
const storagesWaitMs = 4_000;

interface RetainedVolumes<T> {
  readonly until: number;
  readonly value: Promise<T>;
}

/** Pools, what room they have, and when they will be full. */
@Injectable()
export class PoolsService {
  private readonly writings = new Map<string, RetainedVolumes<readonly PoolDay[]>>();
  private readonly outlooks = new Map<string, RetainedVolumes<readonly PoolSpaceForecast[]>>();
  /** As each Director reported them last: without the free space of its disks a pool would seem to have more room. */
  private readonly lastStorages = new Map<string, readonly StorageState[]>();

  constructor(
    private readonly directors: Directors,
    private readonly poolWritings: PoolWritingsRepository,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  async listPools({ scope }: Principal, query: PoolsQuery): Promise<PageOf<PoolRecord>> {
    const context = { operation: 'listPools', query };
    const page = this.cursors.requestOf(query, context);
    const entries = chosenDirectors(this.directors, query.director);
    const lists = await Promise.all(
      entries.map(async (entry) => {
        const views = this.viewsAt(scope, entry);
        const known = await (query.director === everyDirector ? views.catch(nothing) : views);
        return known.map((view) => ({ director: entry.name, view }));
      }),
    );
    const wanted = lists.flat().filter(({ view }) => query.name === undefined || view.pool.pool === query.name);
    const slice = pageOfWhole(wanted, page, ({ director, view }) => [view.pool.pool, director]);
    return this.cursors.pageOf(slice, context, ({ director, view }) => recordOfPool(director, view));
  }

  /** When the pools of a Director are full; a few minutes old at most. */
  of(scope: Scope, entry: DirectorEntry): Promise<readonly PoolSpaceForecast[]> {
    return cached(this.outlooks, entry.name, outlookFreshMs, () => this.fresh(scope, entry));
  }

  /** The same, as it is now. */
  async fresh(scope: Scope, entry: DirectorEntry): Promise<readonly PoolSpaceForecast[]> {
    const views = await this.viewsAt(scope, entry);
    return views.map(({ pool, forecast, disk }) => ({ pool: pool.pool, forecast, disk }));
  }

  private async viewsAt(scope: Scope, entry: DirectorEntry): Promise<readonly PoolView[]> {
    const now = this.clock.now();
    const today = Math.floor(now.getTime() / dayMs);
    const [pools, storages, writings] = await Promise.all([
      entry.catalog.volumes.listPools(scope),
      this.storagesOf(scope, entry),
      cached(this.writings, `${today} ${entry.name}`, writingsFreshMs, () =>
        this.poolWritings.read(entry.name, today - mostDays, today),
      ),
    ]);
    return pools.map((pool) => viewOfPool(pool, { storages, writings, now }));
  }

  private async storagesOf(scope: Scope, entry: DirectorEntry): Promise<readonly StorageState[] | null> {
    const storages = await storagesSoon(scope, entry);
    if (storages !== null) this.lastStorages.set(entry.name, storages);
    return storages ?? this.lastStorages.get(entry.name) ?? null;
  }
}

/** The cached value of a key; concurrent callers share one read. Failures are not cached. */
function cached<T>(
  known: Map<string, RetainedVolumes<T>>,
  key: string,
  freshMs: number,
  read: () => Promise<T>,
): Promise<T> {
  const found = known.get(key);
  const now = performance.now();
  if (found && now < found.until) return found.value;
  for (const [other, { until }] of known) if (now >= until) known.delete(other);
  const value = read();
  known.set(key, { until: now + freshMs, value });
  value.catch(() => known.delete(key));
  return value;
}

/** null if the storages cannot be read, or not soon: the pools are still shown. */
function storagesSoon(scope: Scope, { director }: DirectorEntry): Promise<readonly StorageState[] | null> {
  const storages = director.listStorages(scope).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  return settleWithin(storages, storagesWaitMs);
}

function nothing(error: unknown): readonly PoolView[] {
  if (error instanceof AppError) return [];
  throw error;
}

function recordOfPool(director: string, { pool, room, forecast }: PoolView): PoolRecord {
  const name = pool.pool;
  const { type, maxVolumes, maxVolumeBytes, maxPoolBytes, retentionSeconds, recycle, autoPrune, labelFormat } = pool;
  const { nextPool, scratchPool, recyclePool } = pool;
  return {
    pool: name,
    director,
    type,
    volumes: pool.groups.reduce((sum, { volumes }) => sum + volumes, 0),
    volumesByStatus: pool.groups.map(({ status, volumes, bytes }) => ({ status, volumes, bytes })),
    usedBytes: room.usedBytes,
    capacityBytes: room.capacityBytes,
    remainingBytes: room.remainingBytes,
    limitedBy: room.limitedBy,
    maxVolumes,
    maxVolumeBytes,
    maxPoolBytes,
    retentionSeconds,
    keep: pool.keep && { ...pool.keep },
    recycle,
    autoPrune,
    labelFormat,
    nextPool,
    scratchPool,
    recyclePool,
    storages: [...pool.storages],
    forecast: { ...forecast, confidence: forecast.expected === null ? null : forecastConfidence },
    links: {
      self: mediaLinks.pool(director, name),
      volumes: mediaLinks.volumesOf(director, name),
      runs: mediaLinks.runsOf(director, name),
      director: mediaLinks.director(director),
    },
  };
}
