import { type Schemas } from '../../api/request';
import { daysOf, type Period } from './period';

type Point = Schemas['RunSeriesPoint'];
type Figure = 'runs' | 'bytes' | 'files';

/** More days than these make bars of weeks. */
const mostDayBars = 100;
const weekDays = 7;

/** One bar: a day, or a week of days, and what was counted in it by each of the parts. */
export interface TimeRange {
  readonly first: string;
  readonly last: string;
  readonly values: readonly number[];
}

/** Full, Differential, Incremental, and all others as one. */
export const levelParts = ['Full', 'Differential', 'Incremental', 'others'] as const;
export const outcomeParts = ['completed', 'warning', 'error', 'canceled'] as const;

export function levelPart({ level }: Point): number {
  const index = (levelParts as readonly string[]).indexOf(level);
  return index === -1 ? levelParts.length - 1 : index;
}

export function outcomePart({ status }: Point): number {
  return (outcomeParts as readonly string[]).indexOf(status);
}

/** The figure of each stretch of the period, also where nothing was; weeks end with the last day. */
export function stretchesOf(
  points: readonly Point[],
  period: Pick<Period, 'first' | 'last'>,
  figure: Figure,
  { parts, partOf }: { readonly parts: number; readonly partOf: (point: Point) => number },
): readonly TimeRange[] {
  const days = daysOf(period);
  const width = days.length > mostDayBars ? weekDays : 1;
  const count = Math.ceil(days.length / width);
  const short = count * width - days.length;
  const places = new Map(days.map((day, index) => [day, Math.floor((index + short) / width)]));
  const sums = Array.from({ length: count }, () => new Array<number>(parts).fill(0));
  for (const point of points) {
    const own = sums[places.get(point.day) ?? -1];
    const part = partOf(point);
    if (own?.[part] !== undefined) own[part] += point[figure];
  }
  return sums.map((values, index) => ({
    first: days[Math.max(0, index * width - short)] ?? '',
    last: days[(index + 1) * width - short - 1] ?? '',
    values,
  }));
}

export function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** What each level came to. */
export function byLevel(
  points: readonly Point[],
): readonly { level: string; runs: number; files: number; bytes: number }[] {
  const found = new Map<string, { level: string; runs: number; files: number; bytes: number }>();
  for (const { level, runs, files, bytes } of points) {
    const sums = found.get(level) ?? { level, runs: 0, files: 0, bytes: 0 };
    found.set(level, { level, runs: sums.runs + runs, files: sums.files + files, bytes: sums.bytes + bytes });
  }
  return [...found.values()].sort((a, b) => b.bytes - a.bytes);
}
