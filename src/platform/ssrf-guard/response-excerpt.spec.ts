import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { excerptOf } from './response-excerpt.js';

describe('an excerpt', () => {
  test('is the answer on one line', () => {
    expect(excerptOf(' {"ok":\n\ttrue}\r\n', [], false)).toBe('{"ok": true}');
  });

  test('is null where nothing can be seen', () => {
    expect(excerptOf('', [], false)).toBeNull();
    expect(excerptOf('\u0000\u001b\u200b\n', [], false)).toBeNull();
  });

  test('contains no control character, direction mark or half of a character', () => {
    expect(excerptOf('a\u001b[31mb\u202ec\ud800d\u0000e', [], false)).toBe('a [31mb c d e');
  });

  test('has at most 500 characters, and no half of one at its end', () => {
    const text = excerptOf(`${'x'.repeat(498)}😀😀`, [], false)!;
    expect(text).toHaveLength(499);
    expect(text.endsWith('x…')).toBe(true);
    expect(text).not.toMatch(/[\ud800-\udfff]/);
  });

  test('loses what a cut left of a character', () => {
    expect(excerptOf(Buffer.from('né').subarray(0, 2).toString(), [], true)).toBe('n');
  });

  test.each([
    ['as it is', 'no such hook: /services/T0/a&b"c'],
    ['in other case', 'no such hook: /SERVICES/T0/A&B"C'],
    ['in JSON', 'no such hook: /services/T0/a&b\\"c'],
    ['in JSON with slashes escaped', 'no such hook: \\/services\\/T0\\/a&b\\"c'],
    ['in HTML', 'no such hook: /services/T0/a&amp;b"c'],
    ['percent-encoded', `no such hook: ${encodeURIComponent('/services/T0/a&b"c')}`],
    ['in base64', `no such hook: ${Buffer.from('/services/T0/a&b"c').toString('base64')}`],
    ['in base64 for URLs', `no such hook: ${Buffer.from('/services/T0/a&b"c').toString('base64url')}`],
    ['in hex', `no such hook: ${Buffer.from('/services/T0/a&b"c').toString('hex')}`],
  ])('hides a secret that the other side echoes %s', (_, answer) => {
    expect(excerptOf(answer, ['/services/T0/a&b"c'], false)).toBe('no such hook: [hidden]');
  });

  test.each(['', 'a', 'ab', 'abc'])('hides a password in what base64 makes of a whole log-in, behind %j', (before) => {
    const encoded = Buffer.from(`${before}\0robot\0s3cret-of the mail server`).toString('base64');
    const excerpt = excerptOf(`535 ${encoded} is wrong`, ['s3cret-of the mail server'], false) ?? '';
    expect(excerpt).toMatch(/^535 \S+\[hidden\]\S* is wrong$/);
    const rest = excerpt.replace(/^535 (\S+)\[hidden\].*$/, '$1');
    expect(Buffer.from(rest, 'base64').toString()).not.toContain('s3');
  });

  test('hides a secret that was sent percent-encoded and comes back decoded', () => {
    expect(excerptOf('unknown: kä se/1', ['k%C3%A4%20se%2F1'], false)).toBe('unknown: [hidden]');
  });

  test('hides the whole before its parts', () => {
    expect(excerptOf('at /hooks/abcdef', ['abcdef', '/hooks/abcdef'], false)).toBe('at [hidden]');
  });

  test('hides the beginning of a secret where the answer was cut', () => {
    expect(excerptOf('echo of topsec', ['topsecret'], true)).toBe('echo of [hidden]');
    expect(excerptOf('echo of topsec', ['topsecret'], false)).toBe('echo of topsec');
  });

  test('never contains a secret, at any position and for any length', () => {
    const secret = fc.stringMatching(/^[!-~]{8,40}$/).filter((text) => !'[hidden]'.includes(text));
    fc.assert(
      fc.property(secret, fc.array(fc.string({ maxLength: 300 })), fc.boolean(), (hidden, parts, isCut) => {
        const excerpt = excerptOf(parts.join(hidden), [hidden], isCut) ?? '';
        expect(excerpt.toLowerCase()).not.toContain(hidden.toLowerCase());
        expect(excerpt.length).toBeLessThanOrEqual(500);
      }),
      { numRuns: 300 },
    );
  });
});
