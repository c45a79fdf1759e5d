import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DirectorConnector } from '../../src/domain/director-connector.port.js';
import { Directors } from '../../src/domain/directors.port.js';
import { AccessApp } from '../harness/fixtures/access-app.js';
import { adminCookie, type Answer, call, itemsOf, makePerson } from '../harness/fixtures/access-calls.js';
import { type FakeConnector } from '../harness/fakes/fake-connector.js';
import { FakeDirector } from '../harness/fakes/fake-director.js';
import { until } from '../harness/fixtures/until.js';

const path = '/api/v1/admin/directors';
const secrets = ['the-console-password', 'the-catalog-password', 'the-private-key'];
const body = {
  ...{ name: 'main', kind: 'bacula', address: '192.0.2.7', password: 'the-console-password' },
  ...{ catalogUrl: 'postgresql://reader:the-catalog-password@192.0.2.7/bacula?sslmode=require', timezone: 'UTC' },
};

let app: AccessApp;
let admin: string;
let connector: FakeConnector;

beforeAll(async () => {
  app = await AccessApp.start({}, [new FakeDirector('of-the-file', true)]);
  admin = await adminCookie(app);
  connector = app.get(DirectorConnector) as FakeConnector;
});

afterAll(() => app.stop());

function add(changes: object): Promise<Answer> {
  return call(app, 'POST', path, { cookie: admin, body: { ...body, ...changes } });
}

function change(name: string, changes: object, headers: Record<string, string> = {}): Promise<Answer> {
  return call(app, 'PATCH', `${path}/${name}`, { cookie: admin, body: changes, headers });
}

function remove(name: string): Promise<Answer> {
  return call(app, 'DELETE', `${path}/${name}`, { cookie: admin });
}

function settingsOf(name: string) {
  return connector.connected.filter((settings) => settings.name === name).at(-1);
}

test('nobody opens folders to restores who may not restore anywhere, and nobody opens all of them', async () => {
  const role = { name: 'netops', description: '', capabilities: ['directors:manage', 'directors:read', 'restore:run'] };
  await call(app, 'POST', '/api/v1/admin/roles', { cookie: admin, body: role });
  const { cookie } = await makePerson(app, admin, 'netops', 'netops');
  const send = (method: 'POST' | 'PATCH', at: string, sent: object) =>
    call(app, method, `${path}${at}`, { cookie, body: sent });
  expect((await send('POST', '', { ...body, name: 'wide', restoreRoots: ['/etc'] })).body).toMatchObject({
    code: 'missing_capability',
    requiredCapability: 'restore:anywhere',
  });
  expect((await send('POST', '', { ...body, name: 'wide' })).status).toBe(201);
  expect((await send('PATCH', '/wide', { restoreRoots: ['/etc'] })).status).toBe(403);
  expect((await change('wide', { restoreRoots: ['/var/restores'] })).status).toBe(200);
  expect((await send('PATCH', '/wide', { restoreRoots: ['/var/restores'], console: 'web' })).status).toBe(200);
  expect((await change('wide', { restoreRoots: ['//'] })).status).toBe(400);
  await remove('wide');
});

describe('a Director that is added', () => {
  afterAll(() => remove('main'));

  test('is spoken to at once, and is shown without its secrets', async () => {
    const added = await add({ tls: { mode: 'required', certificate: 'a-certificate', key: 'the-private-key' } });
    expect([added.status, added.headers.get('location')]).toEqual([201, `${path}/main`]);
    expect(added.body).toMatchObject({
      ...{ name: 'main', kind: 'bacula', origin: 'stored', default: false, port: 9101, console: null },
      tls: { mode: 'required', hasKey: true },
      catalogUrl: 'postgresql://reader@192.0.2.7/bacula?sslmode=require',
    });
    expect(app.get(Directors).get('main').kind).toBe('bacula');
    const bare = await add({ name: 'bare' });
    expect(bare.body).toMatchObject({ tls: { hasKey: false } });
    await remove('bare');
    expect(settingsOf('main')).toMatchObject({ password: 'the-console-password', tls: { key: 'the-private-key' } });
    const shown = await call(app, 'GET', '/api/v1/directors', { cookie: admin });
    expect(itemsOf(shown).map(({ name }) => name)).toEqual(['main', 'of-the-file']);
  });

  test('has no secret in any answer and none readable in the database', async () => {
    const answers = [
      await call(app, 'GET', path, { cookie: admin }),
      await call(app, 'GET', `${path}/main`, { cookie: admin }),
    ];
    const rows: unknown = await app.database.query('SELECT * FROM configured_director');
    const audited: unknown = await app.database.query('SELECT * FROM audit_record');
    const everything = JSON.stringify([answers.map(({ body: answered }) => answered), rows, audited]);
    for (const secret of secrets) expect(everything).not.toContain(secret);
    expect(everything).toContain('director.create');
  });

  test('keeps the secrets that a change leaves out, and connects anew', async () => {
    const connections = connector.connected.length;
    const changed = await change('main', { console: 'web' });
    expect(changed.body).toMatchObject({ console: 'web', tls: { hasKey: true } });
    expect(connector.connected.length).toBe(connections + 1);
    expect(settingsOf('main')).toMatchObject({ consoleName: 'web', password: 'the-console-password' });
    await until(() => connector.closed.includes('main'));
  });

  test('is not sent its stored password at an address that somebody else chose', async () => {
    const moved = await change('main', { address: '198.51.100.9' });
    expect([moved.status, moved.body['code']]).toEqual([400, 'validation_failed']);
    expect(moved.body['errors']).toMatchObject([{ field: 'password' }]);
    expect((await change('main', { address: '198.51.100.9', password: 'the-console-password' })).status).toBe(200);
  });

  test('can become the default, and stops being it when it goes', async () => {
    await change('main', { default: true });
    expect(app.get(Directors).get().name).toBe('main');
    await add({ name: 'second', default: true });
    expect(app.get(Directors).get().name).toBe('second');
    await remove('second');
    expect(app.get(Directors).get().name).toBe('of-the-file');
  });

  test('is changed only against the ETag that was read', async () => {
    const read = await call(app, 'GET', `${path}/main`, { cookie: admin });
    const etag = read.headers.get('etag') ?? '';
    expect((await change('main', { port: 9102, password: 'x' }, { 'if-match': etag })).status).toBe(200);
    const late = await change('main', { restoreJob: 'RestoreFiles' }, { 'if-match': etag });
    expect([late.status, late.body['code']]).toEqual([412, 'changed_meanwhile']);
  });

  test('is gone when it is removed', async () => {
    expect((await remove('main')).status).toBe(204);
    expect(() => app.get(Directors).get('main')).toThrow();
    expect((await call(app, 'GET', `${path}/main`, { cookie: admin })).status).toBe(404);
  });
});

describe('one of the file', () => {
  test('is shown and read-only', async () => {
    const shown = await call(app, 'GET', `${path}/of-the-file`, { cookie: admin });
    expect(shown.body).toMatchObject({ origin: 'file', default: true, address: null });
    expect((await change('of-the-file', { port: 1 })).status).toBe(409);
    expect((await remove('of-the-file')).status).toBe(409);
    expect((await add({ name: 'of-the-file' })).body['code']).toBe('name_taken');
  });
});

describe('a test of settings', () => {
  test('answers each stage, stored or not', async () => {
    const detail = 'The Director refuses the password.';
    connector.findings = [{ stage: 'password', status: 'failed', code: 'refused', params: { words: detail }, detail }];
    const tried = await call(app, 'POST', `${path}/test`, { cookie: admin, body });
    expect(tried.body).toEqual({ ok: false, stages: connector.findings });
    await add({ name: 'stored' });
    const zone = { stage: 'timezone', status: 'warn', code: 'other_zone', params: {} } as const;
    connector.findings = [{ ...zone, detail: 'Another zone.' }];
    const stored = await call(app, 'POST', `${path}/stored/test`, { cookie: admin });
    expect(stored.body).toMatchObject({ ok: true });
    expect(connector.probed.at(-1)).toMatchObject({ name: 'stored', password: 'the-console-password' });
    await remove('stored');
  });
});

test('what files of this machine tell of is offered without a secret, and what is known already is told apart', async () => {
  const found = {
    kind: 'bacula',
    address: '192.0.2.7',
    port: 9101,
    source: '/etc/bacula/bconsole.conf',
    unsupportedCatalog: null,
    unreadable: [],
  };
  const catalog = { database: 'bacula', address: '127.0.0.1', port: 5432, user: 'bacula' };
  connector.onThisMachine = [
    { ...found, kind: 'bacula', name: 'site-dir', catalog },
    { ...found, kind: 'bacula', name: 'new-dir', port: 9201, catalog: null },
  ];
  await add({ name: 'site' });
  const answer = await call(app, 'GET', '/api/v1/admin/found-directors', { cookie: admin });
  expect(itemsOf(answer)).toEqual([
    { ...found, name: 'new-dir', port: 9201, catalog: null, known: false },
    { ...found, name: 'site-dir', catalog, known: true },
  ]);
  await remove('site');
});

test('what another replica removed is gone here too', async () => {
  await add({ name: 'mine' });
  await app.database.query("DELETE FROM configured_director WHERE name = 'mine'");
  await until(
    () =>
      !app
        .get(Directors)
        .all()
        .some(({ name }) => name === 'mine'),
  );
  expect(connector.closed).toContain('mine');
});

test.each([
  [{ name: 'a/b' }, 'name'],
  [{ kind: 'embedded' }, 'kind'],
  [{ address: 'http://host' }, 'address'],
  [{ port: 0 }, 'port'],
  [{ password: '' }, 'password'],
  [{ catalogUrl: 'mysql://x/y' }, 'catalogUrl'],
  [{ timezone: 'Mars/Phobos' }, 'timezone'],
  [{ tls: { mode: 'maybe' } }, 'tls.mode'],
  [{ tls: { mode: 'required', certificate: 'c' } }, 'tls.key'],
  [{ restoreRoots: ['here'] }, 'restoreRoots'],
  [{ console: 'a"b' }, 'console'],
  [{ surprise: 1 }, 'surprise'],
])('refuses %j by name', async (changes, field) => {
  const answer = await add(changes);
  expect(answer.status).toBe(400);
  expect(answer.body['errors']).toMatchObject([{ field }]);
});

test('is for those alone who manage Directors', async () => {
  const otto = await makePerson(app, admin, 'otto', 'operator');
  const answer = await call(app, 'GET', path, { cookie: otto.cookie });
  expect(answer.body).toMatchObject({ status: 403, requiredCapability: 'directors:manage' });
});
