import { usePermissionError } from '../../api/disabled-reason';
import { useApiQuery } from '../../api/queries';
import { Empty } from '../../components/empty';
import { Shown } from '../../components/query-content';
import { useMessages } from '../../i18n/messages';
import { DaySquares } from './day-heatmap-grid';
import { LargeFortnight } from './day-heatmap-large';
import { figuresOf } from '../../api/unwrap-json';
import { Part } from './overview-section';
import { everyMs, subject } from './selected-directors';
import { Way } from './links';
import { fortnightDays } from './use-day-rows';
import { type DaysRow, rowOfClient, rowOfJob } from './by-severity';

/** More jobs than this are not shown one by one, but their clients. */
const mostJobs = 20;
/** More clients than this are not shown one by one. */
const mostClients = 30;

/** Fourteen days: a row for each job, of many jobs one for each client, and of many clients those that need attention. */
export function Fortnight({ scope }: { readonly scope: string }) {
  const messages = useMessages('overview');
  const answer = useApiQuery(
    [subject, 'job days', scope],
    (api, signal) =>
      api.GET('/api/v1/stats/jobs/days', {
        params: { query: { director: scope, days: fortnightDays, limit: mostJobs } },
        signal,
      }),
    { everyMs, enabled: usePermissionError('stats:read') === null },
  );
  return (
    <Part
      {...{ title: messages.fortnight, needs: ['stats:read'], className: 'fortnight' }}
      path={`/stats/jobs/days?days=${fortnightDays}&director=${encodeURIComponent(scope)}`}
    >
      <Shown of={answer} rows={6}>
        {({ items, nextCursor }) =>
          nextCursor === null ? <EachRow rows={items.map(rowOfJob)} /> : <OfClients scope={scope} />
        }
      </Shown>
    </Part>
  );
}

function OfClients({ scope }: { readonly scope: string }) {
  const answer = useApiQuery(
    [subject, 'days', scope],
    (api, signal) =>
      figuresOf(
        api.GET('/api/v1/stats/days', {
          params: { query: { director: scope, days: fortnightDays, limit: mostClients, count: true } },
          signal,
        }),
      ),
    { everyMs },
  );
  return (
    <Shown of={answer} rows={6}>
      {({ items, nextCursor, total }) =>
        nextCursor === null ? (
          <EachRow rows={items.map(rowOfClient)} />
        ) : (
          <LargeFortnight scope={scope} total={total?.value ?? items.length} />
        )
      }
    </Shown>
  );
}

function EachRow({ rows }: { readonly rows: readonly DaysRow[] }) {
  const messages = useMessages('overview');
  const whyNoRun = usePermissionError('jobs:run');
  const hasRun = rows.some((row) => row.days.some(({ runs, missed }) => runs > 0 || missed > 0));
  if (rows.length === 0)
    return (
      <Empty>
        <p>{messages.noneYet}</p>
        <Way className="button primary" to="/jobs">
          {whyNoRun === null ? messages.runFirst : messages.toJobs}
        </Way>
      </Empty>
    );
  return (
    <>
      {!hasRun && (
        <p>
          {messages.noRunYet}{' '}
          <Way className="button" to="/jobs">
            {whyNoRun === null ? messages.runOne : messages.toJobs}
          </Way>
        </p>
      )}
      <DaySquares rows={rows} />
    </>
  );
}
