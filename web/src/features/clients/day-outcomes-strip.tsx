import { type Schemas } from '../../api/request';
import { dayName } from '../../components/format';
import { daySpan, type Outcome, outcomesOf, Squares } from '../../charts/heatmap';
import { useMessages } from '../../i18n/messages';

type Day = Schemas['ClientDay'];

interface DaySignsProps {
  readonly days: readonly Day[];
  /** Whether the first and the last day stand below them. */
  readonly hasSpan?: boolean;
}

/** One square a day, today the last. */
export function DaySigns({ days, hasSpan = false }: DaySignsProps) {
  const messages = useMessages('clients');
  const { outcomes } = useMessages('heatmap');
  const known = outcomesOf(days);
  const counts = new Map<Outcome, number>();
  for (const outcome of known) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const summary = [...counts].map(([outcome, count]) => `${count} ${outcomes[outcome]}`).join(', ');
  const squares = days.map(({ day, runs }, index) => {
    const outcome = known[index] ?? 'unknown';
    return { key: day, outcome, text: messages.day(dayName(day), outcomes[outcome], messages.runs(runs)) };
  });
  return <Squares label={messages.days(days.length, summary)} of={squares} span={hasSpan ? spanOf(days) : null} />;
}

/** The first and the last of these days, which are in UTC; null if there are none. */
export function spanOf(days: readonly Day[]): string | null {
  const [first, last] = [days[0], days.at(-1)];
  return first && last ? daySpan(first.day, last.day, 'UTC') : null;
}
