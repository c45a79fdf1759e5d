import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../harness/fixtures/until.js';
import { type Person } from './sign-in.js';
import { folderOf, siteFolder } from './site.js';

interface Items<T> {
  readonly items: readonly T[];
}
interface Made {
  readonly id: string;
}
interface SeenRun {
  readonly jobId: number;
  readonly status: string;
  readonly level: string;
}

const ended = (status: string): boolean => !['queued', 'running', 'waiting'].includes(status);
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

/** What addresses of pages need to know. */
export interface Facts {
  readonly ok: number;
  readonly warned: number;
  readonly failed: number;
  readonly restored: number;
  readonly full: number;
  /** The run of a restore point of /etc. */
  readonly point: number;
  readonly volume: string;
  readonly channel: string;
  readonly delivery: string;
  readonly event: string;
  readonly user: string;
  readonly token: string;
  readonly audit: string;
  readonly welcome: string;
}

export async function runJob(admin: Person, job: string, level = 'Incremental'): Promise<number> {
  return ending(admin, await startJob(admin, job, level));
}

export async function startJob(admin: Person, job: string, level = 'Full'): Promise<number> {
  return (await admin.ask<SeenRun>('POST', '/operations/jobs/run', { job, level })).jobId;
}

export async function ending(admin: Person, jobId: number): Promise<number> {
  await until(async () => ended((await admin.ask<SeenRun>('GET', `/operations/runs/${jobId}?wait=5`)).status) || null, 60_000); // prettier-ignore
  return jobId;
}

interface Signs {
  readonly admin: Person;
  readonly signIn: (username: string, password: string) => Promise<Person | null>;
}

const passwordOf = (name: string): string => `${name} keeps a long password`;

/** People of every kind; answers the id of the operator and the way in of who was invited. */
export async function makePeople({ admin, signIn }: Signs): Promise<Pick<Facts, 'user' | 'token' | 'welcome'>> {
  const auditor = {
    name: 'auditor',
    description: 'Reads jobs, Directors, statistics, storage and the audit log; changes only its own tokens.',
  };
  const capabilities = ['jobs:read', 'directors:read', 'stats:read', 'audit:read', 'monitoring:read', 'media:read'];
  await admin.ask('POST', '/admin/roles', { ...auditor, capabilities: [...capabilities, 'tokens:own'] });
  const ids: Record<string, string> = {};
  for (const [username, role] of [
    ['anna', 'admin'],
    ['otto', 'operator'],
    ['mia', 'readonly'],
    ['paul', 'operator'],
  ] as const)
    ids[username] = (await admin.ask<Made>('POST', '/admin/users', { username, role, password: passwordOf(username) })).id; // prettier-ignore
  const lena = await admin.ask<Made>('POST', '/admin/users', { username: 'lena', role: 'auditor' });
  const link = await admin.ask<{ url: string }>('POST', `/admin/users/${lena.id}/one-time-link`, { purpose: 'invite' });
  await admin.ask('PATCH', `/admin/users/${ids['paul']}`, { disabled: true });
  await signIn('mia', 'not her password');
  await signIn('mia', passwordOf('mia'));
  const otto = (await signIn('otto', passwordOf('otto')))!;
  await otto.ask('POST', '/tokens', { name: 'ci pipeline', expiresAt: inDays(60) });
  const old = await otto.ask<Made>('POST', '/tokens', { name: 'old workstation' });
  await otto.ask('DELETE', `/tokens/${old.id}`);
  const token = await admin.ask<Made>('POST', '/tokens', { name: 'nightly checks' });
  await admin.ask('POST', '/tokens', { name: 'monitoring', expiresAt: inDays(365) });
  return { user: ids['otto']!, token: token.id, welcome: new URL(link.url).hash.slice(1) };
}

/** Ways to tell people: one that works, one that fails, one by mail, one that rests. */
export async function makeChannels(admin: Person, good: string, bad: string): Promise<Pick<Facts, 'channel'>> {
  const add = (channel: object) => admin.ask<Made>('POST', '/admin/notifications/channels', channel);
  const chat = await add({
    name: 'Operations chat',
    kind: 'webhook',
    format: 'slack',
    url: `${good}/services/operations`,
    patterns: ['job.completed.*', 'client.silence.**'],
    minSeverity: 'warning',
  });
  await add({
    name: 'Ticket system',
    kind: 'webhook',
    url: `${bad}/tickets`,
    patterns: ['job.completed.error'],
  });
  await add({
    name: 'Morning mail',
    kind: 'email',
    to: ['ops@example.org', 'anna@example.org'],
    minSeverity: 'warning',
    quietHours: { timezone: 'Europe/Berlin', from: '20:00', until: '07:00' },
  });
  const pager = await add({ name: 'Status board', kind: 'webhook', format: 'teams', url: `${good}/board` });
  await admin.ask('POST', `/admin/notifications/channels/${pager.id}/pause`);
  return { channel: chat.id };
}

async function newest(admin: Person, query: string): Promise<number> {
  const { items } = await admin.ask<Items<SeenRun>>('GET', `/operations/runs?limit=1&${query}`);
  if (!items[0]) throw new Error(`No run is found by ${query}.`);
  return items[0].jobId;
}

/** The work of this morning: backups that end in every way, a restore, and what people said of it. */
export async function makeMorning(
  admin: Person,
): Promise<Pick<Facts, 'ok' | 'warned' | 'failed' | 'restored' | 'full' | 'point'>> {
  const ok = await runJob(admin, 'web');
  renameSync(folderOf('db1', 'wal'), folderOf('db1', 'wal.moved'));
  const warned = await runJob(admin, 'databases');
  renameSync(folderOf('db1', 'wal.moved'), folderOf('db1', 'wal'));
  const known = await newest(admin, 'job=photos&status=error');
  const failed = await runJob(admin, 'photos');
  const { items } = await admin.ask<Items<{ jobId: number; jobids: number[]; fileset: string }>>(
    'GET',
    '/restore/points?client=web07&limit=20',
  );
  const point = items.find(({ fileset }) => fileset === 'etc')!;
  const restored = await admin.ask<SeenRun>('POST', '/restore/run', {
    jobids: point.jobids,
    paths: [folderOf('web07', 'etc/nginx/')],
    where: join(siteFolder, 'console/restores'),
  });
  await ending(admin, restored.jobId);
  await admin.ask('PUT', `/operations/runs/${known}/acknowledgement`, {
    note: 'Anna is travelling: the disk with her photos is not plugged in.',
    until: inDays(5),
  });
  await admin.ask('PATCH', '/admin/monitoring/clients/mail', { warnSeconds: 93_600, critSeconds: 172_800 });
  await admin.ask('PATCH', '/admin/monitoring/clients/db1', { pausedUntil: inDays(2) });
  const full = await newest(admin, 'job=home&level=Full');
  return { ok, warned, failed, restored: restored.jobId, full, point: point.jobId };
}

/** Waits for what the console does by itself: a client goes silent, people are told and cannot be reached. */
export async function awaitTelling(admin: Person): Promise<Pick<Facts, 'delivery' | 'event' | 'audit' | 'volume'>> {
  const first = async <T>(path: string): Promise<T | null> => (await admin.ask<Items<T>>('GET', path)).items[0] ?? null;
  await until(() => first<Made>('/admin/events?type=client.silence.crit&limit=1'), 150_000);
  const failing = await until(() => first<Made>('/admin/notifications/deliveries?status=waiting&limit=1'), 60_000);
  const event = await until(() => first<Made>('/admin/events?type=job.completed.error&limit=1'));
  const audit = (await first<Made>('/admin/audit?action=role.create&limit=1'))!;
  const volume = (await first<{ volume: string }>('/storage-media/volumes?pool=Archive&limit=1'))!;
  return { delivery: failing.id, event: event.id, audit: audit.id, volume: volume.volume };
}
