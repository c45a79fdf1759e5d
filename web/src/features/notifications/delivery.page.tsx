import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { ask, type Schemas } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { forget, useApiQuery } from '../../api/queries';
import { useAction } from '../../components/action';
import { AsCurl } from '../../components/copy-as-curl';
import { Denied } from '../../components/no-permission';
import { Empty } from '../../components/empty';
import { Facts } from '../../components/definition-list';
import { ErrorMessage } from '../../components/error-message';
import { count } from '../../components/format';
import { SeverityState } from '../../components/severity';
import { Shown } from '../../components/query-content';
import { State } from '../../components/state';
import { Cell, Row, Table } from '../../components/table';
import { Time } from '../../components/time';
import { Title } from '../../components/title';
import { ZoneNote } from '../../components/timezone';
import { outcomeWords } from '../../i18n/outcome.messages';
import { useMessages } from '../../i18n/messages';
import { deliveriesWords } from './deliveries.messages';
import { DeliveryState, isOpen } from './delivery-details';
import { NotificationTabs } from './notification-tabs';
import { notificationsWords } from './notifications.messages';
import './notifications.css';

type Detail = Schemas['DeliveryDetail'];

const lookEveryMs = 2_000;

export function DeliveryPage() {
  const words = useMessages(deliveriesWords);
  const { deliveries } = useMessages(notificationsWords);
  const { id } = useParams({ from: '/administration/notifications/deliveries/$id' });
  const delivery = useApiQuery(
    ['deliveries', 'one', id],
    (api, signal) => api.GET('/api/v1/admin/notifications/deliveries/{id}', { params: { path: { id } }, signal }),
    { everyMs: lookEveryMs },
  );
  return (
    <>
      <Title isSentence above={<Link to="/administration/notifications/deliveries">{deliveries}</Link>}>
        {delivery.data ? <span lang="en">{delivery.data.title}</span> : words.deliveryTitle}
      </Title>
      <AsCurl path={`/admin/notifications/deliveries/${id}`} />
      <NotificationTabs />
      <Shown of={delivery}>{(known) => <OneDelivery of={known} />}</Shown>
    </>
  );
}

function OneDelivery({ of }: { readonly of: Detail }) {
  const words = useMessages(deliveriesWords);
  const { text: outcome } = useMessages(outcomeWords);
  const { channel } = of;
  const time = (at: string | null) => at && <Time at={at} as="seconds" />;
  return (
    <>
      <Facts
        of={[
          [words.state, <DeliveryState key="" of={of} />],
          [
            words.channel,
            <Link
              key=""
              to="/administration/notifications/channels/$id"
              params={{ id: channel.id }}
              title={words.removedChannel}
            >
              {channel.name}
            </Link>,
          ],
          [words.planOf, words.kindOf[of.kind]],
          [words.planned, time(of.createdAt)],
          [words.next, time(of.nextTryAt)],
          [words.givesUp, isOpen(of) && time(of.deadline)],
          [words.delivered, time(of.deliveredAt)],
          [words.ended, of.deliveredAt === null && time(of.endedAt)],
          [words.answer, of.lastOutcome && outcome(of.lastOutcome)],
          [words.replayNumber, of.replay > 0 && count(of.replay)],
          [words.webhookId, <code key="">{of.webhookId}</code>],
        ]}
      />
      <p className="after">
        <ZoneNote />
      </p>
      <Replay of={of} />
      <Tries of={of} />
      <Told of={of} />
    </>
  );
}

function Replay({ of }: { readonly of: Detail }) {
  const words = useMessages(deliveriesWords);
  const denial = usePermissionError('notifications:manage');
  // The API does not resend a delivery that is still open.
  const why = denial ?? (isOpen(of) ? words.notEnded : null);
  const { problem, busy, act } = useAction();
  const navigate = useNavigate();
  const params = { path: { id: of.id } };
  const replay = () =>
    act(async () => {
      const { id } = await ask((api) => api.POST('/api/v1/admin/notifications/deliveries/{id}/replay', { params }));
      forget('deliveries', 'arrivals');
      await navigate({ to: '/administration/notifications/deliveries/$id', params: { id } });
    });
  return (
    <>
      <div className="row wrap after">
        <button
          {...{ type: 'button', 'aria-disabled': busy, onClick: replay, disabled: why !== null }}
          aria-describedby={why === null ? undefined : 'no-replay'}
        >
          {words.replay}
        </button>
        <AsCurl method="POST" path={`/admin/notifications/deliveries/${of.id}/replay`} />
        <Denied id="no-replay" why={why} />
      </div>
      <ErrorMessage problem={problem} />
    </>
  );
}

const verdictLooks = { delivered: 'completed', retry: 'warning', gone: 'error', unknown: 'unknown' } as const;

function Tries({ of: { tries } }: { readonly of: Detail }) {
  const words = useMessages(deliveriesWords);
  const { text: outcome } = useMessages(outcomeWords);
  return (
    <section>
      <h2>{words.attempts}</h2>
      {tries.length === 0 ? (
        <Empty>
          {words.noTries} {words.waitsForPaused}
        </Empty>
      ) : (
        <Table
          label={words.attempts}
          heads={[words.at, words.verdict, words.status, words.duration, words.said, words.answered, words.next]}
          figures={[words.duration]}
        >
          {tries.map((attempt) => (
            <Row key={attempt.id} name={<Time at={attempt.at} as="seconds" />}>
              <Cell of={words.verdict}>
                <State of={verdictLooks[attempt.verdict]} text={words.verdicts[attempt.verdict]} />
              </Cell>
              <Cell of={words.status}>{attempt.statusCode}</Cell>
              <Cell of={words.duration} figure>
                {words.took(count(attempt.durationMs))}
              </Cell>
              <Cell of={words.said}>{outcome(attempt)}</Cell>
              <Cell of={words.answered}>{attempt.excerpt && <code className="excerpt">{attempt.excerpt}</code>}</Cell>
              <Cell of={words.next}>{attempt.nextTryAt && <Time at={attempt.nextTryAt} as="seconds" />}</Cell>
            </Row>
          ))}
        </Table>
      )}
    </section>
  );
}

function Told({ of: { events } }: { readonly of: Detail }) {
  const words = useMessages(deliveriesWords);
  return (
    <section>
      <h2>{words.toldEvents}</h2>
      {events.length === 0 ? (
        <Empty>{words.noEvents}</Empty>
      ) : (
        <Table label={words.toldEvents} heads={[words.event, words.gravity, words.at]}>
          {events.map(({ id, summary, severity, timestamp }) => (
            <Row
              key={id}
              name={
                <Link to="/events/$id" params={{ id }} lang="en">
                  {summary}
                </Link>
              }
            >
              <Cell of={words.gravity}>
                <SeverityState of={severity} />
              </Cell>
              <Cell of={words.at}>
                <Time at={timestamp} />
              </Cell>
            </Row>
          ))}
        </Table>
      )}
    </section>
  );
}
