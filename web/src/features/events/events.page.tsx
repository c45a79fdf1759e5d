import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type paths } from '../../api/api.generated';
import { useApiInfiniteQuery } from '../../api/queries';
import { type Bounds, NewRows, useArrivals } from '../../data-table/new-rows-banner';
import { ColumnChoice } from '../../data-table/column-choice';
import { Count } from '../../data-table/row-count';
import { DataList } from '../../data-table/data-list';
import { type Filter, Filters } from '../../data-table/filters';
import { useColumns } from '../../data-table/use-columns';
import { AsCurl } from '../../components/copy-as-curl';
import { spanOf } from '../../components/day-range';
import { Empty } from '../../components/empty';
import { Title } from '../../components/title';
import { useZone } from '../../components/timezone';
import { eventTypes, severities } from '../../i18n/event-types';
import { useMessages } from '../../i18n/messages';
import { type EventRecord } from './event-location';
import { useEventColumns } from './event-columns';

type EventsQuery = NonNullable<paths['/api/v1/admin/events']['get']['parameters']['query']>;

export function EventsPage() {
  const messages = useMessages('events');
  const search = useSearch({ from: '/events' });
  const { since, until, ...exact } = search;
  const navigate = useNavigate();
  const wanted = { ...wantedOf(exact), ...spanOf({ since, until }, useZone()) } as EventsQuery;
  const { arrivals, query, events } = useEvents(wanted);
  const columns = useColumns('events', useEventColumns());
  const shown = events.data?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? 0;
  const choose = (changes: object) => void navigate({ to: '/events', search: (old) => ({ ...old, ...changes }) });
  return (
    <>
      <EventsHead />
      <div className="bar">
        <Filters filters={useEventFilters(search)} values={search} choose={choose} />
        <div className="far">
          <EventCount query={query} shown={shown} />
          <AsCurl path={`/admin/events?${new URLSearchParams(wanted as Record<string, string>).toString()}`} />
          <ColumnChoice of={columns} />
        </div>
      </div>
      <NewRows of={arrivals} />
      <DataList<EventRecord>
        {...{ columns, label: messages.list, pages: events, keyOf: ({ id }) => id }}
        open={({ id }) => void navigate({ to: '/events/$id', params: { id } })}
        empty={<NoEvents isFiltered={Object.keys(wanted).length > 0} />}
      />
    </>
  );
}

/** The list as it was when it was opened, and what came since. */
function useEvents(wanted: EventsQuery) {
  const arrivals = useArrivals<EventRecord>({
    of: ['events', wanted],
    ask: (api, bounds, signal) =>
      api.GET('/api/v1/admin/events', { params: { query: { ...wanted, ...bounds } }, signal }),
    at: ({ recordedAt }) => recordedAt,
    until: wanted.until,
  });
  const query = { ...wanted, ...arrivals.bounds };
  const events = useApiInfiniteQuery<EventRecord, { items: EventRecord[]; nextCursor: string | null }>(
    ['events', query],
    (api, cursor, signal) => api.GET('/api/v1/admin/events', { params: { query: { ...query, ...cursor } }, signal }),
    { enabled: arrivals.isReady },
  );
  return { arrivals, query, events };
}

function EventsHead() {
  const messages = useMessages('events');
  return (
    <>
      <Title>{messages.title}</Title>
      <p className="quiet">{messages.about}</p>
    </>
  );
}

const names = ['type', 'severity', 'subject', 'dedupKey'] as const;

/** The filters of the address that the API knows by the same name. */
function wantedOf(search: { readonly [Name in (typeof names)[number]]?: string }): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])));
}

function EventCount({ query, shown }: { readonly query: EventsQuery & Bounds; readonly shown: number }) {
  return (
    <Count
      of={['events', query]}
      ask={(api, signal) =>
        api.GET('/api/v1/admin/events', { params: { query: { ...query, limit: 1, count: true } }, signal })
      }
      shown={shown}
    />
  );
}

function NoEvents({ isFiltered }: { readonly isFiltered: boolean }) {
  const messages = useMessages('events');
  const { none } = useMessages('dataTable');
  if (isFiltered) return <Empty>{none}</Empty>;
  return (
    <Empty>
      {messages.nothing} <Link to="/jobs">{messages.runFirst}</Link>
    </Empty>
  );
}

/** By key only where an address has one: nobody types these. */
const byKey: readonly string[] = ['dedupKey', 'subject'];

function useEventFilters(search: Readonly<Record<string, string | undefined>>): readonly Filter[] {
  const messages = useMessages('events');
  const known = useMessages('eventNames');
  const all: readonly Filter[] = [
    {
      name: 'type',
      label: messages.type,
      kind: 'choice',
      options: eventTypes.map((value) => ({ value, text: known.types[value] })),
    },
    {
      name: 'severity',
      label: messages.severity,
      kind: 'choice',
      options: severities.map((value) => ({ value, text: known.severities[value] })),
    },
    { name: 'since', label: messages.since, kind: 'day' },
    { name: 'until', label: messages.until, kind: 'day' },
    { name: 'dedupKey', label: messages.trouble, kind: 'text' },
    { name: 'subject', label: messages.subject, kind: 'text' },
  ];
  return all.filter(({ name }) => !byKey.includes(name) || search[name] !== undefined);
}
