import { describe, expect, test } from '@jest/globals';
import { maskedChanges } from './audit-recorder.js';

describe('recorded changes', () => {
  test.each([
    'password',
    'newPassword',
    'secretHash',
    'plaintext',
    'authorization',
    'serviceKey',
    'routing_key',
    'signingSecrets',
    'url',
    'cookie',
    'key',
  ])('never contain the value of %s', (member) => {
    const masked = maskedChanges({ [member]: { from: 'before', to: ['after'] }, target: { to: { [member]: 'deep' } } });
    expect(masked).toEqual({
      [member]: { from: '[hidden]', to: '[hidden]' },
      target: { to: { [member]: '[hidden]' } },
    });
  });

  test('show that a secret was taken away', () => {
    expect(maskedChanges({ serviceKey: { from: 'x', to: null } })).toEqual({
      serviceKey: { from: '[hidden]', to: null },
    });
  });

  test('contain a flag for the presence of a secret', () => {
    expect(maskedChanges({ hasServiceKey: { to: true } })).toEqual({ hasServiceKey: { to: true } });
  });

  test('keep everything else, also in lists', () => {
    const at = new Date('2026-11-20T21:00:00Z');
    const changes = {
      role: { from: 'readonly', to: 'admin' },
      expiresAt: { to: at },
      steps: { to: [{ name: 'a', password: 'b' }] },
    };
    expect(maskedChanges(changes)).toEqual({ ...changes, steps: { to: [{ name: 'a', password: '[hidden]' }] } });
  });
});
