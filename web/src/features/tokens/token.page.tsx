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
import { tokensWords } from './tokens.messages';

export function TokenPage() {
  const words = useMessages(tokensWords);
  const { id } = useParams({ from: '/administration/tokens/$id' });
  const [said, setSaid] = useState('');
  const token = useApiQuery(['tokens', 'one', id], (api, signal) =>
    api.GET('/api/v1/tokens/{id}', { params: { path: { id } }, signal }),
  );
  const onRevoked = ({ name }: Token) => {
    setSaid(words.nowRevoked(name));
    forget('tokens');
  };
  return (
    <>
      <Title
        above={<Link to="/administration/tokens">{words.title}</Link>}
        actions={token.data && <RevokeToken key={id} token={token.data} onRevoked={onRevoked} />}
      >
        {token.data?.name ?? words.token}
      </Title>
      <AsCurl path={`/tokens/${id}`} />
      <p role="status">{said}</p>
      <Shown of={token}>{(known) => <OneToken token={known} />}</Shown>
    </>
  );
}

function OneToken({ token }: { readonly token: Token }) {
  const words = useMessages(tokensWords);
  const { capabilities } = token;
  return (
    <>
      <TokenFacts token={token} />
      <Traces of={token} />
      <section>
        <h2>{words.frozen(capabilities.length)}</h2>
        <p className="quiet">{words.frozenWhy}</p>
        {capabilities.length === 0 && <p>{words.mayNothing}</p>}
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
  const words = useMessages(tokensWords);
  const seesRuns = usePermissionError('jobs:read') === null;
  return (
    <p className="traces">
      <AuditLinks id={id} />
      {seesRuns && (
        <Link to="/runs" search={{ triggeredById: id }}>
          {words.itsRuns}
        </Link>
      )}
    </p>
  );
}

function TokenFacts({ token }: { readonly token: Token }) {
  const words = useMessages(tokensWords);
  const { status, role, owner, createdAt, revokedAt, revokedBy } = token;
  return (
    <Facts
      of={[
        [words.state, <State key="" of={status} />],
        [words.owner, owner.username],
        [words.role, role],
        [words.created, <Time key="" at={createdAt} />],
        [words.lastUsed, <LastUse key="" token={token} />],
        [words.expires, <Expiry key="" token={token} />],
        [
          words.revoked,
          revokedAt !== null && (
            <>
              <Time at={revokedAt} /> {revokedBy !== null && words.revokedBy(revokedBy.name)}
            </>
          ),
        ],
      ]}
    />
  );
}
