import { type ClientRequest, request, type Server } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AccessApp } from '../harness/fixtures/access-app.js';
import { adminCookie, call, itemsOf, makePerson, type Person } from '../harness/fixtures/access-calls.js';
import { sendRaw } from '../harness/fixtures/raw-request.js';
import { until } from '../harness/fixtures/until.js';

let app: AccessApp;
let admin: string;

beforeAll(async () => {
  app = await AccessApp.start();
  admin = await adminCookie(app);
});

afterAll(() => app.stop());

interface Begun {
  readonly sent: ClientRequest;
  /** Status and code of the answer, or `cut` where the connection ended without one. */
  readonly answer: Promise<readonly unknown[]>;
}

/** A request whose body is still on its way. */
function begin(path: string, headers: Record<string, string>): Begun {
  const { hostname, port } = new URL(app.url);
  const type = { 'content-type': 'application/json' };
  const sent = request({ hostname, port, method: 'POST', path, headers: { ...type, ...headers }, agent: false });
  const answer = new Promise<readonly unknown[]>((resolve) => {
    sent.once('error', () => resolve(['cut']));
    sent.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('close', () => {
        const text = Buffer.concat(chunks).toString();
        resolve([response.statusCode, text === '' ? null : (JSON.parse(text) as { code?: string }).code]);
      });
    });
  });
  return { sent, answer };
}

function serverOf(of: AccessApp): Server & { connectionsCheckingInterval: number } {
  return of.application.getHttpServer() as Server & { connectionsCheckingInterval: number };
}

describe('a body that does not end', () => {
  test('is no reason to keep a stranger waiting: the answer comes at once, and the connection is closed', async () => {
    const { sent, answer } = begin('/api/v1/tokens', {});
    sent.write('{');
    expect(await answer).toEqual([401, 'unauthenticated']);
    await until(() => sent.destroyed);
  });

  test.each([
    ['/api/v1/auth/login', 4096],
    ['/api/v1/tokens', 64 * 1024],
    ['/api/v1/restore/run', 1024 * 1024],
  ])('is refused by %s as soon as it is beyond %i bytes', async (path, limit) => {
    const { sent, answer } = begin(path, { cookie: admin });
    sent.write(`{"name":"${'x'.repeat(limit)}`);
    expect(await answer).toEqual([413, 'body_too_large']);
    await until(() => sent.destroyed);
  });

  test('of a few bytes too many is told to a client that sends all of it before it listens', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(3 * 1024 * 1024) });
    const headers = { cookie: admin, 'content-type': 'application/json' };
    expect((await sendRaw(app.url, { method: 'POST', path: '/api/v1/tokens', headers, body })).status).toBe(413);
    const fetched = await fetch(`${app.url}/api/v1/tokens`, { method: 'POST', headers, body });
    expect(fetched.status).toBe(413);
  });
});

test('a caller has 32 requests under way at most, and others are not held up by it', async () => {
  const person = await makePerson(app, admin, 'busy', 'admin');
  const me = () => call(app, 'GET', '/api/v1/auth/me', { cookie: person.cookie });
  const begun = Array.from({ length: 32 }, () => begin('/api/v1/tokens', { cookie: person.cookie }));
  for (const { sent } of begun) sent.write('{');
  await until(async () => (await me()).status === 429);
  expect((await me()).body).toMatchObject({ code: 'too_many_requests' });
  expect((await call(app, 'GET', '/api/v1/auth/me', { cookie: admin })).status).toBe(200);
  for (const { sent } of begun) sent.destroy();
  await until(async () => (await me()).status === 200);
});

describe('a client that trickles', () => {
  test('has fifteen seconds for its head and a minute for all', () => {
    const { headersTimeout, requestTimeout } = serverOf(app);
    expect([headersTimeout, requestTimeout]).toEqual([15_000, 60_000]);
  });

  test.each([
    ['its head', 'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    [
      'its body',
      'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n{',
    ],
  ])('byte by byte with %s is cut at the limit', async (_, begun) => {
    const own = await AccessApp.start();
    const server = serverOf(own);
    // The same limits in small, looked at more often: Node looks at every half minute.
    Object.assign(server, { headersTimeout: 300, requestTimeout: 300, connectionsCheckingInterval: 50 });
    server.emit('listening');
    const socket = connect(Number(new URL(own.url).port), '127.0.0.1');
    let heard = '';
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
    socket.on('error', () => undefined);
    socket.write(begun);
    const trickle = setInterval(() => socket.write('x'), 50);
    await until(() => socket.closed);
    clearInterval(trickle);
    expect(heard).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect((await fetch(`${own.url}/healthz`)).status).toBe(200);
    await own.stop();
  });
});

describe('what a caller loses while the body is on its way', () => {
  let person: Person;
  let count = 0;

  /** Begins to create a token, and answers when the caller was let in. */
  async function beginToken(): Promise<Begun> {
    count += 1;
    const role = `slow-${count}`;
    const body = { name: role, description: '', capabilities: ['jobs:run', 'tokens:own'] };
    await call(app, 'POST', '/api/v1/admin/roles', { cookie: admin, body });
    person = await makePerson(app, admin, role, role);
    return beginBy(person, '/api/v1/tokens', '{"name":');
  }

  /** Answers when the caller was let in. */
  async function beginBy(caller: Person, path: string, first: string): Promise<Begun> {
    app.clock.advance(60);
    const begun = begin(path, { cookie: caller.cookie });
    begun.sent.write(first);
    // The look at the session puts its end off, and that is written down.
    await until(async () => {
      const rows = await app.database.query<{ at: Date }[]>('SELECT last_seen_at AS at FROM session WHERE user_id = $1', [caller.id]); // prettier-ignore
      return rows[0]?.at.getTime() === app.clock.now().getTime();
    });
    return begun;
  }

  async function tokensOf(owner: string): Promise<number> {
    return itemsOf(await call(app, 'GET', `/api/v1/tokens?owner=${owner}`, { cookie: admin })).length;
  }

  test.each([
    ['a capability of the role', 'roles', { capabilities: ['tokens:own'] }, [403, 'missing_capability'], 0],
    ['the right to sign in', 'users', { disabled: true }, [401, 'unauthenticated'], 0],
    ['nothing', 'roles', { description: 'The same.' }, [201, undefined], 1],
  ] as const)('counts: %s', async (_, kind, body, expected, tokens) => {
    const { sent, answer } = await beginToken();
    const path = `/api/v1/admin/${kind}/${kind === 'roles' ? person.username : person.id}`;
    expect((await call(app, 'PATCH', path, { cookie: admin, body })).status).toBe(200);
    sent.end('"late"}');
    expect(await answer).toEqual(expected);
    expect(await tokensOf(person.username)).toBe(tokens);
  });

  test('counts for whatever hands on rights: nobody who was disabled makes an admin, a role, a link or a Director', async () => {
    const removed = await makePerson(app, admin, 'removed', 'admin');
    const other = await makePerson(app, admin, 'other', 'readonly');
    const director = { kind: 'bacula', address: '192.0.2.7', password: 'p', catalogUrl: 'postgresql://r@192.0.2.7/b' };
    const begun: [Begun, object][] = [];
    for (const [path, body] of [
      ['/api/v1/admin/users', { username: 'successor', role: 'admin', password: 'a password of their own' }],
      ['/api/v1/admin/roles', { name: 'successors', description: '', capabilities: ['users:manage'] }],
      [`/api/v1/admin/users/${other.id}/one-time-link`, { purpose: 'reset' }],
      ['/api/v1/admin/directors', { name: 'successor', ...director }],
      ['/api/v1/tokens', { name: 'successor' }],
    ] as const)
      begun.push([await beginBy(removed, path, ' '), body]);
    const patched = await call(app, 'PATCH', `/api/v1/admin/users/${removed.id}`, {
      cookie: admin,
      body: { disabled: true },
    });
    expect(patched.status).toBe(200);
    for (const [{ sent }, body] of begun) sent.end(JSON.stringify(body));
    const refused = [401, 'unauthenticated'];
    expect(await Promise.all(begun.map(([{ answer }]) => answer))).toEqual(begun.map(() => refused));
  });
});
