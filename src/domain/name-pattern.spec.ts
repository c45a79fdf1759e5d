import { describe, expect, test } from '@jest/globals';
import { countWildcards, foldedLine, namePattern, needleOf, needlesOf } from './name-pattern.js';

describe('namePattern', () => {
  test.each([
    ['report', 'Annual REPORT.pdf', true],
    ['report', 'repo rt', false],
    ['*.pdf', 'a.PDF', true],
    ['*.pdf', 'a.pdf.bak', false],
    ['a?c', 'abc', true],
    ['a?c', 'aäc', true],
    ['a?c', 'a😀c', true],
    ['a?c', 'ac', false],
    ['a?c', 'xabc', false],
    ['100%', '100% sure', true],
    ['100%', '1000', false],
    ['a_b', 'axb', false],
    ['a\\b', 'A\\B', true],
    ['[x](y)+.{1}^$|', '-[X](y)+.{1}^$|-', true],
    ['straße', 'STRAßE', true],
    ['ärger', 'ÄRGER.txt', true],
    ['Ärger', 'ärger', true],
    ['σοφος', 'ΣΟΦΟς', true],
    ['привет', 'ПРИВЕТ', true],
    ['k', '\u212a', false],
    ['a*b', 'a\nb', true],
    ['caf\ufffd', 'CAF\ufffd', true],
    ['*', '', true],
  ])('%j in %j: %s', (text, name, expected) => {
    const pattern = namePattern({ text });
    expect(pattern.matches(name)).toBe(expected);
    for (const needle of expected ? needlesOf(pattern) : []) expect(`\n${foldedLine(name)}\n`).toContain(needle);
  });

  test('exact means the whole name letter by letter', () => {
    const pattern = namePattern({ text: 'a*', exact: true });
    expect([pattern.matches('a*'), pattern.matches('A*'), pattern.matches('ab')]).toEqual([true, false, false]);
  });
});

test.each([
  ['Report', false, 'report'],
  ['IMG_*', false, '\nimg_'],
  ['*.DocX', false, '.docx\n'],
  ['a*bcd?e', false, 'bcd'],
  ['a*b', false, '\na'],
  ['???', false, ''],
  ['*', false, ''],
  ['a?', true, '\na?\n'],
  ['x\ny', false, 'x\u0001y'],
  ['ΟΔΟΣ', false, 'οδοσ'],
])('the needle of %j (exact: %s) is %j', (text, exact, needle) => {
  expect(needleOf(namePattern({ text, exact }))).toBe(needle);
});

test('every part of a pattern between wildcards is a needle', () => {
  const needlesFor = (text: string) => needlesOf(namePattern({ text }));
  expect(needlesFor('rep*9a?.PY')).toEqual(['\nrep', '9a', '.py\n']);
  expect(needlesFor('*~')).toEqual(['~\n']);
  expect(needlesFor('*')).toEqual([]);
  expect(needlesFor('x\ny*')).toEqual(['\nx\u0001y']);
});

test('a run of stars is one wildcard', () => {
  expect(countWildcards('**a?*b???')).toBe(6);
  expect(namePattern({ text: 'a***b' }).characters).toEqual(['a', '*', 'b']);
});
