import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ask, type Schemas } from '../../api/request';
import { forget, useApiQuery } from '../../api/queries';
import { AsCurl } from '../../components/copy-as-curl';
import { browserName } from '../../components/browser-name';
import { Shown } from '../../components/query-content';
import { ConfirmButton } from '../../components/confirm-button';
import { Cell, Row, Table } from '../../components/table';
import { Time } from '../../components/time';
import { Title } from '../../components/title';
import { useMessages } from '../../i18n/messages';
import './account.css';

type Session = Schemas['Session'];

/** The browsers that are signed in as the caller. */
export function SessionsPage() {
  const messages = useMessages('account');
  const [said, setSaid] = useState('');
  const sessions = useApiQuery(['sessions'], (api, signal) =>
    api.GET('/api/v1/auth/sessions', { params: { query: { limit: 200 } }, signal }),
  );
  const onEnded = () => {
    setSaid(messages.ended);
    forget('sessions');
  };
  const heads = [messages.browser, messages.address, messages.signedIn, messages.lastUsed, messages.ends, messages.end];
  return (
    <>
      <Title>{messages.sessions}</Title>
      <AsCurl path="/auth/sessions" bySession />
      <p className="quiet">
        {messages.sessionsAbout} <Link to="/account">{messages.change}</Link>
      </p>
      <p role="status">{said}</p>
      <Shown of={sessions}>
        {({ items }) => (
          <Table label={messages.sessions} heads={heads}>
            {items.map((session) => (
              <SessionRow key={session.id} session={session} onEnded={onEnded} />
            ))}
          </Table>
        )}
      </Shown>
    </>
  );
}

interface SessionRowProps {
  readonly session: Session;
  readonly onEnded: () => void;
}

/** The end of the session of this page signs out: the page begins anew. */
function SessionRow({ session, onEnded }: SessionRowProps) {
  const messages = useMessages('account');
  const { id, current, userAgent, ip, createdAt, lastSeenAt, expiresAt } = session;
  const end = async () => {
    await ask((api) => api.DELETE('/api/v1/auth/sessions/{id}', { params: { path: { id } } }));
    if (current) location.reload();
    else onEnded();
  };
  const name = (
    <span title={userAgent} className="browser">
      {browserName(userAgent) || messages.unnamed} {current && <span className="quiet">({messages.thisOne})</span>}
    </span>
  );
  const really = current ? messages.reallySignOut : messages.reallyEnd;
  return (
    <Row name={name}>
      <Cell of={messages.address}>{ip}</Cell>
      <Cell of={messages.signedIn}>
        <Time at={createdAt} />
      </Cell>
      <Cell of={messages.lastUsed}>
        <Time at={lastSeenAt} />
      </Cell>
      <Cell of={messages.ends}>
        <Time at={expiresAt} />
      </Cell>
      <Cell of={messages.end}>
        <ConfirmButton
          {...{ label: messages.endNow, keep: messages.keep, really, of: browserName(userAgent), work: end }}
          curl={{ method: 'DELETE', path: `/auth/sessions/${id}`, bySession: true }}
        />
      </Cell>
    </Row>
  );
}
