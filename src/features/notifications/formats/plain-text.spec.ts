import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { boundedKey, clip, oneLine, printedLines, wrap } from './plain-text.js';

/** Any text at all, half characters too. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 }).map((codes) => String.fromCharCode(...codes)),
);

describe('one line', () => {
  test.each([
    ['a\r\nBcc: x@example.org', 'a Bcc: x@example.org'],
    ['a\u2028b\u0085c\u0000d', 'a b c d'],
    ['invoice\u202egpj.exe', 'invoicegpj.exe'],
    ['soft\u00adhyphen\u200bspace\ufeff', 'softhyphenspace'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['half \ud83d', 'half \ufffd'],
    ['  two   spaces ', 'two spaces'],
  ])('%j reads %j', (text, line) => {
    expect(oneLine(text, 100)).toBe(line);
  });

  test('keeps to its limit, breaks no character and lets nothing through that breaks a line or turns it', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 90 }), (text, limit) => {
        const line = oneLine(text, limit);
        expect(line.length).toBeLessThanOrEqual(limit);
        expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
  });

  test('each of several has no more than that, and keeps its columns', () => {
    expect(printedLines('a:\r\n  b   c \n\n\u2028d\u202e\u0000e', 100)).toEqual(['a:', '  b   c', 'd e']);
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 90 }), (text, limit) => {
        for (const line of printedLines(text, limit)) {
          expect(line.length).toBeLessThanOrEqual(limit);
          expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]/u);
        }
      }),
    );
  });

  test('shows by an ellipsis that something is left out', () => {
    expect(oneLine('x'.repeat(5_000_000), 10)).toBe(`${'x'.repeat(9)}…`);
    expect(clip('😀😀😀', 4)).toBe('😀…');
    expect(clip('four', 4)).toBe('four');
  });
});

describe('keys', () => {
  test('stay as they are where they are short and plain', () => {
    expect(boundedKey('job:main:Nightly', 255)).toBe('job:main:Nightly');
  });

  test('of two subjects are never one, however long or strange', () => {
    const long = 'x'.repeat(4096);
    const keys = [
      `job:${long}a`,
      `job:${long}b`,
      'job:a\u202e',
      'job:a',
      'job:a\n',
      'job:a ',
      'job:\ud800',
      'job:\ud801',
    ];
    const bounded = keys.map((key) => boundedKey(key, 255));
    expect(new Set(bounded).size).toBe(keys.length);
    expect(Math.max(...bounded.map(({ length }) => length))).toBeLessThanOrEqual(255);
  });

  test('differ wherever the texts do', () => {
    fc.assert(
      fc.property(anyText, anyText, (one, other) => {
        expect(boundedKey(one, 64) === boundedKey(other, 64)).toBe(one === other);
      }),
    );
  });
});

describe('wrapped text', () => {
  test('breaks between words and leaves addresses whole', () => {
    const address = `https://backup.example.org/#/runs/4711?director=${'x'.repeat(60)}`;
    expect(wrap(`one two three ${address} four`, 9, '  ')).toEqual(['  one two', '  three', `  ${address}`, '  four']);
  });

  test('has no line beyond its width and loses no letter', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        const lines = wrap(text, 20, '  ', () => false);
        expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(20);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      }),
    );
  });
});
