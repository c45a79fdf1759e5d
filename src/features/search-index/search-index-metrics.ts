import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Directors } from '../../domain/directors.port.js';
import { type MetricFamily, type MetricSource } from '../../domain/metrics.port.js';
import { MetricSources } from '../../platform/metrics/registry-families.js';
import { SearchIndexMetricsRepository } from './search-index-metrics.repository.js';

/** Whether the index of names keeps up with its Directors. */
@Injectable()
export class SearchIndexMetrics implements MetricSource, OnModuleInit {
  readonly name = 'names';

  constructor(
    private readonly figures: SearchIndexMetricsRepository,
    private readonly directors: Directors,
    private readonly sources: MetricSources,
  ) {}

  onModuleInit(): void {
    this.sources.add(this);
  }

  async families(): Promise<readonly MetricFamily[]> {
    const rows = await this.figures.indexStates(this.directors.all().map(({ name }) => name));
    return [
      {
        name: 'backup_search_index_waiting_runs',
        type: 'gauge',
        help: 'Runs that are not in the search index yet.',
        samples: rows.map(([director, waiting]) => ({ labels: { director }, value: waiting })),
      },
      {
        name: 'backup_search_index_lag_seconds',
        type: 'gauge',
        help: 'Time since the search index last contained every run; absent until it first did.',
        samples: rows.flatMap(([director, , age]) => (age === null ? [] : [{ labels: { director }, value: age }])),
      },
      {
        name: 'backup_search_index_failing',
        type: 'gauge',
        help: 'Whether the last indexing of file names failed.',
        samples: rows.map(([director, , , isFailing]) => ({ labels: { director }, value: isFailing ? 1 : 0 })),
      },
    ];
  }
}
