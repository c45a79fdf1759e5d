import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type SendOutcome } from '../../../src/domain/notification.js';
import { RawServer } from '../../harness/fakes/raw-server.js';
import { until } from '../../harness/fixtures/until.js';
import { WebhookReceiver } from '../../harness/fakes/webhook-receiver.js';
import {
  answers,
  never,
  secretPath,
  sentBody,
  sentHeaders,
  WebhookFixture,
} from '../../harness/fixtures/webhook-fixture.js';

let fixture: WebhookFixture;

beforeAll(async () => {
  fixture = await WebhookFixture.start();
});

beforeEach(() => {
  fixture.reset();
});

afterAll(() => fixture.close());

describe('a webhook', () => {
  test('is one POST with the body and headers it was given', async () => {
    const outcome = await fixture.send();
    expect(outcome).toEqual({
      verdict: 'delivered',
      statusCode: 204,
      code: 'answered',
      detail: 'The receiver answered 204.',
      excerpt: null,
      retryAfterSeconds: null,
    });
    expect(fixture.receiver.requests).toEqual([
      {
        method: 'POST',
        path: secretPath,
        body: sentBody,
        headers: expect.objectContaining({
          ...sentHeaders,
          'user-agent': 'backup-console',
          'content-length': '53',
        }) as never,
      },
    ]);
  });

  test('arrives in any language', async () => {
    await fixture.sender.post(
      fixture.post({ url: fixture.receiver.url, body: '{"text":"Sicherung „täglich“ ✔"}' }),
      never,
    );
    expect(fixture.receiver.requests[0]?.body).toBe('{"text":"Sicherung „täglich“ ✔"}');
  });

  test('uses a connection again', async () => {
    const before = fixture.receiver.connections;
    const one = fixture.anotherSender();
    for (let count = 0; count < 5; count += 1) await fixture.send(undefined, one);
    expect(fixture.receiver.connections - before).toBe(1);
  });

  test('survives that the receiver closes a kept connection in the moment of its use', async () => {
    const server = await fixture.open(RawServer.start());
    server.onData((socket, count) => {
      if (count === 1) socket.write('HTTP/1.1 204 No Content\r\n\r\n');
      // The second request comes over the same connection, and is cut; the third over a new one.
      else if (count === 2) socket.destroy();
      else socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
    });
    const one = fixture.anotherSender();
    expect((await fixture.send(server.url, one)).statusCode).toBe(204);
    expect((await fixture.send(server.url, one)).statusCode).toBe(200);
    expect(server.requests).toBe(3);
  });

  test.each<[number, SendOutcome['verdict']]>([
    [200, 'delivered'],
    [201, 'delivered'],
    [202, 'delivered'],
    [299, 'delivered'],
    [400, 'retry'],
    [401, 'retry'],
    [404, 'retry'],
    [429, 'retry'],
    [500, 'retry'],
    [503, 'retry'],
    [410, 'gone'],
  ])('that is answered %d is %s', async (status, verdict) => {
    fixture.receiver.answerWith({ status, body: 'so it is' });
    expect(await fixture.send()).toMatchObject({ verdict, statusCode: status, excerpt: 'so it is' });
  });

  test.each([301, 302, 303, 307, 308])('does not follow a redirect by %d', async (status) => {
    const other = await fixture.open(WebhookReceiver.start());
    const elsewhere = `${other.url}/elsewhere`;
    fixture.receiver.answerWith({ status, headers: { location: elsewhere }, body: `<a href="${elsewhere}">here</a>` });
    const outcome = await fixture.send();
    // Where it leads to is the address of a webhook too.
    expect(outcome).toMatchObject({ verdict: 'retry', statusCode: status, excerpt: null });
    expect(outcome.detail).toMatch(/Redirects are not followed/);
    expect(other.connections).toBe(0);
  });

  test('hides user name and password where the receiver says whom it refuses', async () => {
    const authorization = `Basic ${Buffer.from('robot:s3cret-of-the-proxy').toString('base64')}`;
    for (const words of ['robot:s3cret-of-the-proxy is wrong', 'wrong password s3cret-of-the-proxy']) {
      fixture.receiver.answerWith({ status: 401, body: words });
      const { excerpt } = await fixture.sender.post(fixture.post({ headers: { authorization } }), never);
      expect(excerpt).toContain('[hidden]');
      expect(excerpt).not.toContain('s3cret');
    }
  });

  test('tells how long the receiver wants to be left alone', async () => {
    fixture.receiver.answerWith({ status: 429, headers: { 'retry-after': '120' } });
    expect(await fixture.send()).toMatchObject({ verdict: 'retry', retryAfterSeconds: 120 });
    fixture.receiver.answerWith({ status: 503, headers: { 'retry-after': 'Fri, 20 Nov 2026 21:01:00 GMT' } });
    expect(await fixture.send()).toMatchObject({ verdict: 'retry', retryAfterSeconds: 60 });
  });

  test('is not sent where it has more than 256 KiB', async () => {
    const outcome = await fixture.sender.post(
      fixture.post({ url: fixture.receiver.url, body: 'x'.repeat(256 * 1024 + 1) }),
      never,
    );
    expect(outcome).toMatchObject({ verdict: 'retry', statusCode: null });
    expect(outcome.detail).toMatch(/257 KiB, which exceeds the limit of 256 KiB/);
    expect(fixture.receiver.requests).toHaveLength(0);
    expect(
      (await fixture.sender.post(fixture.post({ url: fixture.receiver.url, body: 'x'.repeat(256 * 1024) }), never))
        .verdict,
    ).toBe('delivered');
  });

  test('asks no proxy of the environment', async () => {
    const proxy = await fixture.open(WebhookReceiver.start());
    const kept = { ...process.env };
    Object.assign(process.env, { http_proxy: proxy.url, HTTP_PROXY: proxy.url, NODE_USE_ENV_PROXY: '1' });
    try {
      expect((await fixture.send(undefined, fixture.anotherSender())).verdict).toBe('delivered');
      expect(proxy.connections).toBe(0);
    } finally {
      process.env = kept;
    }
  });
});

describe('a receiver that misbehaves', () => {
  test('by never answering costs no more than the limit', async () => {
    fixture.receiver.answerWith('hang');
    const outcome = await fixture.send(undefined, fixture.anotherSender({ limitMs: 150 }));
    expect(outcome).toMatchObject({ verdict: 'retry', statusCode: null });
    expect(outcome.detail).toMatch(/did not answer within 1 seconds?/);
  });

  test('by trickling its headers costs no more than the limit', async () => {
    const server = await fixture.open(RawServer.start());
    server.onData((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write('x-slow: 1\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    expect((await fixture.send(server.url, fixture.anotherSender({ limitMs: 200 }))).detail).toMatch(
      /did not answer within/,
    );
  });

  test.each([
    ['its own limit', { limitMs: 60_000, bodyLimitMs: 200 }],
    ['the limit of all', { limitMs: 200, bodyLimitMs: 60_000 }],
  ])('by trickling its body has delivered by its status, and is hung up on at %s', async (_, limits) => {
    let isClosed = false;
    fixture.receiver.answerWith((_post, response) => {
      response.writeHead(200).write('first words');
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => {
        isClosed = true;
        clearInterval(timer);
      });
      return undefined;
    });
    const outcome = await fixture.send(undefined, fixture.anotherSender(limits));
    expect(outcome).toMatchObject({ verdict: 'delivered', statusCode: 200 });
    expect(outcome.excerpt).toMatch(/^first words\.+$/);
    await until(() => isClosed);
  });

  test('by an endless answer is hung up on', async () => {
    let isClosed = false;
    fixture.receiver.answerWith((_, response) => {
      response.writeHead(500);
      const pour = () => {
        while (!isClosed && response.write('y'.repeat(65_536)));
      };
      response.on('drain', pour).on('close', () => (isClosed = true));
      pour();
      return undefined;
    });
    const outcome = await fixture.send();
    expect(outcome).toMatchObject({ verdict: 'retry', statusCode: 500 });
    expect(outcome.excerpt).toHaveLength(500);
    await until(() => isClosed);
  });

  test('by closing early is tried again later', async () => {
    fixture.receiver.answerWith('cut');
    expect((await fixture.send(undefined, fixture.anotherSender())).detail).toBe(
      'The receiver closed the connection before it answered.',
    );
  });

  test.each([
    ['something else than HTTP', '220 mail.example ESMTP\r\n', /not HTTP/],
    ['headers without end', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(40_000)}`, /not HTTP/],
    [
      'a switch of protocols',
      'HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
      /closed the connection/,
    ],
    ['nothing', '', /closed the connection/],
  ])('by answering %s is tried again later', async (_, answer, sentence) => {
    const server = await fixture.open(RawServer.start());
    server.onData((socket) => {
      socket.end(answer);
    });
    const outcome = await fixture.send(server.url);
    expect(outcome).toMatchObject({ verdict: 'retry', statusCode: null });
    expect(outcome.detail).toMatch(sentence);
  });

  test('by a body cut short has delivered by its status', async () => {
    const server = await fixture.open(RawServer.start());
    server.onData((socket) => {
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nhalf');
    });
    expect(await fixture.send(server.url)).toMatchObject({ verdict: 'delivered', excerpt: 'half' });
  });

  test('by hanging does not delay another', async () => {
    fixture.receiver.answerWith('hang');
    const one = fixture.anotherSender({ limitMs: 30_000 });
    const callOff = new AbortController();
    const hanging = Array.from({ length: 40 }, () =>
      one.post(fixture.post({ url: fixture.receiver.url }), callOff.signal),
    );
    const other = await fixture.open(WebhookReceiver.start());
    expect((await fixture.send(other.url, one)).verdict).toBe('delivered');
    callOff.abort();
    const outcomes = await Promise.all(hanging);
    expect(new Set(outcomes.map(({ detail }) => detail))).toEqual(
      new Set(['The attempt was canceled before the receiver answered.']),
    );
    expect(fixture.receiver.requests.length).toBeLessThanOrEqual(8);
  });
});

describe('over TLS', () => {
  let secure: WebhookReceiver;

  beforeAll(async () => {
    secure = await fixture.open(WebhookReceiver.start({ tls: fixture.certificates.director }));
  });

  test('a certificate of a known authority is taken', async () => {
    expect((await fixture.send(`${secure.url}${secretPath}`)).verdict).toBe('delivered');
  });

  test('one of an unknown authority is not, and nothing is sent', async () => {
    const before = secure.requests.length;
    const outcome = await fixture.send(`${secure.url}${secretPath}`, fixture.anotherSender({ trusts: false }));
    expect(outcome.detail).toMatch(/not signed by a trusted authority.*NODE_EXTRA_CA_CERTS/);
    expect(secure.requests).toHaveLength(before);
  });

  test('one for another name is not', async () => {
    const one = fixture.anotherSender({ resolve: answers(['127.0.0.1']) });
    const outcome = await fixture.send(`https://hooks.example:${secure.port}${secretPath}`, one);
    expect(outcome.detail).toBe('The certificate of the receiver is for another host name.');
  });

  test('a receiver without TLS is told apart', async () => {
    expect((await fixture.send(`https://127.0.0.1:${fixture.receiver.port}${secretPath}`)).detail).toMatch(
      /does not speak TLS/,
    );
  });

  test('a receiver that hangs in the handshake costs no more than the limit', async () => {
    const server = await fixture.open(RawServer.start());
    server.onData(() => undefined);
    const url = server.url.replace('http:', 'https:');
    expect((await fixture.send(url, fixture.anotherSender({ limitMs: 150 }))).detail).toMatch(/did not answer within/);
  });
});
