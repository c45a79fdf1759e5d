import { once } from 'node:events';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { errorCodes } from '../../src/domain/error-codes.js';
import { titles } from '../../src/http/problem.js';
import { liveRoutes } from '../harness/fixtures/live-routes.js';
import { type Answer, type Caller, startTestConsole, type TestConsole } from '../harness/fixtures/test-console.js';
import { until } from '../harness/fixtures/until.js';

let app: TestConsole;
let session: Caller;
let token: Caller;

beforeAll(async () => {
  app = await startTestConsole();
  session = await app.as('admin');
  token = await app.withToken('admin');
  // Enough names for lists that are worth compressing.
  for (let at = 0; at < 12; at += 1) {
    const role = { name: `role-${at}`, description: 'x'.repeat(200), capabilities: ['jobs:read'] };
    expect((await session.post('/admin/roles', role)).status).toBe(201);
  }
});
afterAll(() => app.close());

interface Encoded {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

/** With the bytes as they travel: fetch would decompress them. */
async function encoded(path: string, headers: Readonly<Record<string, string>>, method = 'GET'): Promise<Encoded> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  const lines = Object.entries({ Host: 'x', Connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  const all = Buffer.concat(chunks);
  const split = all.indexOf('\r\n\r\n');
  const [first = '', ...rest] = all.subarray(0, split).toString('latin1').split('\r\n');
  const head = new Headers(
    rest.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const body = all.subarray(split + 4);
  return {
    status: Number(first.split(' ')[1]),
    headers: head,
    bytes: head.get('transfer-encoding') === 'chunked' ? unchunked(body) : body,
  };
}

function unchunked(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const end = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.subarray(at, end).toString(), 16);
    if (!(size > 0)) return Buffer.concat(parts);
    parts.push(body.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}

function codeOf(answer: Answer): readonly [number, unknown] {
  return [answer.status, (answer.body as { code?: unknown } | undefined)?.code];
}

describe('compression', () => {
  const list = '/api/v1/admin/roles';
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync };

  test.each(['br', 'gzip'] as const)(
    'by %s gives the same JSON in fewer bytes, under the same ETag',
    async (coding) => {
      const plain = await encoded(list, token.credential);
      const small = await encoded(list, { ...token.credential, 'Accept-Encoding': coding });
      expect([plain.headers.get('content-encoding'), small.headers.get('content-encoding')]).toEqual([null, coding]);
      expect(decoders[coding](small.bytes).equals(plain.bytes)).toBe(true);
      expect(small.bytes.length).toBeLessThan(plain.bytes.length / 3);
      expect(small.headers.get('etag')).toBe(plain.headers.get('etag'));
      expect(small.headers.get('etag')).toMatch(/^W\/"/);
      for (const { headers } of [plain, small]) expect(headers.get('vary')).toContain('Accept-Encoding');
    },
  );

  test.each([
    ['a caller that takes none', '/api/v1/admin/roles', 'identity'],
    ['records with a strong ETag', '/api/v1/admin/roles/role-1', 'gzip, br'],
    ['tokens', '/api/v1/tokens', 'gzip, br'],
    ['sessions', '/api/v1/auth/sessions', 'gzip, br'],
    ['the caller', '/api/v1/auth/me', 'gzip, br'],
  ])('is not used for %s', async (_, path, accepted) => {
    for (let at = 0; at < 5; at += 1) await session.post('/tokens', { name: `token ${at} ${'x'.repeat(60)}` });
    const answer = await encoded(path, { ...session.credential, 'Accept-Encoding': accepted });
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, null]);
  });

  test('is not used for the answer that shows a new token', async () => {
    const answer = await session.post('/tokens', { name: 'x'.repeat(100) });
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([201, null]);
  });

  test('is used for the API document', async () => {
    const answer = await encoded('/api/v1/openapi.json', { ...token.credential, 'Accept-Encoding': 'gzip' });
    expect(JSON.parse(gunzipSync(answer.bytes).toString())).toMatchObject({ openapi: '3.1.0' });
  });

  test('was made at build time for the files of the page', async () => {
    const page = await (await fetch(app.url)).text();
    const script = /assets\/[\w.-]+\.js/.exec(page)?.[0];
    // The page was not built before the tests.
    if (script === undefined) return;
    for (const coding of ['br', 'gzip'] as const) {
      const small = await encoded(`/${script}`, { 'Accept-Encoding': coding });
      const plain = await encoded(`/${script}`, {});
      expect([small.headers.get('content-encoding'), small.headers.get('content-type')]).toEqual([
        coding,
        plain.headers.get('content-type'),
      ]);
      expect(decoders[coding](small.bytes).equals(plain.bytes)).toBe(true);
      expect((await encoded(`/${script}.br`, {})).status).toBe(404);
    }
  });
});

describe('ETags', () => {
  test.each([
    '/clients',
    '/operations/jobs',
    '/operations/jobs/recent',
    '/operations/runs?limit=2',
    '/stats/summary',
    '/storage-media/volumes',
    '/directors',
    '/tokens',
    '/admin/users',
    '/openapi.json',
  ])('of %s are weak and answered with 304', async (path) => {
    // The first answers of a console that just started may still change.
    await until(async () => {
      const etag = (await token.get(path)).headers.get('etag') ?? '';
      expect(etag).toMatch(/^W\/"[\w-]{27}"$/);
      const again = await token.get(path, { 'if-none-match': etag });
      return again.status === 304 && again.text === '' && again.headers.get('etag') === etag;
    });
  });

  test('of records that honor If-Match are strong', async () => {
    const answer = await token.get('/admin/roles/role-1');
    expect(answer.headers.get('etag')).toMatch(/^"[\w-]{27}"$/);
  });

  test.each([
    ['/clients', 'private, no-cache'],
    ['/tokens', 'no-store'],
    ['/admin/users', 'no-store'],
    ['/auth/me', 'no-store'],
  ])('%s may be kept as: %s', async (path, expected) => {
    expect((await token.get(path)).headers.get('cache-control')).toBe(expected);
  });
});

describe('addresses', () => {
  test.each([
    ['another version', '/api/v2/operations/jobs'],
    ['another case of the prefix', '/API/V1/operations/jobs'],
    ['another case of a word', '/api/v1/operations/Jobs'],
    ['a trailing slash', '/api/v1/operations/jobs/'],
    ['a trailing slash of a root', '/api/v1/tokens/'],
    ['the prefix alone', '/api/v1'],
    ['the prefix of all versions', '/api'],
    ['no version', '/api/operations/jobs'],
  ])('with %s are 404, as a problem document', async (_, path) => {
    const answer = await fetch(`${app.url}${path}`, { headers: { ...token.credential, accept: 'text/html' } });
    const problem = (await answer.json()) as Record<string, unknown>;
    expect([answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([
      404,
      'application/problem+json',
    ]);
    expect(problem).toMatchObject({ code: 'not_found', reason: 'no_address', instance: path });
    expect(answer.headers.get('content-length')).not.toBeNull();
  });

  test('that do not exist outside of the API are 404 as well', async () => {
    const answer = await fetch(`${app.url}/nothing`);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'not_found']);
  });

  test('answer HEAD as GET', async () => {
    for (const path of ['/operations/jobs', '/director/health', '/clients', '/openapi.json']) {
      const [get, head] = [await token.get(path), await token.call('HEAD', path)];
      expect([head.status, head.text]).toEqual([200, '']);
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
    }
  });

  test('that take no GET refuse HEAD and name their methods', async () => {
    const answer = await fetch(`${app.url}/api/v1/operations/jobs/run/x`, {
      method: 'HEAD',
      headers: token.credential,
    });
    expect(answer.status).toBe(404);
    for (const path of ['/operations/jobs/BackupConsole/estimate', '/auth/logout']) {
      const refused = await fetch(`${app.url}/api/v1${path}`, { method: 'HEAD', headers: token.credential });
      expect([path, refused.status, refused.headers.get('allow')]).toEqual([path, 405, 'OPTIONS, POST']);
    }
  });

  test('answer OPTIONS with their methods, and with the types of a patch', async () => {
    const options = (path: string) => token.call('OPTIONS', path);
    const job = await options('/operations/jobs/BackupConsole');
    expect([job.status, job.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS, PATCH']);
    expect(job.headers.get('accept-patch')).toBe('application/json, application/merge-patch+json');
    const tokens = await options('/tokens');
    expect([tokens.status, tokens.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS, POST']);
    expect(tokens.headers.get('accept-patch')).toBeNull();
    expect(codeOf(await options('/nothing'))).toEqual([404, 'not_found']);
    expect(codeOf(await app.nobody.call('OPTIONS', '/tokens'))).toEqual([401, 'unauthenticated']);
  });

  test('of every route are spelled in one way', () => {
    const paths = liveRoutes(app.running.app).map((route) => route.split(' ')[1] ?? '');
    expect(paths.filter((path) => path.length > 1 && path.endsWith('/'))).toEqual([]);
  });

  test('may be as long as the ref of the longest name, and beyond the limit are 431 with a problem document', async () => {
    const long = await token.get(`/restore/bvfs/list?jobids=1&ref=${'A'.repeat(21_848)}`);
    expect([200, 400, 422]).toContain(long.status);
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.on('error', () => undefined);
    socket.write(`GET /api/v1/clients?name=${'x'.repeat(70_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    const [head = '', body = ''] = (await textOf(socket)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 431 [^]*application\/problem\+json/);
    expect(JSON.parse(body)).toMatchObject({
      status: 431,
      code: 'head_too_large',
      type: '/docs/errors#head_too_large',
    });
  });
});

describe('lists', () => {
  test('name their next page in Link until the last one', async () => {
    const names: string[] = [];
    let path: string | null = '/admin/roles?limit=5&count=true';
    while (path !== null) {
      const answer: Answer = await token.get(path);
      const { items, nextCursor } = answer.body as { items: { name: string }[]; nextCursor: string | null };
      names.push(...items.map(({ name }) => name));
      const link: string | null = answer.headers.get('link');
      expect(link === null).toBe(nextCursor === null);
      path = link === null ? null : (/^<\/api\/v1([^>]+)>; rel="next"$/.exec(link)?.[1] ?? '');
    }
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['admin', 'role-0', 'role-11']));
  });
});

describe('requests', () => {
  test('to change something may be merge patches', async () => {
    const headers = { 'content-type': 'application/merge-patch+json' };
    const changed = await token.call('PATCH', '/admin/monitoring/thresholds', { body: { warnSeconds: 7200 }, headers });
    expect([changed.status, changed.body]).toMatchObject([200, { warnSeconds: 7200 }]);
    expect(codeOf(await token.call('POST', '/tokens', { body: {}, headers }))).toEqual([403, 'session_required']);
    expect(codeOf(await session.call('POST', '/tokens', { body: {}, headers }))).toEqual([
      415,
      'unsupported_media_type',
    ]);
  });

  test('with an Idempotency-Key are refused where it would not be honored', async () => {
    const key = { 'idempotency-key': 'once' };
    const refused = await session.post('/tokens', { name: 'twice' }, key);
    expect(codeOf(refused)).toEqual([400, 'validation_failed']);
    expect(refused.body).toMatchObject({ errors: [{ field: 'Idempotency-Key', code: 'unknown' }] });
    const started = await token.post('/operations/jobs/run', { job: 'no such job', level: 'Full' }, key);
    expect(codeOf(started)).toEqual([422, 'unknown_job']);
    // These may be repeated anyway.
    expect((await token.patch('/admin/monitoring/thresholds', { warnSeconds: 7200 }, key)).status).toBe(200);
  });

  test('are told of one fault for each field, by one vocabulary', async () => {
    const answer = await token.get('/operations/runs?limit=abc&hours=0&since=yesterday');
    expect(answer.status).toBe(400);
    const { errors } = answer.body as { errors: { field: string; code: string }[] };
    const told = errors.map(({ field, code }) => `${field}: ${code}`).sort();
    expect(told).toEqual(['hours: too_small', 'limit: wrong_type', 'since: invalid_format']);
  });

  test('are told when their token expires, or their session', async () => {
    const expiresAt = '2099-01-02T03:04:05.000Z';
    const made = await session.post('/tokens', { name: 'short', expiresAt });
    const authorization = `Bearer ${(made.body as { plaintext: string }).plaintext}`;
    const me = await app.nobody.get('/auth/me', { authorization });
    expect(me.body).toMatchObject({ kind: 'token', token: { name: 'short', expiresAt } });
    expect((await token.get('/auth/me')).body).toMatchObject({ token: { expiresAt: null } });
    expect((await session.get('/auth/me')).body).toMatchObject({
      session: { expiresAt: expect.any(String) as unknown as string },
    });
  });

  test('are found in the log by their own request id and trace', async () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const headers = { 'x-request-id': 'my-own-request-1', traceparent: `00-${trace}-00f067aa0ba902b7-01` };
    const answer = await token.get('/auth/me', headers);
    expect(answer.headers.get('x-request-id')).toBe('my-own-request-1');
    const line = await until(() => app.log.find((one) => one.includes('"my-own-request-1"')) ?? null);
    expect(JSON.parse(line)).toMatchObject({ requestId: 'my-own-request-1', traceId: trace });
    await token.get('/auth/me', {
      'x-request-id': 'my-own-request-2',
      traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    });
    const other = await until(() => app.log.find((one) => one.includes('"my-own-request-2"')) ?? null);
    expect(JSON.parse(other)).not.toHaveProperty('traceId');
  });

  test('get a title that is always the same for the same type, and no two types the same', async () => {
    const answer = await token.get('/operations/jobs/nothing');
    expect(answer.body).toMatchObject({ type: '/docs/errors#not_found', title: titles.not_found });
    expect(new Set(Object.values(titles)).size).toBe(errorCodes.length);
  });

  test('get JSON whatever they accept', async () => {
    for (const accept of ['application/xml', 'text/html', '*/*;q=0']) {
      const answer = await token.get('/operations/jobs', { accept });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    }
  });
});
