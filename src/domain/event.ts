/** The specification's actions, and what else an administrator should be notified of. */
export const eventTypes = [
  'job.completed.ok',
  'job.completed.warning',
  'job.completed.error',
  'job.missed',
  'run.waiting',
  'run.resumed',
  'client.silence.warn',
  'client.silence.crit',
  'client.silence.ok',
  'job.overdue.warn',
  'job.overdue.crit',
  'job.overdue.ok',
  'director.unreachable',
  'director.recovered',
  'storage.error',
  'storage.filling',
  'storage.ok',
  'channel.failing',
  'channel.recovered',
  'auth.failures',
  'api_token.create',
  'api_token.revoke',
] as const;

export type EventType = (typeof eventTypes)[number];

const ends: ReadonlySet<string> = new Set<EventType>([
  'job.completed.ok',
  'client.silence.ok',
  'job.overdue.ok',
  'run.resumed',
  'director.recovered',
  'storage.ok',
  'channel.recovered',
]);

/** Whether an event of this type ends what began under the same dedupKey. */
export function isEnd(type: EventType): boolean {
  return ends.has(type);
}

/** Types that contain who did what from where. They require `audit:read`. */
const audited = ['api_token.', 'auth.'];

export function isAudited(type: EventType): boolean {
  return audited.some((beginning) => type.startsWith(beginning));
}

/** In ascending severity. */
export const severities = ['info', 'warning', 'error', 'critical'] as const;
export type Severity = (typeof severities)[number];

export function isGraver(one: Severity, than: Severity): boolean {
  return severities.indexOf(one) > severities.indexOf(than);
}

/** The envelope of an event. `data` has the members that the contract defines for the type. */
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
