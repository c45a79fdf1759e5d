import { type Metric, Registry } from 'prom-client';
import { type MetricFamily, type MetricSample } from '../../domain/metrics.port.js';

/** The two formats, by the media types that scrapers ask for. */
export const exposedTypes = {
  openMetrics: Registry.OPENMETRICS_CONTENT_TYPE,
  text: Registry.PROMETHEUS_CONTENT_TYPE,
} as const;
export type ExposedType = (typeof exposedTypes)[keyof typeof exposedTypes];

/** OpenMetrics where the header asks for its version 1 no less than for plain text; what browsers and scripts send means text. */
export function exposedTypeFor(accept: string | undefined): ExposedType {
  const ranges = (accept ?? '').split(',').map(rangeOf);
  const open = Math.max(0, ...ranges.filter(isOpenMetrics).map(({ weight }) => weight));
  const plain = Math.max(0, ...ranges.filter(({ type }) => type === 'text/plain').map(({ weight }) => weight));
  return open > 0 && open >= plain ? exposedTypes.openMetrics : exposedTypes.text;
}

interface AcceptedRange {
  readonly type: string;
  readonly version: string | undefined;
  readonly weight: number;
}

function isOpenMetrics({ type, version }: AcceptedRange): boolean {
  return type === 'application/openmetrics-text' && (version === undefined || version === '1.0.0');
}

function rangeOf(text: string): AcceptedRange {
  const [type = '', ...parameters] = text.split(';').map((word) => word.trim().toLowerCase());
  const named = (name: string): string | undefined =>
    parameters.find((parameter) => parameter.startsWith(`${name}=`))?.slice(name.length + 1);
  const weight = Number(named('q') ?? '1');
  return { type, version: named('version'), weight: weight >= 0 && weight <= 1 ? weight : 0 };
}

/** The families in a format, written by the library. */
export function expose(families: readonly MetricFamily[], type: ExposedType): Promise<string> {
  const registry = new Registry<ExposedType>();
  registry.setContentType(type);
  for (const family of families) registry.registerMetric(finished(family) as unknown as Metric);
  return registry.metrics();
}

/** What the registry asks of a metric: all values are known already, so that nothing can fail while they are written. */
function finished(family: MetricFamily): object {
  return {
    name: family.name,
    type: family.type,
    // The registry changes its metric's name in OpenMetrics, where counters are named without `_total`.
    get(this: { readonly name: string }): Promise<object> {
      const values = family.samples.map((sample) => valueOf(this.name, sample));
      return Promise.resolve({ name: this.name, help: family.help, type: family.type, values });
    },
  };
}

function valueOf(name: string, { labels, value, part }: MetricSample): object {
  return part === undefined ? { labels, value } : { labels, value, metricName: `${name}_${part}` };
}
