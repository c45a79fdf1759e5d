import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { causes, diagnose, type DiagnosisCode, diagnosisCodes } from '../../src/domain/diagnosis.js';

const page = readFileSync(new URL('../../docs/operate/diagnosis.md', import.meta.url), 'utf8');

/** Cells of the rows whose first cell is a code, below a heading. */
function rowsBelow(heading: string): readonly (readonly string[])[] {
  const part = page.slice(page.indexOf(`\n## ${heading}\n`)).split('\n## ')[1] ?? '';
  return [...part.matchAll(/^\| `\w+`.*\|$/gm)].map(([row]) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim().replace(/^`|`$/g, '')),
  );
}

const samples = rowsBelow('Samples').map(([code = '', line = '', product = '', known = '']) => ({
  code: code as DiagnosisCode,
  text: line.replace('<br>', '\n'),
  product,
  known,
}));

test('docs/operate/diagnosis.md lists exactly the causes of the program, with their sentences', () => {
  expect(rowsBelow('Causes')).toEqual(diagnosisCodes.map((code) => [code, causes[code].cause, causes[code].nextStep]));
  expect(diagnosisCodes.length).toBeGreaterThanOrEqual(25);
});

test('every cause that one line shows has a sample, of a named product, observed or quoted', () => {
  const shown = diagnosisCodes.filter((code) => causes[code].pattern !== undefined);
  expect([...new Set(samples.map(({ code }) => code))]).toEqual(shown);
  for (const { product, known } of samples) {
    expect(product).toMatch(/^(?:Bacula 9\.6\.7|Bacula 15\.0\.3|Bareos 25|embedded)$/);
    expect(known).toMatch(/^(?:observed|quoted)$/);
  }
});

test.each(samples)('the sample has its cause $code: $text', ({ code, text }) => {
  const start = { id: 1, at: new Date(0), text: 'dir JobId 1: Start Backup JobId 1, Job=A.2026-11-27_12.02.32_07' };
  const status = causes[code].ends?.[0] ?? 'error';
  expect(diagnose(status, [start, { ...start, id: 2, text }])?.code).toBe(code);
});
