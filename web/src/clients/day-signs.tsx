import { type Schemas } from '../api/ask';
import { dayName } from '../parts/format';
import { daySpan, type Outcome, outcomesOf, Squares } from '../picture/squares';
import { squaresWords } from '../picture/squares.words';
import { useWords } from '../words/words';
import { clientsWords } from './clients.words';

type Day = Schemas['ClientDay'];

interface DaySignsProps {
  readonly days: readonly Day[];
  /** Below them stands from when to when they are. */
  readonly hasSpan?: boolean;
}

/** One square a day, today the last. */
export function DaySigns({ days, hasSpan = false }: DaySignsProps) {
  const words = useWords(clientsWords);
  const { outcomes } = useWords(squaresWords);
  const known = outcomesOf(days);
  const counts = new Map<Outcome, number>();
  for (const outcome of known) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const told = [...counts].map(([outcome, count]) => `${count} ${outcomes[outcome]}`).join(', ');
  const squares = days.map(({ day, runs }, index) => {
    const outcome = known[index] ?? 'unknown';
    return { key: day, outcome, text: words.day(dayName(day), outcomes[outcome], words.runs(runs)) };
  });
  const span = hasSpan ? spanOf(days) : null;
  return <Squares label={words.days(days.length, told)} of={squares} {...(span === null ? {} : { span })} />;
}

/** From when to when these days are, which are days of UTC; null where there is none. */
export function spanOf(days: readonly Day[]): string | null {
  const [first, last] = [days[0], days.at(-1)];
  return first && last ? daySpan(first.day, last.day, 'UTC') : null;
}
