/** Exactly the specification's actions, and job.completed.ok. */
export const eventTypes = [
  'job.completed.ok',
  'job.completed.warning',
  'job.completed.error',
  'client.silence.warn',
  'client.silence.crit',
  'client.silence.ok',
  'job.overdue.warn',
  'job.overdue.crit',
  'job.overdue.ok',
  'api_token.create',
  'api_token.revoke',
] as const;

export type EventType = (typeof eventTypes)[number];

/** From the mildest to the gravest. */
export const severities = ['info', 'warning', 'error', 'critical'] as const;
export type Severity = (typeof severities)[number];

/** The envelope that subscribers get. `data` holds what the contract names for the type. */
export interface EventEnvelope {
  readonly id: string;
  readonly type: EventType;
  readonly timestamp: Date;
  readonly severity: Severity;
  readonly source: string;
  readonly subject: string;
  readonly dedupKey: string;
  readonly summary: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly links: Readonly<Record<string, string>>;
}
