import { type Schemas } from '../../api/request';
import { type SquarePart } from '../../charts/heatmap-grid';
import { type Outcome } from '../../charts/heatmap';

export type Day = Schemas['ClientDay'];

/** The days of one client or job. */
export interface DaysRow {
  readonly of: 'client' | 'job';
  readonly name: string;
  readonly director: string;
  readonly days: readonly Day[];
}

export function rowOfClient({ client, director, days }: Schemas['ClientDays']): DaysRow {
  return { of: 'client', name: client, director, days };
}

export function rowOfJob({ job, director, days }: Schemas['JobDays']): DaysRow {
  return { of: 'job', name: job, director, days };
}

const weights: Readonly<Partial<Record<Outcome, number>>> = { error: 4, missed: 4, canceled: 2, warning: 1 };
/** Days that say nothing of how it went. */
const empty: ReadonlySet<Outcome> = new Set<Outcome>(['pending', 'running', 'noneDue', 'unknown', 'before']);

export const keyOf = ({ of, director, name }: DaysRow): string => `${of} ${director} ${name}`;

/** How many of each there are, the worst first. */
export function partsOf(counts: Readonly<Partial<Record<Outcome, number>>>): readonly SquarePart[] {
  return gravity.map((outcome) => ({ outcome, count: counts[outcome] ?? 0 })).filter(({ count }) => count > 0);
}

/** What a day counts; what has not ended runs or waits. */
export function countsOf({ runs, completed, warning, error, canceled, missed }: Day) {
  return { completed, warning, error, canceled, missed, unfinished: runs - completed - warning - error - canceled };
}

interface Rank {
  readonly last: number;
  readonly sum: number;
}

function rankOf({ days }: DaysRow): Rank {
  const told = days.map(({ outcome }) => outcome).filter((outcome) => !empty.has(outcome));
  const weightOf = (outcome: Outcome | undefined): number => (outcome && weights[outcome]) ?? 0;
  return { last: weightOf(told.at(-1)), sum: told.reduce((sum, outcome) => sum + weightOf(outcome), 0) };
}

/** Whose last backup went wrong comes first, then who had the most trouble. */
export function worstFirst(rows: readonly DaysRow[]): readonly DaysRow[] {
  return rows
    .map((row) => ({ row, ...rankOf(row) }))
    .sort((a, b) => b.last - a.last || b.sum - a.sum || (keyOf(a.row) < keyOf(b.row) ? -1 : 1))
    .map(({ row }) => row);
}

/** As the API weighs a day: a canceled run hides no good one. */
const gravity: readonly Outcome[] = ['error', 'missed', 'warning', 'unfinished', 'completed', 'canceled'];
