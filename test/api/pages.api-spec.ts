import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestConsole, type TestConsole } from '../harness/fixtures/test-console.js';

let app: TestConsole;

beforeAll(async () => {
  app = await startTestConsole();
});

afterAll(() => app.close());

function fetchPage(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${app.url}${path}`, { headers, redirect: 'manual' });
}

describe('pages outside the API', () => {
  test('show the console at the printed address, under a policy without exceptions and never from an old copy', async () => {
    const answer = await fetchPage('/');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'self'; object-src 'none'; base-uri 'self'; frame-ancestors 'none'; form-action 'self'",
    );
  });

  test("keep the console's hashed files for a year, and serve no other name", async () => {
    const page = await (await fetchPage('/')).text();
    const names = [...page.matchAll(/"\.\/(assets\/[^"]+)"/g)].map(([, name]) => name!);
    expect(names.length).toBeGreaterThanOrEqual(3);
    for (const name of names) {
      const answer = await fetchPage(`/${name}`);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
    }
    for (const name of ['index.html', '..%2findex.html', '..%2f..%2f..%2fpackage.json', 'constructor']) {
      expect((await fetchPage(`/assets/${name}`)).status).toBe(404);
    }
  });

  test('show a stranger the sign-in form instead of the documentation', async () => {
    const answer = await fetchPage('/docs');
    expect(answer.status).toBe(401);
    expect(await answer.text()).toContain('<form id="sign-in">');
  });

  test('show the documentation to a signed-in person', async () => {
    const { credential } = await app.as('readonly');
    const answer = await fetchPage('/docs', credential);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('swagger-ui-bundle.js');
  });

  test.each(['swagger-ui.css', 'swagger-ui-bundle.js', 'start.js', 'page.css', 'sign-in.js'])(
    'serve %s from the package, without a foreign origin',
    async (name) => {
      const answer = await fetchPage(`/docs/assets/${name}`);
      expect(answer.status).toBe(200);
    },
  );

  test.each(['..%2f..%2f..%2fpackage.json', '%2e%2e%2findex.html', 'constructor', 'swagger-ui.js'])(
    'serve nothing else as an asset: %s',
    async (name) => {
      expect((await fetchPage(`/docs/assets/${name}`)).status).toBe(404);
    },
  );

  test('explain every error at the address that its problem names', async () => {
    const problem = await app.nobody.get('/operations/jobs');
    const { type } = problem.body as { type: string };
    const [path, code] = type.split('#') as [string, string];
    expect(await (await fetchPage(path)).text()).toContain(`id="${code}"`);
  });

  test('carry a strict policy for scripts', async () => {
    const policy = (await fetchPage('/docs')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe|https?:/);
  });

  test.each(['/healthz', '/', '/docs'])('name the methods of %s, and no other', async (path) => {
    const answer = await fetch(`${app.url}${path}`, { method: 'PUT' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

test('a request with two Host headers is refused: a proxy may have gone by the other', async () => {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.end('GET /healthz HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\nConnection: close\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 [^]*more than one Host header/);
});
