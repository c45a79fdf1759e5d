import { useDenial } from '../api/caller';
import { useAsked } from '../api/queries';
import { Empty } from '../parts/empty';
import { Shown } from '../parts/shown';
import { useWords } from '../words/words';
import { ClientSquares } from './client-squares';
import { LargeFortnight } from './large-fortnight';
import { figuresOf } from './figures';
import { overviewWords } from './overview.words';
import { Part } from './part';
import { everyMs, subject } from './scope';
import { Way } from './ways';
import { fortnightDays } from './use-day-rows';
import { type ClientDays } from './worst-first';

/** More clients than this are not shown one by one. */
const mostClients = 30;

/** Fourteen days, a square for each day of each client. */
export function Fortnight({ scope }: { readonly scope: string }) {
  const words = useWords(overviewWords);
  const answer = useAsked(
    [subject, 'days', scope],
    (api, signal) =>
      figuresOf(
        api.GET('/api/v1/stats/days', {
          params: { query: { director: scope, days: fortnightDays, limit: mostClients, count: true } },
          signal,
        }),
      ),
    { everyMs, enabled: useDenial('stats:read') === null },
  );
  return (
    <Part
      {...{ title: words.fortnight, needs: ['stats:read'], className: 'fortnight' }}
      path={`/stats/days?days=${fortnightDays}&director=${encodeURIComponent(scope)}`}
    >
      <Shown of={answer} rows={6}>
        {({ items, nextCursor, total }) =>
          nextCursor === null ? (
            <AllClients rows={items} />
          ) : (
            <LargeFortnight scope={scope} total={total?.value ?? items.length} />
          )
        }
      </Shown>
    </Part>
  );
}

function AllClients({ rows }: { readonly rows: readonly ClientDays[] }) {
  const words = useWords(overviewWords);
  const hasRun = rows.some((row) => row.days.some(({ runs, missed }) => runs > 0 || missed > 0));
  if (rows.length === 0)
    return (
      <Empty>
        {words.noneYet} <Way to="/jobs">{words.toJobs}</Way>
      </Empty>
    );
  return (
    <>
      {!hasRun && (
        <p>
          {words.noRunYet} <Way to="/jobs">{words.runFirst}</Way>
        </p>
      )}
      <ClientSquares rows={rows} />
    </>
  );
}
