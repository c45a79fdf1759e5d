import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { RawPath } from './catalog-entry.js';

describe('RawPath', () => {
  test('splits a file path into folder and name', () => {
    const path = RawPath.ofText('/etc/nginx/nginx.conf');
    expect([path.folder.toString(), path.name.toString(), path.isFolder]).toEqual(['/etc/nginx/', 'nginx.conf', false]);
  });

  test('gives a folder its own last word as name', () => {
    const path = RawPath.ofText('/etc/nginx/');
    expect([path.folder.toString(), path.name.toString(), path.isFolder]).toEqual(['/etc/nginx/', 'nginx', true]);
  });

  test('gives the root an empty name', () => {
    expect(RawPath.ofText('/').name.toString()).toBe('');
  });

  test('marks bytes that are not UTF-8 as lossy and finds them again by ref', () => {
    const path = RawPath.ofBytes(Buffer.from([0x2f, 0x61, 0xe9]));
    expect(path.isLossy).toBe(true);
    expect(path.text).toBe('/a\uFFFD');
    expect(RawPath.ofRef(path.ref)?.equals(path)).toBe(true);
  });

  test('does not call a real replacement character lossy', () => {
    expect(RawPath.ofText('/a\uFFFD').isLossy).toBe(false);
  });

  test('marks as lossy exactly what its text does not represent', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 8 }),
      fc.string({ unit: 'binary', maxLength: 8 }).map((text) => Buffer.from(text, 'utf8')),
    );
    fc.assert(
      fc.property(bytes, (any) => {
        const path = RawPath.ofBytes(Buffer.from(any));
        expect(path.isLossy).toBe(!Buffer.from(path.text, 'utf8').equals(path.bytes));
      }),
    );
  });

  test.each(['', '=', 'L2E=', 'a b', 'AAAA', '../x'])('takes %j for no ref', (text) => {
    expect(RawPath.ofRef(text)).toBeNull();
  });
});
