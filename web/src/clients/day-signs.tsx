import { type Schemas } from '../api/ask';
import { dayName } from '../parts/format';
import { Square } from '../picture/squares';
import { useWords } from '../words/words';
import { clientsWords } from './clients.words';

type Outcome = Schemas['DayOutcome'];

/** One square a day, today the last. Read out as how many days were what; each tells its own on hover. */
export function DaySigns({ days }: { readonly days: readonly Schemas['ClientDay'][] }) {
  const words = useWords(clientsWords);
  const counts = new Map<Outcome, number>();
  for (const { outcome } of days) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const told = [...counts].map(([outcome, count]) => `${count} ${words.outcomes[outcome]}`).join(', ');
  return (
    <span className="day-signs" role="img" aria-label={words.days(days.length, told)}>
      {days.map(({ day, outcome, runs }) => (
        <span key={day} title={words.day(dayName(day), words.outcomes[outcome], words.runs(runs))}>
          <Square of={outcome} />
        </span>
      ))}
    </span>
  );
}
