import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type DataSource } from 'typeorm';
import { openConsoleDatabase } from '../support/console-database.js';

let database: DataSource;

beforeAll(async () => {
  database = await openConsoleDatabase();
});

afterAll(async () => {
  await database.destroy();
});

test.each([
  ['a statement that does not end', 'statement_timeout', '10s'],
  ['a transaction that a frozen process leaves open', 'idle_in_transaction_session_timeout', '30s'],
])('PostgreSQL itself ends %s', async (_, setting, limit) => {
  expect(await database.query(`SHOW ${setting}`)).toEqual([{ [setting]: limit }]);
});
