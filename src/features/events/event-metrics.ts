import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OnEvent } from '@nestjs/event-emitter';
import { type EventEnvelope, eventTypes } from '../../domain/event.js';
import { type MetricFamily, type MetricSource } from '../../domain/metrics.port.js';
import { MetricSources } from '../../platform/metrics/registry-families.js';

/** Events that this process recorded since its start: stored ones are deleted after the retention period. */
@Injectable()
export class EventMetrics implements MetricSource, OnModuleInit {
  readonly name = 'events';
  private readonly counts = new Map<string, number>(eventTypes.map((type) => [type, 0]));

  constructor(private readonly sources: MetricSources) {}

  onModuleInit(): void {
    this.sources.add(this);
  }

  families(): Promise<readonly MetricFamily[]> {
    return Promise.resolve([
      {
        name: 'backup_events_recorded_total',
        type: 'counter',
        help: 'Events recorded by this process.',
        samples: [...this.counts].map(([type, value]) => ({ labels: { type }, value })),
      },
    ]);
  }

  @OnEvent('**')
  count({ type }: EventEnvelope): void {
    this.counts.set(type, (this.counts.get(type) ?? 0) + 1);
  }
}
