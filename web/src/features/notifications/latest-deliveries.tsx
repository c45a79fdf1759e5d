import { Link } from '@tanstack/react-router';
import { useApiQuery } from '../../api/queries';
import { Empty } from '../../components/empty';
import { Shown } from '../../components/query-content';
import { Cell, Row, Table } from '../../components/table';
import { Time } from '../../components/time';
import { outcomeWords } from '../../i18n/outcome.messages';
import { useMessages } from '../../i18n/messages';
import { deliveriesWords } from './deliveries.messages';
import { type Delivery, DeliveryState } from './delivery-details';

const lookEveryMs = 5_000;

/** The newest of one channel. */
export function LatestDeliveries({ channel }: { readonly channel: string }) {
  const words = useMessages(deliveriesWords);
  const deliveries = useApiQuery(
    ['deliveries', 'latest', channel],
    (api, signal) =>
      api.GET('/api/v1/admin/notifications/deliveries', { params: { query: { channel, limit: 5 } }, signal }),
    { everyMs: lookEveryMs },
  );
  return (
    <section>
      <div className="head">
        <h2>{words.latest}</h2>
        <Link to="/administration/notifications/deliveries" search={{ channel }}>
          {words.allDeliveries}
        </Link>
      </div>
      <Shown of={deliveries}>
        {({ items }) => (items.length === 0 ? <Empty>{words.noDeliveries}</Empty> : <Latest of={items} />)}
      </Shown>
    </section>
  );
}

function Latest({ of }: { readonly of: readonly Delivery[] }) {
  const words = useMessages(deliveriesWords);
  const { text: outcome } = useMessages(outcomeWords);
  return (
    <Table label={words.latest} heads={[words.message, words.state, words.planned, words.answer]}>
      {of.map(({ id, title, status, attempts, createdAt, lastOutcome }) => (
        <Row
          key={id}
          name={
            <Link to="/administration/notifications/deliveries/$id" params={{ id }} lang="en">
              {title}
            </Link>
          }
        >
          <Cell of={words.state}>
            <DeliveryState of={{ status, attempts }} />
          </Cell>
          <Cell of={words.planned}>
            <Time at={createdAt} />
          </Cell>
          <Cell of={words.answer}>{lastOutcome && outcome(lastOutcome)}</Cell>
        </Row>
      ))}
    </Table>
  );
}
