import { type Schemas } from '../api/ask';
import { lookOf, type Look } from '../parts/state';
import { type CalendarView } from './calendar-view';
import { wallTime } from '../parts/zone-days';

export type Entry = Schemas['CalendarEntry'];

/** More of a cell are told by their number. */
export const mostInCell = 30;
/** So much after its planned time a start is late. */
const lateSeconds = 900;

export function lookOfEntry({ state }: Entry): Look {
  if (state === 'missed') return 'bad';
  return state === 'late' ? 'warn' : lookOf(state);
}

export function isLate({ state, delaySeconds }: Entry): boolean {
  return state === 'late' || (delaySeconds ?? 0) >= lateSeconds;
}

export function isSlow({ run }: Entry): boolean {
  return run?.outliers?.some(({ kind }) => kind === 'slow') ?? false;
}

export function keyOfEntry({ at, director, job, client, level, run }: Entry): string {
  return JSON.stringify(run ? [director, run.uniqueName] : [at, director, job, client, level]);
}

/** Where an entry stands, by the clock of the zone that is shown. */
export interface PlacedEntry {
  readonly entry: Entry;
  readonly day: string;
  readonly hour: number;
  readonly minutes: number;
}

/** One place of the picture: an entry, or the number of those of a cell that has too many. */
export interface Spot {
  readonly index: number;
  readonly entries: readonly PlacedEntry[];
}

export interface Cell {
  readonly key: string;
  readonly day: string;
  /** null where a cell is a whole day. */
  readonly hour: number | null;
  readonly spots: readonly Spot[];
  readonly isGrouped: boolean;
}

/** The cells that hold something, by day and then by hour; those in `opened` show each entry however many there are. */
export function cellsOf(
  entries: readonly Entry[],
  view: CalendarView,
  zone: string | undefined,
  opened: ReadonlySet<string>,
): readonly Cell[] {
  const byCell = new Map<string, PlacedEntry[]>();
  for (const entry of entries) {
    const placed = { entry, ...wallTime(Date.parse(entry.at), zone) };
    const key = view.name === 'week' ? `${placed.day} ${String(placed.hour).padStart(2, '0')}` : placed.day;
    const known = byCell.get(key);
    if (known) known.push(placed);
    else byCell.set(key, [placed]);
  }
  let index = 0;
  return [...byCell]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, placed]) => {
      const isGrouped = placed.length > mostInCell && !opened.has(key);
      const parts = isGrouped ? [placed] : placed.map((one) => [one]);
      const spots = parts.map((part) => ({ index: index++, entries: part }));
      const [first] = placed;
      return { key, day: first?.day ?? '', hour: view.name === 'week' ? (first?.hour ?? 0) : null, spots, isGrouped };
    });
}

/** The spot that an arrow leads to: up and down in time, left and right to the same time of another day. */
export function spotBeside(cells: readonly Cell[], current: number, key: string): number | null {
  const spots = cells.flatMap(({ spots: own }) => own);
  const inTime = { ArrowUp: current - 1, ArrowDown: current + 1, Home: 0, End: spots.length - 1 }[key];
  if (inTime !== undefined) return spots[inTime]?.index ?? null;
  const days = { ArrowLeft: -1, ArrowRight: 1 }[key];
  const here = spots[current]?.entries[0];
  return days === undefined || here === undefined ? null : spotOnDay(spots, here, days);
}

function spotOnDay(spots: readonly Spot[], here: PlacedEntry, step: number): number | null {
  const placed = spots.map(({ index, entries }) => ({ index, first: entries[0] ?? here }));
  const days = [...new Set(placed.map(({ first }) => first.day))];
  const day = days[days.indexOf(here.day) + step];
  const distance = ({ first }: { readonly first: PlacedEntry }): number => Math.abs(first.minutes - here.minutes);
  const there = placed.filter(({ first }) => first.day === day).sort((a, b) => distance(a) - distance(b));
  return there[0]?.index ?? null;
}
