import { describe, expect, test } from '@jest/globals';
import { hashOfSecret, isTokenSecret, newTokenSecret } from './token-secret.js';

describe('token secrets', () => {
  test('have the prefix, 30 random characters and 6 of their sum', () => {
    expect(newTokenSecret()).toMatch(/^svct_[0-9A-Za-z]{36}$/);
  });

  test('are never twice the same', () => {
    expect(new Set(Array.from({ length: 500 }, newTokenSecret)).size).toBe(500);
  });

  test('use all 62 characters', () => {
    const seen = new Set(Array.from({ length: 200 }, () => newTokenSecret().slice(5, 35)).join(''));
    expect(seen.size).toBe(62);
  });

  test('are known by their sum, the CRC-32 of the random part in base62', () => {
    const zeros = `svct_${'0'.repeat(30)}`;
    expect(isTokenSecret(`${zeros}2C8GjS`)).toBe(true);
    expect(isTokenSecret(`${zeros}000000`)).toBe(false);
    expect(isTokenSecret(newTokenSecret())).toBe(true);
  });

  test('are rejected with any one character changed', () => {
    const secret = newTokenSecret();
    for (let at = 0; at < secret.length; at += 1) {
      const other = secret.charAt(at) === 'x' ? 'y' : 'x';
      expect(isTokenSecret(secret.slice(0, at) + other + secret.slice(at + 1))).toBe(false);
    }
  });

  test.each([
    '',
    'svct_',
    'svct_short',
    ` ${newTokenSecret()}`,
    `${newTokenSecret()}\n`,
    newTokenSecret().toUpperCase(),
  ])('are not %j', (text) => {
    expect(isTokenSecret(text)).toBe(false);
  });

  test('are stored as SHA-256 of the whole text', () => {
    expect(hashOfSecret('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });
});
