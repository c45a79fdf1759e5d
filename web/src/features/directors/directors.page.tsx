import { Link, useNavigate } from '@tanstack/react-router';
import { type Director } from '../../api/directors';
import { usePermissionError } from '../../api/disabled-reason';
import { useApiInfiniteQuery } from '../../api/queries';
import { type Column } from '../../data-table/column';
import { ColumnChoice } from '../../data-table/column-choice';
import { DataList } from '../../data-table/data-list';
import { useColumns } from '../../data-table/use-columns';
import { ActionLink } from '../../components/action-link';
import { AsCurl } from '../../components/copy-as-curl';
import { Denied } from '../../components/no-permission';
import { Empty } from '../../components/empty';
import { count } from '../../components/format';
import { Time } from '../../components/time';
import { Title } from '../../components/title';
import { useMessages } from '../../i18n/messages';
import { kindName, Reached } from './connection-result';
import { isUnread } from './search-index';

function useDirectorColumns(): readonly Column<Director>[] {
  const messages = useMessages('directors');
  const common = useMessages('common');
  const { heads } = messages;
  return [
    {
      id: 'name',
      isName: true,
      fold: 'lead',
      head: heads.name,
      width: [140, 2],
      cell: ({ name }) => <Name name={name} />,
    },
    { id: 'state', fold: 'side', head: heads.state, width: [152, 1.2], cell: (row) => <Reached of={row} /> },
    { id: 'kind', head: heads.kind, width: [96, 0.5], cell: ({ kind }) => kindName(messages.kinds, kind) },
    {
      id: 'version',
      fold: 'rare',
      head: heads.version,
      width: [88, 0.5],
      cell: ({ version }) => version ?? common.unknown,
    },
    {
      id: 'since',
      fold: 'rare',
      head: heads.since,
      width: [128, 1],
      cell: ({ startedAt }) => (startedAt === null ? common.unknown : <Time at={startedAt} as="short" />),
    },
    { id: 'index', head: heads.index, width: [224, 1.5], cell: (row) => <Index of={row} /> },
    { id: 'usual', head: heads.usual, width: [88, 0.5], cell: (row) => (row.default ? messages.usual : '') },
    {
      id: 'clients',
      head: heads.clients,
      width: [88, 1],
      isFigure: true,
      isExtra: true,
      cell: (row) => count(row.clients.length),
    },
    {
      id: 'zone',
      head: heads.zone,
      width: [88, 1],
      isExtra: true,
      cell: ({ timezone }) => timezone ?? common.unknown,
    },
  ];
}

export function DirectorsPage() {
  const messages = useMessages('directors');
  const navigate = useNavigate();
  const pages = useApiInfiniteQuery(['directors', 'list'], (api, cursor, signal) =>
    api.GET('/api/v1/directors', { params: { query: { limit: 50, ...cursor } }, signal }),
  );
  const columns = useColumns('directors', useDirectorColumns());
  const open = ({ name }: Director) => void navigate({ to: '/administration/directors/$name', params: { name } });
  const why = usePermissionError('directors:manage');
  return (
    <>
      <Title
        actions={
          <ActionLink deniedBy={why === null ? null : 'no-add'} to="/administration/add-director">
            {messages.add}
          </ActionLink>
        }
      >
        {messages.title}
      </Title>
      <p className="quiet">{messages.about}</p>
      <Denied id="no-add" why={why} />
      <AsCurl path="/directors" />
      <DataList
        label={messages.list}
        {...{ columns, pages, open }}
        keyOf={({ name }) => name}
        empty={<Empty>{messages.none}</Empty>}
      />
      <div className="list-foot">
        <ColumnChoice of={columns} />
      </div>
    </>
  );
}

function Name({ name }: { readonly name: string }) {
  return (
    <Link to="/administration/directors/$name" params={{ name }}>
      {name}
    </Link>
  );
}

function Index({ of: { searchIndex } }: { readonly of: Director }) {
  const messages = useMessages('directors');
  if (searchIndex === null || isUnread(searchIndex)) return <span className="quiet">{messages.indexUnread}</span>;
  const { waiting, entries } = searchIndex;
  return <>{waiting === 0 ? messages.indexDone(entries) : messages.indexWaiting(waiting)}</>;
}
