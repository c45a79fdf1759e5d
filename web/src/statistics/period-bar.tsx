import { getRouteApi, Link } from '@tanstack/react-router';
import { useWords } from '../words/words';
import { type Period, usualPeriods } from './period';
import { statisticsWords } from './statistics.words';

const route = getRouteApi('/statistics');

/** The one choice of days for the whole page; it stands in the address. */
export function PeriodBar({ period, today }: { readonly period: Period; readonly today: string }) {
  const words = useWords(statisticsWords);
  const navigate = route.useNavigate();
  const { first, last, usual } = period;
  const choose = (change: { readonly since?: string; readonly until?: string }) => {
    const days = { since: first, until: last, ...change };
    if (days.since === '' || days.until === '') return;
    void navigate({ search: (old) => ({ ...old, days: undefined, ...days }) });
  };
  return (
    <div className="bar">
      <nav className="segments" aria-label={words.period}>
        {usualPeriods.map((days) => (
          <Link
            key={days}
            to="/statistics"
            search={(old) => ({ ...old, days, since: undefined, until: undefined })}
            aria-current={days === usual ? 'true' : undefined}
            activeProps={{ 'aria-current': days === usual ? 'true' : undefined }}
            resetScroll={false}
          >
            {words.days(Number(days))}
          </Link>
        ))}
      </nav>
      <label>
        {words.since}
        <input
          type="date"
          className="short"
          max={last}
          value={first}
          onChange={({ target }) => choose({ since: target.value })}
        />
      </label>
      <label>
        {words.until}
        <input
          type="date"
          className="short"
          min={first}
          max={today}
          value={last}
          onChange={({ target }) => choose({ until: target.value })}
        />
      </label>
    </div>
  );
}
