import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { columnsOf } from '../../src/features/directors/connections/director.mapper.js';
import { ConnectedDirectors } from '../../src/features/directors/connections/connected-directors.js';
import { DirectorConnector } from '../../src/domain/director-connector.port.js';
import { type RemoteDirectorSettings } from '../../src/domain/director-settings.js';
import { Directors } from '../../src/domain/directors.port.js';
import { SecretBox } from '../../src/platform/security/secret-box.js';
import { AccessApp } from '../harness/fixtures/access-app.js';
import { adminCookie, type Answer, call, itemsOf, makePerson } from '../harness/fixtures/access-calls.js';
import { type FakeConnector } from '../harness/fakes/fake-connector.js';
import { FakeDirector } from '../harness/fakes/fake-director.js';
import { makeCertificates } from '../harness/fakes/peer-certificates.js';
import { until } from '../harness/fixtures/until.js';

const path = '/api/v1/admin/directors';
const certificates = makeCertificates();
const { cert: certificate, key } = certificates.console;
const oneLine = (pem: string): string => pem.split('\n')[1] ?? '';
const secrets = ['the-console-password', 'the-catalog-password', oneLine(key)];
const body = {
  name: 'main',
  kind: 'bacula',
  address: '192.0.2.7',
  password: 'the-console-password',
  catalogUrl: 'postgresql://reader:the-catalog-password@192.0.2.7/bacula?sslmode=require',
  timezone: 'UTC',
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
  const staging = { client: 'console-fd', folder: '/srv/staging' };
  expect((await send('PATCH', '/wide', { staging })).body).toMatchObject({ requiredCapability: 'restore:anywhere' });
  expect((await change('wide', { staging })).status).toBe(200);
  expect((await send('PATCH', '/wide', { staging, console: 'web' })).status).toBe(200);
  expect((await send('PATCH', '/wide', { staging: null })).status).toBe(403);
  await remove('wide');
});

describe('a Director that is added', () => {
  afterAll(() => remove('main'));

  test('is spoken to at once, and is shown without its secrets', async () => {
    const added = await add({ tls: { mode: 'required', certificate, key }, catalogTls: { certificate, key } });
    expect([added.status, added.headers.get('location')]).toEqual([201, `${path}/main`]);
    expect(added.body).toMatchObject({
      name: 'main',
      kind: 'bacula',
      origin: 'stored',
      default: false,
      port: 9101,
      console: null,
      tls: { mode: 'required', hasKey: true },
      catalogUrl: 'postgresql://reader@192.0.2.7/bacula?sslmode=require',
      catalogTls: { ca: null, certificate, hasKey: true },
    });
    expect(app.get(Directors).get('main').kind).toBe('bacula');
    const bare = await add({ name: 'bare' });
    expect(bare.body).toMatchObject({ tls: { hasKey: false }, catalogTls: { certificate: null, hasKey: false } });
    await remove('bare');
    expect(settingsOf('main')).toMatchObject({ password: 'the-console-password', tls: { key }, catalogTls: { key } });
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
    expect((await change('main', { catalogTls: { ca: certificates.ca, certificate } })).body).toMatchObject({
      catalogTls: { ca: certificates.ca, hasKey: true },
    });
    expect(settingsOf('main')).toMatchObject({ catalogTls: { ca: certificates.ca, key } });
    await change('main', { catalogTls: null });
    expect(settingsOf('main')).toMatchObject({ catalogTls: { ca: null, certificate: null, key: null } });
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

test('a staging folder is stored in its normal form, shown, on record, kept by other changes and taken away by null', async () => {
  const added = await add({ name: 'staged', staging: { client: 'console-fd', folder: '/srv//staging/' } });
  const staging = { client: 'console-fd', folder: '/srv/staging' };
  expect([added.status, added.body['staging']]).toEqual([201, staging]);
  expect((await change('staged', { console: 'web' })).body).toMatchObject({ staging });
  expect(settingsOf('staged')).toMatchObject({ staging });
  expect((await change('staged', { staging: null })).body).toMatchObject({ staging: null });
  const records = itemsOf(
    await call(app, 'GET', '/api/v1/admin/audit?target=director:staged&action=director.update', { cookie: admin }),
  );
  expect(records.map(({ changes }) => changes)).toContainEqual({ staging: { from: staging, to: null } });
  await remove('staged');
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
    const zone = { stage: 'timezone', status: 'warn', code: 'timezone_mismatch', params: {} } as const;
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
  const answer = await call(app, 'GET', '/api/v1/admin/discovered-directors', { cookie: admin });
  expect(itemsOf(answer)).toEqual([
    { ...found, name: 'new-dir', port: 9201, catalog: null, known: false },
    { ...found, name: 'site-dir', catalog, known: true },
  ]);
  await remove('site');
});

describe('a catalog URL that names files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backup-console-catalog-files-'));
  const url = (parameters: string): string =>
    `postgresql://reader:p@192.0.2.7/bacula?sslmode=verify-full&${parameters}`;
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  /** As it was stored before such URLs were refused. */
  const storeOld = async (name: string, catalogUrl: string): Promise<void> => {
    await add({ name });
    const old: RemoteDirectorSettings = { ...settingsOf(name)!, catalogUrl };
    const { settings, sealed } = columnsOf(old, app.get(SecretBox));
    const sql = 'UPDATE configured_director SET settings = $2, sealed = $3, revision = revision + 1 WHERE name = $1';
    await app.database.query(sql, [name, settings, sealed]);
  };

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(['sslrootcert=/etc/ca.pem', 'sslcert=/c', 'sslkey=/k', '%73slrootcert=%2Fetc%2Fca.pem', 'sslkey='])(
    'is refused where it is added, changed or tried: %s',
    async (parameters) => {
      await add({ name: 'named' });
      const catalogUrl = url(parameters);
      const refused = [
        await add({ name: 'other', catalogUrl }),
        await change('named', { catalogUrl }),
        await call(app, 'POST', `${path}/test`, { cookie: admin, body: { ...body, catalogUrl } }),
      ];
      for (const answer of refused) {
        expect([answer.status, answer.body['code']]).toEqual([400, 'validation_failed']);
        expect(answer.body['errors']).toMatchObject([
          { field: 'catalogUrl', detail: expect.stringContaining('catalogTls') },
        ]);
      }
      await remove('named');
    },
  );

  test('and was stored before that is migrated at the start: the texts of the files go into the entry', async () => {
    const both = file('both.pem', `${key}${certificate}`);
    await storeOld('old', url(`sslrootcert=${file('ca.pem', certificates.ca)}&sslcert=${both}&sslkey=${both}`));
    await app.get(ConnectedDirectors).onModuleInit();
    const shown = await call(app, 'GET', `${path}/old`, { cookie: admin });
    expect(shown.body).toMatchObject({
      catalogUrl: 'postgresql://reader@192.0.2.7/bacula?sslmode=verify-full',
      catalogTls: { ca: certificates.ca, certificate, hasKey: true },
    });
    expect(settingsOf('old')).toMatchObject({
      catalogUrl: 'postgresql://reader:p@192.0.2.7/bacula?sslmode=verify-full',
      catalogTls: { key },
    });
    await remove('old');
  });

  test.each([
    ['that is not there', () => '/nowhere/ca.pem'],
    ['that never ends', () => '/dev/zero'],
    ['that holds something else', () => file('secret', 'a secret of this machine')],
  ])('and a file %s leaves the entry as it is, and all Directors go on', async (_what, named) => {
    await storeOld('old', url(`sslrootcert=${named()}`));
    await app.get(ConnectedDirectors).onModuleInit();
    expect(app.get(Directors).get('old').name).toBe('old');
    const shown = await call(app, 'GET', `${path}/old`, { cookie: admin });
    expect(shown.body).toMatchObject({ catalogTls: { ca: null } });
    expect((await change('old', { timezone: 'Europe/Berlin' })).body['errors']).toMatchObject([
      { field: 'catalogUrl' },
    ]);
    expect((await change('old', { catalogUrl: url('x=y'), catalogTls: { ca: certificates.ca } })).status).toBe(200);
    await remove('old');
  });
});

test('saving an entry forgets that TLS worked with it, and nothing of others', async () => {
  await add({ name: 'site', tls: { mode: 'preferred' } });
  const memorize = (director: string): Promise<unknown> =>
    app.database.query("INSERT INTO director_tls VALUES ($1, 'as it was', now())", [director]);
  const remembered = async (): Promise<unknown> => app.database.query('SELECT director FROM director_tls');
  await memorize('of-the-file');
  for (const save of [() => change('site', {}), () => remove('site'), () => add({ name: 'site' })]) {
    await memorize('site');
    expect((await save()).status).toBeLessThan(300);
    expect(await remembered()).toEqual([{ director: 'of-the-file' }]);
  }
  await remove('site');
});

test('what the console does not connect to is neither saved nor tried, and nothing is said of why', async () => {
  await add({ name: 'kept' });
  connector.refused = ['address', 'catalogUrl'];
  const probes = connector.probed.length;
  const refused = [await add({ name: 'other' }), await call(app, 'POST', `${path}/test`, { cookie: admin, body })];
  const detail = 'The console is not allowed to connect to this address.';
  for (const answer of refused) {
    expect(answer.status).toBe(400);
    expect(answer.body['errors']).toEqual([
      { field: 'address', code: 'address_not_allowed', detail },
      { field: 'catalogUrl', code: 'address_not_allowed', detail },
    ]);
  }
  expect(connector.probed).toHaveLength(probes);
  const moved = await change('kept', { address: '192.0.2.9', password: 'p' });
  expect(moved.body['errors']).toMatchObject([{ field: 'address' }]);
  const other = await change('kept', { catalogUrl: 'postgresql://reader:p@192.0.2.8/bacula' });
  expect(other.body['errors']).toMatchObject([{ field: 'catalogUrl' }]);
  expect((await change('kept', { timezone: 'Europe/Berlin' })).status).toBe(200);
  connector.refused = [];
  await remove('kept');
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
  [{ tls: { mode: 'required', ca: 'no PEM' } }, 'tls.ca'],
  [{ catalogTls: { mode: 'required' } }, 'catalogTls.mode'],
  [{ catalogUrl: 'postgresql://u%ff@192.0.2.7/bacula' }, 'catalogUrl'],
  [{ catalogUrl: 'postgresql://u@192.0.2.7/bacula?ssl=maybe' }, 'catalogUrl'],
  [{ catalogUrl: 'postgresql://u@192.0.2.7/bacula?uselibpqcompat=true&sslmode=verify-ca' }, 'catalogUrl'],
  [{ restoreRoots: ['here'] }, 'restoreRoots'],
  [{ console: 'a"b' }, 'console'],
  [{ surprise: 1 }, 'surprise'],
])('refuses %j by name', async (changes, field) => {
  const answer = await add(changes);
  expect(answer.status).toBe(400);
  expect(answer.body['errors']).toMatchObject([{ field }]);
});

test.each([
  ['a certificate without its key', { tls: { mode: 'required', certificate } }, 'tls.key'],
  ['a certificate of the catalog without its key', { catalogTls: { certificate } }, 'catalogTls.key'],
  ['a key without its certificate', { catalogTls: { key } }, 'catalogTls.key'],
  ['the key of another one', { catalogTls: { certificate, key: certificates.director.key } }, 'catalogTls.key'],
  ['a key that is no PEM', { catalogTls: { certificate, key: 'no PEM' } }, 'catalogTls.key'],
  ['a key for an authority', { catalogTls: { ca: key } }, 'catalogTls.ca'],
  ['a key among certificates', { catalogTls: { certificate: `${certificate}${key}`, key } }, 'catalogTls.certificate'],
  ['too long a text', { catalogTls: { ca: `${certificates.ca}${'x'.repeat(65_536)}` } }, 'catalogTls.ca'],
])('refuses %s by name, and repeats nothing of it', async (_what, changes, field) => {
  const answer = await add(changes);
  expect(answer.status).toBe(400);
  expect(answer.body['errors']).toMatchObject([{ field }]);
  expect(JSON.stringify(answer.body)).not.toContain(oneLine(key));
});

test('is for those alone who manage Directors', async () => {
  const otto = await makePerson(app, admin, 'otto', 'operator');
  const answer = await call(app, 'GET', path, { cookie: otto.cookie });
  expect(answer.body).toMatchObject({ status: 403, requiredCapability: 'directors:manage' });
});
