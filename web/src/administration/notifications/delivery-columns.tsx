import { Link } from '@tanstack/react-router';
import { type Column } from '../../list/column';
import { count } from '../../parts/format';
import { Time } from '../../parts/time';
import { outcomeWords } from '../../words/outcome.words';
import { useWords } from '../../words/words';
import { deliveriesWords } from './deliveries.words';
import { type Delivery, DeliveryState } from './delivery-facts';

export function useDeliveryColumns(): readonly Column<Delivery>[] {
  return [...useMessageColumns(), ...useOutcomeColumns()];
}

function useMessageColumns(): readonly Column<Delivery>[] {
  const words = useWords(deliveriesWords);
  return [
    {
      ...{ id: 'message', head: words.message, track: 'minmax(220px, 4fr)' },
      cell: ({ id, title }) => (
        <Link to="/administration/notifications/deliveries/$id" params={{ id }} title={title} lang="en">
          {title}
        </Link>
      ),
    },
    {
      ...{ id: 'channel', head: words.channel, track: 'minmax(124px, 1.4fr)' },
      cell: ({ channel: { id, name } }) => (
        <Link to="/administration/notifications/channels/$id" params={{ id }} title={name}>
          {name}
        </Link>
      ),
    },
    { id: 'state', head: words.state, track: '112px', cell: ({ status }) => <DeliveryState of={status} /> },
    { id: 'planned', head: words.planned, track: '124px', cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
}

function useOutcomeColumns(): readonly Column<Delivery>[] {
  const words = useWords(deliveriesWords);
  const { text: outcome } = useWords(outcomeWords);
  return [
    {
      ...{ id: 'tries', head: words.tries, track: '64px', isFigure: true },
      cell: ({ attempts }) => count(attempts),
    },
    {
      ...{ id: 'next', head: words.next, track: '112px' },
      cell: ({ nextTryAt }) => nextTryAt && <Time at={nextTryAt} />,
    },
    {
      ...{ id: 'answer', head: words.answer, track: 'minmax(96px, 1fr)' },
      cell: ({ lastOutcome }) => (
        <span title={lastOutcome ? outcome(lastOutcome) : undefined}>
          {lastOutcome?.statusCode ?? (lastOutcome && outcome(lastOutcome))}
        </span>
      ),
    },
    {
      ...{ id: 'ended', head: words.ended, track: '128px', isExtra: true },
      cell: ({ endedAt }) => endedAt && <Time at={endedAt} />,
    },
    {
      ...{ id: 'webhookId', head: words.webhookId, isExtra: true },
      cell: ({ webhookId }) => <code title={webhookId}>{webhookId}</code>,
    },
  ];
}
