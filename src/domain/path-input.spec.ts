import { describe, expect, test } from '@jest/globals';
import { RawPath } from './catalog-entry.js';
import { AppError } from './error-codes.js';
import { asFolder, pathOfRef, pathOfText } from './path-input.js';

function codeOf(action: () => unknown): string {
  try {
    action();
    return 'none';
  } catch (error) {
    return error instanceof AppError ? error.code : 'other';
  }
}

describe('paths', () => {
  test.each(['/', '/etc/hosts', '/a b/ü', 'C:/Users/x'])('takes %s', (text) => {
    expect(pathOfText(text, 'path').text).toBe(text);
  });

  test.each([
    ['etc', 'validation_failed'],
    ['', 'validation_failed'],
    ['/a\0', 'validation_failed'],
    ['/a\uFFFD', 'path_is_lossy'],
    ['/a\ud800', 'path_is_lossy'],
  ])('rejects %j as %s', (text, code) => {
    expect(codeOf(() => pathOfText(text, 'path'))).toBe(code);
  });

  test('takes a ref only unchanged', () => {
    const ref = RawPath.ofText('/etc/hosts').ref;
    expect(pathOfRef(ref, 'ref').text).toBe('/etc/hosts');
    expect(codeOf(() => pathOfRef(`${ref}=`, 'ref'))).toBe('validation_failed');
  });

  test('gives a folder its final slash once', () => {
    expect(asFolder(RawPath.ofText('/etc')).text).toBe('/etc/');
    expect(asFolder(RawPath.ofText('/etc/')).text).toBe('/etc/');
  });
});
