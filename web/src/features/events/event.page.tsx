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
import { deliveryStateOf, deliveryWords } from '../../i18n/delivery.messages';
import { diagnosisWords } from '../../i18n/diagnosis.messages';
import { eventSummaryWords } from '../../i18n/event-summary.messages';
import { eventWords } from '../../i18n/event.messages';
import { outcomeWords } from '../../i18n/outcome.messages';
import { useMessages } from '../../i18n/messages';
import { Source } from './event-columns';
import { EventPlace, type EventRecord } from './event-location';
import { eventsWords } from './events.messages';

export function EventPage() {
  const words = useMessages(eventsWords);
  const { summary } = useMessages(eventSummaryWords);
  const { id } = useParams({ from: '/events/$id' });
  const event = useApiQuery(['events', 'one', id], (api, signal) =>
    api.GET('/api/v1/admin/events/{id}', { params: { path: { id } }, signal }),
  );
  return (
    <>
      <Title isSentence above={<Link to="/events">{words.title}</Link>}>
        {event.data ? summary(event.data) : words.oneTitle}
      </Title>
      <AsCurl path={`/admin/events/${id}`} />
      <Shown of={event}>{(known) => <OneEvent event={known} />}</Shown>
      <DeliveriesOf event={id} />
    </>
  );
}

function OneEvent({ event }: { readonly event: EventRecord }) {
  const words = useMessages(eventsWords);
  const { types } = useMessages(eventWords);
  const { severity, type, timestamp, recordedAt, source, subject, dedupKey, data } = event;
  return (
    <>
      <Facts
        of={[
          [words.severity, <SeverityState key="" of={severity} />],
          [words.type, types[type]],
          [words.happened, <Time key="" at={timestamp} as="seconds" />],
          [words.recorded, <Time key="" at={recordedAt} as="seconds" />],
          [words.source, <Source key="" of={source} />],
          [words.place, <EventPlace key="" of={event} />],
          [words.subject, <code key="">{subject}</code>],
          [
            words.trouble,
            <Link key="" to="/events" search={{ dedupKey }} title={words.sameTrouble}>
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
  const words = useMessages(eventsWords);
  const { log, director } = event.data;
  const zone = useDirectors().find(({ name }) => name === director)?.timezone ?? null;
  return (
    <>
      {Array.isArray(log) && log.length > 0 && (
        <section>
          <h2>{words.log}</h2>
          {zone !== null && <p className="quiet">{words.logZone(zone)}</p>}
          <pre className="log short" tabIndex={0} role="region" aria-label={words.log}>
            {log.join('\n')}
          </pre>
        </section>
      )}
      <details className="after">
        <summary>{words.data}</summary>
        <pre className="log short" tabIndex={0} role="region" aria-label={words.data}>
          {JSON.stringify(event, null, 2)}
        </pre>
      </details>
    </>
  );
}

/** Why a run failed, where its log shows it. */
function Diagnosis({ of: data }: { readonly of: EventRecord['data'] }) {
  const words = useMessages(eventsWords);
  const { cause, nextStep } = useMessages(diagnosisWords);
  const { diagnosis } = data;
  if (typeof diagnosis !== 'object' || diagnosis === null) return null;
  const known = diagnosis as Schemas['RunDiagnosis'];
  return (
    <Facts
      of={[
        [words.cause, cause(known)],
        [words.nextStep, nextStep(known)],
      ]}
    />
  );
}

function DeliveriesOf({ event }: { readonly event: string }) {
  const words = useMessages(eventsWords);
  const deliveries = useApiQuery(['deliveries', 'of', event], (api, signal) =>
    api.GET('/api/v1/admin/notifications/deliveries', { params: { query: { event, limit: 100 } }, signal }),
  );
  return (
    <section>
      <h2>{words.deliveries}</h2>
      <Shown of={deliveries}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>
              {words.noDeliveries} <Link to="/administration/notifications">{words.addChannel}</Link>
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
  const words = useMessages(eventsWords);
  const { text } = useMessages(deliveryWords);
  const { text: outcome } = useMessages(outcomeWords);
  return (
    <Table label={words.deliveries} heads={[words.channel, words.state, words.recorded, words.answer]}>
      {items.map(({ id, channel, status, attempts, createdAt, lastOutcome }) => (
        <Row
          key={id}
          name={
            <Link to="/administration/notifications/deliveries/$id" params={{ id }}>
              {channel.name}
            </Link>
          }
        >
          <Cell of={words.state}>
            <State of={deliveryStateOf(status, attempts)} text={text(status, attempts)} />
          </Cell>
          <Cell of={words.recorded}>
            <Time at={createdAt} />
          </Cell>
          <Cell of={words.answer}>{lastOutcome && outcome(lastOutcome)}</Cell>
        </Row>
      ))}
    </Table>
  );
}
