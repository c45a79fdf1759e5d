import { describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { isSigningSecret, newSigningSecret, signatureHeaders } from './signing.js';

const body = '{"id":"1","summary":"Größe: 3 €, 😀"}';

describe('signatures', () => {
  test('are those of the published library', () => {
    const secret = newSigningSecret();
    const at = new Date('2026-11-22T12:00:00.700Z');
    expect(signatureHeaders('msg_1', at, body, [secret])).toEqual({
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1795348800',
      'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
    });
  });

  test('while one secret replaces another are taken under either, and not under a third', () => {
    const [fresh, old, stranger] = [newSigningSecret(), newSigningSecret(), newSigningSecret()];
    const headers = signatureHeaders('msg_1', new Date(Date.now()), body, [fresh, old]);
    expect(new Webhook(fresh).verify(body, headers)).toEqual(JSON.parse(body));
    expect(new Webhook(old).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(stranger).verify(body, headers)).toThrow('No matching signature');
    expect(() => new Webhook(fresh).verify(body.replace('3', '4'), headers)).toThrow('No matching signature');
    expect(() => new Webhook(fresh).verify(body, { ...headers, 'webhook-id': 'msg_2' })).toThrow('No matching');
  });

  test('are left out without a secret', () => {
    expect(signatureHeaders('msg_1', new Date(0), body, [])).toEqual({
      'webhook-id': 'msg_1',
      'webhook-timestamp': '0',
    });
  });
});

describe('signing secrets', () => {
  const ofBytes = (count: number): string => `whsec_${Buffer.alloc(count, 7).toString('base64')}`;

  test('are never twice the same, and of the required form', () => {
    const secrets = Array.from({ length: 100 }, newSigningSecret);
    expect(new Set(secrets).size).toBe(100);
    expect(secrets.every(isSigningSecret)).toBe(true);
  });

  test('have 24 to 64 bytes', () => {
    expect([23, 24, 64, 65].map((count) => isSigningSecret(ofBytes(count)))).toEqual([false, true, true, false]);
  });

  test.each(['', 'whsec_', ofBytes(32).slice(6), `${ofBytes(32)}\n`, ofBytes(32).replace('=', ''), 'whsec_!!!!'])(
    'are not %j',
    (text) => {
      expect(isSigningSecret(text)).toBe(false);
    },
  );
});
