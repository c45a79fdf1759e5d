import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type Schemas } from '../../api/request';
import { useAreMany, useChosenDirector } from '../../api/directors';
import { usePermissionError } from '../../api/disabled-reason';
import { useApiInfiniteQuery } from '../../api/queries';
import { ColumnChoice } from '../../data-table/column-choice';
import { DataList } from '../../data-table/data-list';
import { Filters, type Filter } from '../../data-table/filters';
import { useColumns } from '../../data-table/use-columns';
import { AsCurl } from '../../components/copy-as-curl';
import { Empty } from '../../components/empty';
import { Title } from '../../components/title';
import { outcomesOf, SquareLegend } from '../../charts/heatmap';
import { useMessages } from '../../i18n/messages';
import { useClientColumns } from './client-columns';
import { spanOf } from './day-outcomes-strip';
import { ProtectionStrip } from './protection-strip';
import { type Client, type Figures, keyOfClient, useFigures } from './use-client-stats';
import './clients.css';

interface Address {
  readonly protection?: string;
  readonly status?: string;
  readonly paused?: string;
  readonly name?: string;
  readonly enabled?: string;
  readonly sort?: string;
}

const sorts: readonly Schemas['ClientSort'][] = ['name', 'protection', 'lastSuccess'];

function queryOf({ protection, status, paused, name, enabled }: Address) {
  return {
    ...(protection === undefined ? {} : { protection }),
    ...(status === undefined ? {} : { status }),
    ...(paused === undefined ? {} : { paused: paused === 'true' }),
    ...(name === undefined ? {} : { name }),
    ...(enabled === undefined ? {} : { enabled: enabled === 'true' }),
  };
}

function useFilters(): readonly Filter[] {
  const messages = useMessages('clients');
  const common = useMessages('common');
  const standings = (['ok', 'warn', 'crit'] as const).map((value) => ({ value, text: messages.states[value] }));
  const protections = Object.entries(useMessages('protection').states).map(([value, text]) => ({ value, text }));
  const uses = [
    { value: 'true', text: common.yes },
    { value: 'false', text: common.no },
  ];
  return [
    { name: 'protection', label: messages.filterProtection, kind: 'choice', options: protections },
    { name: 'paused', label: messages.filterPaused, kind: 'choice', options: uses },
    { name: 'status', label: messages.filterStatus, kind: 'choice', options: standings },
    { name: 'name', label: messages.filterName, kind: 'name', of: 'clients' },
    { name: 'enabled', label: messages.filterEnabled, kind: 'choice', options: uses },
  ];
}

export function ClientsPage() {
  const messages = useMessages('clients');
  const director = useChosenDirector();
  const address = useSearch({ from: '/clients' });
  const navigate = useNavigate({ from: '/clients' });
  const sort = sorts.find((one) => one === address.sort) ?? 'name';
  const query = { ...director, ...queryOf(address), sort };
  const pages = useApiInfiniteQuery(['clients', query], (api, cursor, signal) =>
    api.GET('/api/v1/clients', { params: { query: { ...query, ...cursor, limit: 50 } }, signal }),
  );
  const figures = useFigures(pages.data?.pages.map(({ items }) => items) ?? [], director);
  const seesFigures = usePermissionError('stats:read') === null;
  const columns = useColumns('clients', useClientColumns(figures, { seesFigures, isOfAll: useAreMany() }));
  const open = useOpen();
  const choose = (changes: Address) => void navigate({ search: (old) => ({ ...old, ...changes }), replace: true });
  return (
    <>
      <Title>{messages.title}</Title>
      <p className="quiet">{messages.about}</p>
      <ProtectionStrip director={director} />
      <div className="bar">
        <Filters filters={useFilters()} values={{ ...address }} choose={choose} />
        <span className="far">
          <AsCurl path={`/clients?${new URLSearchParams(textOf(query)).toString()}`} />
          <ColumnChoice of={columns} />
        </span>
      </div>
      {columns.isShown('days') && <DaysKey of={figures} />}
      <DataList
        label={messages.list}
        {...{ columns, pages, open }}
        sort={{ value: sort, choose: (next) => choose({ sort: next }) }}
        keyOf={({ name, director: of }) => keyOfClient(name, of)}
        empty={<NoClients isFiltered={Object.keys(queryOf(address)).length > 0} />}
      />
    </>
  );
}

/** What the squares of all rows mean, and of which days they are. */
function DaysKey({ of: { days } }: { readonly of: Figures }) {
  const messages = useMessages('clients');
  const rows = [...days.values()].map((one) => one.days);
  const span = rows[0] && spanOf(rows[0]);
  if (!span) return null;
  return (
    <div className="square-key">
      <p>{messages.key(span)}</p>
      <SquareLegend of={rows.flatMap(outcomesOf)} />
    </div>
  );
}

function textOf(query: object): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
}

function useOpen(): (client: Client) => void {
  const navigate = useNavigate({ from: '/clients' });
  return useCallback(
    ({ name, director }) =>
      void navigate({
        to: '/clients/$name',
        params: { name },
        search: (old) => (old.director === '*' ? { director } : {}),
      }),
    [navigate],
  );
}

function NoClients({ isFiltered }: { readonly isFiltered: boolean }) {
  const messages = useMessages('clients');
  if (isFiltered) {
    return (
      <Empty>
        {messages.noneFiltered}{' '}
        <Link to="/clients" search={(old) => (old.director === undefined ? {} : { director: old.director })}>
          {messages.showAll}
        </Link>
      </Empty>
    );
  }
  return (
    <Empty>
      {messages.none} {messages.noneNext}
    </Empty>
  );
}
