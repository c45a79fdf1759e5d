import { Writable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { createLog } from './log.js';

function loggedText(error: Error): string {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  createLog('info', destination).warn({ err: error }, 'It failed.');
  return lines.join('');
}

test('a failed statement is logged without its values', () => {
  const ofPostgres = {
    code: '23502',
    detail: 'Failing row contains (otto, h4sh-of-a-password).',
    where: 'COPY user, line 1: "h4sh-of-a-password"',
  };
  const message = 'null value in column "role"';
  const failed = Object.assign(new Error(message), ofPostgres, {
    query: 'INSERT INTO "user" VALUES ($1, $2)',
    parameters: ['otto', 'h4sh-of-a-password'],
    driverError: Object.assign(new Error(message), ofPostgres),
  });
  for (const error of [failed, new Error('outer', { cause: failed })]) {
    expect(loggedText(error)).toContain('null value in column');
    expect(loggedText(error)).not.toContain('h4sh-of-a-password');
  }
  expect(loggedText(failed)).toContain('23502');
  expect(loggedText(failed)).toContain('INSERT INTO');
});
