import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { usePermissionError } from '../../api/disabled-reason';
import { forget, useApiQuery } from '../../api/queries';
import { AsCurl } from '../../components/copy-as-curl';
import { Facts } from '../../components/definition-list';
import { Shown } from '../../components/query-content';
import { State } from '../../components/state';
import { Time } from '../../components/time';
import { Title } from '../../components/title';
import { useMessages } from '../../i18n/messages';
import { AuditLinks } from './audit-links';
import { RevokeToken } from './revoke-token';
import { Expiry, LastUse, type Token } from './token-columns';
import './tokens.css';

export function TokenPage() {
  const messages = useMessages('tokens');
  const { id } = useParams({ from: '/administration/tokens/$id' });
  const [said, setSaid] = useState('');
  const token = useApiQuery(['tokens', 'one', id], (api, signal) =>
    api.GET('/api/v1/tokens/{id}', { params: { path: { id } }, signal }),
  );
  const onRevoked = ({ name }: Token) => {
    setSaid(messages.nowRevoked(name));
    forget('tokens');
  };
  return (
    <>
      <Title
        above={<Link to="/administration/tokens">{messages.title}</Link>}
        actions={token.data && <RevokeToken key={id} token={token.data} onRevoked={onRevoked} />}
      >
        {token.data?.name ?? messages.token}
      </Title>
      <AsCurl path={`/tokens/${id}`} />
      <p role="status">{said}</p>
      <Shown of={token}>{(known) => <OneToken token={known} />}</Shown>
    </>
  );
}

function OneToken({ token }: { readonly token: Token }) {
  const messages = useMessages('tokens');
  const { capabilities } = token;
  return (
    <>
      <TokenFacts token={token} />
      <Traces of={token} />
      <section>
        <h2>{messages.frozen(capabilities.length)}</h2>
        <p className="quiet">{messages.frozenWhy}</p>
        {capabilities.length === 0 && <p>{messages.mayNothing}</p>}
        <ul className="capabilities">
          {capabilities.map((capability) => (
            <li key={capability}>
              <code>{capability}</code>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** Links to what the token did, and to what was done to it. */
function Traces({ of: { id } }: { readonly of: Token }) {
  const messages = useMessages('tokens');
  const seesRuns = usePermissionError('jobs:read') === null;
  return (
    <p className="traces">
      <AuditLinks id={id} />
      {seesRuns && (
        <Link to="/runs" search={{ triggeredById: id }}>
          {messages.itsRuns}
        </Link>
      )}
    </p>
  );
}

function TokenFacts({ token }: { readonly token: Token }) {
  const messages = useMessages('tokens');
  const { status, role, owner, createdAt, revokedAt, revokedBy } = token;
  return (
    <Facts
      of={[
        [messages.state, <State key="" of={status} />],
        [messages.owner, owner.username],
        [messages.role, role],
        [messages.created, <Time key="" at={createdAt} />],
        [messages.lastUsed, <LastUse key="" token={token} />],
        [messages.expires, <Expiry key="" token={token} />],
        [
          messages.revoked,
          revokedAt !== null && (
            <>
              <Time at={revokedAt} /> {revokedBy !== null && messages.revokedBy(revokedBy.name)}
            </>
          ),
        ],
      ]}
    />
  );
}
