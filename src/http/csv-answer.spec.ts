import { expect, test } from '@jest/globals';
import { csvRow } from './csv-answer.js';

test.each(['=1+2', '+1', '-1', '@SUM(A1)', '\tx'])('a text that begins like %j is no formula', (text) => {
  expect(csvRow([text])).toBe(`'${text}\r\n`);
});

test('numbers keep their sign, texts with commas, quotes and breaks are quoted, null is empty', () => {
  expect(csvRow([-5, 'a,b', 'say "no"', 'two\nlines', null])).toBe('-5,"a,b","say ""no""","two\nlines",\r\n');
});
