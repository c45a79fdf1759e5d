import { Link } from '@tanstack/react-router';
import { type Schemas } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { type Column } from '../../data-table/column';
import { State } from '../../components/state';
import { Time } from '../../components/time';
import { useMessages } from '../../i18n/messages';
import { AuditLinks } from './audit-links';
import { RevokeToken } from './revoke-token';

export type Token = Schemas['TokenSummary'];

export function LastUse({ token }: { readonly token: Token }) {
  const messages = useMessages('tokens');
  if (token.lastUsedAt === null) return <span className="quiet">{messages.never}</span>;
  return (
    <>
      <Time at={token.lastUsedAt} />{' '}
      {token.lastUsedIp !== null && <span className="quiet">{messages.usedFrom(token.lastUsedIp)}</span>}
    </>
  );
}

export function Expiry({ token }: { readonly token: Token }) {
  const { never } = useMessages('tokens');
  // Not in gray: a token without an end deserves attention.
  return token.expiresAt === null ? never : <Time at={token.expiresAt} />;
}

/** Whose a token is matters where others' are among them. */
export function useTokenColumns(onRevoked: (token: Token) => void, areOwn: boolean): readonly Column<Token>[] {
  const messages = useMessages('tokens');
  const seesAudit = usePermissionError('audit:read') === null;
  const auditColumn: Column<Token> = {
    id: 'audit',
    head: messages.audit,
    width: [112, 0],
    cell: ({ id }) => <AuditLinks isInList id={id} />,
  };
  return [
    {
      id: 'name',
      isName: true,
      fold: 'lead',
      head: messages.name,
      width: [140, 2],
      cell: ({ id, name }) => (
        <Link to="/administration/tokens/$id" params={{ id }} title={name}>
          {name}
        </Link>
      ),
    },
    { id: 'state', fold: 'side', head: messages.state, cell: ({ status }) => <State of={status} /> },
    { id: 'role', head: messages.role, width: [80, 1], cell: ({ role }) => role },
    { id: 'owner', head: messages.owner, isExtra: areOwn, cell: ({ owner }) => owner.username },
    { id: 'created', head: messages.created, isExtra: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      id: 'lastUsed',
      head: messages.lastUsed,
      width: [160, 2],
      cell: (token) => <LastUse token={token} />,
    },
    { id: 'expires', head: messages.expires, cell: (token) => <Expiry token={token} /> },
    ...(seesAudit ? [auditColumn] : []),
    {
      id: 'revoke',
      head: messages.revoke,
      width: [230, 0],
      cell: (token) => <RevokeToken isInList {...{ token, onRevoked }} />,
    },
  ];
}
