import { type EventEnvelope } from './event.js';

/**
 * What goes to a channel in one piece.
 * `event`: exactly one event. `summary`: several, oldest first. `test`: none, somebody tries the channel.
 * `channel_failing`: none, another channel does not reach its receiver.
 */
export interface Notice {
  /** The same on every try: `webhook-id`, and the left part of Message-ID. An event's own id where it goes alone. */
  readonly id: string;
  readonly kind: 'event' | 'summary' | 'test' | 'channel_failing';
  readonly events: readonly EventEnvelope[];
  /** When it happened; of a summary, when it was made. */
  readonly timestamp: Date;
  /** One sentence for people. */
  readonly title: string;
  /** More of what `title` says, as plain sentences; empty where the events say it. */
  readonly lines: readonly string[];
}

/** What became of one try to send. Nothing of it holds an address, a secret or a token. */
export interface SendOutcome {
  /** `gone`: the receiver wants nothing any more (410). `retry`: all else that is not `delivered`. */
  readonly verdict: 'delivered' | 'retry' | 'gone';
  /** HTTP status or SMTP reply code; null where there was none. */
  readonly statusCode: number | null;
  /** What happened, for people: `The receiver answered 503.` */
  readonly detail: string;
  /** Beginning of the receiver's answer, at most 500 characters. */
  readonly excerpt: string | null;
  /** How long the receiver asks to be left alone. */
  readonly retryAfterSeconds: number | null;
}
