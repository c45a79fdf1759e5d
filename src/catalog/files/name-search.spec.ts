import { expect, test } from '@jest/globals';
import { namePattern } from '../../domain/name-pattern.js';
import { nameMatchOf } from './name-search.js';

test('asks PostgreSQL for a regular expression only where letters beyond ASCII need it', () => {
  const matchOf = (text: string) => nameMatchOf(namePattern({ text }));
  expect(matchOf('a_%')).toEqual({ operator: 'ILIKE', operand: Buffer.from('%a\\_\\%%') });
  expect(matchOf('ä?')).toEqual({ operator: '~*', operand: Buffer.from('^(?:Ä|ä).{1,4}$') });
});

test('asks for a whole name by its bytes', () => {
  const match = nameMatchOf(namePattern({ text: 'a*', exact: true }));
  expect(match).toEqual({ operator: '=', operand: Buffer.from('a*') });
});
