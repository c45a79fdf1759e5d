import { Link } from '@tanstack/react-router';
import { type Column } from '../../data-table/column';
import { count } from '../../components/format';
import { Time } from '../../components/time';
import { useMessages } from '../../i18n/messages';
import { type Delivery, DeliveryState } from './delivery-details';

export function useDeliveryColumns(): readonly Column<Delivery>[] {
  return [...useMessageColumns(), ...useOutcomeColumns()];
}

function useMessageColumns(): readonly Column<Delivery>[] {
  const messages = useMessages('deliveries');
  return [
    {
      id: 'message',
      isName: true,
      fold: 'lead',
      head: messages.message,
      width: [196, 4],
      cell: ({ id, title }) => (
        <Link to="/administration/notifications/deliveries/$id" params={{ id }} title={title} lang="en">
          {title}
        </Link>
      ),
    },
    {
      id: 'channel',
      isName: true,
      head: messages.channel,
      width: [112, 1.4],
      cell: ({ channel: { id, name } }) => (
        <Link to="/administration/notifications/channels/$id" params={{ id }} title={name}>
          {name}
        </Link>
      ),
    },
    {
      id: 'state',
      fold: 'side',
      head: messages.state,
      width: [136, 0],
      cell: (delivery) => <DeliveryState of={delivery} />,
    },
    { id: 'planned', head: messages.planned, width: [124, 0], cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
}

function useOutcomeColumns(): readonly Column<Delivery>[] {
  const messages = useMessages('deliveries');
  const { text: outcome } = useMessages('outcome');
  return [
    {
      id: 'tries',
      fold: 'rare',
      head: messages.tries,
      width: [92, 0],
      isFigure: true,
      cell: ({ attempts }) => count(attempts),
    },
    {
      id: 'next',
      head: messages.next,
      width: [112, 0],
      cell: ({ nextTryAt }) => nextTryAt && <Time at={nextTryAt} />,
    },
    {
      id: 'answer',
      head: messages.answer,
      width: [96, 1],
      cell: ({ lastOutcome }) => (
        <span title={lastOutcome ? outcome(lastOutcome) : undefined}>
          {lastOutcome?.statusCode ?? (lastOutcome && outcome(lastOutcome))}
        </span>
      ),
    },
    {
      id: 'ended',
      head: messages.ended,
      width: [128, 0],
      isExtra: true,
      cell: ({ endedAt }) => endedAt && <Time at={endedAt} />,
    },
    {
      id: 'webhookId',
      head: messages.webhookId,
      isExtra: true,
      cell: ({ webhookId }) => <code title={webhookId}>{webhookId}</code>,
    },
  ];
}
