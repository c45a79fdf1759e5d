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
import { auditWords } from './audit.messages';
import './audit.css';

export function AuditRecordPage() {
  const words = useMessages(auditWords);
  const { id } = useParams({ from: '/administration/audit/$id' });
  const record = useApiQuery(['audit', 'one', id], (api, signal) =>
    api.GET('/api/v1/admin/audit/{id}', { params: { path: { id } }, signal }),
  );
  return (
    <>
      <Title above={<Link to="/administration/audit">{words.title}</Link>}>
        {record.data?.action ?? words.oneTitle}
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
  const words = useMessages(auditWords);
  const { actor, target, requestId, tokenId } = of;
  return (
    <Facts
      of={[
        [words.outcome, <Outcome key="" of={of.outcome} />],
        [words.at, <Time key="" at={of.at} as="seconds" />],
        [
          words.actor,
          <Link key="" to="/administration/audit" search={{ actor: actor.name }} title={words.ofActor}>
            <ActorName of={actor} />
          </Link>,
        ],
        [words.by, words.kinds[actor.kind]],
        [
          words.actingTokenId,
          actor.tokenId !== null && (
            <Link key="" to="/administration/audit" search={{ byTokenId: actor.tokenId }} title={words.byToken}>
              <code>{actor.tokenId}</code>
            </Link>
          ),
        ],
        [words.sessionId, actor.sessionId !== null && <code key="">{actor.sessionId}</code>],
        [words.under, actor.role],
        [
          words.target,
          <Link key="" to="/administration/audit" search={{ target }} title={words.ofTarget}>
            <code>{targetText(of)}</code>
          </Link>,
        ],
        [words.targetId, of.targetName !== null && <code key="">{target.slice(target.indexOf(':') + 1)}</code>],
        [words.tokenId, tokenId && <OfToken id={tokenId} />],
        [words.ip, of.ip],
        [words.userAgent, of.userAgent],
        [
          words.requestId,
          requestId && (
            <Link to="/administration/audit" search={{ requestId }} title={words.ofRequest}>
              <code>{requestId}</code>
            </Link>
          ),
        ],
      ]}
    />
  );
}

function OfToken({ id }: { readonly id: string }) {
  const { ofToken } = useMessages(auditWords);
  return (
    <Link to="/administration/audit" search={{ aboutTokenId: id }} title={ofToken}>
      <code>{id}</code>
    </Link>
  );
}

function Changes({ of }: { readonly of: AuditRecord['changes'] }) {
  const words = useMessages(auditWords);
  const changes = Object.entries(of as Readonly<Record<string, unknown>>);
  return (
    <section>
      <h2>{words.changes}</h2>
      {changes.length === 0 ? (
        <Empty>{words.noChanges}</Empty>
      ) : (
        <>
          <Table label={words.changes} heads={[words.member, words.before, words.after]}>
            {changes.map(([member, change]) => (
              <Row key={member} name={member}>
                <Cell of={words.before}>{textOf(change, 'from')}</Cell>
                <Cell of={words.after}>{textOf(change, 'to')}</Cell>
              </Row>
            ))}
          </Table>
          <p className="quiet after">{words.hidden}</p>
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
