import { expect, test } from '@jest/globals';
import { RawPath } from '../../domain/catalog-entry.js';
import { type RelocationInput, relocationOf } from '../../domain/restore-target.js';
import { PathRelocator } from './relocated-path.js';

const relocated = (input: RelocationInput, path: string) =>
  new PathRelocator(relocationOf(input)).relocate(RawPath.ofText(path)).text;

test.each([
  [{ stripPrefix: '/home/anna' }, '/home/anna/notes.txt', '/notes.txt'],
  [{ stripPrefix: '/home/anna' }, '/home/anna/', '/'],
  [{ stripPrefix: '/home/anna' }, '/home/annabel/x', '/home/annabel/x'],
  [{ stripPrefix: '/home/anna' }, '/srv/home/anna/x', '/srv/home/anna/x'],
  [{ addPrefix: '/r' }, '/etc/hosts', '/r/etc/hosts'],
  [{ addPrefix: '/r' }, '/', '/r/'],
  [{ addPrefix: '/r' }, '@MYSQL/db.sql', '/r/@MYSQL/db.sql'],
  [{ addPrefix: '/r' }, 'C:/Users/x', '/r/C/Users/x'],
  [{ addSuffix: '.old' }, '/etc/hosts', '/etc/hosts.old'],
  [{ addSuffix: '.old' }, '/etc/', '/etc/'],
  [{ stripPrefix: '/home', addPrefix: '/r', addSuffix: '~' }, '/home/köln/ß', '/r/köln/ß~'],
  [{ regex: '!^/home/([^/]+)!/srv/$1-old!' }, '/home/anna/x', '/srv/anna-old/x'],
  [{ regex: '!/HOME!/h!i' }, '/home/Home', '/h/Home'],
  [{ regex: '!a!b!g' }, '/aa', '/ba'],
])('%j takes %s to %s', (input, path, target) => {
  expect(relocated(input, path)).toBe(target);
});

test('the longest of two alternatives is taken', () => {
  expect(relocated({ regex: '!/a|/ab!/x!' }, '/ab/c')).toBe('/x/c');
});

test('bytes that are not UTF-8 stay as they are', () => {
  const path = RawPath.ofBytes(Buffer.from([0x2f, 0x61, 0xff]));
  const target = new PathRelocator(relocationOf({ addPrefix: '/r' })).relocate(path);
  expect(target.bytes).toEqual(Buffer.from([0x2f, 0x72, 0x2f, 0x61, 0xff]));
});

test('an expression that would take a backtracking engine years ends immediately', () => {
  const path = `/${'a'.repeat(2_000)}`;
  expect(relocated({ regex: '!(a+a+)+b!x!' }, path)).toBe(path);
});
