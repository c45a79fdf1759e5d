export type MetricType = 'gauge' | 'counter' | 'histogram';

export interface MetricSample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
  /** Which part of a histogram; absent for the other types. Of a bucket the label `le` says its bound. */
  readonly part?: 'bucket' | 'sum' | 'count';
}

/** One metric with all of its series, named after the conventions of Prometheus: base units, counters end in `_total`. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: MetricType;
  /** Those that matter most first, for what is too many is left out from the end. The samples of a histogram's series stand together. */
  readonly samples: readonly MetricSample[];
  /** Set where the number of series depends on what was configured: how many its source left out itself. */
  readonly leftOut?: number;
}

/** What a feature tells of itself to whoever watches the console. It fails without taking the others with it. */
export interface MetricSource {
  /** A stable word; it is the value of the label `collector`. */
  readonly name: string;
  /** Of the console's own tables and memory alone: no Director and no catalog is asked. */
  families(): Promise<readonly MetricFamily[]>;
}

/** So many series of one family are told at most; sources read no more rows than this and one. */
export const mostSeries = 50_000;
