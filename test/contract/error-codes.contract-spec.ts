import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { fieldErrorCodes, errorKinds, AppError, type ErrorCode } from '../../src/domain/error-codes.js';
import { statusOf } from '../../src/http/problem.js';

const page = readFileSync(new URL('../../docs/integrate/errors.md', import.meta.url), 'utf8');
const documented = [...page.matchAll(/^\| `(\w+)`\s*\| (\d{3})\s*\|/gm)].map(
  ([, code, status]) => [code, Number(status)] as const,
);

test('docs/integrate/errors.md lists exactly the codes of the program, with their statuses', () => {
  const known = (Object.keys(errorKinds) as ErrorCode[]).map(
    (code) => [code, statusOf(new AppError(code, ''))] as const,
  );
  expect([...documented].sort()).toEqual([...known].sort());
});

test('docs/integrate/errors.md lists exactly the codes of fields', () => {
  const section = page.slice(page.indexOf('## Codes of fields'));
  const cells = [...section.matchAll(/^\| ([^|]+)\|/gm)].map(([, cell = '']) => cell);
  const codes = cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, code]) => code));
  expect(codes.sort()).toEqual([...fieldErrorCodes].sort());
});
