import { expect, test } from '@jest/globals';
import { Client } from 'pg';
import { copyDatabase } from './database.js';

test('copies a template database for each test file', async () => {
  const client = new Client({ connectionString: await copyDatabase('template_console') });
  await client.connect();
  expect((await client.query<{ one: number }>('SELECT 1 AS one')).rows[0]?.one).toBe(1);
  await client.end();
});
