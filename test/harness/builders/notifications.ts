import { randomUUID } from 'node:crypto';
import { type BodyFormat, type Channel, type QuietHours } from '../../../src/domain/channel.js';
import { type EventEnvelope, type EventType, type Severity } from '../../../src/domain/event.js';
import { severitiesOfEvents } from '../../../web/src/i18n/event-severities.js';

export const severityOf: Readonly<Record<EventType, Severity>> = severitiesOfEvents;

const keyOf: Readonly<Record<string, (director: string, what: string) => string>> = {
  job: (director, what) => `job:${director}:${what}`,
  client: (director, what) => `silence:${director}:${what}`,
  run: (director, what) => `run:${director}:${what}`,
  director: (director) => `director:${director}`,
  storage: (director, what) => `storage:${director}:${what}`,
  channel: (_, what) => `channel:${what}`,
  auth: (_, what) => `auth:${what}`,
};

/** `what` it is about stands in its dedupKey. */
export function makeEvent(
  type: EventType,
  members: Partial<EventEnvelope> & { readonly what?: string; readonly director?: string } = {},
): EventEnvelope {
  const { what = 'one', director = 'main', ...others } = members;
  return {
    id: randomUUID(),
    type,
    timestamp: new Date('2026-11-20T21:00:00.000Z'),
    severity: severityOf[type],
    source: 'backup-console',
    subject: what,
    summary: `${type} of ${what}`,
    dedupKey: keyOf[type.split('.')[0] ?? '']?.(director, what) ?? `token:${what}`,
    data: { director },
    links: {},
    ...others,
  };
}

interface ChannelWish {
  readonly name?: string;
  readonly patterns?: readonly string[];
  readonly minSeverity?: Severity;
  readonly quietHours?: QuietHours | null;
  readonly pausedAt?: Date | null;
  readonly disabledAt?: Date | null;
  readonly failingSince?: Date | null;
}

export function makeChannel(format: BodyFormat | 'email', wish: ChannelWish = {}): Channel {
  const { name = format, patterns = ['**'], minSeverity = 'info', quietHours = null, ...others } = wish;
  const webhook = {
    ...({ kind: 'webhook', url: 'http://192.0.2.9/hook', signingSecrets: [] } as const),
    serviceKey: null,
    authorization: null,
  };
  return {
    id: randomUUID(),
    name,
    pausedAt: null,
    disabledAt: null,
    failingSince: null,
    ownerId: null,
    ...others,
    subscription: { patterns, minSeverity, quietHours },
    target:
      format === 'email' ? { kind: 'email', to: ['ada@example.org'], from: null, smtp: null } : { ...webhook, format },
  };
}

/** Quiet at the start of the makers' clock, 21:00 UTC, until 06:00. */
export const nights: QuietHours = { timezone: 'UTC', from: '20:00', until: '06:00', days: [1, 2, 3, 4, 5, 6, 7] };
