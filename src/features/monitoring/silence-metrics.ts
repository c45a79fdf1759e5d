import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../domain/clock.js';
import { Directors } from '../../domain/directors.port.js';
import { type MetricFamily, type MetricSource, mostSeries } from '../../domain/metrics.port.js';
import { silenceStatuses } from '../../domain/silence.js';
import { MetricSources } from '../../platform/metrics/registry-families.js';
import { SilenceMetricsRepository } from './silence-metrics.repository.js';

/** The silent clients, as reported by events. */
@Injectable()
export class SilenceMetrics implements MetricSource, OnModuleInit {
  readonly name = 'silence';

  constructor(
    private readonly figures: SilenceMetricsRepository,
    private readonly directors: Directors,
    private readonly clock: Clock,
    private readonly sources: MetricSources,
  ) {}

  onModuleInit(): void {
    this.sources.add(this);
  }

  async families(): Promise<readonly MetricFamily[]> {
    const names = this.directors.all().map(({ name }) => name);
    const [standings, rounds] = await Promise.all([
      this.figures.standings(names, mostSeries),
      this.figures.rounds(names),
    ]);
    const all = standings.length < mostSeries ? standings.length : await this.figures.count(names);
    const leftOut = Math.max(0, all - standings.length);
    const nowSeconds = this.clock.now().getTime() / 1000;
    return [
      {
        name: 'backup_client_silence_state',
        type: 'gauge',
        leftOut,
        help: 'Silence status of the client as reported: 0 ok, 1 warn, 2 crit.',
        samples: standings.map(([director, client, status]) => ({
          labels: { director, client },
          value: silenceStatuses.indexOf(status),
        })),
      },
      {
        name: 'backup_client_silence_age_seconds',
        type: 'gauge',
        leftOut,
        help: 'Time since the last good backup of the client, or since the client was first seen if it has none.',
        samples: standings.map(([director, client, , since]) => ({
          labels: { director, client },
          value: Math.max(0, Math.floor(nowSeconds - since)),
        })),
      },
      {
        name: 'backup_silence_evaluation_age_seconds',
        type: 'gauge',
        help: 'Time since the clients of the Director were last evaluated.',
        samples: rounds.map(([director, seconds]) => ({ labels: { director }, value: seconds })),
      },
    ];
  }
}
