import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { anyOne, anyRun, anyText, charactersOf, type GlobToken, matchesGlob, optionalPair } from './glob.js';

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

  test('reads each token at most twice for each character, whatever the pattern', () => {
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
