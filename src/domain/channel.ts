import { type Severity } from './event.js';

/** The format of a webhook's body: our own envelope, or that of a service. */
export const bodyFormats = ['standard', 'pagerduty', 'opsgenie', 'alertmanager', 'slack', 'teams'] as const;
export type BodyFormat = (typeof bodyFormats)[number];

const incidentFormats: ReadonlySet<BodyFormat> = new Set<BodyFormat>(['pagerduty', 'opsgenie', 'alertmanager']);

/** Hours in which only critical events are sent. The others wait until they end. */
export interface QuietHours {
  /** IANA name, for example `Europe/Berlin`. */
  readonly timezone: string;
  /** `HH:MM` on the clock of that zone; `until` before `from` ends on the next day. */
  readonly from: string;
  readonly until: string;
  /** Days on which they begin, 1 Monday to 7 Sunday. */
  readonly days: readonly number[];
}

/** Which events a channel wants, and when. */
export interface Subscription {
  /** Dotted words, `*` one word, `**` any rest, leading `!` excludes. */
  readonly patterns: readonly string[];
  readonly minSeverity: Severity;
  readonly quietHours: QuietHours | null;
}

/** `starttls`: rejects an unencrypted connection. `none` is for relays on a trusted network, and sends no password. */
export const smtpSecurities = ['starttls', 'tls', 'none'] as const;
export type SmtpSecurity = (typeof smtpSecurities)[number];

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  readonly security: SmtpSecurity;
  readonly username: string | null;
  /** Secret. */
  readonly password: string | null;
}

export interface EmailTarget {
  readonly kind: 'email';
  readonly to: readonly string[];
  /** null: the installation's own sender, SMTP_FROM. */
  readonly from: string | null;
  /** null: the installation's own server, SMTP_URL. */
  readonly smtp: SmtpServer | null;
}

export interface WebhookTarget {
  readonly kind: 'webhook';
  readonly format: BodyFormat;
  /** Secret: for many services anyone who knows the address may post to it. */
  readonly url: string;
  /** Secret: `whsec_…` by Standard Webhooks, newest first, two while one replaces the other. Used by `standard`. */
  readonly signingSecrets: readonly string[];
  /** Secret: PagerDuty's routing key or Opsgenie's API key. */
  readonly serviceKey: string | null;
  /** Secret: the value of an Authorization header, for example of an Alertmanager behind a proxy. */
  readonly authorization: string | null;
}

export type ChannelTarget = EmailTarget | WebhookTarget;

/** A way to notify people or machines. */
export interface Channel {
  readonly id: string;
  readonly name: string;
  readonly subscription: Subscription;
  readonly target: ChannelTarget;
  /** Paused: nothing is sent, and what would have been is not kept for later. */
  readonly pausedAt: Date | null;
  /** Switched off by the console, because the receiver reported that it no longer exists (410). */
  readonly disabledAt: Date | null;
  /** Since when every delivery failed; null where the last one arrived. */
  readonly failingSince: Date | null;
  /** Who made it. */
  readonly ownerId: string | null;
}

/** Services that keep an incident open until it is resolved: they get the end of every reported beginning. */
export function keepsIncidents({ target }: Pick<Channel, 'target'>): boolean {
  return target.kind === 'webhook' && incidentFormats.has(target.format);
}

/** Read by people, who want one message instead of two hundred. */
export function isReadByPeople({ target }: Pick<Channel, 'target'>): boolean {
  return target.kind === 'email' || target.format === 'slack' || target.format === 'teams';
}

export function isOpen({ pausedAt, disabledAt }: Pick<Channel, 'pausedAt' | 'disabledAt'>): boolean {
  return pausedAt === null && disabledAt === null;
}
