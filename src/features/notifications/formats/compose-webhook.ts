import { type BodyFormat, type WebhookTarget } from '../../../domain/channel.js';
import { type Notification } from '../../../domain/notification.js';
import { type WebhookPost } from '../../../domain/senders.port.js';
import { alertmanagerBody } from './alertmanager.js';
import { type Incident, incidentOf, testIncident, detailsOf } from './incident.js';
import { renderMessage } from './rendered-message.js';
import { signatureHeaders } from './signing.js';
import { slackBody, slackListed } from './slack.js';
import { teamsBody, teamsListed } from './teams.js';
import { boundedKey, clip, oneLine } from './plain-text.js';
import { type EventEnvelope, type Severity } from '../../../domain/event.js';

/** Limits as Opsgenie's Alert API names them. All details together may have 8,000 characters; ours cannot come near. */
const opsgenieLimits = { message: 130, alias: 512, description: 15_000, entity: 512, tag: 50, note: 25_000 } as const;
const opsgenieSource = 'Backup Console';

const opsgeniePriorities: Readonly<Record<Severity, string>> = {
  critical: 'P1',
  error: 'P2',
  warning: 'P3',
  info: 'P5',
};

interface OpsgenieCall {
  readonly url: string;
  readonly body: object;
}

/**
 * A call of Opsgenie's Alert API, or of Jira Service Management's, which took it over. `url` is that of its list of alerts
 * (`…/v2/alerts`); an alert is closed below it, by its alias.
 */
function opsgenieCall(incident: Incident, url: string): OpsgenieCall {
  const alias = boundedKey(incident.key, opsgenieLimits.alias);
  if (incident.action === 'trigger') return { url, body: opsgenieAlert(incident, alias) };
  const note = plain(clip(incident.content.sentences.join(' '), opsgenieLimits.note));
  return { url: closeUrl(url, alias), body: { source: opsgenieSource, user: opsgenieSource, note } };
}

function opsgenieAlert({ severity, type, names, content }: Incident, alias: string): object {
  const description = [
    ...content.sentences,
    ...(content.log.length > 0 ? ['', ...content.log] : []),
    '',
    content.page.url,
  ];
  const director = names.director === null ? [] : [`director:${names.director}`];
  return {
    message: plain(clip(`${content.state} ${content.headline}`, opsgenieLimits.message)),
    alias,
    description: plain(clip(description.join('\n'), opsgenieLimits.description)),
    entity: oneLine(names.client ?? names.director ?? opsgenieSource, opsgenieLimits.entity),
    source: opsgenieSource,
    priority: opsgeniePriorities[severity],
    tags: ['backup-console', type, ...director].map((tag) => oneLine(tag, opsgenieLimits.tag)),
    details: { ...detailsOf(content.facts), Link: content.page.url },
  };
}

/** Opsgenie shows a little HTML in messages and descriptions; a name must not be taken for some. */
function plain(text: string): string {
  return text.replaceAll('<', '‹').replaceAll('>', '›');
}

function closeUrl(url: string, alias: string): string {
  const [, path = '', query = ''] = /^([^?#]*)\??([^#]*)/.exec(url) ?? [];
  const parameters = new URLSearchParams(query);
  parameters.set('identifierType', 'alias');
  return `${path.replace(/\/+$/, '')}/${encodeURIComponent(alias)}/close?${parameters.toString()}`;
}

/** Limits as PagerDuty's guide of the Events API v2 gives them; a whole event may have 512 KiB and ours has less than 32. */
const keyLimit = 255;
const summaryLimit = 1024;

/** Body for PagerDuty's Events API v2 (`/v2/enqueue`). Its four severities are ours. */
function pagerdutyBody(incident: Incident, routingKey: string | null, baseUrl: string): object {
  const address = { routing_key: routingKey ?? '', dedup_key: boundedKey(incident.key, keyLimit) };
  if (incident.action === 'resolve') return { ...address, event_action: 'resolve' };
  const { content, severity, type, at } = incident;
  return {
    ...address,
    event_action: 'trigger',
    client: 'Backup Console',
    client_url: `${baseUrl}/`,
    links: [{ href: content.page.url, text: content.page.label }],
    payload: {
      summary: clip(`${content.state} ${content.headline}: ${content.sentences.join(' ')}`, summaryLimit),
      severity,
      timestamp: at.toISOString(),
      class: type,
      ...placesOf(incident),
      custom_details: {
        ...detailsOf(content.facts),
        ...(content.log.length > 0 ? { Log: content.log.join('\n') } : {}),
      },
    },
  };
}

function placesOf({ names }: Incident): { source: string; component?: string; group?: string } {
  const clean = (name: string | null): string | null => (name === null ? null : oneLine(name, 255) || null);
  const [director, client, job] = [clean(names.director), clean(names.client), clean(names.job)];
  return {
    source: client ?? director ?? 'backup-console',
    ...(job ? { component: job } : {}),
    ...(director ? { group: director } : {}),
  };
}

/** Types beside those of events, so that they cannot be mistaken for events. */
type NoticeType = 'test' | 'channel_failing';

/**
 * The envelope as it is stored, one event a body. A test and the word that another channel fails come in the same envelope under
 * types of their own. null for a summary: programs get every event by itself.
 */
export function standardBody(notice: Notification, baseUrl: string): object | null {
  const [event] = notice.events;
  if (notice.kind === 'event') return event ? envelope(event) : null;
  if (notice.kind === 'incident_end') return null;
  return notice.kind === 'summary' ? null : envelope(noticeEnvelope(notice, notice.kind, baseUrl));
}

/** Exactly the documented members, even if the object has more. */
function envelope(event: Envelope): Envelope {
  const { id, type, timestamp, severity, source, subject, dedupKey, summary, data, links } = event;
  return { id, type, timestamp, severity, source, subject, dedupKey, summary, data, links };
}

type Envelope = Omit<EventEnvelope, 'type'> & { readonly type: EventEnvelope['type'] | NoticeType };

function noticeEnvelope(notice: Notification, type: NoticeType, baseUrl: string): Envelope {
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

/** What a body needs to know beside the notice. */
export interface WebhookContext {
  /** Where people reach the console, without a final slash. */
  readonly baseUrl: string;
  /** The time of this try. */
  readonly now: Date;
}

type IncidentFormat = 'pagerduty' | 'opsgenie' | 'alertmanager';

/** A notification in the format of a receiver; null if the format cannot express it. Headers are in lower case. */
export function composeWebhook(
  target: WebhookTarget,
  notice: Notification,
  context: WebhookContext,
): WebhookPost | null {
  if (isIncidentFormat(target.format)) {
    const incident = incidentOf(notice, context.baseUrl);
    return incident && incidentPost(target, target.format, incident, context.baseUrl);
  }
  if (target.format === 'standard') return standardPost(target, notice, context);
  const { baseUrl } = context;
  const body =
    target.format === 'slack'
      ? slackBody(renderMessage(notice, { baseUrl, listed: slackListed }))
      : teamsBody(renderMessage(notice, { baseUrl, listed: teamsListed }));
  return post(target, target.url, JSON.stringify(body));
}

/** Closes the incident that the test notice opened; null for formats that keep none. */
export function composeTestResolve(
  target: WebhookTarget,
  notice: Notification,
  context: WebhookContext,
): WebhookPost | null {
  if (notice.kind !== 'test' || !isIncidentFormat(target.format)) return null;
  const incident = { ...testIncident(notice, 'resolve', context.baseUrl), at: context.now };
  return incidentPost(target, target.format, incident, context.baseUrl);
}

function standardPost(target: WebhookTarget, notice: Notification, context: WebhookContext): WebhookPost | null {
  const envelope = standardBody(notice, context.baseUrl);
  if (!envelope) return null;
  const body = JSON.stringify(envelope);
  return post(target, target.url, body, signatureHeaders(notice.id, context.now, body, target.signingSecrets));
}

function incidentPost(target: WebhookTarget, format: IncidentFormat, incident: Incident, baseUrl: string): WebhookPost {
  if (format === 'opsgenie') {
    const { url, body } = opsgenieCall(incident, target.url);
    const key = target.serviceKey === null ? null : `GenieKey ${target.serviceKey}`;
    return post(target, url, JSON.stringify(body), authorized(key));
  }
  const body =
    format === 'pagerduty' ? pagerdutyBody(incident, target.serviceKey, baseUrl) : alertmanagerBody(incident, baseUrl);
  return post(target, target.url, JSON.stringify(body));
}

function post(
  { authorization }: WebhookTarget,
  url: string,
  body: string,
  more: Readonly<Record<string, string>> = {},
): WebhookPost {
  return { url, body, headers: { 'content-type': 'application/json', ...authorized(authorization), ...more } };
}

function authorized(authorization: string | null): Record<string, string> {
  return authorization === null ? {} : { authorization };
}

function isIncidentFormat(format: BodyFormat): format is IncidentFormat {
  return format === 'pagerduty' || format === 'opsgenie' || format === 'alertmanager';
}
