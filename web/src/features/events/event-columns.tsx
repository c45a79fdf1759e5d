import { Link } from '@tanstack/react-router';
import { type Column } from '../../data-table/column';
import { SeverityState } from '../../components/severity';
import { Time } from '../../components/time';
import { eventSummaryWords } from '../../i18n/event-summary.messages';
import { eventWords } from '../../i18n/event.messages';
import { useMessages } from '../../i18n/messages';
import { EventPlace, type EventRecord } from './event-location';
import { eventsWords } from './events.messages';

export function useEventColumns(): readonly Column<EventRecord>[] {
  const words = useMessages(eventsWords);
  const { types } = useMessages(eventWords);
  const { summary } = useMessages(eventSummaryWords);
  return [
    {
      id: 'summary',
      isName: true,
      fold: 'lead',
      head: words.summary,
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
      head: words.severity,
      width: [88, 0],
      cell: ({ severity }) => <SeverityState of={severity} />,
    },
    { id: 'type', head: words.type, width: [160, 2], isExtra: true, cell: ({ type }) => types[type] },
    { id: 'recorded', head: words.recorded, width: [132, 0.4], cell: ({ recordedAt }) => <Time at={recordedAt} /> },
    {
      id: 'happened',
      head: words.happened,
      width: [136, 0],
      isExtra: true,
      cell: ({ timestamp }) => <Time at={timestamp} />,
    },
    { id: 'source', fold: 'rare', head: words.source, width: [104, 0], cell: ({ source }) => <Source of={source} /> },
    {
      id: 'place',
      fold: 'rare',
      head: words.place,
      width: [148, 2],
      isLong: true,
      cell: (event) => <EventPlace of={event} />,
    },
    {
      id: 'deliveries',
      fold: 'rare',
      head: words.deliveries,
      width: [92, 0],
      // The page of each event lists them.
      isExtra: true,
      cell: (event) => (
        <Link
          to="/administration/notifications/deliveries"
          search={{ event: event.id }}
          aria-label={words.deliveriesOf(summary(event))}
        >
          {words.deliveries}
        </Link>
      ),
    },
  ];
}

/** The Director, or the console itself where that is the source. */
export function Source({ of }: { readonly of: string }) {
  const words = useMessages(eventsWords);
  return of === 'backup-console' ? <span className="quiet">{words.console}</span> : of;
}
