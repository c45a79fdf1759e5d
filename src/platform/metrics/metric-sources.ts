import { Injectable } from '@nestjs/common';
import { type MetricSource } from '../../domain/metrics.port.js';

/** Where features say that they have something to tell: each adds its sources when it begins. */
@Injectable()
export class MetricSources {
  private readonly sources: MetricSource[] = [];

  /** Throws where the name is taken. */
  add(source: MetricSource): void {
    if (this.sources.some(({ name }) => name === source.name)) {
      throw new Error(`A source of metrics named ${source.name} already exists.`);
    }
    this.sources.push(source);
  }

  all(): readonly MetricSource[] {
    return this.sources;
  }
}
