import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Directors } from '../../../domain/directors.port.js';
import { type MetricFamily, type MetricSource, mostSeries, type MetricSample } from '../../../domain/metrics.port.js';
import { MetricSources } from '../../../platform/metrics/registry-families.js';
import {
  type RunSyncRow,
  RunMetricsRepository,
  type SuccessRow,
  type TallyRow,
  type UnfinishedRow,
} from './run-metrics.repository.js';

/** Upper bounds of the duration buckets, in seconds; inclusive. */
export const durationBounds = [10, 30, 60, 300, 600, 1800, 3600, 7200, 14_400, 28_800, 57_600, 86_400] as const;

/** In the place of a bound: longer than all of them, and without a duration at all (it never started). */
const overflowBucket = 2_147_483_647;
const withoutDuration = -1;

interface Durations {
  readonly labels: Readonly<Record<string, string>>;
  readonly runs: Map<number, number>;
  seconds: number;
}

const timed: ReadonlySet<string> = new Set(['completed', 'warning']);

/** Histogram of the durations of good runs. Canceled and failed runs would distort it. */
function durationsOf(rows: readonly TallyRow[]): MetricFamily {
  const all = new Map<string, Durations>();
  for (const [director, type, level, status, upTo, runs, seconds] of rows) {
    if (!timed.has(status) || upTo === withoutDuration) continue;
    const key = JSON.stringify([director, type, level]);
    const known = all.get(key) ?? { labels: { director, type, level }, runs: new Map<number, number>(), seconds: 0 };
    known.runs.set(upTo, (known.runs.get(upTo) ?? 0) + runs);
    known.seconds += seconds;
    all.set(key, known);
  }
  return {
    name: 'backup_run_duration_seconds',
    type: 'histogram',
    help: 'Duration of runs that ended successfully or with warnings, since the console first knew their Director.',
    samples: [...all.values()].flatMap(samplesOf),
  };
}

/** Buckets of a histogram count all that is not longer, the shorter buckets included. */
function samplesOf({ labels, runs, seconds }: Durations): MetricSample[] {
  let sum = 0;
  const buckets = [...durationBounds, overflowBucket].map((bound): MetricSample => {
    sum += runs.get(bound) ?? 0;
    const le = bound === overflowBucket ? '+Inf' : String(bound);
    return { labels: { ...labels, le }, value: sum, part: 'bucket' };
  });
  return [...buckets, { labels, value: seconds, part: 'sum' }, { labels, value: sum, part: 'count' }];
}

const unfinishedStatuses = ['queued', 'running', 'waiting'] as const;

/** Outcomes of runs, active runs, and the state of the run sync. */
@Injectable()
export class RunMetrics implements MetricSource, OnModuleInit {
  readonly name = 'runs';

  constructor(
    private readonly figures: RunMetricsRepository,
    private readonly directors: Directors,
    private readonly sources: MetricSources,
  ) {}

  onModuleInit(): void {
    this.sources.add(this);
  }

  async families(): Promise<readonly MetricFamily[]> {
    const names = this.directors.all().map(({ name }) => name);
    const [tallies, successes, unfinished, feeds] = await Promise.all([
      this.figures.tallies(names),
      this.figures.successes(names, mostSeries),
      this.figures.unfinished(names),
      this.figures.syncStates(names),
    ]);
    const all = successes.length < mostSeries ? successes.length : await this.figures.countSuccesses(names);
    return [
      successesOf(successes, Math.max(0, all - successes.length)),
      outcomesOf(tallies),
      durationsOf(tallies),
      unfinishedOf(names, unfinished),
      ...syncMetricsOf(feeds),
    ];
  }
}

function successesOf(rows: readonly SuccessRow[], leftOut: number): MetricFamily {
  return {
    name: 'backup_last_success_timestamp_seconds',
    type: 'gauge',
    leftOut,
    help: 'End of the last good backup of the client by this job at this level.',
    samples: rows.map(([director, client, job, level, endedAt]) => ({
      labels: { director, client, job, level },
      value: endedAt,
    })),
  };
}

function outcomesOf(rows: readonly TallyRow[]): MetricFamily {
  const counts = new Map<string, { readonly labels: Record<string, string>; value: number }>();
  for (const [director, type, level, status, , runs] of rows) {
    const key = JSON.stringify([director, type, level, status]);
    const known = counts.get(key) ?? { labels: { director, type, level, status }, value: 0 };
    known.value += runs;
    counts.set(key, known);
  }
  return {
    name: 'backup_runs_total',
    type: 'counter',
    samples: [...counts.values()],
    help: 'Runs that ended with this status, since the console first knew their Director.',
  };
}

/** Also where there is none: a series that is missing is no zero. */
function unfinishedOf(directors: readonly string[], rows: readonly UnfinishedRow[]): MetricFamily {
  const counts = new Map(rows.map(([director, status, runs]) => [`${status} ${director}`, runs]));
  return {
    name: 'backup_runs_unfinished',
    type: 'gauge',
    help: 'Runs that have not ended, by current status.',
    samples: directors.flatMap((director) =>
      unfinishedStatuses.map((status) => ({
        labels: { director, status },
        value: counts.get(`${status} ${director}`) ?? 0,
      })),
    ),
  };
}

function syncMetricsOf(rows: readonly RunSyncRow[]): MetricFamily[] {
  const read = rows.filter(([, lag]) => lag !== null);
  return [
    {
      name: 'backup_run_history_lag_seconds',
      type: 'gauge',
      help: 'Time since the run history was last fully read from the catalog of the Director.',
      samples: read.map(([director, lag]) => ({ labels: { director }, value: lag ?? 0 })),
    },
    {
      name: 'backup_run_history_failing',
      type: 'gauge',
      help: 'Whether the last sync of the run history with the catalog failed.',
      samples: rows.map(([director, , isFailing]) => ({ labels: { director }, value: isFailing ? 1 : 0 })),
    },
    {
      name: 'backup_runs_lost',
      type: 'gauge',
      help: 'Runs that disappeared from the catalog in the last 24 hours before their end was recorded.',
      samples: rows.map(([director, , , lost]) => ({ labels: { director }, value: lost })),
    },
  ];
}
