import { Link } from '@tanstack/react-router';
import { type Column } from '../list/column';
import { SeverityState } from '../parts/severity';
import { Time } from '../parts/time';
import { eventSummaryWords } from '../words/event-summary.words';
import { eventWords } from '../words/event.words';
import { useWords } from '../words/words';
import { EventPlace, type EventRecord } from './event-place';
import { eventsWords } from './events.words';

export function useEventColumns(): readonly Column<EventRecord>[] {
  const words = useWords(eventsWords);
  const { types } = useWords(eventWords);
  const { summary } = useWords(eventSummaryWords);
  return [
    {
      ...{ id: 'summary', head: words.summary, track: 'minmax(280px, 8fr)' },
      cell: (event) => (
        <Link to="/events/$id" params={{ id: event.id }} title={summary(event)}>
          {summary(event)}
        </Link>
      ),
    },
    {
      ...{ id: 'severity', head: words.severity, track: '88px' },
      cell: ({ severity }) => <SeverityState of={severity} />,
    },
    { id: 'type', head: words.type, track: 'minmax(160px, 2fr)', isExtra: true, cell: ({ type }) => types[type] },
    { id: 'recorded', head: words.recorded, track: '124px', cell: ({ recordedAt }) => <Time at={recordedAt} /> },
    {
      ...{ id: 'happened', head: words.happened, track: '136px', isExtra: true },
      cell: ({ timestamp }) => <Time at={timestamp} />,
    },
    { id: 'source', head: words.source, track: '104px', cell: ({ source }) => <Source of={source} /> },
    { id: 'place', head: words.place, track: 'minmax(148px, 2fr)', cell: (event) => <EventPlace of={event} /> },
    {
      ...{ id: 'deliveries', head: words.deliveries, track: '92px' },
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
  const words = useWords(eventsWords);
  return of === 'backup-console' ? <span className="quiet">{words.console}</span> : of;
}
