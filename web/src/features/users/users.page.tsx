import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useApiInfiniteQuery } from '../../api/queries';
import { type Column } from '../../data-table/column';
import { ColumnChoice } from '../../data-table/column-choice';
import { DataList } from '../../data-table/data-list';
import { Filters } from '../../data-table/filters';
import { useColumns } from '../../data-table/use-columns';
import { AsCurl } from '../../components/copy-as-curl';
import { Empty } from '../../components/empty';
import { Time } from '../../components/time';
import { Title } from '../../components/title';
import { useMessages } from '../../i18n/messages';
import { InviteUser } from './invite-user';
import { useRoleNames } from './role-names';
import { type User, UserState } from './user-state';

const route = getRouteApi('/administration/users');

export function UsersPage() {
  const messages = useMessages('users');
  return (
    <>
      <Title>{messages.title}</Title>
      <InviteUser />
      <UserList />
    </>
  );
}

function useUserColumns(): readonly Column<User>[] {
  const messages = useMessages('users');
  return [
    {
      id: 'username',
      isName: true,
      fold: 'lead',
      head: messages.username,
      width: [140, 2],
      cell: ({ id, username }) => (
        <Link to="/administration/users/$id" params={{ id }}>
          {username}
        </Link>
      ),
    },
    { id: 'role', head: messages.role, cell: ({ role }) => role },
    { id: 'state', fold: 'side', head: messages.state, cell: (user) => <UserState user={user} /> },
    {
      id: 'lastLogin',
      head: messages.lastLogin,
      cell: ({ lastLoginAt }) =>
        lastLoginAt ? <Time at={lastLoginAt} /> : <span className="quiet">{messages.never}</span>,
    },
    { id: 'created', fold: 'rare', head: messages.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
}

function UserList() {
  const messages = useMessages('users');
  const { username, role, disabled } = route.useSearch();
  const navigate = useNavigate();
  const filter = { q: username, role, ...(disabled === undefined ? {} : { disabled: disabled === 'true' }) };
  const users = useApiInfiniteQuery(['users', filter], (api, cursor, signal) =>
    api.GET('/api/v1/admin/users', { params: { query: { limit: 100, ...filter, ...cursor } }, signal }),
  );
  const columns = useColumns('users', useUserColumns());
  return (
    <>
      <div className="bar">
        <UserFilters />
        <div className="far">
          <AsCurl path="/admin/users" />
          <ColumnChoice of={columns} />
        </div>
      </div>
      <DataList
        {...{ label: messages.list, columns, pages: users, keyOf: ({ id }: User) => id }}
        empty={<Empty>{messages.nonePasses}</Empty>}
        open={({ id }) => void navigate({ to: '/administration/users/$id', params: { id } })}
      />
    </>
  );
}

function UserFilters() {
  const messages = useMessages('users');
  const { username, role, disabled } = route.useSearch();
  const navigate = route.useNavigate();
  const roles = useRoleNames().map((value) => ({ value, text: value }));
  const access = (['false', 'true'] as const).map((value) => ({ value, text: messages.accessOf[value] }));
  return (
    <Filters
      filters={[
        { name: 'username', label: messages.username, kind: 'text' },
        { name: 'role', label: messages.role, kind: 'choice', options: roles },
        { name: 'disabled', label: messages.access, kind: 'choice', options: access },
      ]}
      values={{ username, role, disabled }}
      choose={(changes) => void navigate({ search: (old) => ({ ...old, ...changes }), replace: true })}
    />
  );
}
