import { type Schemas } from '../api/ask';
import { dayName } from '../parts/format';
import { useWords } from '../words/words';
import { clientsWords } from './clients.words';

type Outcome = Schemas['DayOutcome'];

/** Each outcome by its own sign; the colour only says it again. */
const signs: Readonly<Record<Outcome, readonly [sign: string, look: string]>> = {
  completed: ['■', 'ok'],
  warning: ['!', 'warn'],
  error: ['✕', 'bad'],
  missed: ['○', 'bad'],
  canceled: ['–', 'off'],
  running: ['▸', 'busy'],
  pending: ['…', 'off'],
  noneDue: ['·', 'off'],
  unknown: ['·', 'off'],
};

/** One sign a day, today the last. Read out as how many days were what; each tells its own on hover. */
export function DaySigns({ days }: { readonly days: readonly Schemas['ClientDay'][] }) {
  const words = useWords(clientsWords);
  const counts = new Map<Outcome, number>();
  for (const { outcome } of days) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const told = [...counts].map(([outcome, count]) => `${count} ${words.outcomes[outcome]}`).join(', ');
  return (
    <span className="day-signs" role="img" aria-label={words.days(days.length, told)}>
      {days.map(({ day, outcome, runs }) => (
        <span
          key={day}
          className="state"
          data-look={signs[outcome][1]}
          title={words.day(dayName(day), words.outcomes[outcome], words.runs(runs))}
        >
          {signs[outcome][0]}
        </span>
      ))}
    </span>
  );
}
