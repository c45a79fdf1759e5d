import { describe, expect, test } from '@jest/globals';
import { SkippedFile } from './skipped-file.js';
import { checkedName, folderNames, foldersAbove, printablePath } from './target-path.js';

const texts = (names: readonly Buffer[]) => names.map((name) => name.toString());

describe('folderNames', () => {
  test.each([
    ['/', []],
    ['/srv/', ['srv']],
    ['/srv/my data/', ['srv', 'my data']],
  ])('splits %s', (path, names) => {
    expect(texts(folderNames(Buffer.from(path)))).toEqual(names);
  });

  test.each(['', 'srv/', '/srv', '/../', '/a/../b/', '/./', '//', '/a//b/', 'C:/', '/a\0b/'])('rejects %j', (path) => {
    expect(() => folderNames(Buffer.from(path))).toThrow(SkippedFile);
  });
});

test.each(['', '.', '..', 'a/b', 'a\0'])('checkedName rejects %j', (name) => {
  expect(() => checkedName(Buffer.from(name))).toThrow(SkippedFile);
});

test.each(['...', '.a', '..a', ' ', '\n'])('checkedName takes %j', (name) => {
  expect(checkedName(Buffer.from(name)).toString()).toBe(name);
});

test.each([
  ['/a/b/c', ['/', '/a/', '/a/b/']],
  ['/a/b/', ['/', '/a/']],
  ['/', []],
])('foldersAbove %s', (path, above) => {
  expect(texts(foldersAbove(Buffer.from(path)))).toEqual(above);
});

test('shownPath keeps a log line one line', () => {
  expect(printablePath(Buffer.from('/a\nb\x1b[0m/\xff', 'latin1'))).toBe('/a\\x0ab\\x1b[0m/\ufffd');
});
