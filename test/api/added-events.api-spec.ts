import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { FailedLogins } from '../../src/features/access/failed-logins.service.js';
import { ConditionMonitor } from '../../src/features/conditions/condition-monitor.js';
import { AppError } from '../../src/domain/error-codes.js';
import { type StorageState } from '../../src/domain/storages.js';
import { type Volume } from '../../src/domain/volumes.js';
import { FanOut } from '../../src/features/notifications/deliveries/fan-out.service.js';
import { DeliveryWorker } from '../../src/features/notifications/deliveries/delivery-worker.js';
import { RunSyncService } from '../../src/features/runs/sync/run-sync-workers.service.js';
import { ExpectedStarts } from '../../src/features/stats/schedule-monitor/expected-starts.repository.js';
import { makeRun } from '../harness/builders/domain-records.js';
import { type FakeApp, startFakeApp } from '../harness/fakes/fake-app.js';
import { WebhookReceiver } from '../harness/fakes/webhook-receiver.js';
import { adminCookie, call, itemsOf, makePerson } from '../harness/fixtures/access-calls.js';
import { checkWebhookBody } from '../harness/fixtures/document-check.js';
import { until } from '../harness/fixtures/until.js';

let fake: FakeApp;
let hook: WebhookReceiver;
let pager: WebhookReceiver;
let monitor: ConditionMonitor;

beforeAll(async () => {
  [hook, pager] = [await WebhookReceiver.start(), await WebhookReceiver.start()];
  fake = await startFakeApp({ WEBHOOK_ALLOW: '127.0.0.1/32', REQUESTS_PER_MINUTE: '0' });
  monitor = fake.app.get(ConditionMonitor);
  const channel = { kind: 'webhook', patterns: ['**', '!api_token.*', '!client.**'] };
  await add({ ...channel, name: 'hook', format: 'standard', url: hook.url });
  await add({ ...channel, name: 'pager', format: 'alertmanager', url: pager.url });
});
afterAll(async () => {
  await fake.app.stop();
  await hook.close();
  await pager.close();
});

beforeEach(async () => {
  await sent();
  hook.requests.length = 0;
  pager.requests.length = 0;
});

async function add(body: object): Promise<string> {
  const cookie = await adminCookie(fake.app);
  const added = await call(fake.app, 'POST', '/api/v1/admin/notifications/channels', { cookie, body });
  expect([added.status, added.text]).toEqual([201, expect.anything()]);
  return String(added.body['id']);
}

/** Everything on record is planned, and all that is due has been tried. */
async function sent(): Promise<void> {
  await fake.app.get(FanOut).run();
  const open = `SELECT c.name, d.status, d.kind, d.attempts, d.due_at, d.leased_until, d.order_key, d.last_code, d.last_detail
    FROM delivery d JOIN notification_channel c ON c.id = d.channel_id WHERE d.status = 'sending' OR (d.status = 'waiting' AND d.due_at <= $1)`;
  let left: unknown[] = [];
  await until(async () => {
    await fake.app.get(DeliveryWorker).sendDue();
    await fake.app.get(DeliveryWorker).settled();
    left = await fake.app.database.query<unknown[]>(open, [fake.app.clock.now()]);
    return left.length === 0;
  }).catch((error: unknown) => {
    throw new Error(`Deliveries are left: ${JSON.stringify(left)} at ${fake.app.clock.now().toISOString()}`, {
      cause: error,
    });
  });
}

interface Received {
  readonly timestamp: string;
  readonly type: string;
  readonly dedupKey: string;
  readonly severity: string;
  readonly summary: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** As they happened: messages to a plain webhook may overtake each other. */
async function received(): Promise<Received[]> {
  await sent();
  for (const { body } of hook.requests) checkWebhookBody(body);
  const all = hook.requests.map(({ body }) => JSON.parse(body) as Received);
  return all.sort((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp));
}

interface Alert {
  readonly labels: Readonly<Record<string, string>>;
  readonly endsAt: string;
}

/** Beginnings and ends at the service that keeps incidents, with what the alert is. */
async function alerts(): Promise<readonly (readonly [string, string])[]> {
  await sent();
  return pager.requests.map(({ body }) => {
    const [{ labels, endsAt }] = JSON.parse(body) as [Alert];
    const isOver = Date.parse(endsAt) <= fake.app.clock.now().getTime();
    return [isOver ? 'end' : 'begin', JSON.stringify(labels)] as const;
  });
}

/** One message of the beginning and one of the end, at each receiver; the end is of the same alert. */
async function expectBeginAndEnd(begin: object, end: object | null): Promise<void> {
  expect(await received()).toMatchObject(end === null ? [begin] : [begin, end]);
  const [first, last, ...more] = await alerts();
  expect([first?.[0], last?.[0], more]).toEqual(['begin', 'end', []]);
  expect(last?.[1]).toBe(first?.[1]);
}

async function checks(count: number, seconds: number, check: () => Promise<void>): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    await check();
    fake.app.clock.advance(seconds);
  }
}

const directors = (): Promise<void> => monitor.checkDirectors();
const storages = (): Promise<void> => monitor.checkStorages();

function storage(changes: Partial<StorageState> = {}): StorageState {
  return {
    storage: 'File',
    mediaType: 'File',
    autochanger: false,
    address: null,
    answers: true,
    error: null,
    freeBytes: 500,
    totalBytes: 1_000,
    devices: [],
    ...changes,
  };
}

describe('at a webhook receiver and at a service that keeps incidents arrive, once each, the beginning and the end of', () => {
  test('a Director that does not answer', async () => {
    fake.one.gate = () => Promise.reject(new AppError('director_unreachable', 'Connection refused.'));
    await checks(8, 20, directors);
    fake.one.gate = () => Promise.resolve();
    await checks(5, 20, directors);
    await expectBeginAndEnd(
      {
        type: 'director.unreachable',
        severity: 'critical',
        dedupKey: 'director:one',
        summary: 'Director one does not answer. Connection refused.',
        data: { director: 'one', error: 'Connection refused.' },
      },
      { type: 'director.recovered', dedupKey: 'director:one', severity: 'info', data: { cause: 'check' } },
    );
  });

  test('a storage that does not answer, and of a volume in error', async () => {
    fake.one.storages = [storage({ answers: false, error: 'Its disk is missing.' })];
    await checks(4, 60, storages);
    fake.one.storages = [storage()];
    await checks(2, 60, storages);
    await expectBeginAndEnd(
      {
        type: 'storage.error',
        severity: 'error',
        dedupKey: 'storage:one:File',
        summary: 'Storage File of Director one does not answer. Its disk is missing.',
      },
      { type: 'storage.ok', dedupKey: 'storage:one:File' },
    );
    fake.one.records.volumes.push({ volume: 'Vol-1', storage: 'File', status: 'Error' } as Volume);
    await checks(3, 60, storages);
    fake.one.records.volumes.length = 0;
    await checks(2, 60, storages);
    expect((await received()).map(({ type, summary }) => [type, summary]).slice(2)).toEqual([
      ['storage.error', 'Storage File of Director one has a volume in error: Vol-1.'],
      ['storage.ok', 'Storage File of Director one is OK again. It lasted 3 minutes.'],
    ]);
  });

  test('a pool whose disk is nearly full', async () => {
    const groups = [{ status: 'Append', volumes: 1, bytes: 10 }];
    const limits = { maxVolumes: null, maxVolumeBytes: null, maxPoolBytes: null, retentionSeconds: null };
    const rest = { recycle: false, autoPrune: false, labelFormat: null, nextPool: null, scratchPool: null, keep: null };
    const pool = { pool: 'Default', type: 'Backup', groups, ...limits, ...rest, recyclePool: null };
    fake.one.records.pools.push({ ...pool, storages: ['File'], releases: [], storedShare: 1 });
    for (const freeBytes of [200, 99, 110, 99, 120, 121]) {
      fake.one.storages = [storage({ freeBytes })];
      await monitor.checkPools();
      fake.app.clock.advance(300);
    }
    fake.one.records.pools.length = 0;
    await expectBeginAndEnd(
      {
        type: 'storage.filling',
        severity: 'warning',
        dedupKey: 'filling:one:Default',
        summary: 'Pool Default of Director one has only 9% of its disk space left.',
        data: { freeBytes: 99 },
      },
      { type: 'storage.ok', dedupKey: 'filling:one:Default' },
    );
  });

  test('a run that waits for a medium, also where it ends instead of going on', async () => {
    const waitingFor = {
      code: 'volume_to_mount',
      kind: 'media',
      text: 'Waits for volume Vault.',
      hint: 'Mount it.',
      params: {},
    } as const;
    for (const [jobId, goesOn] of [
      [11, true],
      [12, false],
    ] as const) {
      hook.requests.length = 0;
      pager.requests.length = 0;
      const uniqueName = `BackupHome.${jobId}`;
      const open = { status: 'running', statusCode: 'R', endedAt: null } as const;
      fake.one.records.runs.push(makeRun({ jobId, uniqueName, director: 'one', ...open }));
      await fake.app.get(RunSyncService).catchUp();
      fake.one.live.set(jobId, { progress: null, waitingFor });
      await checks(20, 20, directors);
      expect(await received()).toHaveLength(1);
      if (goesOn) fake.one.live.set(jobId, { progress: null, waitingFor: null });
      else fake.one.change(jobId, { status: 'canceled', statusCode: 'A', endedAt: fake.app.clock.now() });
      await fake.app.get(RunSyncService).catchUp();
      await checks(3, 20, directors);
      await expectBeginAndEnd(
        {
          type: 'run.waiting',
          severity: 'warning',
          dedupKey: `run:one:${uniqueName}`,
          data: { jobId, job: 'BackupHome', code: 'volume_to_mount' },
        },
        { type: 'run.resumed', dedupKey: `run:one:${uniqueName}`, data: { cause: goesOn ? 'check' : 'ended' } },
      );
    }
    fake.one.live.clear();
  });

  test('a planned start that did not happen, which the next good run of its job ends', async () => {
    const { clock } = fake.app;
    const plans = fake.app.get(ExpectedStarts);
    const start = new Date(clock.now().getTime() + 600_000);
    const rest = { type: 'Backup', level: 'Full', fileset: 'Home', schedule: 'Nightly', pool: 'Default', priority: 10 };
    const starts = [{ at: start, job: 'BackupHome', client: 'laptop', director: 'one', ...rest }];
    await plans.keep({ director: 'one', from: clock.now(), until: new Date(start.getTime() + 1), starts });
    clock.advance(2 * 3_600);
    await fake.app.get(RunSyncService).catchUp();
    await fake.app.database.query(`UPDATE run_sync_state SET read_at = $1 WHERE director = 'one'`, [clock.now()]);
    await plans.settle('one', clock.now());
    await plans.settle('one', clock.now());
    await sent();
    const jobId = 20;
    const times = { queuedAt: clock.now(), startedAt: clock.now(), endedAt: clock.now() };
    fake.one.records.runs.push(makeRun({ jobId, uniqueName: 'BackupHome.20', director: 'one', ...times }));
    fake.one.change(jobId, {});
    await fake.app.get(RunSyncService).catchUp();
    await expectBeginAndEnd(
      {
        type: 'job.missed',
        severity: 'warning',
        dedupKey: 'job:one:BackupHome',
        data: { job: 'BackupHome', client: 'laptop', plannedAt: start.toISOString(), graceSeconds: 3_600 },
      },
      { type: 'job.completed.ok', dedupKey: 'job:one:BackupHome' },
    );
  });

  test('a channel that does not reach its receiver, never through itself', async () => {
    const lost = await WebhookReceiver.start();
    lost.answerWith({ status: 503 });
    // The silence of the clients is worked out later than the runs of the tests before, so its end may come now.
    const patterns = ['**', '!client.**'];
    const id = await add({ name: 'lost', kind: 'webhook', format: 'standard', url: lost.url, patterns });
    const { database, clock } = fake.app;
    fake.one.storages = [storage({ answers: false, error: 'gone' })];
    await checks(2, 60, storages);
    for (let turn = 0; turn < 6; turn += 1) {
      await sent();
      clock.advance(30);
      await database.query('UPDATE delivery SET due_at = $1 WHERE channel_id = $2 AND status = $3', [
        clock.now(),
        id,
        'waiting',
      ]);
    }
    lost.answerWith({ status: 204 });
    lost.requests.length = 0;
    await database.query('UPDATE delivery SET due_at = $1 WHERE channel_id = $2 AND status = $3', [
      clock.now(),
      id,
      'waiting',
    ]);
    await sent();
    const about = (await received()).filter(({ type }) => type.startsWith('channel.'));
    expect(about).toMatchObject([
      {
        type: 'channel.failing',
        severity: 'error',
        dedupKey: `channel:${id}`,
        data: { name: 'lost', reason: 'failing' },
      },
      { type: 'channel.recovered', dedupKey: `channel:${id}`, data: { cause: 'check' } },
    ]);
    const told = (await alerts()).filter(([, labels]) => labels.includes(id));
    expect(told.map(([what]) => what)).toEqual(['begin', 'end']);
    expect(lost.requests.map(({ body }) => (JSON.parse(body) as Received).type)).toEqual(['storage.error']);
    const cookie = await adminCookie(fake.app);
    await call(fake.app, 'DELETE', `/api/v1/admin/notifications/channels/${id}`, { cookie });
    fake.one.storages = [storage()];
    await checks(1, 60, storages);
    await lost.close();
  });

  test('20 failed logins for one account or from one address, whose end is an hour without, and no event', async () => {
    const refused = fake.app.get(FailedLogins);
    const logIn = () =>
      call(fake.app, 'POST', '/api/v1/auth/login', { body: { username: 'otto', password: 'a wrong password' } });
    for (let number = 0; number < 19; number += 1) await logIn();
    await refused.flush();
    expect(await received()).toEqual([]);
    for (let number = 0; number < 6; number += 1) await logIn();
    await refused.flush();
    await refused.flush();
    expect((await received()).map(({ type, dedupKey, severity }) => [type, dedupKey, severity]).sort()).toEqual([
      ['auth.failures', 'auth:127.0.0.1', 'warning'],
      ['auth.failures', 'auth:otto', 'warning'],
    ]);
    fake.app.clock.advance(3_500);
    await monitor.endRemoved();
    await fake.app.get(FanOut).endIncidents();
    expect((await alerts()).map(([what]) => what)).toEqual(['begin', 'begin']);
    fake.app.clock.advance(200);
    await monitor.endRemoved();
    await fake.app.get(FanOut).endIncidents();
    await fake.app.get(FanOut).endIncidents();
    const all = await alerts();
    expect(all.map(([what]) => what)).toEqual(['begin', 'begin', 'end', 'end']);
    expect(new Set(all.slice(2).map(([, labels]) => labels))).toEqual(
      new Set(all.slice(0, 2).map(([, labels]) => labels)),
    );
    expect(await received()).toHaveLength(2);
  });
});

test('a channel whose address is refused, or whose tries fail, is not shown as active, and the list says why', async () => {
  const cookie = await adminCookie(fake.app);
  const path = '/api/v1/admin/notifications/channels';
  const lost = await WebhookReceiver.start();
  lost.answerWith({ status: 503 });
  const loopback = { kind: 'webhook', patterns: ['director.*'], minSeverity: 'info' };
  await add({ ...loopback, name: 'refused', url: 'http://localhost:8/' });
  await add({ ...loopback, name: 'other loopback', url: 'http://127.0.0.2/' });
  const id = await add({ ...loopback, name: 'lost', url: lost.url });
  const shown = async (name: string) =>
    itemsOf(await call(fake.app, 'GET', `${path}?name=${encodeURIComponent(name)}`, { cookie }))[0];
  expect(await shown('other loopback')).toMatchObject({
    status: 'failing',
    refused: { code: 'address_loopback' },
    failures: 0,
    lastDelivery: null,
  });
  expect(await shown('lost')).toMatchObject({ status: 'active', refused: null, failures: 0, lastDelivery: null });
  fake.two.gate = () => Promise.reject(new AppError('director_unreachable', 'Connection refused.'));
  await checks(4, 20, directors);
  await sent();
  expect(await shown('lost')).toMatchObject({
    status: 'failing',
    refused: null,
    failures: 1,
    lastDelivery: { status: 'waiting', code: 'answered' },
  });
  expect((await call(fake.app, 'GET', `${path}/${id}`, { cookie })).body).toMatchObject({ status: 'failing' });
  expect(itemsOf(await call(fake.app, 'GET', `${path}?status=failing`, { cookie })).map(({ name }) => name)).toContain(
    'lost',
  );
  fake.two.gate = () => Promise.resolve();
  await checks(3, 20, directors);
  for (const { id: one, name } of itemsOf(await call(fake.app, 'GET', path, { cookie }))) {
    if (name !== 'hook' && name !== 'pager') await call(fake.app, 'DELETE', `${path}/${String(one)}`, { cookie });
  }
  await sent();
  await lost.close();
});

test('conditions of a Director that was removed end once nobody has checked it for ten minutes', async () => {
  fake.two.gate = () => Promise.reject(new AppError('director_unreachable', 'Connection refused.'));
  await checks(5, 20, directors);
  fake.app.get(ConditionMonitor);
  await fake.app.database.query(
    `UPDATE condition_state SET director = 'gone', key = 'director:gone', details = details || '{"director":"gone"}' WHERE key = 'director:two'`,
  );
  await monitor.endRemoved();
  expect((await received()).map(({ type }) => type)).toEqual(['director.unreachable']);
  fake.app.clock.advance(700);
  await monitor.endRemoved();
  expect((await received()).at(-1)).toMatchObject({
    type: 'director.recovered',
    summary: 'Director gone no longer exists.',
    data: { cause: 'removed' },
  });
});

test('events of failed logins are shown only to those who may read the audit records', async () => {
  const admin = await adminCookie(fake.app);
  const { cookie } = await makePerson(fake.app, admin, 'ruth', 'readonly');
  const path = '/api/v1/admin/events?type=auth.failures';
  expect(itemsOf(await call(fake.app, 'GET', path, { cookie: admin }))).toHaveLength(2);
  expect(itemsOf(await call(fake.app, 'GET', path, { cookie }))).toEqual([]);
});
