import { type Run } from '../../api/stream';

export interface Usual {
  /** Of so many runs. */
  readonly of: number;
  readonly seconds: number;
  readonly files: number;
  readonly bytes: number;
  /** Bytes a second. */
  readonly speed: number;
}

type Compared = Pick<Run, 'files' | 'bytes' | 'durationSeconds'>;

/** Fewer say nothing of what is usual. */
const fewest = 3;

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}

/** A good run that saved nothing tells nothing about a typical one. */
const savedSomething = ({ files, bytes }: Compared): boolean => files > 0 || bytes > 0;

/** The medians of the good runs that saved something; null where there are too few. */
export function usualOf(good: readonly Compared[]): Usual | null {
  const runs = good.filter(savedSomething);
  if (runs.length < fewest) return null;
  const seconds = (run: Compared) => run.durationSeconds ?? 0;
  return {
    of: runs.length,
    seconds: medianOf(runs.map(seconds)),
    files: medianOf(runs.map(({ files }) => files)),
    bytes: medianOf(runs.map(({ bytes }) => bytes)),
    speed: medianOf(runs.map((run) => run.bytes / Math.max(1, seconds(run)))),
  };
}
