import { type Schemas } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
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
  const { names, areAll, failing } = useWorstNames(scope);
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
        {names && areAll && messages.worstOf(names.length, total)} <Way to="/clients">{messages.allClients}</Way>
      </p>
      <Shown of={failing} rows={shownClients}>
        {() =>
          names?.length === 0 ? (
            all && <DaySquares rows={[]} last={all} />
          ) : (
            <Shown of={worst} rows={shownClients}>
              {({ items }) => <DaySquares rows={items.map(rowOfClient)} last={all} />}
            </Shown>
          )
        }
      </Shown>
    </>
  );
}

/**
 * The names of the clients to show; null until they are known. Without those that are overdue, because the caller may not read them or
 * they could not be read, they are not all: then nothing is said of them.
 */
function useWorstNames(director: string) {
  const maySeeOverdue = usePermissionError('directors:read') === null;
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
    { everyMs, enabled: maySeeOverdue },
  );
  const areAll = failing.isSuccess && silent.isSuccess;
  if (!failing.data || (maySeeOverdue && silent.isPending)) return { names: null, areAll, failing };
  const oldest = [...(silent.data?.items ?? [])].sort((a, b) => b.silence.ageSeconds - a.silence.ageSeconds);
  const failed = failing.data.items.filter(({ runs }) => runs.error > 0).map(({ client }) => client);
  const names = [...new Set([...failed, ...oldest.map(({ name }) => name)])].slice(0, shownClients);
  return { names, areAll, failing };
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
