import { type EventType, type Severity } from './event.words';

/** How grave each event is; test/contract/events.contract-spec.ts compares it with docs/events.md. */
export const severityOf: Readonly<Record<EventType, Severity>> = {
  'job.completed.ok': 'info',
  'job.completed.warning': 'warning',
  'job.completed.error': 'error',
  'job.missed': 'warning',
  'run.waiting': 'warning',
  'run.resumed': 'info',
  'client.silence.warn': 'warning',
  'client.silence.crit': 'critical',
  'client.silence.ok': 'info',
  'job.overdue.warn': 'warning',
  'job.overdue.crit': 'critical',
  'job.overdue.ok': 'info',
  'director.unreachable': 'critical',
  'director.recovered': 'info',
  'storage.error': 'error',
  'storage.filling': 'warning',
  'storage.ok': 'info',
  'channel.failing': 'error',
  'channel.recovered': 'info',
  'auth.failures': 'warning',
  'api_token.create': 'info',
  'api_token.revoke': 'info',
};
