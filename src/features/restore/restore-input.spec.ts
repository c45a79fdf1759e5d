import { describe, expect, test } from '@jest/globals';
import { distinctJobIds, parseJobIds } from '../../domain/job-ids.js';
import { asFolder, pathOfRef, pathOfText } from './path-input.js';
import { RawPath } from '../../domain/raw-path.js';
import { Refusal } from '../../domain/errors.js';

function codeOf(action: () => unknown): string {
  try {
    action();
    return 'none';
  } catch (error) {
    return error instanceof Refusal ? error.code : 'other';
  }
}

describe('jobids', () => {
  test.each([
    ['7', [7]],
    ['9, 7,9', [9, 7]],
    ['2147483647', [2147483647]],
    ['2147483648', null],
    ['0', null],
    ['1,,2', null],
    ['', null],
    ['1e3', null],
    ['0x10', null],
    [' ', null],
  ])('reads %j as %j', (text, ids) => {
    expect(parseJobIds(text)).toEqual(ids);
  });

  test('counts up to 200 after duplicates are dropped', () => {
    const ids = Array.from({ length: 200 }, (_, index) => index + 1);
    expect(distinctJobIds([...ids, ...ids])).toHaveLength(200);
    expect(distinctJobIds([...ids, 201])).toBeNull();
    expect(distinctJobIds([])).toBeNull();
    expect(distinctJobIds(['7'])).toBeNull();
  });
});

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
  ])('refuses %j as %s', (text, code) => {
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
