import { Link, useParams } from '@tanstack/react-router';
import { useApiQuery } from '../../api/queries';
import { AsCurl } from '../../components/copy-as-curl';
import { Empty } from '../../components/empty';
import { Facts } from '../../components/definition-list';
import { Shown } from '../../components/query-content';
import { Cell, Row, Table } from '../../components/table';
import { Time } from '../../components/time';
import { Title } from '../../components/title';
import { ZoneNote } from '../../components/timezone';
import { useMessages } from '../../i18n/messages';
import { ActorName, type AuditRecord, Outcome, targetText } from './audit-columns';
import { AuditTabs } from './audit-tabs';
import './audit.css';

export function AuditRecordPage() {
  const messages = useMessages('audit');
  const { id } = useParams({ from: '/administration/audit/$id' });
  const record = useApiQuery(['audit', 'one', id], (api, signal) =>
    api.GET('/api/v1/admin/audit/{id}', { params: { path: { id } }, signal }),
  );
  return (
    <>
      <Title above={<Link to="/administration/audit">{messages.title}</Link>}>
        {record.data?.action ?? messages.oneTitle}
      </Title>
      <AsCurl path={`/admin/audit/${id}`} />
      <AuditTabs />
      <Shown of={record}>
        {(known) => (
          <>
            <RecordFacts of={known} />
            <p className="after">
              <ZoneNote />
            </p>
            <Changes of={known.changes} />
          </>
        )}
      </Shown>
    </>
  );
}

function RecordFacts({ of }: { readonly of: AuditRecord }) {
  const messages = useMessages('audit');
  const { actor, target, requestId, tokenId } = of;
  return (
    <Facts
      of={[
        [messages.outcome, <Outcome key="" of={of.outcome} />],
        [messages.at, <Time key="" at={of.at} as="seconds" />],
        [
          messages.actor,
          <Link key="" to="/administration/audit" search={{ actor: actor.name }} title={messages.ofActor}>
            <ActorName of={actor} />
          </Link>,
        ],
        [messages.by, messages.kinds[actor.kind]],
        [
          messages.actingTokenId,
          actor.tokenId !== null && (
            <Link key="" to="/administration/audit" search={{ byTokenId: actor.tokenId }} title={messages.byToken}>
              <code>{actor.tokenId}</code>
            </Link>
          ),
        ],
        [messages.sessionId, actor.sessionId !== null && <code key="">{actor.sessionId}</code>],
        [messages.under, actor.role],
        [
          messages.target,
          <Link key="" to="/administration/audit" search={{ target }} title={messages.ofTarget}>
            <code>{targetText(of)}</code>
          </Link>,
        ],
        [messages.targetId, of.targetName !== null && <code key="">{target.slice(target.indexOf(':') + 1)}</code>],
        [messages.tokenId, tokenId && <OfToken id={tokenId} />],
        [messages.ip, of.ip],
        [messages.userAgent, of.userAgent],
        [
          messages.requestId,
          requestId && (
            <Link to="/administration/audit" search={{ requestId }} title={messages.ofRequest}>
              <code>{requestId}</code>
            </Link>
          ),
        ],
      ]}
    />
  );
}

function OfToken({ id }: { readonly id: string }) {
  const { ofToken } = useMessages('audit');
  return (
    <Link to="/administration/audit" search={{ aboutTokenId: id }} title={ofToken}>
      <code>{id}</code>
    </Link>
  );
}

function Changes({ of }: { readonly of: AuditRecord['changes'] }) {
  const messages = useMessages('audit');
  const changes = Object.entries(of as Readonly<Record<string, unknown>>);
  return (
    <section>
      <h2>{messages.changes}</h2>
      {changes.length === 0 ? (
        <Empty>{messages.noChanges}</Empty>
      ) : (
        <>
          <Table label={messages.changes} heads={[messages.member, messages.before, messages.after]}>
            {changes.map(([member, change]) => (
              <Row key={member} name={member}>
                <Cell of={messages.before}>{textOf(change, 'from')}</Cell>
                <Cell of={messages.after}>{textOf(change, 'to')}</Cell>
              </Row>
            ))}
          </Table>
          <p className="quiet after">{messages.hidden}</p>
        </>
      )}
    </section>
  );
}

/** One side of a change; what is no text stands as JSON. */
function textOf(change: unknown, side: 'from' | 'to') {
  if (typeof change !== 'object' || change === null) return side === 'to' ? JSON.stringify(change) : null;
  const value = (change as Readonly<Record<string, unknown>>)[side];
  if (value === undefined || value === null) return null;
  return <code className="changed-value">{typeof value === 'string' ? value : JSON.stringify(value)}</code>;
}
