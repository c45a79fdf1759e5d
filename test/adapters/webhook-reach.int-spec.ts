import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type SendOutcome } from '../../src/domain/notice.js';
import { RawServer } from '../support/raw-server.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { answers, never, secretPath, WebhookScene } from '../support/webhook-scene.js';

let scene: WebhookScene;

beforeAll(async () => {
  scene = await WebhookScene.start();
});

beforeEach(() => {
  scene.reset();
});

afterAll(() => scene.close());

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
    const outcome = await scene.send(
      `http://${host}:${scene.receiver.port}${secretPath}`,
      scene.anotherSender({ allow: [] }),
    );
    expect(outcome).toMatchObject({ verdict: 'retry', statusCode: null });
    expect(outcome.detail).toMatch(sentence);
    expect(scene.receiver.requests).toHaveLength(0);
  });

  test('plain http to a public address is refused before a connection is tried', async () => {
    const outcome = await scene.send('http://hooks.example/x', scene.anotherSender({ resolve: answers(['8.8.8.8']) }));
    expect(outcome.detail).toMatch(/use https/);
  });

  test('a name with one refused address among others is not', async () => {
    const one = scene.anotherSender({ resolve: answers(['127.0.0.1', '10.0.0.1']) });
    expect((await scene.send(`http://hooks.example:${scene.receiver.port}/`, one)).detail).toMatch(/private network/);
    expect(scene.receiver.requests).toHaveLength(0);
  });

  test('a name that answers differently the second time is connected to where it was checked', async () => {
    const inside = await scene.open(WebhookReceiver.start({ host: '127.0.0.2' }));
    const resolve = answers(['127.0.0.1'], ['127.0.0.2']);
    // Both listen at one port, so that only the address tells them apart.
    const outside = await scene.open(WebhookReceiver.start({ host: '127.0.0.1', port: inside.port }));
    outside.answerWith({ status: 200, headers: { connection: 'close' } });
    const one = scene.anotherSender({ resolve });
    const url = `http://rebinding.example:${inside.port}/`;
    expect((await scene.send(url, one)).verdict).toBe('delivered');
    expect(resolve.asked).toEqual(['rebinding.example']);
    expect(outside.requests).toHaveLength(1);
    expect((await scene.send(url, one)).detail).toMatch(/loopback/);
    expect(resolve.asked).toHaveLength(2);
    expect(inside.connections).toBe(0);
  });

  test('a name without an address, or with nonsense for one, is told', async () => {
    expect((await scene.send('https://hooks.example/', scene.anotherSender({ resolve: answers([]) }))).detail).toMatch(
      /not be found/,
    );
    const nonsense = scene.anotherSender({ resolve: answers(['localhost']) });
    expect((await scene.send('https://hooks.example/', nonsense)).detail).toMatch(/no IP address/);
  });

  test('a resolver that hangs costs no more than the limit', async () => {
    const one = scene.anotherSender({ resolve: () => new Promise(() => undefined), limitMs: 100 });
    expect((await scene.send('https://hooks.example/', one)).detail).toMatch(/did not answer within/);
  });

  test.each(['ftp://127.0.0.1/', 'file:///etc/passwd', 'hooks.example', '', 'https://'])('%j is not', async (url) => {
    expect((await scene.send(url)).detail).toBe('The address is no http or https URL.');
  });

  test('an address with a password is not', async () => {
    expect((await scene.send('https://u:hunter2@hooks.example/')).detail).toMatch(/user name or password/);
  });
});

/** Everything that can go wrong, with what was sent in the answer wherever there is one. */
const failures: Record<string, () => Promise<SendOutcome>> = {
  'an answer that repeats the whole request': () => {
    scene.receiver.answerWith(({ path: told, headers: sent, body }) => ({
      status: 500,
      body: `POST ${scene.receiver.url}${told}\n${JSON.stringify(sent)}\n${body}\n${decodeURIComponent(told)}`,
    }));
    return scene.send();
  },
  'an answer that repeats it as JSON': () => {
    scene.receiver.answerWith((seen) => ({
      status: 400,
      body: JSON.stringify(JSON.stringify(seen)).replaceAll('/', '\\/'),
    }));
    return scene.send();
  },
  'a redirect to itself': () => {
    scene.receiver.answerWith({
      status: 302,
      headers: { location: `${scene.receiver.url}${secretPath}` },
      body: `moved to ${secretPath}`,
    });
    return scene.send();
  },
  'a refused connection': () => scene.send(`http://127.0.0.1:9${secretPath}`),
  'a refused address': () => scene.send(`https://10.0.0.1${secretPath}`, scene.anotherSender({ allow: [] })),
  'a name that is not known': () =>
    scene.send(`https://T0PSECRET.invalid${secretPath}`, scene.anotherSender({ resolve: answers([]) })),
  'a certificate for another name': async () => {
    const secure = await scene.open(WebhookReceiver.start({ tls: scene.certificates.director }));
    return scene.send(
      `https://t0psecret.example:${secure.port}${secretPath}`,
      scene.anotherSender({ resolve: answers(['127.0.0.1']) }),
    );
  },
  'a header that HTTP does not take': () =>
    scene.sender.post(
      scene.post({
        url: `${scene.receiver.url}${secretPath}`,
        headers: { authorization: 'Bearer t0ken-of-the-receiver\n' },
      }),
      never,
    ),
  'a connection that is cut': () => {
    scene.receiver.answerWith('cut');
    return scene.send(undefined, scene.anotherSender());
  },
  'an answer that never comes': () => {
    scene.receiver.answerWith('hang');
    return scene.send(undefined, scene.anotherSender({ limitMs: 100 }));
  },
  'no HTTP': async () => {
    const server = await scene.open(RawServer.start());
    server.onData((socket, _, text) => {
      socket.end(text);
    });
    return scene.send(`${server.url}${secretPath}`);
  },
  'an address that is none': () => scene.send(`no address${secretPath}`),
};

describe('nothing of the outcome holds a part of the address, a key or a header', () => {
  const hidden = /t0psecret|s1gnature|t0ken|c2lnbmF0dXJl|r0utingkey|127\.0\.0\.1|services/i;

  test.each(Object.keys(failures))('after %s', async (failure) => {
    const outcome = await failures[failure]!();
    expect(outcome.detail).toMatch(/^[A-Z].*[.)]$/);
    expect(JSON.stringify(outcome)).not.toMatch(hidden);
  });
});
