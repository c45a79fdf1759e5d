import { Link } from '@tanstack/react-router';
import { type Column } from '../../data-table/column';
import { SeverityState } from '../../components/severity';
import { Time } from '../../components/time';
import { useMessages } from '../../i18n/messages';
import { EventPlace, type EventRecord } from './event-location';

export function useEventColumns(): readonly Column<EventRecord>[] {
  const messages = useMessages('events');
  const { types } = useMessages('eventNames');
  const { summary } = useMessages('eventSummary');
  return [
    {
      id: 'summary',
      isName: true,
      fold: 'lead',
      head: messages.summary,
      width: [280, 8],
      cell: (event) => (
        <Link to="/events/$id" params={{ id: event.id }} title={summary(event)}>
          {summary(event)}
        </Link>
      ),
    },
    {
      id: 'severity',
      fold: 'side',
      head: messages.severity,
      width: [88, 0],
      cell: ({ severity }) => <SeverityState of={severity} />,
    },
    { id: 'type', head: messages.type, width: [160, 2], isExtra: true, cell: ({ type }) => types[type] },
    { id: 'recorded', head: messages.recorded, width: [132, 0.4], cell: ({ recordedAt }) => <Time at={recordedAt} /> },
    {
      id: 'happened',
      head: messages.happened,
      width: [136, 0],
      isExtra: true,
      cell: ({ timestamp }) => <Time at={timestamp} />,
    },
    {
      id: 'source',
      fold: 'rare',
      head: messages.source,
      width: [104, 0],
      cell: ({ source }) => <Source of={source} />,
    },
    {
      id: 'place',
      fold: 'rare',
      head: messages.place,
      width: [148, 2],
      isLong: true,
      cell: (event) => <EventPlace of={event} />,
    },
    {
      id: 'deliveries',
      fold: 'rare',
      head: messages.deliveries,
      width: [92, 0],
      // The page of each event lists them.
      isExtra: true,
      cell: (event) => (
        <Link
          to="/administration/notifications/deliveries"
          search={{ event: event.id }}
          aria-label={messages.deliveriesOf(summary(event))}
        >
          {messages.deliveries}
        </Link>
      ),
    },
  ];
}

/** The Director, or the console itself where that is the source. */
export function Source({ of }: { readonly of: string }) {
  const messages = useMessages('events');
  return of === 'backup-console' ? <span className="quiet">{messages.console}</span> : of;
}
