import { type Metric, Registry } from 'prom-client';
import { type MetricFamily, type MetricSample } from '../../domain/metrics.port.js';

/** The two formats, by the media types that scrapers accept. */
export const exposedTypes = {
  openMetrics: Registry.OPENMETRICS_CONTENT_TYPE,
  text: Registry.PROMETHEUS_CONTENT_TYPE,
} as const;
export type ExposedType = (typeof exposedTypes)[keyof typeof exposedTypes];

/** OpenMetrics if the header prefers its version 1 to, or weights it like, plain text; headers of browsers and scripts give text. */
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

/** Samples written at a time; other requests run between two batches. */
const batch = 2_000;

/** The families in a format, written by the library. */
export async function expose(families: readonly MetricFamily[], type: ExposedType): Promise<string> {
  const registry = new Registry<ExposedType>();
  registry.setContentType(type);
  const texts: string[] = [];
  for (const family of families) {
    const name = type === exposedTypes.openMetrics ? openMetricsNameOf(family) : family.name;
    for (let from = 0; from === 0 || from < family.samples.length; from += batch) {
      if (from > 0) await new Promise((resolve) => setImmediate(resolve));
      const values = family.samples.slice(from, from + batch).map((sample) => valueOf(name, sample));
      const known = { name, help: family.help, type: family.type, values };
      registry.registerMetric(finished(known));
      const text = await registry.getSingleMetricAsString(name);
      registry.removeSingleMetric(name);
      texts.push(from === 0 ? text : withoutHead(text));
    }
  }
  return `${texts.join('\n')}\n${type === exposedTypes.openMetrics ? '# EOF\n' : ''}`;
}

/** The part of a metric that the library reads when it writes one: its values are known, so nothing can fail. */
function finished(known: { readonly name: string }): Metric {
  return { name: known.name, get: () => Promise.resolve(known) } as unknown as Metric;
}

/** There counters are named without what all of their samples end in. */
function openMetricsNameOf({ name, type }: MetricFamily): string {
  return type === 'counter' ? name.replace(/_total$/, '') : name;
}

/** Help and type are written once above all samples of a family. */
function withoutHead(text: string): string {
  return text.slice(text.indexOf('\n', text.indexOf('\n') + 1) + 1);
}

function valueOf(name: string, { labels, value, part }: MetricSample): object {
  return part === undefined ? { labels, value } : { labels, value, metricName: `${name}_${part}` };
}
