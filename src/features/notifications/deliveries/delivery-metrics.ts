import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../domain/clock.js';
import { type MetricFamily, type MetricSource } from '../../../domain/metrics.port.js';
import { MetricSources } from '../../../platform/metrics/registry-families.js';
import { type CountRow, DeliveryCounts } from './delivery.js';
import { type Backlog, DeliveryMetricsRepository } from './delivery-metrics.repository.js';

/** Metrics of deliveries. */
@Injectable()
export class DeliveryMetrics implements MetricSource, OnModuleInit {
  readonly name = 'deliveries';

  constructor(
    private readonly figures: DeliveryMetricsRepository,
    private readonly counts: DeliveryCounts,
    private readonly clock: Clock,
    private readonly sources: MetricSources,
  ) {}

  onModuleInit(): void {
    this.sources.add(this);
  }

  async families(): Promise<readonly MetricFamily[]> {
    const now = this.clock.now();
    return [
      {
        name: 'backup_deliveries_ended_total',
        type: 'counter',
        leftOut: 0,
        help: 'Deliveries completed by this process: delivered, or failed after the last attempt.',
        samples: samplesOf(this.counts.ended(), 'outcome'),
      },
      {
        name: 'backup_delivery_attempts_total',
        type: 'counter',
        leftOut: 0,
        help: 'Delivery attempts of this process, by result.',
        samples: samplesOf(this.counts.tried(), 'verdict'),
      },
      ...backlogOf(await this.figures.backlog(now), now),
    ];
  }
}

function samplesOf(rows: readonly CountRow[], label: string): MetricFamily['samples'] {
  return rows.map(([channel, word, value]) => ({ labels: { channel, [label]: word }, value }));
}

function backlogOf({ waiting, due, sending, oldestDue, eventsWaiting }: Backlog, now: Date): MetricFamily[] {
  const overdue = oldestDue === null ? 0 : Math.max(0, now.getTime() / 1000 - oldestDue);
  return [
    {
      name: 'backup_deliveries_unsent',
      type: 'gauge',
      help: 'Deliveries that have not ended: sending, due, or waiting for a later time.',
      samples: [
        { labels: { state: 'sending' }, value: sending },
        { labels: { state: 'due' }, value: due },
        { labels: { state: 'later' }, value: waiting - due },
      ],
    },
    {
      name: 'backup_deliveries_overdue_seconds',
      type: 'gauge',
      help: 'How long the oldest due delivery has been waiting; 0 if none is due.',
      samples: [{ labels: {}, value: overdue }],
    },
    {
      name: 'backup_events_undistributed',
      type: 'gauge',
      help: 'Recorded events that have not been distributed to channels yet.',
      samples: [{ labels: {}, value: eventsWaiting }],
    },
  ];
}
