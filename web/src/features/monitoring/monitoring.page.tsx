import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type paths } from '../../api/api.generated';
import { useAreMany, useChosenDirector } from '../../api/directors';
import { useApiInfiniteQuery } from '../../api/queries';
import { type Column } from '../../data-table/column';
import { ColumnChoice } from '../../data-table/column-choice';
import { Count } from '../../data-table/row-count';
import { DataList } from '../../data-table/data-list';
import { type Filter, Filters } from '../../data-table/filters';
import { useColumns } from '../../data-table/use-columns';
import { AsCurl } from '../../components/copy-as-curl';
import { Empty } from '../../components/empty';
import { Time } from '../../components/time';
import { Title } from '../../components/title';
import { useMessages } from '../../i18n/messages';
import { AllThresholds } from './all-thresholds';
import { hoursOf } from './hours-field';
import { type Client } from './threshold-preview';
import { SilenceState } from './silence-state';
import './monitoring.css';

type Query = NonNullable<paths['/api/v1/admin/monitoring/clients']['get']['parameters']['query']>;

export function SilencePage() {
  const messages = useMessages('monitoring');
  return (
    <>
      <Title>{messages.title}</Title>
      <p className="quiet">
        {messages.about} {messages.jobsBefore}{' '}
        <Link to="/jobs" search={{ protection: 'overdue' }}>
          {messages.jobsLink}
        </Link>
        .
      </p>
      <AllThresholds />
      <section>
        <h2>{messages.list}</h2>
        <Clients />
      </section>
    </>
  );
}

function useWanted(): Query {
  const { name, status, paused } = useSearch({ from: '/administration/silence' });
  const watched = paused === undefined ? {} : { paused };
  const wanted = { ...useChosenDirector(), ...(name ? { name } : {}), ...(status ? { status } : {}), ...watched };
  return wanted as Query;
}

function Clients() {
  const messages = useMessages('monitoring');
  const { name, status, paused } = useSearch({ from: '/administration/silence' });
  const query = useWanted();
  const navigate = useNavigate();
  const clients = useApiInfiniteQuery<Client, { items: Client[]; nextCursor: string | null }>(
    ['silence', 'clients', query],
    (api, cursor, signal) =>
      api.GET('/api/v1/admin/monitoring/clients', { params: { query: { ...query, ...cursor } }, signal }),
  );
  const columns = useColumns('silence', useClientColumns(useAreMany()));
  const choose = (changes: object) =>
    void navigate({ to: '/administration/silence', search: (old) => ({ ...old, ...changes }) });
  const shown = clients.data?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? 0;
  return (
    <>
      <div className="bar">
        <Filters filters={useClientFilters()} values={{ name, status, paused }} choose={choose} />
        <div className="far">
          <ClientCount of={query} shown={shown} />
          <AsCurl
            path={`/admin/monitoring/clients?${new URLSearchParams(query as Record<string, string>).toString()}`}
          />
          <ColumnChoice of={columns} />
        </div>
      </div>
      <DataList<Client>
        {...{ columns, label: messages.list, pages: clients, keyOf: ({ director, name }) => `${director}/${name}` }}
        open={(one) =>
          void navigate({ to: '/administration/silence/$at/$name', params: { at: one.director, name: one.name } })
        }
        empty={<NoClients isFiltered={name !== undefined || status !== undefined || paused !== undefined} />}
      />
    </>
  );
}

function ClientCount({ of, shown }: { readonly of: Query; readonly shown: number }) {
  return (
    <Count
      of={['silence', of]}
      ask={(api, signal) =>
        api.GET('/api/v1/admin/monitoring/clients', { params: { query: { ...of, limit: 1, count: true } }, signal })
      }
      shown={shown}
    />
  );
}

function NoClients({ isFiltered }: { readonly isFiltered: boolean }) {
  const { nothing } = useMessages('monitoring');
  const { none } = useMessages('dataTable');
  return <Empty>{isFiltered ? none : nothing}</Empty>;
}

function useClientFilters(): readonly Filter[] {
  const messages = useMessages('monitoring');
  return [
    { name: 'name', label: messages.name, kind: 'name', of: 'clients' },
    {
      name: 'status',
      label: messages.state,
      kind: 'choice',
      options: (['ok', 'warn', 'crit'] as const).map((value) => ({ value, text: messages.states[value] })),
    },
    {
      name: 'paused',
      label: messages.paused,
      kind: 'choice',
      options: [
        { value: 'true', text: messages.onlyPaused },
        { value: 'false', text: messages.onlyWatched },
      ],
    },
  ];
}

function useClientColumns(isOfAll: boolean): readonly Column<Client>[] {
  const messages = useMessages('monitoring');
  return [
    {
      id: 'name',
      isName: true,
      fold: 'lead',
      head: messages.name,
      width: [160, 3],
      cell: ({ name, director }) => (
        <Link to="/administration/silence/$at/$name" params={{ at: director, name }} title={name}>
          {name}
        </Link>
      ),
    },
    {
      id: 'state',
      fold: 'side',
      head: messages.state,
      width: [112, 1.2],
      cell: (client) => <SilenceState of={client} />,
    },
    {
      id: 'age',
      head: messages.age,
      width: [144, 0.5],
      cell: ({ lastSuccessAt }) =>
        lastSuccessAt ? <Time at={lastSuccessAt} /> : <span className="quiet">{messages.never}</span>,
    },
    {
      id: 'holds',
      fold: 'rare',
      head: messages.holds,
      width: [140, 1],
      cell: ({ thresholds }) => messages.hours(hoursOf(thresholds.warnSeconds), hoursOf(thresholds.critSeconds)),
    },
    {
      id: 'from',
      fold: 'rare',
      head: messages.from,
      width: [192, 1],
      cell: ({ thresholds }) => messages.sources[thresholds.from],
    },
    {
      id: 'since',
      head: messages.since,
      width: [136, 0],
      isExtra: true,
      cell: ({ since }) => <Time at={since} as="short" />,
    },
    { id: 'director', head: messages.director, isExtra: !isOfAll, cell: ({ director }) => director },
  ];
}
