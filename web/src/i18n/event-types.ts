import { severitiesOfEvents } from './event-severities';

export type EventType = keyof typeof severitiesOfEvents;
export const eventTypes = Object.keys(severitiesOfEvents) as readonly EventType[];

export const severities = ['info', 'warning', 'error', 'critical'] as const;
export type Severity = (typeof severities)[number];

export const purposes = ['backups', 'infrastructure', 'security'] as const;
export type Purpose = (typeof purposes)[number];

const purposeOfFamily: Readonly<Record<string, Purpose>> = {
  job: 'backups',
  run: 'backups',
  client: 'backups',
  api_token: 'security',
  auth: 'security',
};

/** Why somebody wants events of this type. */
export function purposeOf(type: EventType): Purpose {
  return purposeOfFamily[type.split('.')[0] ?? ''] ?? 'infrastructure';
}
