import { type Schemas } from '../../api/request';
import { useApiQuery } from '../../api/queries';
import { count, dayName } from '../../components/format';
import { Shown } from '../../components/query-content';
import { type SquareRow } from '../../charts/heatmap-grid';
import { useMessages } from '../../i18n/messages';
import { DaySquares } from './day-heatmap-grid';
import { figuresOf } from '../../api/unwrap-json';
import { everyMs, subject } from './selected-directors';
import { fortnightDays, lastDays, runsOfDay } from './use-day-rows';
import { useDirectorLink, Way } from './links';
import { partsOf, rowOfClient } from './by-severity';

const shownClients = 20;
const readSilent = 100;
/** What the counts of days are of. */
const over = 'completed,warning,error,canceled';

interface LargeFortnightProps {
  readonly scope: string;
  readonly total: number;
}

/** Of many clients those that failed most this week and the most silent, and all of them as one row of runs. */
export function LargeFortnight({ scope, total }: LargeFortnightProps) {
  const messages = useMessages('overview');
  const names = useWorstNames(scope);
  const client = names?.join(',') ?? '';
  const worst = useApiQuery(
    [subject, 'days', scope, client],
    (api, signal) =>
      figuresOf(
        api.GET('/api/v1/stats/days', {
          params: { query: { director: scope, days: fortnightDays, client, limit: 2 * shownClients } },
          signal,
        }),
      ),
    { everyMs, enabled: client !== '', keepsOld: true },
  );
  const all = useAllRuns(scope, total);
  return (
    <>
      <p className="quiet">
        {messages.worstOf(names?.length ?? 0, total)} <Way to="/clients">{messages.allClients}</Way>
      </p>
      {names?.length === 0 ? (
        all && <DaySquares rows={[]} last={all} />
      ) : (
        <Shown of={worst} rows={shownClients}>
          {({ items }) => <DaySquares rows={items.map(rowOfClient)} last={all} />}
        </Shown>
      )}
    </>
  );
}

/** The names of the clients to show; null until they are known. */
function useWorstNames(director: string): readonly string[] | null {
  const failing = useApiQuery(
    [subject, 'failing', director],
    (api, signal) =>
      figuresOf(
        api.GET('/api/v1/stats/clients', {
          params: { query: { director, days: 7, sort: 'failures', limit: shownClients } },
          signal,
        }),
      ),
    { everyMs },
  );
  const silent = useApiQuery(
    [subject, 'silent', director],
    (api, signal) =>
      api.GET('/api/v1/clients', {
        params: { query: { director, status: 'warn,crit', enabled: true, limit: readSilent } },
        signal,
      }),
    { everyMs },
  );
  if (!failing.data || (!silent.data && !silent.isError)) return null;
  const oldest = [...(silent.data?.items ?? [])].sort((a, b) => b.silence.ageSeconds - a.silence.ageSeconds);
  const failed = failing.data.items.filter(({ runs }) => runs.error > 0).map(({ client }) => client);
  return [...new Set([...failed, ...oldest.map(({ name }) => name)])].slice(0, shownClients);
}

type Point = Schemas['RunSeriesPoint'];

/** The runs of all clients as one row; null until they are known. */
function useAllRuns(director: string, total: number): SquareRow | null {
  const messages = useMessages('overview');
  const way = useDirectorLink();
  const { data } = useApiQuery(
    [subject, 'all runs', director],
    (api, signal) =>
      figuresOf(
        api.GET('/api/v1/stats/jobs', { params: { query: { director, days: fortnightDays, limit: 1 } }, signal }),
      ),
    { everyMs },
  );
  if (!data?.series) return null;
  const { series } = data;
  const cells = lastDays().map((day) => {
    const counts = countsOf(series.filter((point) => point.day === day));
    const text = messages.counts(counts) || messages.noRuns;
    const label = `${dayName(day, 'long')}: ${text}`;
    const href = way('/runs', { ...runsOfDay(day), status: over });
    return { outcome: 'unknown' as const, parts: partsOf(counts), label, text, href };
  });
  return { key: 'all', name: messages.allOf(count(total)), href: way('/clients'), cells };
}

function countsOf(points: readonly Point[]) {
  const of = (...statuses: readonly string[]): number =>
    points.filter(({ status }) => statuses.includes(status)).reduce((sum, { runs }) => sum + runs, 0);
  return { completed: of('completed'), warning: of('warning'), error: of('error'), canceled: of('canceled') };
}
