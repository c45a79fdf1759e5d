import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

export const serverUrlVariable = 'TEST_POSTGRES_URL';

/** Copies a template into a database of the caller's own and answers its URL. Never cleaned up: the cluster is thrown away. */
export async function copyDatabase(template: string): Promise<string> {
  const server = process.env[serverUrlVariable];
  if (server === undefined)
    throw new Error('No test PostgreSQL: run this file in a Jest project with the global set-up.');
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  } finally {
    await client.end();
  }
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.toString();
}
