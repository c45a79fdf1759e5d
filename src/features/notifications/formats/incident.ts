import { type EventType, isEnd, type Severity } from '../../../domain/event.js';
import { type Notification } from '../../../domain/notification.js';
import { type NotificationContent, type Fact, toContent } from './notification-content.js';
import { clip, oneLine } from './plain-text.js';

/** For services that keep incidents: that a problem began, or that the problem with the same key is over. */
export interface Incident {
  readonly action: 'trigger' | 'resolve';
  /** The same for a beginning and its end; not bounded yet. */
  readonly key: string;
  readonly severity: Severity;
  /** The event's type; `test` for a test of the channel. */
  readonly type: string;
  /** `job`: ends of its runs; `overdue`: a job without a recent good backup. */
  readonly kind: IncidentKind;
  readonly names: IncidentNames;
  readonly at: Date;
  /** The notification of this incident. */
  readonly noticeId: string;
  readonly content: NotificationContent;
}

export type IncidentKind =
  | 'job'
  | 'overdue'
  | 'client'
  | 'run'
  | 'director'
  | 'storage'
  | 'pool'
  | 'channel'
  | 'log_ins'
  | 'test';

/** What an incident is about. Exact, not cleaned: equal ones must stay equal and different ones different. */
export interface IncidentNames {
  readonly director: string | null;
  readonly client: string | null;
  readonly job: string | null;
}

/**
 * null where such services have nothing to hear: tokens, summaries, failing channels. A client that is silent warns first and is
 * critical later under one key, and a job's next run without an error ends what its warnings and errors began.
 */
export function incidentOf(notice: Notification, baseUrl: string): Incident | null {
  if (notice.kind === 'test') return testIncident(notice, 'trigger', baseUrl);
  if (notice.kind === 'incident_end') return endOfIncident(notice, baseUrl);
  const [event] = notice.events;
  if (notice.kind !== 'event' || !event) return null;
  const kind = kindOf(event.type, event.dedupKey);
  if (!kind) return null;
  return {
    action: isEnd(event.type) ? 'resolve' : 'trigger',
    key: event.dedupKey,
    severity: event.severity,
    type: event.type,
    kind,
    names: { director: nameIn(event.data.director), client: nameIn(event.data.client), job: nameIn(event.data.job) },
    at: event.timestamp,
    noticeId: notice.id,
    content: toContent(event, baseUrl),
  };
}

/** A test opens an incident of its own at the lowest severity; the same with `resolve` closes it again. */
export function testIncident(notice: Notification, action: Incident['action'], baseUrl: string): Incident {
  const title = oneLine(notice.title, 500) || 'This is a test.';
  const sentences = [title, ...notice.lines.slice(0, 20).map((line) => oneLine(line, 500))].filter(
    (line) => line !== '',
  );
  const page = { label: 'Open Backup Console', url: `${baseUrl}/` };
  const headline = clip(title, 100);
  return {
    action,
    key: `test:${notice.id}`,
    severity: 'info',
    type: 'test',
    kind: 'test',
    names: { director: null, client: null, job: null },
    at: notice.timestamp,
    noticeId: notice.id,
    content: {
      state: action === 'trigger' ? 'TEST' : 'OK',
      headline,
      sentences,
      facts: [],
      log: [],
      printedLog: [],
      page,
    },
  };
}

/** Facts as a flat object, as these services show them. */
export function detailsOf(facts: readonly Fact[]): Record<string, string> {
  return Object.fromEntries(facts.map(({ label, text }) => [label, text]));
}

/** The end of rejected logins is no event: it is identified by its key alone. */
function endOfIncident(notice: Notification, baseUrl: string): Incident | null {
  if (notice.dedupKey === undefined) return null;
  return { ...testIncident(notice, 'resolve', baseUrl), key: notice.dedupKey, type: 'auth.failures', kind: 'log_ins' };
}

const kinds: Readonly<Record<string, IncidentKind>> = {
  job: 'job',
  client: 'client',
  run: 'run',
  director: 'director',
  storage: 'storage',
  channel: 'channel',
  auth: 'log_ins',
};

/** The ends for a pool and a storage have the same type; the key distinguishes them. */
function kindOf(type: EventType, dedupKey: string): IncidentKind | null {
  if (type.startsWith('job.overdue.')) return 'overdue';
  const kind = kinds[type.split('.')[0] ?? ''] ?? null;
  return kind === 'storage' && dedupKey.startsWith('filling:') ? 'pool' : kind;
}

function nameIn(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
