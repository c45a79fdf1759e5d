import { expect, test, describe } from '@jest/globals';
import { isBelow, normalTarget, relocationOf, staysBelow } from './restore-target.js';

const regex = (text: string) => relocationOf({ regex: text });

describe('a relocation by prefixes and a suffix', () => {
  test('is sent as expressions that take every sign of a name as itself', () => {
    const { text } = relocationOf({ stripPrefix: '/a.b (x)+[1]', addPrefix: '/srv/r/', addSuffix: '.old' });
    expect(text).toBe('!^/a[.]b [(]x[)][+][[]1[]]/!/!,!([^/])$!$1.old!,!^([A-Za-z]):/!$1/!,!^/*!/srv/r/!');
  });

  test.each([
    [{ addPrefix: '/srv/restores' }, true],
    [{ addPrefix: '/srv/restores/a', stripPrefix: '/etc', addSuffix: '.x' }, true],
    [{ addPrefix: '/srv/restores-of-others' }, false],
    [{ addPrefix: '/' }, false],
    [{ stripPrefix: '/srv' }, false],
    [{ addSuffix: '.x' }, false],
    [{ regex: '!^!/srv/restores/!' }, false],
  ])('%j is proven to stay below the restore roots: %s', (input, isProven) => {
    expect(staysBelow(relocationOf(input), ['/srv/restores'])).toBe(isProven);
  });
});

describe('a relocation by expressions', () => {
  test('has several parts, each with its separator and flags', () => {
    expect(regex('!^/home/([^/]+)!/srv/$1!,|[.]TXT$|.txt|i').steps).toEqual([
      { from: '^/home/([^/]+)', to: ['/srv/', 1], ignoresCase: false },
      { from: '[.]TXT$', to: ['.txt'], ignoresCase: true },
    ]);
  });

  test.each(['!(a|b)/(c)!$2!', '!^(/a)+(b*)!$1$2!', '!x()!!', '!a|^b$!!'])('%s is read', (text) => {
    if (text.includes('()')) expect(() => regex(text)).toThrow('empty');
    else expect(regex(text).steps).toHaveLength(1);
  });

  test.each([
    ['!(a)|(b)!$1!', 'not every match has a group'],
    ['!(a)?(b)!$2!', 'not every match has a group'],
    ['!a!$m!', 'without the number of a group'],
    ['!a{2}!b!', 'which Bacula does not know'],
    ['![[:digit:]]!b!', 'which Bacula does not know'],
    ['!(?:a)!b!', 'which Directors do not know'],
    ['!a\\.b!c!', 'cannot be sent to a Director'],
    ['!a^b!c!', 'not at the beginning'],
    ['!a$b!c!', 'not at the end'],
    ['!(a*)*!c!', 'can be empty'],
    ['!a+?!c!', 'two signs of repetition'],
    ['!ä+!c!', 'beyond ASCII'],
    ['<a<b<', 'must have the form'],
    ['!a!b', 'needs three'],
  ])('%s is rejected: Directors and the preview would read it differently', (text, why) => {
    expect(() => regex(text)).toThrow(why);
  });
});

test.each([
  ['/', '/'],
  ['/var/restores/', '/var/restores'],
  ['/var//restores/./today', '/var/restores/today'],
  ['C:/restores/', 'C:/restores'],
  ['/a/..b/c..', '/a/..b/c..'],
  ['/a/../b', null],
  ['/..', null],
  ['relative', null],
  ['', null],
  ['~/x', null],
  ['/with\nbreak', null],
  ['/with\0zero', null],
])('takes the target %j as %j', (where, normal) => {
  expect(normalTarget(where)).toBe(normal);
});

test.each([
  ['/var/restores', true],
  ['/var/restores/today', true],
  ['/var/restores-of-others', false],
  ['/var', false],
  ['/', false],
])('reports whether %s is below the root', (folder, isInside) => {
  expect(isBelow(folder, ['/srv/other', '/var/restores/'])).toBe(isInside);
});

test('treats every absolute folder as below a root of /', () => {
  expect(isBelow('/etc', ['/'])).toBe(true);
});

test('has nothing below no roots', () => {
  expect(isBelow('/etc', [])).toBe(false);
});
