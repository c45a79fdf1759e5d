import { type Schemas } from '../../api/request';
import { lookOf, type Look } from '../../components/state';
import { type ViewName } from './calendar-view';
import { wallTime } from '../../components/timezone-days';

export type Entry = Schemas['CalendarEntry'];

/** More lines than these in an hour of a week, or on a day of a month, are told by their number. */
const mostLines = 4;
/** Of these so many keep a line of their own, for they are looked for. */
const mostTroubles = 2;
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

/**
 * One place of the picture: an entry, several of one job that stand alike, or the rest of a cell that has too many. Several are
 * shown each where somebody asks for it.
 */
export interface Spot {
  readonly index: number;
  readonly entries: readonly PlacedEntry[];
  /** Of one job, which names it. */
  readonly isOfOneJob: boolean;
}

export interface Cell {
  readonly key: string;
  readonly day: string;
  /** null where a cell is a whole day. */
  readonly hour: number | null;
  readonly spots: readonly Spot[];
}

/** The cells that hold something, by day and then by hour; those in `opened` show each entry however many there are. */
export function cellsOf(
  entries: readonly Entry[],
  view: ViewName,
  zone: string | undefined,
  opened: ReadonlySet<string>,
): readonly Cell[] {
  const byCell = new Map<string, PlacedEntry[]>();
  for (const entry of entries) {
    const placed = { entry, ...wallTime(Date.parse(entry.at), zone) };
    const key = view === 'week' ? `${placed.day} ${String(placed.hour).padStart(2, '0')}` : placed.day;
    const known = byCell.get(key);
    if (known) known.push(placed);
    else byCell.set(key, [placed]);
  }
  let index = 0;
  return [...byCell]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, placed]) => {
      const parts = opened.has(key) ? placed.map((one) => [one]) : partsOf(placed);
      const spots = parts.map((part) => ({ index: index++, entries: part, isOfOneJob: isOfOneJob(part) }));
      const [first] = placed;
      return { key, day: first?.day ?? '', hour: view === 'week' ? (first?.hour ?? 0) : null, spots };
    });
}

function likeness({ entry: { director, job, client, state } }: PlacedEntry): string {
  return JSON.stringify([director, job, client, state]);
}

function isOfOneJob(entries: readonly PlacedEntry[]): boolean {
  const [first] = entries;
  return first !== undefined && entries.every((one) => likeness(one) === likeness(first));
}

const isTrouble = ({ entry: { state } }: PlacedEntry): boolean =>
  state === 'missed' || state === 'error' || state === 'late';

/** What a cell shows in so few lines: jobs that stand alike as one, the first troubles, and all else as one. */
function partsOf(placed: readonly PlacedEntry[]): readonly (readonly PlacedEntry[])[] {
  const byJob = new Map<string, PlacedEntry[]>();
  for (const one of placed) byJob.set(likeness(one), [...(byJob.get(likeness(one)) ?? []), one]);
  if (byJob.size <= mostLines) return [...byJob.values()];
  const troubles = placed.filter(isTrouble).slice(0, mostTroubles);
  const rest = placed.filter((one) => !troubles.includes(one));
  return [...troubles.map((one) => [one]), rest];
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
