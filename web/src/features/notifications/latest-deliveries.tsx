import { Link } from '@tanstack/react-router';
import { useApiQuery } from '../../api/queries';
import { Empty } from '../../components/empty';
import { Shown } from '../../components/query-content';
import { Cell, Row, Table } from '../../components/table';
import { Time } from '../../components/time';
import { useMessages } from '../../i18n/messages';
import { type Delivery, DeliveryState } from './delivery-details';

const lookEveryMs = 5_000;

/** The newest of one channel. */
export function LatestDeliveries({ channel }: { readonly channel: string }) {
  const messages = useMessages('deliveries');
  const deliveries = useApiQuery(
    ['deliveries', 'latest', channel],
    (api, signal) =>
      api.GET('/api/v1/admin/notifications/deliveries', { params: { query: { channel, limit: 5 } }, signal }),
    { everyMs: lookEveryMs },
  );
  return (
    <section>
      <div className="head">
        <h2>{messages.latest}</h2>
        <Link to="/administration/notifications/deliveries" search={{ channel }}>
          {messages.allDeliveries}
        </Link>
      </div>
      <Shown of={deliveries}>
        {({ items }) => (items.length === 0 ? <Empty>{messages.noDeliveries}</Empty> : <Latest of={items} />)}
      </Shown>
    </section>
  );
}

function Latest({ of }: { readonly of: readonly Delivery[] }) {
  const messages = useMessages('deliveries');
  const { text: outcome } = useMessages('outcome');
  return (
    <Table label={messages.latest} heads={[messages.message, messages.state, messages.planned, messages.answer]}>
      {of.map(({ id, title, status, attempts, createdAt, lastOutcome }) => (
        <Row
          key={id}
          name={
            <Link to="/administration/notifications/deliveries/$id" params={{ id }} lang="en">
              {title}
            </Link>
          }
        >
          <Cell of={messages.state}>
            <DeliveryState of={{ status, attempts }} />
          </Cell>
          <Cell of={messages.planned}>
            <Time at={createdAt} />
          </Cell>
          <Cell of={messages.answer}>{lastOutcome && outcome(lastOutcome)}</Cell>
        </Row>
      ))}
    </Table>
  );
}
