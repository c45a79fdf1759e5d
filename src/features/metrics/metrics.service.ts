import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { type MetricFamily, type MetricSample, type MetricSource, mostSeries } from '../../domain/metrics.port.js';
import { InFlightCalls } from '../../platform/in-flight-calls.js';
import { LOG } from '../../platform/logging/log.js';
import { MetricSources } from '../../platform/metrics/registry-families.js';
import { withTimeout } from '../../platform/timing.js';
import { expose, type ExposedType } from './exposition.js';

/** The family with at most this many series, and how many of its series are missing. */
interface BoundedFamily {
  readonly family: MetricFamily;
  readonly leftOut: number;
}

/** Leaves out whole series from the end: half a histogram would be read as a wrong one. */
export function boundFamily(family: MetricFamily, most: number): BoundedFamily {
  const { samples, type } = family;
  const before = family.leftOut ?? 0;
  const starts = type === 'histogram' ? startsOfSeries(samples) : samples.map((_, index) => index);
  if (starts.length <= most) return { family, leftOut: before };
  const kept = samples.slice(0, starts[most]);
  return { family: { ...family, samples: kept }, leftOut: before + starts.length - most };
}

/** The count closes a series. */
function startsOfSeries(samples: readonly MetricSample[]): number[] {
  const starts: number[] = [];
  let isNew = true;
  for (const [index, { part }] of samples.entries()) {
    if (isNew) starts.push(index);
    isNew = part === 'count';
  }
  return starts;
}

/** A source that takes longer is left out of the answer. */
const sourceLimitMs = 2_000;
/** Scrapers that come within so long after another get what that one got. */
const cacheMs = 5_000;

interface Collected {
  readonly source: string;
  /** null: it failed. */
  readonly families: readonly MetricFamily[] | null;
  readonly seconds: number;
}

interface Collection {
  readonly families: Promise<readonly MetricFamily[]>;
  readonly texts: Map<ExposedType, Promise<string>>;
}

/** Collects all sources. One that fails or hangs is left out, and reported as such. */
@Injectable()
export class MetricsService {
  private current: Collection | null = null;
  private readonly unwell = new Set<string>();
  /** Pending calls of sources: a source that hangs is not called again. */
  private readonly pending = new InFlightCalls<MetricSource, readonly MetricFamily[]>();

  constructor(
    private readonly sources: MetricSources,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  async exposed(type: ExposedType): Promise<string> {
    const { families, texts } = this.collection();
    const known = texts.get(type);
    if (known) return known;
    const text = families.then((all) => expose(all, type));
    texts.set(type, text);
    return text;
  }

  private collection(): Collection {
    if (this.current !== null) return this.current;
    const collection: Collection = { families: this.collect(), texts: new Map() };
    this.current = collection;
    setTimeout(() => (this.current = null), cacheMs).unref();
    return collection;
  }

  private async collect(): Promise<readonly MetricFamily[]> {
    const collected = await Promise.all(this.sources.all().map((source) => this.collectFrom(source)));
    const families = collected.flatMap(({ families }) => families ?? []);
    const bounded = families.map((family) => boundFamily(family, mostSeries));
    const leftOut = bounded.filter((one) => one.family.leftOut !== undefined || one.leftOut > 0);
    return [
      ...bounded.map(({ family }) => family),
      seriesLeftOut(leftOut.map((one) => ({ labels: { family: one.family.name }, value: one.leftOut }))),
      ...collectorFamilies(collected),
    ];
  }

  private async collectFrom(source: MetricSource): Promise<Collected> {
    const beganMs = performance.now();
    try {
      const families = await withTimeout(
        this.pending.share(source, () => source.families()),
        sourceLimitMs,
        tookTooLong,
      );
      this.unwell.delete(source.name);
      return { source: source.name, families, seconds: secondsSince(beganMs) };
    } catch (error) {
      const about = { err: error, collector: source.name };
      // Scrapes are frequent: a failure is logged only when it begins.
      if (!this.unwell.has(source.name)) this.log.warn(about, 'Could not collect the metrics of one kind.');
      this.unwell.add(source.name);
      return { source: source.name, families: null, seconds: secondsSince(beganMs) };
    }
  }
}

function tookTooLong(): Error {
  return new Error('Collecting took longer than a scrape may take.');
}

function secondsSince(beganMs: number): number {
  return (performance.now() - beganMs) / 1000;
}

function seriesLeftOut(samples: readonly MetricSample[]): MetricFamily {
  const help = `Series omitted because a metric has more than ${mostSeries}.`;
  return { name: 'backup_series_omitted', help, type: 'gauge', samples };
}

function collectorFamilies(collected: readonly Collected[]): MetricFamily[] {
  const samplesOf = (value: (one: Collected) => number): MetricSample[] =>
    collected.map((one) => ({ labels: { collector: one.source }, value: value(one) }));
  return [
    {
      name: 'backup_collector_success',
      type: 'gauge',
      help: 'Whether the metrics of this kind are in the response: 1, or 0 if collecting them failed or took too long.',
      samples: samplesOf(({ families }) => (families === null ? 0 : 1)),
    },
    {
      name: 'backup_collector_duration_seconds',
      type: 'gauge',
      help: 'Time needed to collect the metrics of this kind.',
      samples: samplesOf(({ seconds }) => seconds),
    },
  ];
}
