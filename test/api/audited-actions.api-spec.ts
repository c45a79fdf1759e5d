import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AppError } from '../../src/domain/error-codes.js';
import { RunRequestReconciler } from '../../src/features/runs/requests/run-request-reconciler.service.js';
import { RunSyncService } from '../../src/features/runs/sync/run-sync-workers.service.js';
import { adminPassword } from '../harness/fixtures/access-app.js';
import {
  adminCookie,
  type Answer,
  call,
  logIn,
  makePerson,
  password,
  type Person,
} from '../harness/fixtures/access-calls.js';
import { AuditFixture, from } from '../harness/fixtures/audit-fixture.js';
import { makeRun } from '../harness/builders/domain-records.js';
import { type FakeApp } from '../harness/fakes/fake-app.js';

const typedByMistake = 'my-password-in-the-wrong-field';

let fixture: AuditFixture;
let fake: FakeApp;

beforeAll(async () => {
  fixture = await AuditFixture.start();
  ({ fake } = fixture);
});

afterAll(() => fake.app.stop());

const list = (query: string) => fixture.list(query);
const newest = (query: string) => fixture.newest(query);
const post = (path: string, cookie: string, body: object = {}) =>
  call(fake.app, 'POST', `/api/v1${path}`, { cookie, body });

describe('what is done at a Director', () => {
  let otto: Person;
  let jobId: number;

  beforeAll(async () => {
    otto = await makePerson(fake.app, fixture.admin, 'otto-operator', 'operator');
    const answer = await post('/operations/jobs/run', otto.cookie, { job: 'BackupHome', level: 'Full', priority: 5 });
    jobId = Number(answer.body['jobId']);
    fake.app.clock.advance(1);
  });

  test('an order of a run is on record with its run, and once however often it is repeated', async () => {
    const headers = { 'idempotency-key': 'audited' };
    const order = () =>
      call(fake.app, 'POST', '/api/v1/operations/jobs/run', {
        cookie: otto.cookie,
        headers,
        body: { job: 'BackupHome', level: 'Full' },
      });
    const [first, again] = [await order(), await order()];
    expect(again.body).toEqual(first.body);
    const rows = await list(`action=job.run&actor=otto-operator`);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      outcome: 'success',
      target: 'job:one:BackupHome',
      ip: '127.0.0.1',
      tokenId: null,
      actor: { kind: 'session', id: otto.id, name: 'otto-operator', role: 'operator', tokenId: null },
      requestId: first.headers.get('x-request-id'),
      changes: { level: { to: 'Full' }, jobId: { to: first.body['jobId'] } },
    });
    expect(rows[1]).toMatchObject({ changes: { priority: { to: 5 }, jobId: { to: jobId } } });
  });

  test('a rerun, a cancel, and a job taken out of its schedule and put back', async () => {
    fake.one.records.runs.push(makeRun({ jobId: 700 }));
    const rerun = await post('/operations/runs/700/rerun', otto.cookie);
    expect(await newest('action=job.rerun')).toMatchObject({
      target: 'run:one:700',
      outcome: 'success',
      changes: { jobId: { to: rerun.body['jobId'] } },
    });
    await post(`/operations/runs/${jobId}/cancel`, otto.cookie);
    expect(await newest('action=run.cancel')).toMatchObject({
      target: `run:one:${jobId}`,
      outcome: 'success',
      changes: { job: { to: 'BackupHome' } },
    });
    for (const enabled of [false, true]) {
      fake.app.clock.advance(1);
      await call(fake.app, 'PATCH', '/api/v1/operations/jobs/BackupHome', { cookie: otto.cookie, body: { enabled } });
    }
    expect(await list('action=job.*able&target=job:one:BackupHome')).toMatchObject([
      { action: 'job.enable', changes: { enabled: { from: false, to: true }, persistent: { to: true } } },
      { action: 'job.disable', changes: { enabled: { from: true, to: false } } },
    ]);
  });

  test('a restore, with its client, place, manner and how much was selected', async () => {
    fake.one.records.runs.push(makeRun({ jobId: 701 }));
    const body = { jobids: [701], where: '/var/restores/audit', replace: 'ifnewer' };
    const answer = await post('/restore/run', otto.cookie, body);
    expect(await newest('action=restore.run')).toMatchObject({
      target: 'client:one:laptop',
      outcome: 'success',
      changes: {
        jobids: { to: [701] },
        selected: { to: 'everything' },
        restoreClient: { to: 'laptop' },
        where: { to: '/var/restores/audit' },
        replace: { to: 'ifnewer' },
        jobId: { to: answer.body['jobId'] },
      },
    });
  });

  test('what the Director refuses is a failure with the reason', async () => {
    const answer = await post('/operations/jobs/BackupHome/estimate', otto.cookie);
    expect(answer.status).toBe(422);
    expect(await newest('action=job.estimate')).toMatchObject({
      outcome: 'failure',
      target: 'job:one:BackupHome',
      changes: { code: { to: 'not_supported_by_director' } },
    });
    fake.one.afterTaking = () => Promise.reject(new AppError('unknown_storage', 'No such storage.'));
    await post('/operations/jobs/run', otto.cookie, { job: 'BackupHome', level: 'Full' });
    fake.one.afterTaking = () => Promise.resolve();
    expect(await newest('action=job.run&outcome=failure')).toMatchObject({
      changes: { level: { to: 'Full' }, code: { to: 'unknown_storage' } },
    });
  });

  test('what was wrong with the request itself is not worth a record', async () => {
    const before = await list('action=job.**');
    expect((await post('/operations/jobs/run', otto.cookie, { job: 'none', level: 'Full' })).status).toBe(422);
    expect((await post('/operations/runs/999999/cancel', otto.cookie)).status).toBe(404);
    expect(await list('action=job.**')).toEqual(before);
  });
});

describe('an order whose answer was lost', () => {
  const lost = (takesBack: boolean) => async (): Promise<Answer> => {
    fake.one.afterTaking = () => {
      if (takesBack) fake.one.records.runs.pop();
      return Promise.reject(new AppError('director_too_slow', 'No answer in time.'));
    };
    const headers = { 'idempotency-key': `lost-${takesBack}` };
    const body = { job: 'BackupHome', level: 'Incremental' };
    const answer = await call(fake.app, 'POST', '/api/v1/operations/jobs/run', {
      cookie: fixture.admin,
      headers,
      body,
    });
    fake.one.afterTaking = () => Promise.resolve();
    return answer;
  };
  const settle = async (seconds: number): Promise<void> => {
    fake.app.clock.advance(seconds);
    await fake.app.get(RunSyncService).catchUp();
    await Promise.all([1, 2, 3].map(() => fake.app.get(RunRequestReconciler).reconcile()));
  };
  const ofLost = () => list('action=job.run&actor=admin');

  test('is on record once its run is, whether or not anybody asks again, and once', async () => {
    const order = lost(false);
    const first = await order();
    expect(first.status).toBe(504);
    expect(await ofLost()).toEqual([]);
    await settle(61);
    const rows = await ofLost();
    expect(rows).toMatchObject([{ outcome: 'success', requestId: first.headers.get('x-request-id') }]);
    expect((await order()).status).toBe(202);
    expect(await ofLost()).toEqual(rows);
    expect(rows[0]).toMatchObject({ changes: { jobId: { to: fake.one.records.runs.at(-1)?.jobId } } });
  });

  test('is a failure with its reason when no run has shown itself in five minutes, and once', async () => {
    const order = lost(true);
    expect((await order()).status).toBe(504);
    await settle(200);
    expect(await ofLost()).toHaveLength(1);
    await settle(101);
    await settle(1_000);
    expect((await ofLost()).slice(0, -1)).toMatchObject([
      { outcome: 'failure', changes: { code: { to: 'director_too_slow' }, started: { to: 'unknown' } } },
    ]);
    // The day's keys and sessions go on from here.
    fixture.admin = await adminCookie(fake.app);
  });
});

describe('sessions', () => {
  test('say how they began and why they ended', async () => {
    const pia = await makePerson(fake.app, fixture.admin, 'pia-sessions', 'readonly');
    const [second] = [await logIn(fake.app, pia.username, password)];
    const cookie = second.headers.get('set-cookie')?.split(';')[0] ?? '';
    const third = await logIn(fake.app, pia.username, password, { cookie });
    const body = { currentPassword: password, newPassword: 'another password for tests' };
    const newCookie = third.headers.get('set-cookie')?.split(';')[0] ?? '';
    fake.app.clock.advance(1);
    await call(fake.app, 'PUT', '/api/v1/auth/password', { cookie: newCookie, body });
    fake.app.clock.advance(1);
    await call(fake.app, 'POST', '/api/v1/auth/logout', { cookie: newCookie });
    const rows = await list(`actorId=${pia.id}&action=session.*`);
    const told = rows.map(({ action, changes }) => [action, (changes as { cause?: { to: string } }).cause?.to]);
    expect(told.filter(([action]) => action === 'session.end').map(([, cause]) => cause)).toEqual([
      'signed_out',
      'password_changed',
      'new_login',
    ]);
    expect(told.filter(([action]) => action === 'session.create')).toHaveLength(3);
  });

  test('of a person who is shut out end on record', async () => {
    const sid = await makePerson(fake.app, fixture.admin, 'sid-sessions', 'readonly');
    await call(fake.app, 'PATCH', `/api/v1/admin/users/${sid.id}`, { cookie: fixture.admin, body: { disabled: true } });
    expect(await newest('action=session.end&actor=admin')).toMatchObject({
      changes: { cause: { to: 'user_changed' } },
    });
  });

  test('that could not begin tell a known name, and of an unknown one nothing that was typed', async () => {
    await logIn(fake.app, 'pia-sessions', 'not the password', { headers: from('203.0.113.1') });
    await logIn(fake.app, typedByMistake, 'x', { headers: from('203.0.113.2') });
    expect(await newest('ip=203.0.113.1')).toMatchObject({
      action: 'session.create',
      outcome: 'failure',
      changes: { code: { to: 'invalid_credentials' } },
      actor: { kind: 'anonymous', name: 'pia-sessions' },
    });
    expect(await newest('ip=203.0.113.2')).toMatchObject({
      action: 'session.create',
      outcome: 'failure',
      target: 'user:unknown',
      actor: { kind: 'anonymous', id: null, name: 'anonymous' },
    });
  });

  test('that are slowed down are denied', async () => {
    for (let attempt = 0; attempt < 7; attempt += 1) {
      await logIn(fake.app, 'guessed', 'wrong', { headers: from('203.0.113.3') });
    }
    const rows = await list('ip=203.0.113.3');
    expect(rows.filter(({ outcome }) => outcome === 'failure')).toHaveLength(5);
    expect(rows.filter(({ outcome }) => outcome === 'denied')).toMatchObject([
      { action: 'session.create', changes: { code: { to: 'too_many_requests' } } },
      { action: 'session.create' },
    ]);
  });

  test('with which the password is guessed leave failures', async () => {
    const gil = await makePerson(fake.app, fixture.admin, 'gil-sessions', 'readonly');
    fake.app.clock.advance(1);
    const body = { currentPassword: 'not the password', newPassword: 'another password for tests' };
    await call(fake.app, 'PUT', '/api/v1/auth/password', { cookie: gil.cookie, body });
    expect(await newest(`target=user:${gil.id}`)).toMatchObject({
      action: 'user.password',
      outcome: 'failure',
      changes: { code: { to: 'wrong_password' } },
    });
  });
});

test('no record holds a secret, or what somebody typed into the wrong field', async () => {
  const everything = await fixture.everything();
  for (const secret of [typedByMistake, 'not the password', 'another password', password, adminPassword]) {
    expect(everything).not.toContain(secret);
  }
  expect(everything).toContain('session.create');
  expect(everything).not.toMatch(/svct_[0-9A-Za-z]|backupweb_session=/);
});
