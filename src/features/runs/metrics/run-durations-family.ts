import { type MetricFamily, type MetricSample } from '../../../domain/metrics.port.js';
import { beyondAllBounds, durationBounds, withoutDuration } from './run-durations.js';
import { type TallyRow } from './run-metrics.repository.js';

interface Durations {
  readonly labels: Readonly<Record<string, string>>;
  readonly runs: Map<number, number>;
  seconds: number;
}

const timed: ReadonlySet<string> = new Set(['completed', 'warning']);

/** The histogram of how long good runs took: those that were broken off or failed say nothing of it. */
export function durationsOf(rows: readonly TallyRow[]): MetricFamily {
  const all = new Map<string, Durations>();
  for (const [director, type, level, status, upTo, runs, seconds] of rows) {
    if (!timed.has(status) || upTo === withoutDuration) continue;
    const key = JSON.stringify([director, type, level]);
    const known = all.get(key) ?? { labels: { director, type, level }, runs: new Map<number, number>(), seconds: 0 };
    known.runs.set(upTo, (known.runs.get(upTo) ?? 0) + runs);
    known.seconds += seconds;
    all.set(key, known);
  }
  return {
    name: 'backup_run_duration_seconds',
    type: 'histogram',
    help: 'Duration of runs that ended successfully or with warnings, since the console first knew their Director.',
    samples: [...all.values()].flatMap(samplesOf),
  };
}

/** Buckets of a histogram count all that is not longer, the shorter buckets included. */
function samplesOf({ labels, runs, seconds }: Durations): MetricSample[] {
  let sum = 0;
  const buckets = [...durationBounds, beyondAllBounds].map((bound): MetricSample => {
    sum += runs.get(bound) ?? 0;
    const le = bound === beyondAllBounds ? '+Inf' : String(bound);
    return { labels: { ...labels, le }, value: sum, part: 'bucket' };
  });
  return [...buckets, { labels, value: seconds, part: 'sum' }, { labels, value: sum, part: 'count' }];
}
