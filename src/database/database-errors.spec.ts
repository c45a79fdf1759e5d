import { expect, test } from '@jest/globals';
import { databaseFault } from './database-errors.js';

const withCode = (code: string): Error => Object.assign(new Error('could not do it'), { code });

test.each<[string, unknown, ReturnType<typeof databaseFault>]>([
  ['a server that shuts down', withCode('57P01'), 'away'],
  ['a server that crashed', withCode('57P02'), 'away'],
  ['a server that still starts', withCode('57P03'), 'away'],
  ['a connection that failed', withCode('08006'), 'away'],
  ['a closed port', withCode('ECONNREFUSED'), 'away'],
  ['a connection that ended under a statement', new Error('Connection terminated unexpectedly'), 'away'],
  ['a pool without a connection', new Error('timeout exceeded when trying to connect'), 'away'],
  ['a full disk', withCode('53100'), 'full'],
  ['a broken rule', withCode('23505'), null],
  ['a fault of our own', new TypeError('x is not a function'), null],
  ['what is no error', 'Connection terminated', null],
])('tells %s by what is thrown', (_, thrown, fault) => {
  expect(databaseFault(thrown)).toBe(fault);
});
