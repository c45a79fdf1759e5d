import { describe, expect, test } from '@jest/globals';
import { isCrossSite, isUnsafe } from './role.guard.js';

const own = 'https://console.example';

describe('a request is', () => {
  test.each([
    [undefined, undefined, false],
    ['same-origin', undefined, false],
    ['none', undefined, false],
    ['none', own, false],
    [undefined, own, false],
    ['same-origin', own, false],
    ['same-site', own, true],
    ['cross-site', own, true],
    ['cross-site', undefined, true],
    ['', undefined, true],
    ['same-origin', 'https://elsewhere.example', true],
    [undefined, 'https://console.example:8443', true],
    [undefined, 'http://console.example', true],
    [undefined, 'https://console.example.elsewhere.example', true],
    [undefined, 'null', true],
    [undefined, '', true],
  ])('with Sec-Fetch-Site %j and Origin %j cross-site: %j', (secFetchSite, origin, expected) => {
    expect(isCrossSite({ secFetchSite, origin }, own)).toBe(expected);
  });
});

test('only GET, HEAD and OPTIONS are safe', () => {
  expect(['GET', 'HEAD', 'OPTIONS'].map(isUnsafe)).toEqual([false, false, false]);
  expect(['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'get'].map(isUnsafe)).toEqual([
    true,
    true,
    true,
    true,
    true,
    true,
  ]);
});
