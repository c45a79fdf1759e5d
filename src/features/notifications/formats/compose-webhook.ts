import { type BodyFormat, type WebhookTarget } from '../../../domain/channel.js';
import { type Notice } from '../../../domain/notification.js';
import { type WebhookPost } from '../../../domain/senders.port.js';
import { alertmanagerBody } from './alertmanager.js';
import { type Incident, incidentOf, testIncident } from './incident.js';
import { letterOf } from './rendered-message.js';
import { opsgenieCall } from './opsgenie.js';
import { pagerdutyBody } from './pagerduty.js';
import { signatureHeaders } from './signing.js';
import { slackBody, slackListed } from './slack.js';
import { standardBody } from './standard.js';
import { teamsBody, teamsListed } from './teams.js';

/** What a body needs to know beside the notice. */
export interface WebhookContext {
  /** Where people reach the console, without a final slash. */
  readonly baseUrl: string;
  /** The time of this try. */
  readonly now: Date;
}

type IncidentFormat = 'pagerduty' | 'opsgenie' | 'alertmanager';

/** A notice in the words of a receiver; null where its format has nothing to say of it. Headers are in lower case. */
export function composeWebhook(target: WebhookTarget, notice: Notice, context: WebhookContext): WebhookPost | null {
  if (isIncidentFormat(target.format)) {
    const incident = incidentOf(notice, context.baseUrl);
    return incident && incidentPost(target, target.format, incident, context.baseUrl);
  }
  if (target.format === 'standard') return standardPost(target, notice, context);
  const { baseUrl } = context;
  const body =
    target.format === 'slack'
      ? slackBody(letterOf(notice, { baseUrl, listed: slackListed }))
      : teamsBody(letterOf(notice, { baseUrl, listed: teamsListed }));
  return post(target, target.url, JSON.stringify(body));
}

/** Closes the incident that the test notice opened; null for formats that keep none. */
export function composeTestResolve(target: WebhookTarget, notice: Notice, context: WebhookContext): WebhookPost | null {
  if (notice.kind !== 'test' || !isIncidentFormat(target.format)) return null;
  const incident = { ...testIncident(notice, 'resolve', context.baseUrl), at: context.now };
  return incidentPost(target, target.format, incident, context.baseUrl);
}

function standardPost(target: WebhookTarget, notice: Notice, context: WebhookContext): WebhookPost | null {
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
