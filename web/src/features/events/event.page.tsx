import { Link, useParams } from '@tanstack/react-router';
import { type Schemas } from '../../api/request';
import { useDirectors } from '../../api/directors';
import { useApiQuery } from '../../api/queries';
import { AsCurl } from '../../components/copy-as-curl';
import { Empty } from '../../components/empty';
import { Facts } from '../../components/definition-list';
import { SeverityState } from '../../components/severity';
import { Shown } from '../../components/query-content';
import { State } from '../../components/state';
import { Cell, Row, Table } from '../../components/table';
import { Time } from '../../components/time';
import { Title } from '../../components/title';
import { ZoneNote } from '../../components/timezone';
import { deliveryStateOf } from '../../i18n/delivery-status';
import { useMessages } from '../../i18n/messages';
import { Source } from './event-columns';
import { EventPlace, type EventRecord } from './event-location';

export function EventPage() {
  const messages = useMessages('events');
  const { summary } = useMessages('eventSummary');
  const { id } = useParams({ from: '/events/$id' });
  const event = useApiQuery(['events', 'one', id], (api, signal) =>
    api.GET('/api/v1/admin/events/{id}', { params: { path: { id } }, signal }),
  );
  return (
    <>
      <Title isSentence above={<Link to="/events">{messages.title}</Link>}>
        {event.data ? summary(event.data) : messages.oneTitle}
      </Title>
      <AsCurl path={`/admin/events/${id}`} />
      <Shown of={event}>{(known) => <OneEvent event={known} />}</Shown>
      <DeliveriesOf event={id} />
    </>
  );
}

function OneEvent({ event }: { readonly event: EventRecord }) {
  const messages = useMessages('events');
  const { types } = useMessages('eventNames');
  const { severity, type, timestamp, recordedAt, source, subject, dedupKey, data } = event;
  return (
    <>
      <Facts
        of={[
          [messages.severity, <SeverityState key="" of={severity} />],
          [messages.type, types[type]],
          [messages.happened, <Time key="" at={timestamp} as="seconds" />],
          [messages.recorded, <Time key="" at={recordedAt} as="seconds" />],
          [messages.source, <Source key="" of={source} />],
          [messages.place, <EventPlace key="" of={event} />],
          [messages.subject, <code key="">{subject}</code>],
          [
            messages.trouble,
            <Link key="" to="/events" search={{ dedupKey }} title={messages.sameTrouble}>
              <code>{dedupKey}</code>
            </Link>,
          ],
        ]}
      />
      <p className="after">
        <ZoneNote />
      </p>
      <Diagnosis of={data} />
      <Known of={event} />
    </>
  );
}

/** The end of the run's log, and everything as the API tells it. */
function Known({ of: event }: { readonly of: EventRecord }) {
  const messages = useMessages('events');
  const { log, director } = event.data;
  const zone = useDirectors().find(({ name }) => name === director)?.timezone ?? null;
  return (
    <>
      {Array.isArray(log) && log.length > 0 && (
        <section>
          <h2>{messages.log}</h2>
          {zone !== null && <p className="quiet">{messages.logZone(zone)}</p>}
          <pre className="log short" tabIndex={0} role="region" aria-label={messages.log}>
            {log.join('\n')}
          </pre>
        </section>
      )}
      <details className="after">
        <summary>{messages.data}</summary>
        <pre className="log short" tabIndex={0} role="region" aria-label={messages.data}>
          {JSON.stringify(event, null, 2)}
        </pre>
      </details>
    </>
  );
}

/** Why a run failed, where its log shows it. */
function Diagnosis({ of: data }: { readonly of: EventRecord['data'] }) {
  const messages = useMessages('events');
  const { cause, nextStep } = useMessages('diagnosis');
  const { diagnosis } = data;
  if (typeof diagnosis !== 'object' || diagnosis === null) return null;
  const known = diagnosis as Schemas['RunDiagnosis'];
  return (
    <Facts
      of={[
        [messages.cause, cause(known)],
        [messages.nextStep, nextStep(known)],
      ]}
    />
  );
}

function DeliveriesOf({ event }: { readonly event: string }) {
  const messages = useMessages('events');
  const deliveries = useApiQuery(['deliveries', 'of', event], (api, signal) =>
    api.GET('/api/v1/admin/notifications/deliveries', { params: { query: { event, limit: 100 } }, signal }),
  );
  return (
    <section>
      <h2>{messages.deliveries}</h2>
      <Shown of={deliveries}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>
              {messages.noDeliveries} <Link to="/administration/notifications">{messages.addChannel}</Link>
            </Empty>
          ) : (
            <Told of={items} />
          )
        }
      </Shown>
    </section>
  );
}

function Told({ of: items }: { readonly of: readonly Schemas['Delivery'][] }) {
  const messages = useMessages('events');
  const { text } = useMessages('deliveryStatus');
  const { text: outcome } = useMessages('outcome');
  return (
    <Table label={messages.deliveries} heads={[messages.channel, messages.state, messages.recorded, messages.answer]}>
      {items.map(({ id, channel, status, attempts, createdAt, lastOutcome }) => (
        <Row
          key={id}
          name={
            <Link to="/administration/notifications/deliveries/$id" params={{ id }}>
              {channel.name}
            </Link>
          }
        >
          <Cell of={messages.state}>
            <State of={deliveryStateOf(status, attempts)} text={text(status, attempts)} />
          </Cell>
          <Cell of={messages.recorded}>
            <Time at={createdAt} />
          </Cell>
          <Cell of={messages.answer}>{lastOutcome && outcome(lastOutcome)}</Cell>
        </Row>
      ))}
    </Table>
  );
}
