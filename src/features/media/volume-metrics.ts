import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { type Logger } from 'pino';
import { type VolumeSum } from '../../domain/volume-reader.port.js';
import { type DirectorEntry, Directors } from '../../domain/directors.port.js';
import { type MetricFamily, type MetricSource } from '../../domain/metrics.port.js';
import { fullScope } from '../../domain/principal.js';
import { LOG } from '../../platform/logging/log.js';
import { CachedPoll } from '../../platform/metrics/cached-poll.js';
import { MetricSources } from '../../platform/metrics/registry-families.js';

const firstRefreshMs = 10_000;
const refreshEveryMs = 60_000;

interface Stale {
  readonly sums: readonly VolumeSum[];
  readonly atMs: number;
}

/** Volumes and their contents, as last read from each catalog: scrapes read no catalog. */
@Injectable()
export class VolumeMetrics implements MetricSource, OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown {
  readonly name = 'volumes';
  /** By the Director's name: the last values stay while its catalog is away, and their age is reported. */
  private readonly seen = new Map<string, Stale>();
  private readonly background = new CachedPoll(() => this.refreshAll(), firstRefreshMs, refreshEveryMs);

  constructor(
    private readonly directors: Directors,
    private readonly sources: MetricSources,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onModuleInit(): void {
    this.sources.add(this);
  }

  onApplicationBootstrap(): void {
    this.background.start();
  }

  onApplicationShutdown(): void {
    this.background.stop();
  }

  /** Reads all catalogs independently; one that fails is read again the next time. */
  async refreshAll(): Promise<void> {
    await Promise.all(this.directors.all().map((entry) => this.refresh(entry)));
  }

  families(): Promise<readonly MetricFamily[]> {
    const names = new Set(this.directors.all().map(({ name }) => name));
    const known = [...this.seen].filter(([director]) => names.has(director));
    const rows = known.flatMap(([director, { sums }]) => sums.map((sum) => ({ director, sum })));
    return Promise.resolve([
      {
        name: 'backup_volumes',
        type: 'gauge',
        leftOut: 0,
        help: 'Number of volumes of the pool by status in the catalog.',
        samples: rows.map(({ director, sum: { pool, status, volumes } }) => ({
          labels: { director, pool: pool ?? '', status },
          value: volumes,
        })),
      },
      {
        name: 'backup_pool_bytes',
        type: 'gauge',
        leftOut: 0,
        help: 'Bytes on the volumes of the pool.',
        samples: known.flatMap(([director, { sums }]) => bytesOf(director, sums)),
      },
      {
        name: 'backup_volumes_age_seconds',
        type: 'gauge',
        help: 'Time since the volumes were last counted in the catalog of the Director.',
        samples: known.map(([director, { atMs }]) => ({
          labels: { director },
          value: Math.round(performance.now() - atMs) / 1000,
        })),
      },
    ]);
  }

  private async refresh({ name, catalog }: DirectorEntry): Promise<void> {
    const atMs = performance.now();
    try {
      this.seen.set(name, { sums: await catalog.volumes.sumVolumes(fullScope), atMs });
    } catch (error) {
      this.log.debug({ err: error, director: name }, 'Could not count the volumes for metrics.');
    }
  }
}

function bytesOf(director: string, sums: readonly VolumeSum[]): MetricFamily['samples'] {
  const pools = new Map<string, number>();
  for (const { pool, bytes } of sums) pools.set(pool ?? '', (pools.get(pool ?? '') ?? 0) + bytes);
  return [...pools].map(([pool, value]) => ({ labels: { director, pool }, value }));
}
