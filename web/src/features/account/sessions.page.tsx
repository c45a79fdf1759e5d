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
import { accountWords } from './account.messages';

type Session = Schemas['Session'];

/** The browsers that are signed in as the caller. */
export function SessionsPage() {
  const words = useMessages(accountWords);
  const [said, setSaid] = useState('');
  const sessions = useApiQuery(['sessions'], (api, signal) =>
    api.GET('/api/v1/auth/sessions', { params: { query: { limit: 200 } }, signal }),
  );
  const onEnded = () => {
    setSaid(words.ended);
    forget('sessions');
  };
  const heads = [words.browser, words.address, words.signedIn, words.lastUsed, words.ends, words.end];
  return (
    <>
      <Title>{words.sessions}</Title>
      <AsCurl path="/auth/sessions" bySession />
      <p className="quiet">
        {words.sessionsAbout} <Link to="/account">{words.change}</Link>
      </p>
      <p role="status">{said}</p>
      <Shown of={sessions}>
        {({ items }) => (
          <Table label={words.sessions} heads={heads}>
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
  const words = useMessages(accountWords);
  const { id, current, userAgent, ip, createdAt, lastSeenAt, expiresAt } = session;
  const end = async () => {
    await ask((api) => api.DELETE('/api/v1/auth/sessions/{id}', { params: { path: { id } } }));
    if (current) location.reload();
    else onEnded();
  };
  const name = (
    <span title={userAgent} className="browser">
      {browserName(userAgent) || words.unnamed} {current && <span className="quiet">({words.thisOne})</span>}
    </span>
  );
  const really = current ? words.reallySignOut : words.reallyEnd;
  return (
    <Row name={name}>
      <Cell of={words.address}>{ip}</Cell>
      <Cell of={words.signedIn}>
        <Time at={createdAt} />
      </Cell>
      <Cell of={words.lastUsed}>
        <Time at={lastSeenAt} />
      </Cell>
      <Cell of={words.ends}>
        <Time at={expiresAt} />
      </Cell>
      <Cell of={words.end}>
        <ConfirmButton
          {...{ label: words.endNow, keep: words.keep, really, of: browserName(userAgent), work: end }}
          curl={{ method: 'DELETE', path: `/auth/sessions/${id}`, bySession: true }}
        />
      </Cell>
    </Row>
  );
}
