import { type EmailTarget, type WebhookTarget } from '../../../src/domain/channel.js';
import { type EventEnvelope, type EventType } from '../../../src/domain/event.js';
import { type Notification } from '../../../src/domain/notification.js';
import { severityOf } from './notifications.js';

export const baseUrl = 'https://backup.example.org';
export const noon = new Date('2026-11-22T12:00:00Z');

export interface Names {
  readonly director: string;
  readonly client: string;
  readonly job: string;
}

const usual: Names = { director: 'main', client: 'web1', job: 'Nightly' };

/** An event of a type as the console records it, of the names given. */
export function madeEvent(
  type: EventType,
  names: Partial<Names> = {},
  more: Partial<EventEnvelope> = {},
): EventEnvelope {
  const all = { ...usual, ...names };
  return { ...bodyOf(type, all), type, severity: severityOf[type], source: 'backup-console', ...more };
}

type EventBody = Omit<EventEnvelope, 'type' | 'severity' | 'source'>;

function bodyOf(type: EventType, names: Names): EventBody {
  const common = { id: '0b6f2a52-7a38-4f0e-9d0b-2f3c1b8f5a10', timestamp: new Date('2026-11-22T02:14:09Z') };
  if (type.startsWith('job.overdue.')) return { ...common, ...overdueBody(type, names) };
  if (type.startsWith('job.completed.')) return { ...common, ...jobBody(type, names) };
  if (type.startsWith('client.')) return { ...common, ...silenceBody(type, names) };
  if (type.startsWith('api_token.')) return { ...common, ...tokenBody(type) };
  return { ...common, ...conditionBody(type, names) };
}

function jobBody(type: EventType, { director, client, job }: Names): Omit<EventBody, 'id' | 'timestamp'> {
  const failed = type === 'job.completed.error';
  const endings = { ok: 'completed', warning: 'completed with warnings', error: 'failed' };
  const ending = endings[type.slice('job.completed.'.length) as keyof typeof endings];
  return {
    subject: `run:${director}:${job}.2026-11-22_02.00.00_07`,
    dedupKey: `job:${director}:${job}`,
    summary: `Backup "${job}" (Incremental) of ${client} on ${director} ${ending}.${failed ? ` ${fullStorage.cause}` : ''}`,
    data: {
      jobId: 4711,
      uniqueName: `${job}.2026-11-22_02.00.00_07`,
      job,
      director,
      client,
      type: 'Backup',
      level: 'Incremental',
      fileset: 'Webserver',
      status: failed ? 'error' : 'completed',
      startedAt: '2026-11-22T02:00:01.000Z',
      endedAt: '2026-11-22T02:14:09.000Z',
      durationSeconds: 848,
      files: failed ? 1204 : 18_233,
      bytes: failed ? 104_857_600 : 3_517_224_011,
      errors: failed ? 1 : 0,
      triggeredBy: { kind: 'schedule', id: null, name: 'WeeklyCycle' },
      ...(failed ? { diagnosis: fullStorage } : {}),
      log: failed ? failedLog : [],
    },
    links: { page: `${baseUrl}/#/runs/4711?${new URLSearchParams({ director }).toString()}` },
  };
}

const fullStorage = {
  code: 'storage_full',
  cause: 'The storage is full.',
  nextStep: 'Free space where the volumes lie, then run the job again.',
  logLine: 'Write to volume Default-0031 failed: no space left on device',
};

const failedLog = [
  '02:00:01 main JobId 4711: Start Backup JobId 4711, Job=Nightly.2026-11-22_02.00.00_07',
  '02:14:07 store1 JobId 4711: Error: Write to volume Default-0031 failed: No space left on device',
  '02:14:08 store1 JobId 4711: Fatal error: Cannot open a new volume: no space left on device',
  '02:14:09 main JobId 4711: Error: Termination: *** Backup Error ***',
];

function silenceBody(type: EventType, { director, client }: Names): Omit<EventBody, 'id' | 'timestamp'> {
  const over = type === 'client.silence.ok';
  return {
    subject: `client:${director}:${client}`,
    dedupKey: `silence:${director}:${client}`,
    summary: over ? `Client ${client} has a good backup again.` : `Client ${client} has had no good backup for 3 days.`,
    data: {
      client,
      director,
      previousStatus: 'warn',
      lastSuccessAt: '2026-11-18T22:14:09.000Z',
      ageSeconds: 273_600,
      thresholdSeconds: 259_200,
      cause: over ? 'backup' : 'time',
    },
    links: {},
  };
}

function overdueBody(type: EventType, { director, client, job }: Names): Omit<EventBody, 'id' | 'timestamp'> {
  const over = type === 'job.overdue.ok';
  const who = `Job ${job} of client ${client} on Director ${director}`;
  return {
    subject: `job:${director}:${job}`,
    dedupKey: `overdue:${director}:${job}:${client}`,
    summary: over ? `${who} has a good backup again.` : `${who} has had no good backup for 3 days.`,
    data: {
      job,
      client,
      director,
      fileset: 'Webserver',
      previousStatus: 'warn',
      lastGoodAt: '2026-11-18T22:14:09.000Z',
      ageSeconds: 273_600,
      thresholdSeconds: 259_200,
      cause: over ? 'backup' : 'time',
    },
    links: {},
  };
}

/** Members of all kinds of conditions at once. */
function conditionBody(type: EventType, { director, client, job }: Names): Omit<EventBody, 'id' | 'timestamp'> {
  const family = type.split('.')[0] ?? '';
  const key = family === 'job' ? `job:${director}:${job}` : `${family}:${director}`;
  return {
    subject: key,
    dedupKey: key,
    summary: `${type} of ${director}.`,
    data: {
      director,
      client,
      job,
      jobId: 4711,
      uniqueName: `${job}.2026-11-22_02.00.00_07`,
      since: '2026-11-22T02:14:09.000Z',
      storage: 'File',
      pool: type === 'storage.filling' ? 'Default' : null,
      name: 'On call',
      account: 'alice',
      reason: 'unreachable',
      error: 'Connection refused.',
      waitsFor: 'Waits for volume Vault.',
    },
    links: {},
  };
}

function tokenBody(type: EventType): Omit<EventBody, 'id' | 'timestamp'> {
  return {
    subject: 'token:17',
    dedupKey: 'token:17',
    summary: `alice ${type === 'api_token.create' ? 'created' : 'revoked'} the API token "ci" of bob (role operator).`,
    data: {
      tokenId: '17',
      name: 'ci',
      role: 'operator',
      owner: { id: '2', username: 'bob' },
      actor: { kind: 'session', id: '1', name: 'alice', role: 'admin', tokenId: null, sessionId: '2' },
      ip: '192.0.2.7',
      userAgent: 'curl/8.14',
    },
    links: {},
  };
}

export function noticeOf(event: EventEnvelope): Notification {
  const { id, timestamp, summary } = event;
  return { id, kind: 'event', events: [event], timestamp, title: summary, lines: [] };
}

export function noticeWithout(
  kind: 'test' | 'channel_failing',
  title: string,
  lines: readonly string[] = [],
): Notification {
  return { id: '5f1f7f6e-30f9-4f4c-8a7c-bb5a3ce2a6c1', kind, events: [], timestamp: noon, title, lines };
}

export function summaryOf(
  events: readonly EventEnvelope[],
  title = 'Collected while the channel was quiet.',
): Notification {
  return { id: 'd6f7c3f1-5b5e-4a0b-8a58-7f0c3a1c6b42', kind: 'summary', events, timestamp: noon, title, lines: [] };
}

/** A morning after a bad night: `count` events of several jobs and clients. */
export function badNight(count: number): EventEnvelope[] {
  const types = [
    'job.completed.ok',
    'job.completed.ok',
    'job.completed.error',
    'job.completed.warning',
    'client.silence.crit',
    'client.silence.warn',
  ] as const;
  return Array.from({ length: count }, (_, at) => {
    const names = { client: `web${1 + (at % 40)}`, job: `Nightly-${1 + (at % 60)}` };
    const timestamp = new Date(Date.parse('2026-11-22T00:00:00Z') + at * 97_000);
    return madeEvent(types[at % types.length] ?? 'job.completed.ok', names, { id: `event-${at}`, timestamp });
  });
}

export function webhookTarget(format: WebhookTarget['format'], more: Partial<WebhookTarget> = {}): WebhookTarget {
  const url = 'https://receiver.example.org/in';
  return { kind: 'webhook', format, url, signingSecrets: [], serviceKey: null, authorization: null, ...more };
}

export const emailTarget: EmailTarget = { kind: 'email', to: ['ops@example.org'], from: null, smtp: null };
