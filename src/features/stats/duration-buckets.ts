/** Durations are kept in buckets, each a tenth wider than the one before: bucket 0 below a second, bucket n from 1.1^(n-1) seconds on. */
const growth = 1.1;

export interface DurationBucket {
  readonly bucket: number;
  readonly runs: number;
}

/** The bucket of so many whole seconds; the trigger that counts runs says the same in SQL. */
export function bucketOf(seconds: number): number {
  return seconds < 1 ? 0 : 1 + Math.floor(Math.log(seconds) / Math.log(growth));
}

/** Seconds that this part of the runs did not exceed, within five in a hundred; null where there are no runs. */
export function quantileOf(buckets: readonly DurationBucket[], part: number): number | null {
  const runs = buckets.reduce((sum, bucket) => sum + bucket.runs, 0);
  if (runs === 0) return null;
  let rest = Math.max(1, Math.ceil(runs * part));
  for (const { bucket, runs: own } of [...buckets].sort((a, b) => a.bucket - b.bucket)) {
    rest -= own;
    if (rest <= 0) return middleOf(bucket);
  }
  return null;
}

function middleOf(bucket: number): number {
  return bucket === 0 ? 0 : Math.round(growth ** (bucket - 0.5));
}
