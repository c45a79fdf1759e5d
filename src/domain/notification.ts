import { type EventEnvelope } from './event.js';

/**
 * One message to a channel.
 * `event`: exactly one event. `summary`: several, oldest first. `test`: none, a user tests the channel.
 * `channel_failing`: none, another channel does not reach its receiver. `incident_end`: none, the problem of `dedupKey` is over.
 */
export interface Notification {
  /** The same on every try: `webhook-id`, and the left part of Message-ID. An event's own id where it goes alone. */
  readonly id: string;
  readonly kind: 'event' | 'summary' | 'test' | 'channel_failing' | 'incident_end';
  readonly events: readonly EventEnvelope[];
  /** When it happened; of a summary, when it was made. */
  readonly timestamp: Date;
  /** One sentence for people. */
  readonly title: string;
  /** Details beyond `title`, as plain sentences; empty if the events have them. */
  readonly lines: readonly string[];
  /** Of an `incident_end`. */
  readonly dedupKey?: string;
}

export const sendCodes = [
  'answered', 'gone', 'redirected', 'mail_accepted', 'mail_partly_accepted', 'nothing_to_send',
  'format_failed', 'not_a_url', 'password_in_url', 'too_large', 'too_slow', 'canceled', 'console_stopped', 'incident_left_open',
  'address_unreadable', 'address_metadata', 'address_own', 'address_denied', 'address_private', 'address_loopback',
  'address_link_local', 'address_multicast', 'address_reserved', 'address_plain',
  'name_not_found', 'dns_timeout', 'connection_refused', 'connection_closed', 'no_connection', 'no_route',
  'certificate_expired', 'certificate_not_yet_valid', 'certificate_revoked', 'certificate_host_mismatch', 'certificate_untrusted',
  'no_tls', 'bad_header', 'not_http', 'not_smtp', 'connection_failed',
  'no_mail_server', 'auth_missing', 'auth_refused', 'sender_refused', 'recipients_refused', 'mail_refused',
  'events_forgotten', 'channel_removed', 'channel_off',
] as const; // prettier-ignore
/** What happened at a try, or why there was none. */
export type SendCode = (typeof sendCodes)[number];

export const recipientStatuses = ['accepted', 'deferred', 'refused'] as const;
/** `deferred`: the server may accept the mail later (4xx). `refused`: it never will (5xx). */
export type RecipientStatus = (typeof recipientStatuses)[number];

/** What the mail server answered for one recipient. */
export interface RecipientOutcome {
  readonly address: string;
  readonly status: RecipientStatus;
  /** SMTP reply code; null where the server sent none. */
  readonly statusCode: number | null;
}

/** The outcome of one try to send. Only `recipients` has addresses; nothing has a secret or a token. */
export interface SendOutcome {
  /** `gone`: the receiver wants nothing any more (410). `retry`: all else that is not `delivered`. */
  readonly verdict: 'delivered' | 'retry' | 'gone';
  /** HTTP status or SMTP reply code; null where there was none. */
  readonly statusCode: number | null;
  /** Stable code of the outcome; absent if `detail` alone describes it. */
  readonly code?: SendCode;
  /** What happened, for people: `The receiver answered 503.` */
  readonly detail: string;
  /** Beginning of the receiver's answer, at most 500 characters. */
  readonly excerpt: string | null;
  /** The pause that the receiver requested. */
  readonly retryAfterSeconds: number | null;
  /** Of a mail: each recipient of this try. Absent where the server did not answer for each. */
  readonly recipients?: readonly RecipientOutcome[];
}
