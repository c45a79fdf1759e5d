import { describe, expect, test } from '@jest/globals';
import { relocationOf, type RelocationInput } from '../../../domain/restore-target.js';
import { SkippedFile } from './skipped-file.js';
import { RelocatedTarget } from './relocated-target.js';

function target(input: RelocationInput, path: string, where?: string): string {
  const relocation = relocationOf(input);
  const found = new RelocatedTarget(relocation, where ?? relocation.root ?? '/').of(Buffer.from(path));
  return found.toString();
}

describe('the target of a relocated path', () => {
  test.each([
    [{ addPrefix: '/r' }, '/etc/hosts', '/etc/hosts'],
    [{ addPrefix: '/r', stripPrefix: '/etc' }, '/etc/', '/'],
    [{ addPrefix: '/ä' }, '/b', '/b'],
    [{ addPrefix: '/' }, '/etc/hosts', '/etc/hosts'],
    [{ addSuffix: '.old' }, '/etc/hosts', '/etc/hosts.old'],
    [{ regex: '!^/etc!/srv/!' }, '/etc/hosts', '/srv/hosts'],
    [{ regex: '!^/etc/!/srv/./x!' }, '/etc/hosts', '/srv/xhosts'],
    [{ regex: '!/$!!' }, '/etc/', '/etc/'],
  ])('%j takes %s to %s below the restore folder', (input, path, expected) => {
    expect(target(input, path)).toBe(expected);
  });

  test.each([
    [{ regex: '!^/etc/!!' }, '/etc/hosts', 'is not absolute'],
    [{ regex: '!^/etc!/srv/..!' }, '/etc/hosts', 'contains ".."'],
    [{ addPrefix: '/r' }, '/../x', 'contains ".."'],
    [{ regex: '!hosts!!' }, '/etc/hosts', 'is that of a folder'],
    [{ regex: '!hosts!.!' }, '/etc/hosts', 'is that of a folder'],
  ])('%j rejects %s: it %s', (input, path, why) => {
    expect(() => target(input, path)).toThrow(SkippedFile);
    expect(() => target(input, path)).toThrow(why);
  });

  test('is rejected if it is outside the restore folder', () => {
    expect(() => target({ regex: '!^/a!/srv-2!' }, '/a/x', '/srv')).toThrow('is outside /srv');
  });
});
