import { expect, test } from '@jest/globals';
import { isBelow, normalTarget } from './restore-target.js';

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
])('says whether %s lies below the root', (folder, isInside) => {
  expect(isBelow(folder, ['/srv/other', '/var/restores/'])).toBe(isInside);
});

test('takes every absolute folder to lie below a root of /', () => {
  expect(isBelow('/etc', ['/'])).toBe(true);
});

test('has nothing below no roots', () => {
  expect(isBelow('/etc', [])).toBe(false);
});
