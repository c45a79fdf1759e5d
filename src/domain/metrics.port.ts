export type MetricType = 'gauge' | 'counter' | 'histogram';

export interface MetricSample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
  /** The part of a histogram; absent for the other types. The bound of a bucket is in the label `le`. */
  readonly part?: 'bucket' | 'sum' | 'count';
}

/** One metric with all of its series, named after the conventions of Prometheus: base units, counters end in `_total`. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: MetricType;
  /**
   * The most important first, because samples beyond the limit are left out from the end. The samples of a histogram's series are
   * adjacent.
   */
  readonly samples: readonly MetricSample[];
  /** Set if the number of series depends on the configuration: how many its source left out itself. */
  readonly leftOut?: number;
}

/** The metrics of a feature. A failure does not affect the other features. */
export interface MetricSource {
  /** A stable word; it is the value of the label `collector`. */
  readonly name: string;
  /** From the console's own tables and memory only: no Director and no catalog is contacted. */
  families(): Promise<readonly MetricFamily[]>;
}

/** Maximum number of series per family; sources read at most one row more. */
export const mostSeries = 50_000;
