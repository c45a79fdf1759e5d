import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync,
} from 'node:fs'; // prettier-ignore
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { type RestoreOrder } from '../../src/domain/director.port.js';
import { type ShownDirectorSettings } from '../../src/domain/director-settings.js';
import { AppError } from '../../src/domain/error-codes.js';
import { StagedDownloads } from '../../src/features/restore/downloads/staged-downloads.service.js';
import { StagingSweep } from '../../src/features/restore/downloads/staging-sweep.service.js';
import { makeEntry, makeRun } from '../harness/builders/domain-records.js';
import { type FakeApp, startFakeApp } from '../harness/fakes/fake-app.js';
import { call, itemsOf } from '../harness/fixtures/access-calls.js';
import { until } from '../harness/fixtures/until.js';

interface Download {
  readonly id: string;
  readonly state: string;
  readonly jobId: number;
  readonly problem: string | null;
  readonly expiresAt: string;
  readonly links: { readonly self: string; readonly content: string; readonly run: string };
}

const root = mkdtempSync(join(tmpdir(), 'backup-console-staged-'));
const folder = join(root, 'staging');
const hosts = 'the hosts\n';
let fake: FakeApp;

beforeAll(async () => {
  mkdirSync(folder, { mode: 0o700 });
  // Time passes here that ends idle sessions.
  fake = await startFakeApp({ SESSION_IDLE_MINUTES: '1440' });
  const { one } = fake;
  one.settings = { kind: 'bacula', staging: { client: 'console-fd', folder } } as ShownDirectorSettings;
  const { abilities } = one.description;
  one.description = { ...one.description, abilities: [...abilities, 'download'], clients: ['laptop', 'console-fd'] };
  one.records.runs.push(makeRun({ jobId: 7 }));
  one.records.entries.push(makeEntry('/etc/hosts'), makeEntry('/etc/other'));
  one.records.entries.push(makeEntry('/huge', { size: Number.MAX_SAFE_INTEGER }));
});
afterEach(() => {
  fake.one.afterTaking = () => Promise.resolve();
  chmodSync(folder, 0o700);
});
afterAll(async () => {
  await fake.app.stop();
  rmSync(root, { recursive: true, force: true });
});

function order(): RestoreOrder {
  return fake.one.orders.at(-1) as RestoreOrder;
}

function post(format = 'file', paths: readonly string[] = ['/etc/hosts']) {
  return fake.admin.post('/restore/downloads', { jobids: [7], format, paths });
}

async function create(format?: string, paths?: readonly string[]): Promise<Download> {
  const { status, body } = await post(format, paths);
  expect([status, body]).toEqual([201, expect.objectContaining({ state: 'preparing', problem: null })]);
  return body as unknown as Download;
}

/** What the client does with the newest order, and how its run ends. */
function restored(files: Readonly<Record<string, string | Buffer>>, change: Parameters<typeof end>[1] = {}): void {
  for (const [path, content] of Object.entries(files)) {
    const at = order().where! + path;
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, content);
  }
  const jobId = Math.max(...fake.one.records.runs.map((run) => run.jobId));
  end(jobId, { files: Object.keys(files).length, ...change });
}

function end(jobId: number, change: Partial<ReturnType<typeof makeRun>>): void {
  const ended = { status: 'completed', statusCode: 'T', endedAt: new Date('2026-11-20T21:01:00Z') } as const;
  fake.one.change(jobId, { ...ended, ...change });
}

const at = ({ links }: Download): string => links.self.slice('/api/v1'.length);

async function shown(download: Download): Promise<Download> {
  return (await fake.admin.get(at(download))).body as unknown as Download;
}

function content({ links }: Download) {
  return call(fake.app, 'GET', links.content, { cookie: fake.admin.cookie });
}

function sweep(): Promise<void> {
  return fake.app.get(StagingSweep).sweep();
}

function rows(): Promise<{ id: string }[]> {
  return fake.app.database.query('SELECT id FROM restore_download');
}

test('a restore into a private folder prepares it, its bytes are sent once, and nothing of it is left', async () => {
  const download = await create();
  expect(order()).toMatchObject({
    jobids: [7],
    restoreClient: 'console-fd',
    replace: 'always',
    anywhere: true,
    selection: [expect.objectContaining({ text: '/etc/hosts' })],
  });
  expect(order().where).toMatch(new RegExp(`^${folder}/\\.backup-console-download-[0-9a-f]{12}-${download.id}$`));
  expect([readdirSync(folder).length, statSync(order().where!).mode & 0o777]).toEqual([1, 0o700]);
  expect(await content(download)).toMatchObject({
    status: 409,
    body: { code: 'conflict', reason: 'download_preparing', params: { jobId: download.jobId } },
  });
  const progress = { files: 1, bytes: 5, bytesPerSecond: 1, currentFile: '/etc/hosts', fraction: 0.5 };
  fake.one.live.set(download.jobId, { progress, waitingFor: null });
  expect(await shown(download)).toMatchObject({ state: 'preparing', progress });
  restored({ '/etc/hosts': hosts });
  expect(await shown(download)).toMatchObject({
    state: 'ready',
    progress: null,
    problem: null,
    jobId: download.jobId,
    expiresAt: new Date(fake.app.clock.now().getTime() + 3_600_000).toISOString(),
    links: { run: `/api/v1/operations/runs/${download.jobId}?director=one` },
  });
  await sweep();
  const head = await call(fake.app, 'HEAD', download.links.content, { cookie: fake.admin.cookie });
  expect([head.status, head.headers.get('content-disposition')]).toEqual([200, expect.stringContaining('hosts')]);
  expect(await content(download)).toMatchObject({ status: 200, text: hosts });
  await until(() => readdirSync(folder).length === 0);
  await until(async () => (await rows()).length === 0);
  expect((await content(download)).status).toBe(404);
  expect((await fake.admin.get(at(download))).status).toBe(404);
});

test('the restore is on record like any other: who, what, where', async () => {
  const download = await create();
  const run = await fake.admin.get(`/operations/runs/${download.jobId}`);
  expect(run.body).toMatchObject({
    triggeredBy: { kind: 'session', name: 'admin' },
    restore: { jobids: [7], where: order().where, replace: 'always', restoreClient: 'console-fd', chosen: 1 },
  });
  const records = itemsOf(await fake.admin.get('/admin/audit?action=restore.run&limit=200'));
  expect(records.map(({ changes }) => changes)).toContainEqual(
    expect.objectContaining({ download: { to: download.id }, jobId: { to: download.jobId } }),
  );
  restored({ '/etc/hosts': hosts });
  await content(download);
});

test.each([
  ['an error', { status: 'error', statusCode: 'f' } as const, 'ended as error'],
  ['a canceled run', { status: 'canceled', statusCode: 'A' } as const, 'ended as canceled'],
  ['a warning', { status: 'warning', errors: 1 } as const, 'ended as warning'],
  ['fewer files than were chosen', { files: 1 }, 'ended as completed: 1 of 2 restored'],
])('%s is told in words, sends no byte, and leaves no file', async (_, change, words) => {
  const download = await create('tar', ['/etc/hosts', '/etc/other']);
  restored({ '/etc/hosts': hosts, '/etc/other': 'other' }, change);
  const status = await shown(download);
  expect([status.state, status.problem]).toEqual(['failed', expect.stringContaining(words)]);
  expect((await content(download)).body).toMatchObject({ code: 'conflict', reason: 'download_failed' });
  await sweep();
  expect(readdirSync(folder)).toEqual([]);
  expect(await shown(download)).toMatchObject({ state: 'failed' });
});

test('files that the Director counts and the folder lacks end it in words', async () => {
  const download = await create('tar', ['/etc/hosts', '/etc/other']);
  restored({ '/etc/hosts': hosts }, { files: 2 });
  const answer = await content(download);
  expect([answer.status, answer.body['code']]).toEqual([502, 'director_error']);
  expect(answer.body['detail']).toContain('contains 1 of the 2 selected files and links');
  expect(readdirSync(folder)).toEqual([]);
});

test('is sent to one at a time, and one that leaves ends it', async () => {
  const download = await create('tar');
  restored({ '/etc/hosts': Buffer.alloc(64 * 2 ** 20, 'x') });
  const sent = request(fake.app.url + download.links.content, { headers: { cookie: fake.admin.cookie }, agent: false });
  sent.end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.on('error', () => undefined);
  expect((await content(download)).body).toMatchObject({ code: 'conflict', reason: 'download_taken' });
  await sweep();
  expect(readdirSync(folder)).toHaveLength(1);
  answer.destroy();
  await until(() => readdirSync(folder).length === 0);
});

test('a Director whose answer is lost leaves neither folder nor download', async () => {
  const before = await rows();
  fake.one.afterTaking = () => Promise.reject(new AppError('director_unreachable', 'It is away.'));
  expect((await post()).status).toBe(503);
  // One of an earlier test may be going meanwhile.
  const made = (await rows()).filter(({ id }) => !before.some((one) => one.id === id));
  expect([readdirSync(folder), made]).toEqual([[], []]);
});

test('a folder that others can enter, one without room and a client that is gone start no restore', async () => {
  const orders = fake.one.orders.length;
  chmodSync(folder, 0o755);
  expect((await post()).body).toMatchObject({ code: 'not_supported_by_director', reason: 'staging_unusable' });
  chmodSync(folder, 0o700);
  expect((await post('file', ['/huge'])).body).toMatchObject({ code: 'conflict', reason: 'staging_full' });
  const { description } = fake.one;
  fake.one.description = { ...description, clients: ['laptop'] };
  expect((await post()).body).toMatchObject({ code: 'unknown_client' });
  fake.one.description = description;
  expect([fake.one.orders.length, readdirSync(folder)]).toEqual([orders, []]);
});

test('the sweep removes what belongs to no live download, and never anything else', async () => {
  const names = fake.app.get(StagedDownloads).names;
  const outside = join(root, 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'kept'), '');
  const [leftOver, planted] = [names.of(randomUUID()), names.of(randomUUID())];
  const others = [`.backup-console-download-${'0'.repeat(12)}-${randomUUID()}`, `${leftOver}.old`, 'letters'];
  for (const name of [leftOver, ...others]) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'file'), '');
  }
  symlinkSync(outside, join(folder, planted));
  const live = await create();
  await sweep();
  expect(readdirSync(folder).sort()).toEqual([...others, names.of(live.id)].sort());
  expect(existsSync(join(outside, 'kept'))).toBe(true);
  for (const name of others) rmSync(join(folder, name), { recursive: true });
  restored({ '/etc/hosts': hosts });
  await content(live);
});

test('the files of a process that was killed while it sent them are removed', async () => {
  const download = await create();
  restored({ '/etc/hosts': hosts });
  await shown(download);
  // No process has this id: it is that of one that ended.
  await fake.app.database.query('UPDATE restore_download SET taken_by = 0 WHERE id = $1', [download.id]);
  expect((await content(download)).body).toMatchObject({ reason: 'download_taken' });
  await sweep();
  expect(readdirSync(folder)).toEqual([]);
  expect((await rows()).map(({ id }) => id)).not.toContain(download.id);
});

test('one that nobody fetches ends with its time, and its restore is canceled', async () => {
  const [waiting, ready] = [await create(), await create()];
  restored({ '/etc/hosts': hosts });
  await shown(ready);
  fake.app.clock.advance(3_601);
  expect((await content(ready)).status).toBe(404);
  await sweep();
  expect(readdirSync(folder)).toEqual([fake.app.get(StagedDownloads).names.of(waiting.id)]);
  for (let hours = 0; hours < 24; hours += 6) {
    fake.app.clock.advance(6 * 3_600);
    await sweep();
  }
  expect(readdirSync(folder)).toEqual([]);
  expect(fake.one.records.runs.find(({ jobId }) => jobId === waiting.jobId)?.status).toBe('canceled');
});
