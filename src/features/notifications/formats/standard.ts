import { type EventEnvelope } from '../../../domain/event.js';
import { type Notice } from '../../../domain/notification.js';

/** Types beside those of events: no event happened, so that nobody may take them for one. */
type NoticeType = 'test' | 'channel_failing';

/**
 * The envelope as it is stored, one event a body. A test and the word that another channel fails come in the same envelope under
 * types of their own. null for a summary: programs get every event by itself.
 */
export function standardBody(notice: Notice, baseUrl: string): object | null {
  const [event] = notice.events;
  if (notice.kind === 'event') return event ? envelope(event) : null;
  if (notice.kind === 'incident_end') return null;
  return notice.kind === 'summary' ? null : envelope(noticeEnvelope(notice, notice.kind, baseUrl));
}

/** Exactly the documented members, whatever else the object in hand carries. */
function envelope(event: Envelope): Envelope {
  const { id, type, timestamp, severity, source, subject, dedupKey, summary, data, links } = event;
  return { id, type, timestamp, severity, source, subject, dedupKey, summary, data, links };
}

type Envelope = Omit<EventEnvelope, 'type'> & { readonly type: EventEnvelope['type'] | NoticeType };

function noticeEnvelope(notice: Notice, type: NoticeType, baseUrl: string): Envelope {
  return {
    id: notice.id,
    type,
    timestamp: notice.timestamp,
    severity: type === 'test' ? 'info' : 'warning',
    source: 'backup-console',
    subject: type,
    dedupKey: `${type}:${notice.id}`,
    summary: notice.title,
    data: { lines: notice.lines },
    links: { console: `${baseUrl}/` },
  };
}
