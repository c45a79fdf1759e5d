import { type MetricFamily, type MetricSample } from '../../domain/metrics.port.js';

/** The family with at most so many series, and how many of its series are missing. */
export interface BoundedFamily {
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
