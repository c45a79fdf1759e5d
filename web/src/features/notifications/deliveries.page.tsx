import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type paths } from '../../api/api.generated';
import { forget, useApiQuery, useApiInfiniteQuery } from '../../api/queries';
import { NewRows, useArrivals } from '../../data-table/new-rows-banner';
import { ColumnChoice } from '../../data-table/column-choice';
import { Count } from '../../data-table/row-count';
import { DataList } from '../../data-table/data-list';
import { type Filter, Filters } from '../../data-table/filters';
import { useSelection } from '../../data-table/selection';
import { useColumns } from '../../data-table/use-columns';
import { AsCurl } from '../../components/copy-as-curl';
import { spanOf } from '../../components/day-range';
import { Empty } from '../../components/empty';
import { Title } from '../../components/title';
import { useZone } from '../../components/timezone';
import { deliveryStatuses } from '../../i18n/delivery-status';
import { useMessages } from '../../i18n/messages';
import { useDeliveryColumns } from './delivery-columns';
import { type Delivery, isOpen, type NamedChannel } from './delivery-details';
import { NotificationTabs } from './notification-tabs';
import { ReplayChosen } from './replay-selected';
import { ReplaySpan } from './replay-period';
import './notifications.css';

type Query = NonNullable<paths['/api/v1/admin/notifications/deliveries']['get']['parameters']['query']>;

const lookEveryMs = 5_000;

export function DeliveriesPage() {
  const messages = useMessages('deliveries');
  const { deliveries } = useMessages('notifications');
  const search = useSearch({ from: '/administration/notifications/deliveries' });
  const wanted = useWanted(search);
  const list = useDeliveries(wanted);
  const navigate = useNavigate();
  const selection = useSelection<Delivery>(
    ({ id }) => id,
    ({ title }) => title,
  );
  const columns = useColumns('deliveries', useDeliveryColumns());
  const channels = useChannels();
  const choose = (changes: object) =>
    void navigate({ to: '/administration/notifications/deliveries', search: (old) => ({ ...old, ...changes }) });
  return (
    <>
      <Title>{deliveries}</Title>
      <NotificationTabs />
      <div className="bar">
        <Filters filters={useDeliveryFilters(channels)} values={search} choose={choose} />
        <div className="far">
          <DeliveryCount of={list.query} shown={list.shown} />
          <AsCurl
            path={`/admin/notifications/deliveries?${new URLSearchParams(wanted as Record<string, string>).toString()}`}
          />
          <ColumnChoice of={columns} />
        </div>
      </div>
      <NewRows of={list.arrivals} />
      <DataList<Delivery>
        {...{ columns, selection, label: messages.list, pages: list.pages, keyOf: ({ id }) => id }}
        open={({ id }) => void navigate({ to: '/administration/notifications/deliveries/$id', params: { id } })}
        empty={<NoDeliveries isFiltered={Object.keys(wanted).length > 0} />}
      />
      <ReplayChosen selection={selection} onDone={list.arrivals.show} />
      <ReplaySpan channels={channels} onDone={list.arrivals.show} />
    </>
  );
}

interface Wanted {
  readonly channel?: string;
  readonly status?: string;
  readonly event?: string;
  readonly since?: string;
  readonly until?: string;
}

function useWanted({ channel, status, event, since, until }: Wanted): Query {
  const zone = useZone();
  const exact = { ...(channel ? { channel } : {}), ...(status ? { status } : {}), ...(event ? { event } : {}) };
  return { ...exact, ...spanOf({ since, until }, zone) };
}

/** The list as it was when it was opened; what stands in it is looked at again while something of it is under way. */
function useDeliveries(wanted: Query) {
  const arrivals = useArrivals<Delivery>({
    of: ['deliveries', wanted],
    ask: (api, bounds, signal) =>
      api.GET('/api/v1/admin/notifications/deliveries', { params: { query: { ...wanted, ...bounds } }, signal }),
    at: ({ createdAt }) => createdAt,
    until: wanted.until,
  });
  const query = { ...wanted, ...arrivals.bounds };
  const pages = useApiInfiniteQuery<Delivery, { items: Delivery[]; nextCursor: string | null }>(
    ['deliveries', query],
    (api, cursor, signal) =>
      api.GET('/api/v1/admin/notifications/deliveries', { params: { query: { ...query, ...cursor } }, signal }),
    { enabled: arrivals.isReady },
  );
  const rows = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  const isMoving = rows.some(isOpen);
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => forget('deliveries'), lookEveryMs);
    return () => clearInterval(timer);
  }, [isMoving]);
  return { arrivals, query, pages, shown: rows.length };
}

function useChannels(): readonly NamedChannel[] {
  const { data } = useApiQuery(['channels', 'names'], (api, signal) =>
    api.GET('/api/v1/admin/notifications/channels', { params: { query: { limit: 500 } }, signal }),
  );
  return data?.items ?? [];
}

function DeliveryCount({ of, shown }: { readonly of: Query; readonly shown: number }) {
  return (
    <Count
      of={['deliveries', of]}
      ask={(api, signal) =>
        api.GET('/api/v1/admin/notifications/deliveries', {
          params: { query: { ...of, limit: 1, count: true } },
          signal,
        })
      }
      shown={shown}
    />
  );
}

function NoDeliveries({ isFiltered }: { readonly isFiltered: boolean }) {
  const messages = useMessages('deliveries');
  const { channels } = useMessages('notifications');
  const { none } = useMessages('dataTable');
  if (isFiltered) return <Empty>{none}</Empty>;
  return (
    <Empty>
      {messages.nothingSent} <Link to="/administration/notifications">{channels}</Link>
    </Empty>
  );
}

function useDeliveryFilters(channels: readonly NamedChannel[]): readonly Filter[] {
  const messages = useMessages('deliveries');
  const { states } = useMessages('deliveryStatus');
  return [
    {
      name: 'channel',
      label: messages.channel,
      kind: 'choice',
      options: channels.map(({ id, name }) => ({ value: id, text: name })),
    },
    {
      name: 'status',
      label: messages.state,
      kind: 'choice',
      options: deliveryStatuses.map((value) => ({ value, text: states[value] })),
    },
    { name: 'event', label: messages.event, kind: 'text' },
    { name: 'since', label: messages.since, kind: 'day' },
    { name: 'until', label: messages.planUntil, kind: 'day' },
  ];
}
