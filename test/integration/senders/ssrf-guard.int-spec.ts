import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type SendOutcome } from '../../../src/domain/notification.js';
import { RawServer } from '../../harness/fakes/raw-server.js';
import { WebhookReceiver } from '../../harness/fakes/webhook-receiver.js';
import { answers, never, secretPath, WebhookFixture } from '../../harness/fixtures/webhook-fixture.js';

let fixture: WebhookFixture;

beforeAll(async () => {
  fixture = await WebhookFixture.start();
});

beforeEach(() => {
  fixture.reset();
});

afterAll(() => fixture.close());

describe('what may be reached', () => {
  test.each([
    ['127.0.0.1', /loopback/],
    ['localhost', /loopback/],
    ['[::1]', /loopback/],
    ['[::ffff:127.0.0.1]', /loopback/],
    ['2130706433', /loopback/],
    ['0x7f.1', /loopback/],
    ['017700000001', /loopback/],
    ['127.1', /loopback/],
    ['0', /loopback/],
    ['１２７.０.０.１', /loopback/],
    ['10.0.0.1', /private network/],
    ['169.254.169.254', /metadata/],
    ['[fd00:ec2::254]', /metadata/],
  ])('by default: http://%s is not', async (host, sentence) => {
    const outcome = await fixture.send(
      `http://${host}:${fixture.receiver.port}${secretPath}`,
      fixture.anotherSender({ allow: [] }),
    );
    expect(outcome).toMatchObject({ verdict: 'retry', statusCode: null });
    expect(outcome.detail).toMatch(sentence);
    expect(fixture.receiver.requests).toHaveLength(0);
  });

  test('plain http to a public address is refused before a connection is tried', async () => {
    const outcome = await fixture.send(
      'http://hooks.example/x',
      fixture.anotherSender({ resolve: answers(['8.8.8.8']) }),
    );
    expect(outcome.detail).toMatch(/Use https/);
  });

  test('a name with one refused address among others is not', async () => {
    const one = fixture.anotherSender({ resolve: answers(['127.0.0.1', '10.0.0.1']) });
    expect((await fixture.send(`http://hooks.example:${fixture.receiver.port}/`, one)).detail).toMatch(
      /private network/,
    );
    expect(fixture.receiver.requests).toHaveLength(0);
  });

  test('a name that answers differently the second time is connected to where it was checked', async () => {
    const inside = await fixture.open(WebhookReceiver.start({ host: '127.0.0.2' }));
    const resolve = answers(['127.0.0.1'], ['127.0.0.2']);
    // Both listen at one port, so that only the address tells them apart.
    const outside = await fixture.open(WebhookReceiver.start({ host: '127.0.0.1', port: inside.port }));
    outside.answerWith({ status: 200, headers: { connection: 'close' } });
    const one = fixture.anotherSender({ resolve });
    const url = `http://rebinding.example:${inside.port}/`;
    expect((await fixture.send(url, one)).verdict).toBe('delivered');
    expect(resolve.asked).toEqual(['rebinding.example']);
    expect(outside.requests).toHaveLength(1);
    expect((await fixture.send(url, one)).detail).toMatch(/loopback/);
    expect(resolve.asked).toHaveLength(2);
    expect(inside.connections).toBe(0);
  });

  test('a name without an address, or with nonsense for one, is told', async () => {
    expect(
      (await fixture.send('https://hooks.example/', fixture.anotherSender({ resolve: answers([]) }))).detail,
    ).toMatch(/was not found/);
    const nonsense = fixture.anotherSender({ resolve: answers(['localhost']) });
    expect((await fixture.send('https://hooks.example/', nonsense)).detail).toMatch(/not an IP address/);
  });

  test('a resolver that hangs costs no more than the limit', async () => {
    const one = fixture.anotherSender({ resolve: () => new Promise(() => undefined), limitMs: 100 });
    expect((await fixture.send('https://hooks.example/', one)).detail).toMatch(/did not answer within/);
  });

  test.each(['ftp://127.0.0.1/', 'file:///etc/passwd', 'hooks.example', '', 'https://'])('%j is not', async (url) => {
    expect((await fixture.send(url)).detail).toBe('The address is not an http or https URL.');
  });

  test('an address with a password is not', async () => {
    expect((await fixture.send('https://u:hunter2@hooks.example/')).detail).toMatch(/username or password/);
  });
});

/** Everything that can go wrong, with what was sent in the answer wherever there is one. */
const failures: Record<string, () => Promise<SendOutcome>> = {
  'an answer that repeats the whole request': () => {
    fixture.receiver.answerWith(({ path: told, headers: sent, body }) => ({
      status: 500,
      body: `POST ${fixture.receiver.url}${told}\n${JSON.stringify(sent)}\n${body}\n${decodeURIComponent(told)}`,
    }));
    return fixture.send();
  },
  'an answer that repeats it as JSON': () => {
    fixture.receiver.answerWith((seen) => ({
      status: 400,
      body: JSON.stringify(JSON.stringify(seen)).replaceAll('/', '\\/'),
    }));
    return fixture.send();
  },
  'a redirect to itself': () => {
    fixture.receiver.answerWith({
      status: 302,
      headers: { location: `${fixture.receiver.url}${secretPath}` },
      body: `moved to ${secretPath}`,
    });
    return fixture.send();
  },
  'a refused connection': () => fixture.send(`http://127.0.0.1:9${secretPath}`),
  'a refused address': () => fixture.send(`https://10.0.0.1${secretPath}`, fixture.anotherSender({ allow: [] })),
  'a name that is not known': () =>
    fixture.send(`https://T0PSECRET.invalid${secretPath}`, fixture.anotherSender({ resolve: answers([]) })),
  'a certificate for another name': async () => {
    const secure = await fixture.open(WebhookReceiver.start({ tls: fixture.certificates.director }));
    return fixture.send(
      `https://t0psecret.example:${secure.port}${secretPath}`,
      fixture.anotherSender({ resolve: answers(['127.0.0.1']) }),
    );
  },
  'a header that HTTP does not take': () =>
    fixture.sender.post(
      fixture.post({
        url: `${fixture.receiver.url}${secretPath}`,
        headers: { authorization: 'Bearer t0ken-of-the-receiver\n' },
      }),
      never,
    ),
  'a connection that is cut': () => {
    fixture.receiver.answerWith('cut');
    return fixture.send(undefined, fixture.anotherSender());
  },
  'an answer that never comes': () => {
    fixture.receiver.answerWith('hang');
    return fixture.send(undefined, fixture.anotherSender({ limitMs: 100 }));
  },
  'no HTTP': async () => {
    const server = await fixture.open(RawServer.start());
    server.onData((socket, _, text) => {
      socket.end(text);
    });
    return fixture.send(`${server.url}${secretPath}`);
  },
  'an address that is none': () => fixture.send(`no address${secretPath}`),
};

describe('nothing of the outcome holds a part of the address, a key or a header', () => {
  const hidden = /t0psecret|s1gnature|t0ken|c2lnbmF0dXJl|r0utingkey|127\.0\.0\.1|services/i;

  test.each(Object.keys(failures))('after %s', async (failure) => {
    const outcome = await failures[failure]!();
    expect(outcome.detail).toMatch(/^[A-Z].*[.)]$/);
    expect(JSON.stringify(outcome)).not.toMatch(hidden);
  });
});
