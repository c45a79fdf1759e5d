import { type MetricObjectWithValues, type MetricValueWithName, type Registry } from 'prom-client';
import { Injectable } from '@nestjs/common';
import { type MetricFamily, type MetricSample, type MetricType, type MetricSource } from '../../domain/metrics.port.js';

/** The registry of metric sources: each feature adds its own at startup. */
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

/** What a registry of the library counted, as families. */
export async function familiesOf(registry: Registry): Promise<MetricFamily[]> {
  // The library types labels as `string`, and leaves the names of a histogram's parts out of its types.
  const metrics = (await registry.getMetricsAsJSON()) as unknown as MetricObjectWithValues<
    MetricValueWithName<string>
  >[];
  return metrics.map(({ name, help, type, values }) => ({
    name,
    help,
    type: type as unknown as MetricType,
    samples: values.map((value) => sampleOf(name, value)),
  }));
}

function sampleOf(name: string, { labels, value, metricName }: MetricValueWithName<string>): MetricSample {
  const texts = Object.fromEntries(Object.entries(labels).map(([label, text]) => [label, String(text)]));
  const part = metricName === undefined ? '' : metricName.slice(name.length + 1);
  return part === 'bucket' || part === 'sum' || part === 'count'
    ? { labels: texts, value, part }
    : { labels: texts, value };
}
