import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type paths } from '../../api/api.generated';
import { type Schemas } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { useApiInfiniteQuery } from '../../api/queries';
import { type Column } from '../../data-table/column';
import { ColumnChoice } from '../../data-table/column-choice';
import { DataList } from '../../data-table/data-list';
import { type Filter, Filters } from '../../data-table/filters';
import { useColumns } from '../../data-table/use-columns';
import { ActionLink } from '../../components/action-link';
import { AsCurl } from '../../components/copy-as-curl';
import { Denied } from '../../components/no-permission';
import { Empty } from '../../components/empty';
import { Time } from '../../components/time';
import { Title } from '../../components/title';
import { useMessages } from '../../i18n/messages';
import { ChannelState, LastDelivery, type ListedChannel, targetOf, Wants, wayOf } from './channel-details';
import { NoMailServer } from './mail-server';
import { NotificationTabs } from './notification-tabs';
import './notifications.css';

type ChannelsQuery = NonNullable<paths['/api/v1/admin/notifications/channels']['get']['parameters']['query']>;

export function ChannelsPage() {
  const messages = useMessages('channels');
  const { kind, status } = useSearch({ from: '/administration/notifications' });
  const query = { ...(kind ? { kind } : {}), ...(status ? { status } : {}) } as ChannelsQuery;
  const navigate = useNavigate();
  const denial = usePermissionError('notifications:manage');
  const channels = useApiInfiniteQuery<ListedChannel, Schemas['NotificationChannelPage']>(
    ['channels', query],
    (api, cursor, signal) =>
      api.GET('/api/v1/admin/notifications/channels', { params: { query: { ...query, ...cursor } }, signal }),
  );
  const columns = useColumns('channels', useChannelColumns());
  const listed = channels.data?.pages[0];
  const choose = (changes: object) =>
    void navigate({ to: '/administration/notifications', search: (old) => ({ ...old, ...changes }) });
  return (
    <>
      <ChannelsHead why={denial} />
      {listed?.hasMailServer === false && <NoMailServer channels={listed.items} />}
      <div className="bar">
        <Filters filters={useChannelFilters()} values={{ kind, status }} choose={choose} />
        <div className="far">
          <AsCurl path="/admin/notifications/channels" />
          <ColumnChoice of={columns} />
        </div>
      </div>
      <DataList<ListedChannel>
        {...{ columns, label: messages.channelList, pages: channels, keyOf: ({ id }) => id }}
        open={({ id }) => void navigate({ to: '/administration/notifications/channels/$id', params: { id } })}
        empty={<NoChannels isFiltered={kind !== undefined || status !== undefined} mayAdd={denial === null} />}
      />
    </>
  );
}

function ChannelsHead({ why }: { readonly why: string | null }) {
  const messages = useMessages('channels');
  const { title } = useMessages('notifications');
  return (
    <>
      <Title
        actions={
          <ActionLink deniedBy={why === null ? null : 'no-channels'} to="/administration/notifications/new">
            {messages.newChannel}
          </ActionLink>
        }
      >
        {title}
      </Title>
      <NotificationTabs />
      <p className="quiet">{messages.about}</p>
      <Denied id="no-channels" why={why} />
    </>
  );
}

function NoChannels({ isFiltered, mayAdd }: { readonly isFiltered: boolean; readonly mayAdd: boolean }) {
  const messages = useMessages('channels');
  const { none } = useMessages('dataTable');
  if (isFiltered) return <Empty>{none}</Empty>;
  return (
    <Empty>
      {messages.noChannels} {mayAdd && <Link to="/administration/notifications/new">{messages.addFirst}</Link>}
    </Empty>
  );
}

function useChannelFilters(): readonly Filter[] {
  const messages = useMessages('channels');
  return [
    {
      name: 'kind',
      label: messages.kind,
      kind: 'choice',
      options: Object.entries(messages.kinds).map(([value, text]) => ({ value, text })),
    },
    {
      name: 'status',
      label: messages.state,
      kind: 'choice',
      options: Object.entries(messages.states).map(([value, text]) => ({ value, text })),
    },
  ];
}

function useChannelColumns(): readonly Column<ListedChannel>[] {
  const messages = useMessages('channels');
  const { severities } = useMessages('eventNames');
  return [
    {
      id: 'name',
      isName: true,
      fold: 'lead',
      head: messages.name,
      width: [160, 2],
      cell: ({ id, name }) => (
        <Link to="/administration/notifications/channels/$id" params={{ id }}>
          {name}
        </Link>
      ),
    },
    {
      id: 'state',
      fold: 'side',
      head: messages.state,
      width: [104, 0],
      cell: ({ status }) => <ChannelState of={status} />,
    },
    { id: 'way', head: messages.kind, width: [88, 0], cell: (channel) => messages.shortFormats[wayOf(channel)] },
    {
      id: 'to',
      isName: true,
      head: messages.to,
      width: [140, 2],
      cell: (channel) => <span title={targetOf(channel)}>{targetOf(channel)}</span>,
    },
    {
      id: 'last',
      head: messages.lastDelivery,
      width: [150, 1.5],
      isLong: true,
      cell: (channel) => <LastDelivery of={channel} />,
    },
    {
      id: 'wants',
      fold: 'rare',
      head: messages.wants,
      width: [160, 2],
      cell: ({ patterns }) => <Wants patterns={patterns} />,
    },
    {
      id: 'severity',
      fold: 'rare',
      head: messages.severity,
      width: [148, 1.4],
      cell: ({ minSeverity }) => messages.fromSeverity(severities[minSeverity]),
    },
    {
      id: 'updated',
      head: messages.updated,
      width: [136, 0],
      isExtra: true,
      cell: ({ updatedAt }) => <Time at={updatedAt} />,
    },
  ];
}
