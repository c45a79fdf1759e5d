import { describe, expect, test } from '@jest/globals';
import { compileExcludes } from './globs.js';

const matches = (pattern: string, path: string | Buffer, isFolder = false): boolean =>
  compileExcludes([pattern]).matches(typeof path === 'string' ? Buffer.from(path) : path, isFolder);

describe('exclude patterns', () => {
  test.each([
    ['node_modules', '/srv/app/node_modules', true],
    ['node_modules', '/srv/app/node_modules2', false],
    ['*.iso', '/srv/deep/down/image.iso', true],
    ['*.iso', '/srv/image.iso/readme', false],
    ['/srv/*.log', '/srv/a.log', true],
    ['/srv/*.log', '/srv/sub/a.log', false],
    ['/srv/**/*.log', '/srv/a.log', true],
    ['/srv/**/*.log', '/srv/x/y/a.log', true],
    ['cache/*', '/home/ada/cache/blob', true],
    ['cache/*', '/home/ada/mycache/blob', false],
    ['a?c', '/srv/abc', true],
    ['a?c', '/srv/aüc', true],
    ['a?c', '/srv/a😀c', true],
    ['a?c', '/srv/aüüc', false],
    ['a?c', '/srv/a/c', false],
    ['/srv/**', '/srv/x/y', true],
    ['x**y', '/srv/x/a/y', true],
    ['**/y', '/y', true],
    ['/a**/y', '/ay', true],
    ['a+(b)', '/srv/a+(b)', true],
    ['[x]', '/srv/x', false],
  ])('%s against %s: %s', (pattern, path, expected) => {
    expect(matches(pattern, path)).toBe(expected);
  });

  test('a final slash takes folders only', () => {
    expect(matches('tmp/', '/srv/tmp', true)).toBe(true);
    expect(matches('tmp/', '/srv/tmp', false)).toBe(false);
  });

  test.each([
    ['/run/*', '/run', true],
    ['/run/**', '/run', true],
    ['/run/*', '/run/user', false],
    ['.cache/*', '/home/ada/.cache', true],
    ['/run', '/run', false],
    ['/run/*.pid', '/run', false],
    ['*', '/run', false],
  ])('%s excludes all that %s contains: %s', (pattern, folder, expected) => {
    expect(compileExcludes([pattern]).matchesContentOf(Buffer.from(folder))).toBe(expected);
  });

  test('names that are not UTF-8 and names with line breaks match', () => {
    expect(matches('*.tmp', Buffer.from('/srv/\xe9\n.tmp', 'latin1'))).toBe(true);
    expect(matches('Größe', '/srv/Größe')).toBe(true);
    expect(matches('a?c', Buffer.from('/srv/a\xfcc', 'latin1'))).toBe(true);
    expect(matches('a??c', Buffer.from('/srv/a\xc3\xc3\xbcc', 'latin1'))).toBe(true);
  });
});
