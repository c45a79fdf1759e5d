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
import { useMessages } from '../../i18n/messages';
import { DeliveryState, isOpen } from './delivery-details';
import { NotificationTabs } from './notification-tabs';
import './notifications.css';

type Detail = Schemas['DeliveryDetail'];

const lookEveryMs = 2_000;

export function DeliveryPage() {
  const messages = useMessages('deliveries');
  const { deliveries } = useMessages('notifications');
  const { id } = useParams({ from: '/administration/notifications/deliveries/$id' });
  const delivery = useApiQuery(
    ['deliveries', 'one', id],
    (api, signal) => api.GET('/api/v1/admin/notifications/deliveries/{id}', { params: { path: { id } }, signal }),
    { everyMs: lookEveryMs },
  );
  return (
    <>
      <Title isSentence above={<Link to="/administration/notifications/deliveries">{deliveries}</Link>}>
        {delivery.data ? <span lang="en">{delivery.data.title}</span> : messages.deliveryTitle}
      </Title>
      <AsCurl path={`/admin/notifications/deliveries/${id}`} />
      <NotificationTabs />
      <Shown of={delivery}>{(known) => <OneDelivery of={known} />}</Shown>
    </>
  );
}

function OneDelivery({ of }: { readonly of: Detail }) {
  const messages = useMessages('deliveries');
  const { text: outcome } = useMessages('outcome');
  const { channel } = of;
  const time = (at: string | null) => at && <Time at={at} as="seconds" />;
  return (
    <>
      <Facts
        of={[
          [messages.state, <DeliveryState key="" of={of} />],
          [
            messages.channel,
            <Link
              key=""
              to="/administration/notifications/channels/$id"
              params={{ id: channel.id }}
              title={messages.removedChannel}
            >
              {channel.name}
            </Link>,
          ],
          [messages.planOf, messages.kindOf[of.kind]],
          [messages.planned, time(of.createdAt)],
          [messages.next, time(of.nextTryAt)],
          [messages.givesUp, isOpen(of) && time(of.deadline)],
          [messages.delivered, time(of.deliveredAt)],
          [messages.ended, of.deliveredAt === null && time(of.endedAt)],
          [messages.answer, of.lastOutcome && outcome(of.lastOutcome)],
          [messages.replayNumber, of.replay > 0 && count(of.replay)],
          [messages.webhookId, <code key="">{of.webhookId}</code>],
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
  const messages = useMessages('deliveries');
  const denial = usePermissionError('notifications:manage');
  // The API does not resend a delivery that is still open.
  const why = denial ?? (isOpen(of) ? messages.notEnded : null);
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
          {messages.replay}
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
  const messages = useMessages('deliveries');
  const { text: outcome } = useMessages('outcome');
  return (
    <section>
      <h2>{messages.attempts}</h2>
      {tries.length === 0 ? (
        <Empty>
          {messages.noTries} {messages.waitsForPaused}
        </Empty>
      ) : (
        <Table
          label={messages.attempts}
          heads={[
            messages.at,
            messages.verdict,
            messages.status,
            messages.duration,
            messages.said,
            messages.answered,
            messages.next,
          ]}
          figures={[messages.duration]}
        >
          {tries.map((attempt) => (
            <Row key={attempt.id} name={<Time at={attempt.at} as="seconds" />}>
              <Cell of={messages.verdict}>
                <State of={verdictLooks[attempt.verdict]} text={messages.verdicts[attempt.verdict]} />
              </Cell>
              <Cell of={messages.status}>{attempt.statusCode}</Cell>
              <Cell of={messages.duration} figure>
                {messages.took(count(attempt.durationMs))}
              </Cell>
              <Cell of={messages.said}>{outcome(attempt)}</Cell>
              <Cell of={messages.answered}>
                {attempt.excerpt && <code className="excerpt">{attempt.excerpt}</code>}
              </Cell>
              <Cell of={messages.next}>{attempt.nextTryAt && <Time at={attempt.nextTryAt} as="seconds" />}</Cell>
            </Row>
          ))}
        </Table>
      )}
    </section>
  );
}

function Told({ of: { events } }: { readonly of: Detail }) {
  const messages = useMessages('deliveries');
  return (
    <section>
      <h2>{messages.toldEvents}</h2>
      {events.length === 0 ? (
        <Empty>{messages.noEvents}</Empty>
      ) : (
        <Table label={messages.toldEvents} heads={[messages.event, messages.gravity, messages.at]}>
          {events.map(({ id, summary, severity, timestamp }) => (
            <Row
              key={id}
              name={
                <Link to="/events/$id" params={{ id }} lang="en">
                  {summary}
                </Link>
              }
            >
              <Cell of={messages.gravity}>
                <SeverityState of={severity} />
              </Cell>
              <Cell of={messages.at}>
                <Time at={timestamp} />
              </Cell>
            </Row>
          ))}
        </Table>
      )}
    </section>
  );
}
