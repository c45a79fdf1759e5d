import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  countWildcards,
  foldedLine,
  namePattern,
  needleOf,
  needlesOf,
  anyOne,
  anyRun,
  anyText,
  charactersOf,
  type GlobToken,
  matchesGlob,
  optionalPair,
} from './name-pattern.js';

const sources = new Map<GlobToken, string>([
  [anyOne, '[^/]'],
  [anyRun, '[^/]*'],
  [anyText, '[^]*'],
]);

/** The same as a regular expression, which may take exponential time: for short texts only. */
function naive(tokens: readonly GlobToken[], text: string): boolean {
  const parts = tokens.map((token) => sources.get(token) ?? String(token));
  return new RegExp(`^${parts.join('')}$`).test(text);
}

/** Counts how often the pattern is read. */
function counted(tokens: readonly GlobToken[]): { readonly tokens: readonly GlobToken[]; reads: number } {
  const counter = {
    reads: 0,
    tokens: new Proxy(tokens, {
      get(target, member): unknown {
        if (typeof member === 'string' && /^\d+$/.test(member)) counter.reads += 1;
        return Reflect.get(target, member);
      },
    }),
  };
  return counter;
}

const token = fc.constantFrom<GlobToken>('a', 'b', '/', anyOne, anyRun, anyText);

describe('a glob', () => {
  test('matches what the same regular expression matches', () => {
    fc.assert(
      fc.property(
        fc.array(token, { maxLength: 7 }),
        fc.string({ unit: fc.constantFrom('a', 'b', '/') }),
        (tokens, text) => {
          expect(matchesGlob(tokens, text, '/')).toBe(naive(tokens, text));
        },
      ),
      { numRuns: 3_000 },
    );
  });

  test('reads each token at most twice for each character, for any pattern', () => {
    const length = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(fc.array(token, { maxLength: 255 }), length, (tokens, letters) => {
        const pattern = counted(tokens);
        matchesGlob(pattern.tokens, 'a'.repeat(letters), '/');
        expect(pattern.reads).toBeLessThanOrEqual(2 * (tokens.length + 1) * (letters + 1));
      }),
    );
    const hostile = counted(Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? anyText : anyOne)));
    expect(matchesGlob([...hostile.tokens, 'b'], 'a'.repeat(255), null)).toBe(false);
    expect(matchesGlob(hostile.tokens, 'a'.repeat(255), null)).toBe(true);
    expect(hostile.reads).toBeLessThanOrEqual(200 + 2 * 201 * 256);
  });

  test('leaves out an optional pair only as a whole', () => {
    const tokens: GlobToken[] = [optionalPair, anyText, '/', 'a'];
    expect(['a', '/a', 'b/a', 'ba'].map((text) => matchesGlob(tokens, text, '/'))).toEqual([true, true, true, false]);
  });

  test('takes a character of two units for one', () => {
    expect(matchesGlob([anyOne], charactersOf('😀'), null)).toBe(true);
  });
});

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
