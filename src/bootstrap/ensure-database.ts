import { migrationLock } from '../database/migrate.js';
import { PostgresClient } from '../database/postgres-client.js';
import { grantTables } from './grants.js';

/**
 * Makes a database beside another on the same server, named like it with a suffix, and answers its URL.
 * Throws an Error that says what to do where the role may not create databases.
 */
export async function ensureSiblingDatabase(
  adminUrl: string,
  url: string,
  suffix: string,
  clauses: string,
): Promise<string> {
  const sibling = new URL(url);
  const name = `${decodeURIComponent(sibling.pathname.slice(1)) || 'console'}${suffix}`;
  sibling.pathname = `/${encodeURIComponent(name)}`;
  const client = new PostgresClient({ connectionString: adminUrl, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    // What another process makes is of no use here before it is granted; the lock ends with the connection.
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (found.rowCount === 0) {
      await create(client, name, clauses);
      if (adminUrl !== url) await grantTables(adminUrl, sibling.toString());
    }
  } finally {
    await client.end();
  }
  return sibling.toString();
}

/** Throws where the database cannot be connected to. */
export async function reachDatabase(url: string): Promise<void> {
  const client = new PostgresClient({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  await client.end();
}

async function create(client: PostgresClient, name: string, clauses: string): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    "SELECT current_setting('server_version_num')::int AS version",
  );
  // Servers before 15 know no locale providers; libc is the only one there.
  const supported = (rows[0]?.version ?? 0) >= 150_000 ? clauses : clauses.replace('LOCALE_PROVIDER libc', '');
  try {
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)} ${supported}`);
  } catch (cause) {
    const code = (cause as { code?: string }).code;
    // Another replica made it between the look and the call.
    if (code === '42P04' || code === '23505') return;
    throw new Error(
      `Could not create the catalog database ${name} of the embedded Director on the server of DATABASE_URL (${(cause as Error).message}). Create it as an administrator: CREATE DATABASE "${name}" ${supported}; or set EMBEDDED_CATALOG_URL.`,
      { cause },
    );
  }
}
