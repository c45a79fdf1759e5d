import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { type DirectorObservation } from '../../../domain/director.port.js';
import { type DirectorEntry, Directors } from '../../../domain/directors.port.js';
import { type MetricFamily, type MetricSample, type MetricSource } from '../../../domain/metrics.port.js';
import { CachedPoll } from '../../../platform/metrics/cached-poll.js';
import { MetricSources } from '../../../platform/metrics/registry-families.js';
import { type KnownHealth, DirectorHealthMonitors } from './director-health-monitor.js';
import { type ProbeEnd } from './cached-probe.js';

const firstRefreshMs = 10_000;
const refreshEveryMs = 60_000;
const storageId = /^storage:(.+)$/s;

interface Known extends KnownHealth {
  readonly director: string;
}

/** Whether Directors, catalogs and storages answer and how fast, as last observed by the health monitor: scrapes start no probe. */
@Injectable()
export class DirectorMetrics implements MetricSource, OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown {
  readonly name = 'directors';
  /** For a console whose health is not requested. */
  private readonly background = new CachedPoll(() => this.refresh(), firstRefreshMs, refreshEveryMs);

  constructor(
    private readonly directors: Directors,
    private readonly watches: DirectorHealthMonitors,
    private readonly sources: MetricSources,
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

  async refresh(): Promise<void> {
    await Promise.all(this.directors.all().map((entry) => this.watches.of(entry).probeBoth()));
  }

  families(): Promise<readonly MetricFamily[]> {
    const known = this.directors.all().map((entry) => this.knownOf(entry));
    return Promise.resolve([
      ...contactFamilies('director', known, ({ ofDirector }) => ofDirector),
      ...contactFamilies('catalog', known, ({ ofCatalog }) => ofCatalog),
      {
        name: 'backup_storage_up',
        type: 'gauge',
        leftOut: 0,
        help: '1 if the storage was OK, or only short of space, when its Director was last reached; otherwise 0.',
        samples: storageSamples(known, ({ status }) => (status === 'unknown' ? null : status === 'crit' ? 0 : 1)),
      },
      {
        name: 'backup_storage_free_bytes',
        type: 'gauge',
        leftOut: 0,
        help: 'Free space on the storage, if the Director reports it.',
        samples: storageSamples(known, ({ value, unit }) => (unit === 'bytes' ? value : null)),
      },
    ]);
  }

  private knownOf(entry: DirectorEntry): Known {
    return { director: entry.name, ...this.watches.of(entry).knownHealth() };
  }
}

/** Only of those that were probed. */
function contactFamilies(
  what: 'director' | 'catalog',
  known: readonly Known[],
  endOf: (known: Known) => ProbeEnd | null,
): MetricFamily[] {
  const ends = known.flatMap((one) => {
    const end = endOf(one);
    return end === null ? [] : [{ director: one.director, end }];
  });
  const samplesOf = (value: (end: ProbeEnd) => number): MetricSample[] =>
    ends.map(({ director, end }) => ({ labels: { director }, value: value(end) }));
  const named = { director: 'the Director', catalog: 'the catalog of the Director' }[what];
  return [
    {
      name: `backup_${what}_up`,
      type: 'gauge',
      help: `Whether ${named} answered the last check.`,
      samples: samplesOf(({ answered }) => (answered ? 1 : 0)),
    },
    {
      name: `backup_${what}_latency_seconds`,
      type: 'gauge',
      help: `Duration of the last check of ${named}, until it answered or failed.`,
      samples: samplesOf(({ tookSeconds }) => tookSeconds),
    },
    {
      name: `backup_${what}_check_age_seconds`,
      type: 'gauge',
      help: `Time since the last check of ${named} ended.`,
      samples: samplesOf(({ ageSeconds }) => ageSeconds),
    },
  ];
}

function storageSamples(
  known: readonly Known[],
  valueOf: (observation: DirectorObservation) => number | null,
): MetricSample[] {
  return known.flatMap(({ director, observations }) =>
    observations.flatMap((observation) => {
      const storage = storageId.exec(observation.id)?.[1];
      const value = storage === undefined ? null : valueOf(observation);
      return storage === undefined || value === null ? [] : [{ labels: { director, storage }, value }];
    }),
  );
}
