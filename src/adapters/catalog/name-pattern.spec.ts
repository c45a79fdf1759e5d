import { describe, expect, test } from '@jest/globals';
import { namePattern } from './name-pattern.js';

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
  ])('%j in %j: %s', (text, name, expected) => {
    expect(namePattern({ text }).matches(name)).toBe(expected);
  });

  test('exact means the whole name letter by letter', () => {
    const pattern = namePattern({ text: 'a*', exact: true });
    expect([pattern.matches('a*'), pattern.matches('A*'), pattern.matches('ab')]).toEqual([true, false, false]);
  });

  test('asks PostgreSQL for a regular expression only where letters beyond ASCII need it', () => {
    expect(namePattern({ text: 'a_%' }).sql).toEqual({ operator: 'ILIKE', operand: Buffer.from('%a\\_\\%%') });
    expect(namePattern({ text: 'ä?' }).sql).toEqual({ operator: '~*', operand: Buffer.from('^(?:Ä|ä).{1,4}$') });
  });
});
