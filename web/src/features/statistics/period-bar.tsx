import { getRouteApi, Link } from '@tanstack/react-router';
import { DayField } from '../../components/day-field';
import { useWords } from '../../i18n/messages';
import { type Period, usualPeriods } from './period';
import { statisticsWords } from './statistics.messages';

/** A link whose address says less than the one in view is another. */
const exactly = { exact: true, explicitUndefined: true };
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
      <UsualPeriods now={usual} />
      <label>
        {words.since}
        <DayField max={last} value={first} take={(since) => choose({ since })} />
      </label>
      <label>
        {words.until}
        <DayField min={first} max={today} value={last} take={(until) => choose({ until })} />
      </label>
    </div>
  );
}

function UsualPeriods({ now }: { readonly now: Period['usual'] }) {
  const words = useWords(statisticsWords);
  return (
    <nav className="segments" aria-label={words.period}>
      {usualPeriods.map((days) => (
        <Link
          key={days}
          to="/statistics"
          search={(old) => ({ ...old, days, since: undefined, until: undefined })}
          activeOptions={exactly}
          aria-current={days === now ? 'true' : undefined}
          resetScroll={false}
        >
          {words.days(Number(days))}
        </Link>
      ))}
    </nav>
  );
}
