import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { type Schemas } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { forget, useApiInfiniteQuery } from '../../api/queries';
import { ColumnChoice } from '../../data-table/column-choice';
import { DataList } from '../../data-table/data-list';
import { Filters } from '../../data-table/filters';
import { useColumns } from '../../data-table/use-columns';
import { AsCurl } from '../../components/copy-as-curl';
import { Empty } from '../../components/empty';
import { focusTitle, Title } from '../../components/title';
import { useMessages } from '../../i18n/messages';
import { CreateToken } from './create-token';
import { FreshToken } from './new-token';
import { type Token, useTokenColumns } from './token-columns';
import './tokens.css';

const states = ['active', 'revoked', 'expired', 'disabled'] as const;
const route = getRouteApi('/administration/tokens');

export function TokensPage() {
  const messages = useMessages('tokens');
  const [created, setCreated] = useState<Schemas['CreatedToken'] | null>(null);
  const [said, setSaid] = useState('');
  const reload = () => forget('tokens');
  const onCreated = (token: Schemas['CreatedToken']) => {
    setCreated(token);
    reload();
  };
  const onRevoked = (token: Token) => {
    setSaid(messages.nowRevoked(token.name));
    reload();
  };
  const onCopied = () => {
    focusTitle();
    setCreated(null);
  };
  return (
    <>
      <Title>{messages.title}</Title>
      <p className="quiet">{messages.about}</p>
      <CreateToken onCreated={onCreated} onLost={reload} />
      {created && <FreshToken key={created.id} token={created} onDone={onCopied} />}
      <p role="status">{said}</p>
      <TokenList onRevoked={onRevoked} />
    </>
  );
}

function TokenList({ onRevoked }: { readonly onRevoked: (token: Token) => void }) {
  const messages = useMessages('tokens');
  const query = route.useSearch();
  const navigate = useNavigate();
  const { status, name, owner } = query;
  const filter = { status, q: name, owner };
  const tokens = useApiInfiniteQuery(['tokens', filter], (api, cursor, signal) =>
    api.GET('/api/v1/tokens', { params: { query: { limit: 100, ...filter, ...cursor } }, signal }),
  );
  const columns = useColumns('tokens', useTokenColumns(onRevoked, owner === undefined));
  const isFiltered = status !== undefined || name !== undefined || owner !== undefined;
  return (
    <>
      <TokenBar columns={<ColumnChoice of={columns} />} />
      <DataList
        {...{ label: messages.list, columns, pages: tokens, keyOf: ({ id }: Token) => id }}
        empty={<Empty>{isFiltered ? messages.nonePasses : messages.noneYet}</Empty>}
        open={({ id }) => void navigate({ to: '/administration/tokens/$id', params: { id } })}
      />
    </>
  );
}

function TokenBar({ columns }: { readonly columns: ReactNode }) {
  const messages = useMessages('tokens');
  const { states: named } = useMessages('common');
  const { status, name, owner } = route.useSearch();
  const navigate = route.useNavigate();
  const choose = (changes: Readonly<Record<string, string | undefined>>) =>
    void navigate({ search: (old) => ({ ...old, ...changes }), replace: true });
  const seesAll = usePermissionError('tokens:all') === null;
  const query = new URLSearchParams(
    Object.entries({ status, q: name, owner }).filter(([, value]) => value) as [string, string][],
  );
  return (
    <div className="bar">
      {seesAll && <Whose owner={owner} choose={(next) => choose({ owner: next })} />}
      <Filters
        filters={[
          { name: 'name', label: messages.called, kind: 'text' },
          {
            name: 'status',
            label: messages.state,
            kind: 'choice',
            options: states.map((one) => ({ value: one, text: named[one] })),
          },
        ]}
        values={{ status, name }}
        choose={choose}
      />
      <div className="far">
        <AsCurl path={`/tokens${query.size > 0 ? `?${query.toString()}` : ''}`} />
        {columns}
      </div>
    </div>
  );
}

interface WhoseProps {
  readonly owner: string | undefined;
  readonly choose: (owner: string | undefined) => void;
}

/** Of oneself, of everybody, or of the person whom the address names. */
function Whose({ owner, choose }: WhoseProps) {
  const messages = useMessages('tokens');
  return (
    <label>
      {messages.whose}
      <select value={owner ?? ''} onChange={({ target }) => choose(target.value || undefined)}>
        <option value="">{messages.mine}</option>
        <option value="*">{messages.everybodys}</option>
        {owner !== undefined && owner !== '*' && <option value={owner}>{owner}</option>}
      </select>
    </label>
  );
}
