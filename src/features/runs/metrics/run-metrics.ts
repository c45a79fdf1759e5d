import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Directors } from '../../../domain/directors.port.js';
import { type MetricFamily, type MetricSource, mostSeries } from '../../../domain/metrics.port.js';
import { MetricSources } from '../../../platform/metrics/metric-sources.js';
import { durationsOf } from './run-durations-family.js';
import {
  type FeedRow,
  RunFigures,
  type SuccessRow,
  type TallyRow,
  type UnfinishedRow,
} from './run-metrics.repository.js';

const unfinishedStatuses = ['queued', 'running', 'waiting'] as const;

/** What became of runs, what is on its way, and whether the record of them is up to date. */
@Injectable()
export class RunMetrics implements MetricSource, OnModuleInit {
  readonly name = 'runs';

  constructor(
    private readonly figures: RunFigures,
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
      this.figures.feeds(names),
    ]);
    const all = successes.length < mostSeries ? successes.length : await this.figures.countSuccesses(names);
    return [
      successesOf(successes, Math.max(0, all - successes.length)),
      outcomesOf(tallies),
      durationsOf(tallies),
      unfinishedOf(names, unfinished),
      ...feedsOf(feeds),
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

function feedsOf(rows: readonly FeedRow[]): MetricFamily[] {
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
