import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ActiveChannels } from '../../src/features/notifications/channels/active-channels.js';
import { type AccessApp } from '../harness/fixtures/access-app.js';
import { type Answer, call, itemsOf, makePerson } from '../harness/fixtures/access-calls.js';
import { channelsPath as path, ChannelFixture } from '../harness/fixtures/channel-fixture.js';
import { type MailReceiver } from '../harness/fakes/mail-receiver.js';
import { until } from '../harness/fixtures/until.js';
import { type WebhookReceiver } from '../harness/fakes/webhook-receiver.js';

const hidden = {
  path: '/services/THE-SECRET-PATH?key=THE-SECRET-QUERY',
  serviceKey: 'THE-SERVICE-KEY',
  authorization: 'Bearer THE-AUTHORIZATION',
  password: 'THE-MAIL-PASSWORD',
};

let fixture: ChannelFixture;
let app: AccessApp;
let receiver: WebhookReceiver;
let mailbox: MailReceiver;

beforeAll(async () => {
  fixture = await ChannelFixture.start();
  ({ app, receiver, mailbox } = fixture);
});

afterAll(() => fixture.stop());

const ask = (...request: Parameters<ChannelFixture['ask']>): Promise<Answer> => fixture.ask(...request);
const add = (members: object): Promise<string> => fixture.add(members, hidden.path);
const verified = (secret: string): unknown => fixture.verified(secret);

describe('a webhook', () => {
  let id: string;
  let etag: string;
  let secret: string;

  test('is added, and shows the secret that it signs with once', async () => {
    const body = { name: 'On call', kind: 'webhook', url: `${receiver.url}${hidden.path}`, patterns: ['job.**'] };
    const added = await ask('POST', '', body);
    id = String(added.body['id']);
    secret = String(added.body['signingSecret']);
    expect([added.status, added.headers.get('location')]).toEqual([201, `${path}/${id}`]);
    expect(added.body).toMatchObject({
      name: 'On call',
      kind: 'webhook',
      status: 'active',
      patterns: ['job.**'],
      minSeverity: 'info',
      quietHours: null,
      format: 'standard',
      host: `127.0.0.1:${receiver.port}`,
      signingSecrets: 1,
      hasServiceKey: false,
      hasAuthorization: false,
      to: null,
      from: null,
      smtp: null,
    });
    const read = await ask('GET', `/${id}`);
    etag = read.headers.get('etag') ?? '';
    expect(etag).toBe(added.headers.get('etag'));
    expect(Object.keys(read.body)).not.toContain('signingSecret');
    expect(await app.get(ActiveChannels).find(id)).toMatchObject({
      target: { url: body.url, signingSecrets: [secret] },
    });
  });

  test('says what its receiver says to a test, which it signed', async () => {
    receiver.answerWith({ status: 202, body: 'queued' });
    const tested = await ask('POST', `/${id}/test`);
    expect(tested.body).toEqual({
      ok: true,
      code: 'answered',
      statusCode: 202,
      detail: expect.any(String),
      excerpt: 'queued',
      durationMs: expect.any(Number),
    });
    expect(receiver.requests.at(-1)?.path).toBe(hidden.path);
    expect(verified(secret)).toMatchObject({ type: 'test' });
    receiver.answerWith({ status: 410 });
    expect((await ask('POST', `/${id}/test`)).body).toMatchObject({ ok: false, statusCode: 410 });
    expect((await ask('GET', `/${id}`)).body).toMatchObject({ status: 'active' });
    receiver.answerWith({ status: 204 });
  });

  test('is changed only against the ETag that was read, and keeps what is left out', async () => {
    const changed = await ask('PATCH', `/${id}`, { minSeverity: 'error' }, { 'if-match': etag });
    expect(changed.body).toMatchObject({ minSeverity: 'error', patterns: ['job.**'], signingSecrets: 1 });
    const late = await ask('PATCH', `/${id}`, { name: 'Late' }, { 'if-match': etag });
    expect([late.status, late.body['code']]).toEqual([412, 'changed_meanwhile']);
    expect((await ask('DELETE', `/${id}`, undefined, { 'if-match': etag })).status).toBe(412);
    const now = changed.headers.get('etag') ?? '';
    expect((await ask('GET', `/${id}`, undefined, { 'if-none-match': now })).status).toBe(304);
  });

  test('changes its signing secret over: both are valid until the old one is dropped', async () => {
    const rotated = await ask('POST', `/${id}/secrets/rotate`, {});
    const next = String(rotated.body['signingSecret']);
    expect(rotated.body).toMatchObject({ signingSecrets: 2 });
    await ask('POST', `/${id}/test`);
    for (const valid of [secret, next]) expect(verified(valid)).toMatchObject({ type: 'test' });
    const finished = await ask('POST', `/${id}/secrets/rotate`, { finish: true });
    expect(finished.body).toMatchObject({ signingSecrets: 1, signingSecret: null });
    await ask('POST', `/${id}/test`);
    expect(verified(next)).toMatchObject({ type: 'test' });
    expect(() => verified(secret)).toThrow();
  });

  test('is paused and resumed, once each', async () => {
    const paused = await ask('POST', `/${id}/pause`);
    expect(paused.body).toMatchObject({ status: 'paused', pausedAt: expect.any(String) });
    expect((await app.get(ActiveChannels).find(id))?.pausedAt).not.toBeNull();
    app.clock.advance(60);
    expect((await ask('POST', `/${id}/pause`)).body).toEqual(paused.body);
    expect((await ask('POST', `/${id}/resume`)).body).toMatchObject({ status: 'active', pausedAt: null });
  });

  test('that was switched off is at work again when somebody resumes it', async () => {
    await app.database.query(
      'UPDATE notification_channel SET disabled_at = now(), failing_since = now() WHERE id = $1',
      [id],
    );
    expect((await ask('GET', `/${id}`)).body).toMatchObject({ status: 'disabled' });
    expect((await ask('POST', `/${id}/resume`)).body).toMatchObject({ status: 'active', failingSince: null });
  });

  test('is gone when it is removed', async () => {
    expect((await ask('DELETE', `/${id}`)).status).toBe(204);
    expect((await ask('GET', `/${id}`)).status).toBe(404);
    expect(await app.get(ActiveChannels).find(id)).toBeNull();
  });
});

describe('secrets', () => {
  test('are not sent where somebody else chose', async () => {
    const keyed = { format: 'pagerduty', serviceKey: hidden.serviceKey };
    const id = await add({ name: 'Pager', ...keyed });
    const moved = await ask('PATCH', `/${id}`, { url: 'https://elsewhere.example' });
    expect([moved.status, moved.body['errors']]).toMatchObject([400, [{ field: 'serviceKey', code: 'required' }]]);
    const url = `${receiver.url}/other`;
    expect((await ask('PATCH', `/${id}`, { url, serviceKey: 'ANOTHER-SERVICE-KEY' })).status).toBe(200);
    receiver.answerWith(({ body }) => ({ status: 202, body }));
    const tested = await ask('POST', `/${id}/test`);
    expect(tested.body).toMatchObject({ ok: true });
    expect(receiver.requests.slice(-2).map(({ body }) => body)).toEqual([
      expect.stringContaining('ANOTHER-SERVICE-KEY'),
      expect.stringContaining('"resolve"'),
    ]);
    receiver.answerWith({ status: 204 });
  });

  test('are sealed anew when they change, and stay when they do not', async () => {
    const id = await add({ name: 'Alerts', format: 'alertmanager', authorization: hidden.authorization });
    await ask('PATCH', `/${id}`, { name: 'Alerts of the night' });
    expect(await app.get(ActiveChannels).find(id)).toMatchObject({ target: { authorization: hidden.authorization } });
    expect((await ask('PATCH', `/${id}`, { authorization: null })).body).toMatchObject({ hasAuthorization: false });
    await ask('PATCH', `/${id}`, { authorization: hidden.authorization });
    await ask('POST', `/${id}/test`);
    expect(receiver.requests.at(-1)?.headers.authorization).toBe(hidden.authorization);
  });
});

describe('mail', () => {
  test('is tested as it would be sent', async () => {
    const smtp = { host: mailbox.host, port: mailbox.port, security: 'none' };
    const body = { name: 'Mail', kind: 'email', to: ['ops@example.com'], from: 'console@example.com', smtp };
    const tested = await ask('POST', '/test', body);
    expect(tested.body).toMatchObject({ ok: true, statusCode: 250 });
    expect(mailbox.mails[0]).toMatchObject({ from: 'console@example.com', to: ['ops@example.com'] });
    expect(mailbox.mails[0]?.headers['subject']).toContain('Mail');
    expect(itemsOf(await ask('GET', '?name=Mail'))).toEqual([]);
  });

  test('keeps its password for itself, and for its server', async () => {
    const smtp = { host: 'mail.example.com', username: 'ops', password: hidden.password };
    const added = await ask('POST', '', {
      name: 'Post',
      kind: 'email',
      to: ['a@example.com'],
      from: 'b@example.com',
      smtp,
    });
    const shown = { host: 'mail.example.com', port: 587, security: 'starttls', username: 'ops', hasPassword: true };
    expect(added.body).toMatchObject({ smtp: shown, signingSecret: null, host: null, format: null });
    const moved = await ask('PATCH', `/${String(added.body['id'])}`, { smtp: { host: '192.0.2.1', username: 'ops' } });
    expect(moved.body['errors']).toMatchObject([{ field: 'smtp.password', code: 'required' }]);
    const kept = await ask('PATCH', `/${String(added.body['id'])}`, {
      smtp: { host: 'mail.example.com', username: 'ops' },
    });
    expect(kept.body).toMatchObject({ smtp: shown });
  });
});

describe('tests', () => {
  test('run four at a time, and end when nobody waits for them any more', async () => {
    const body = { name: 'Slow', kind: 'webhook', url: receiver.url };
    const before = receiver.requests.length;
    receiver.answerWith('hang');
    const impatient = new AbortController();
    const waiting = [1, 2, 3, 4].map(() => fixture.testUntil(impatient.signal, body));
    await until(() => receiver.requests.length === before + 4);
    expect(await ask('POST', '/test', body)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    impatient.abort();
    await Promise.allSettled(waiting);
    receiver.answerWith({ status: 204 });
    await until(async () => (await ask('POST', '/test', body)).status === 200);
    const failed =
      "SELECT count(*)::int AS times FROM audit_record WHERE changes->'name'->>'to' = 'Slow' AND outcome = 'failure'";
    expect(await app.database.query(failed)).toEqual([{ times: 4 }]);
  });
});

describe('a channel whose secrets were sealed under a key that is gone', () => {
  test('is shown and can be paused and removed, and says what to do before it is used or changed', async () => {
    const id = await add({ name: 'Sealed' });
    await app.database.query("UPDATE notification_channel SET sealed = '00000000.AAAA' WHERE id = $1", [id]);
    for (const [method, at] of [
      ['PATCH', ''],
      ['POST', '/test'],
      ['POST', '/secrets/rotate'],
    ] as const) {
      const refused = await ask(method, `/${id}${at}`, at === '/test' ? undefined : {});
      expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
      expect(refused.body['detail']).toContain('INSTANCE_KEY_PREVIOUS');
    }
    expect((await ask('POST', `/${id}/pause`)).body).toMatchObject({
      status: 'paused',
      host: `127.0.0.1:${receiver.port}`,
    });
    expect((await ask('DELETE', `/${id}`)).status).toBe(204);
  });
});

describe('the list', () => {
  test('comes by name in pages, of a kind or status', async () => {
    const id = await add({ name: 'Another' });
    await ask('POST', `/${id}/pause`);
    const names = async (query: string): Promise<unknown[]> => itemsOf(await ask('GET', query)).map(({ name }) => name);
    const all = await names('');
    expect(all).toEqual([...all].sort());
    expect(all.length).toBeGreaterThan(3);
    const pages: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await ask('GET', `?limit=2&count=true${cursor === '' ? '' : `&cursor=${cursor}`}`);
      expect(page.body['total']).toEqual({ value: all.length, exact: true });
      pages.push(...itemsOf(page).map(({ name }) => name));
      cursor = page.body['nextCursor'] as string | null;
    }
    expect(pages).toEqual(all);
    expect(await names('?kind=email')).toEqual(['Post']);
    expect(await names('?status=paused')).toEqual(['Another']);
    expect(await names('?status=failing')).toEqual([]);
    expect(await names('?status=active')).toEqual(all.filter((name) => name !== 'Another'));
  });

  test('reports that the console has no default mail server, also with filters that match nothing', async () => {
    expect((await ask('GET', '?name=none')).body).toMatchObject({ items: [], hasMailServer: false });
  });

  test('holds a name once', async () => {
    const taken = await ask('POST', '', { name: 'Post', kind: 'webhook', url: 'https://a.example' });
    expect([taken.status, taken.body['code']]).toEqual([409, 'name_taken']);
    const [{ id } = {}] = itemsOf(await ask('GET', '?name=Another'));
    expect((await ask('PATCH', `/${String(id)}`, { name: 'Post' })).body['code']).toBe('name_taken');
  });

  test('is read by operators, who change nothing', async () => {
    const otto = await makePerson(app, fixture.admin, 'otto', 'operator');
    expect((await call(app, 'GET', path, { cookie: otto.cookie })).status).toBe(200);
    const answer = await call(app, 'POST', `${path}/test`, { cookie: otto.cookie, body: {} });
    expect(answer.body).toMatchObject({ status: 403, requiredCapability: 'notifications:manage' });
  });
});

test('everything that was done is on record, and nothing was where nothing changed', async () => {
  const records: { what: string; times: number }[] = await app.database.query(
    `SELECT action || ' ' || outcome AS what, count(*)::int AS times FROM audit_record
     WHERE target LIKE 'channel:%' AND changes->'name'->>'to' IS DISTINCT FROM 'Slow' GROUP BY 1`,
  );
  expect(Object.fromEntries(records.map(({ what, times }) => [what, times]))).toEqual({
    'channel.create success': 6,
    'channel.update success': 5,
    'channel.delete success': 2,
    'channel.pause success': 3,
    'channel.resume success': 2,
    'channel.rotate success': 2,
    'channel.test success': 6,
    'channel.test failure': 1,
  });
  const [created]: unknown[] = await app.database.query(
    "SELECT changes FROM audit_record WHERE action = 'channel.create' AND changes->'name'->>'to' = 'Pager'",
  );
  expect(created).toMatchObject({
    changes: { url: { to: '[hidden]' }, serviceKey: { to: '[hidden]' }, hasServiceKey: { to: true } },
  });
});

test('no secret stands in any answer or readable in the database', async () => {
  const tables: { name: string }[] = await app.database.query(
    "SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = 'public'",
  );
  const rows: unknown[] = await Promise.all(tables.map(({ name }) => app.database.query(`SELECT * FROM ${name}`)));
  const everything = JSON.stringify([fixture.answered, rows]);
  expect(everything).toContain('channel.create');
  for (const secret of ['THE-', 'ANOTHER-SERVICE-KEY', 'whsec_', 'elsewhere.example'])
    expect(everything).not.toContain(secret);
});
