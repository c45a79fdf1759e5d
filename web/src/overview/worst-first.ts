import { type Schemas } from '../api/ask';
import { type Outcome } from '../picture/squares';

export type ClientDays = Schemas['ClientDays'];
export type ClientDay = Schemas['ClientDay'];

const weights: Readonly<Partial<Record<Outcome, number>>> = { error: 4, missed: 4, canceled: 2, warning: 1 };
/** Days that say nothing of how it went. */
const empty: ReadonlySet<Outcome> = new Set<Outcome>(['pending', 'running', 'noneDue', 'unknown', 'before']);

export const keyOf = ({ director, client }: ClientDays): string => `${director} ${client}`;

/** Days before the first that anything is known of are told apart from gaps. */
export function outcomesOf(days: readonly ClientDay[]): readonly Outcome[] {
  const first = days.findIndex(({ outcome }) => outcome !== 'unknown');
  return days.map(({ outcome }, index) => (index < first ? 'before' : outcome));
}

interface Rank {
  readonly last: number;
  readonly sum: number;
}

function rankOf({ days }: ClientDays): Rank {
  const told = days.map(({ outcome }) => outcome).filter((outcome) => !empty.has(outcome));
  const weightOf = (outcome: Outcome | undefined): number => (outcome && weights[outcome]) ?? 0;
  return { last: weightOf(told.at(-1)), sum: told.reduce((sum, outcome) => sum + weightOf(outcome), 0) };
}

/** Whose last backup went wrong comes first, then who had the most trouble. */
export function worstFirst(rows: readonly ClientDays[]): readonly ClientDays[] {
  return rows
    .map((row) => ({ row, ...rankOf(row) }))
    .sort((a, b) => b.last - a.last || b.sum - a.sum || (keyOf(a.row) < keyOf(b.row) ? -1 : 1))
    .map(({ row }) => row);
}

const gravity: readonly Outcome[] = ['error', 'missed', 'canceled', 'warning', 'running', 'completed'];

/** The worst of these; null where there are none. */
export function worstOf(outcomes: readonly string[]): Outcome | null {
  return gravity.find((outcome) => outcomes.includes(outcome)) ?? null;
}
