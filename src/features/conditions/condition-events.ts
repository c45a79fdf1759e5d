import { type EventType, type Severity } from '../../domain/event.js';
import { formatDuration } from '../../domain/units.js';
import { type NewEvent } from '../events/event-recorder.js';
import { type ConditionKind, type EndCause } from '../../domain/condition.js';
import { type ConditionStateEntity } from './condition-states.repository.js';

export interface ConditionChange {
  readonly change: 'begins' | 'ends';
  /** `check`: a check found it. */
  readonly cause: EndCause | 'check';
  readonly at: Date;
}

type Details = Readonly<Record<string, unknown>>;

/** The texts of one kind of condition. */
interface ConditionText {
  readonly begins: EventType;
  readonly severity: Severity;
  /** null: subscribers are not notified of its end. */
  readonly ends: EventType | null;
  readonly name: (of: Details) => string;
  /** After the name. */
  readonly begun: (of: Details) => string;
  readonly over: string;
  /** Its permanent identity. */
  readonly subject: (of: Details) => string;
  /** Below `BASE_URL`. */
  readonly links: (of: Details) => Readonly<Record<string, string>>;
}

const words: Readonly<Record<ConditionKind, ConditionText>> = {
  director: {
    begins: 'director.unreachable',
    severity: 'critical',
    ends: 'director.recovered',
    name: (of) => `Director ${text(of, 'director')}`,
    begun: (of) => `does not answer. ${text(of, 'error')}`,
    over: 'answers again.',
    subject: (of) => `director:${text(of, 'director')}`,
    links: (of) => ({
      page: `/#/administration/directors/${part(of, 'director')}`,
      director: `/api/v1/directors/${part(of, 'director')}`,
    }),
  },
  storage: {
    begins: 'storage.error',
    severity: 'error',
    ends: 'storage.ok',
    name: (of) => `Storage ${text(of, 'storage')} of Director ${text(of, 'director')}`,
    begun: storageProblem,
    over: 'is OK again.',
    subject: (of) => `storage:${text(of, 'director')}:${text(of, 'storage')}`,
    links: (of) => ({
      page: `/#/storage?director=${part(of, 'director')}`,
      storages: `/api/v1/storage-media/storages?director=${part(of, 'director')}`,
    }),
  },
  pool: {
    begins: 'storage.filling',
    severity: 'warning',
    ends: 'storage.ok',
    name: (of) => `Pool ${text(of, 'pool')} of Director ${text(of, 'director')}`,
    begun: poolProblem,
    over: 'has enough free space again.',
    subject: (of) => `pool:${text(of, 'director')}:${text(of, 'pool')}`,
    links: (of) => ({
      page: `/#/storage/pools/${part(of, 'pool')}?director=${part(of, 'director')}`,
      pools: `/api/v1/storage-media/pools?director=${part(of, 'director')}`,
    }),
  },
  run: {
    begins: 'run.waiting',
    severity: 'warning',
    ends: 'run.resumed',
    name: (of) => `Run ${text(of, 'jobId')} of job ${text(of, 'job')} on Director ${text(of, 'director')}`,
    begun: (of) => `has been waiting for five minutes. ${text(of, 'waitsFor')} ${text(of, 'hint')}`,
    over: 'continues.',
    subject: (of) => `run:${text(of, 'director')}:${text(of, 'uniqueName')}`,
    links: (of) => ({
      page: `/#/runs/${part(of, 'jobId')}?director=${part(of, 'director')}`,
      run: `/api/v1/operations/runs/${part(of, 'jobId')}?director=${part(of, 'director')}`,
    }),
  },
  channel: {
    begins: 'channel.failing',
    severity: 'error',
    ends: 'channel.recovered',
    name: (of) => `Channel ${text(of, 'name')}`,
    begun: (of) => `cannot deliver. ${text(of, 'error')}`,
    over: 'delivers again.',
    subject: (of) => `channel:${text(of, 'channelId')}`,
    links: (of) => ({
      page: `/#/administration/notifications/channels/${part(of, 'channelId')}`,
      channel: `/api/v1/admin/notifications/channels/${part(of, 'channelId')}`,
    }),
  },
  log_ins: {
    begins: 'auth.failures',
    severity: 'warning',
    ends: null,
    name: (of) =>
      `${text(of, 'failures')} logins ${text(of, 'account') === '' ? `from ${text(of, 'address')}` : `as ${text(of, 'account')}`}`,
    begun: () => 'failed within ten minutes.',
    over: '',
    subject: (of) => `auth:${text(of, 'account') || text(of, 'address')}`,
    links: () => ({
      page: '/#/administration/audit',
      audit: '/api/v1/admin/audit?action=session.create&outcome=failure',
    }),
  },
};

const overOtherwise: Readonly<Record<EndCause, string>> = {
  removed: 'no longer exists.',
  resumed: 'was resumed.',
  ended: 'has ended.',
  time: '',
};

/** The event of a change; null: there is none. */
export function conditionEvent(row: ConditionStateEntity, change: ConditionChange, baseUrl: string): NewEvent | null {
  const { begins, ends, severity, name, begun, over, subject, links } = words[row.kind];
  const isEnd = change.change === 'ends';
  const type = isEnd ? ends : begins;
  if (type === null) return null;
  const { details, key } = row;
  const since = row.since ?? change.at;
  const durationSeconds = Math.max(0, Math.floor((change.at.getTime() - since.getTime()) / 1000));
  const resolvedText =
    change.cause === 'check' ? `${over} It lasted ${formatDuration(durationSeconds)}.` : overOtherwise[change.cause];
  const headline = isEnd ? resolvedText : begun(details);
  return {
    onceKey: `${type}:${key}:${row.occurrence}`,
    type,
    severity: isEnd ? 'info' : severity,
    source: row.director ?? 'backup-console',
    subject: subject(details),
    dedupKey: key,
    summary: `${name(details)} ${headline}`.trim(),
    timestamp: change.at,
    data: { ...details, since: since.toISOString(), ...(isEnd ? { durationSeconds, cause: change.cause } : {}) },
    links: Object.fromEntries(Object.entries(links(details)).map(([label, path]) => [label, `${baseUrl}${path}`])),
  };
}

function storageProblem(of: Details): string {
  if (of['reason'] === 'unreachable') return `does not answer. ${text(of, 'error')}`;
  const volumes = Array.isArray(of['volumes']) ? of['volumes'].map(String) : [];
  const count = typeof of['volumesInError'] === 'number' ? of['volumesInError'] : volumes.length;
  return `has ${count === 1 ? 'a volume' : `${count} volumes`} in error: ${volumes.join(', ')}${count > volumes.length ? ', …' : ''}.`;
}

function poolProblem(of: Details): string {
  const at = text(of, 'expectedFullAt');
  if (of['reason'] === 'forecast') {
    return of['isFull'] === true ? 'has no free space.' : `is expected to be full on ${at.slice(0, 10)}.`;
  }
  const share = typeof of['freeShare'] === 'number' ? Math.floor(of['freeShare'] * 100) : 0;
  return `has only ${share}% of its disk space left.`;
}

function text(of: Details, member: string): string {
  const value = of[member];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function part(of: Details, member: string): string {
  return encodeURIComponent(text(of, member));
}
