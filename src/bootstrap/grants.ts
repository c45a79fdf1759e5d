import { escapeIdentifier } from 'pg';
import { advisoryLocks } from '../database/advisory-locks.js';
import { PostgresClient } from '../database/postgres-client.js';

/** What is only ever added to. */
const addedTo = 'audit_record, audit_seal';

/**
 * Lets the role of `url` read and write the tables in its database, which the role of `ownerUrl` made; not change or remove them, nor
 * change what stands in the audit records. What it was granted by an earlier version is taken back.
 */
export async function grantUse(ownerUrl: string, url: string): Promise<void> {
  const role = await roleOf(url);
  // What is taken from an owner is taken from the triggers that work as the owner.
  if (role === (await roleOf(ownerUrl))) return;
  await asOwner(ownerUrl, url, [
    `GRANT USAGE ON SCHEMA public TO ${role}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`,
    `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${role}`,
    `REVOKE UPDATE, DELETE, TRUNCATE ON ${addedTo} FROM ${role}`,
    `REVOKE INSERT, UPDATE, TRUNCATE ON audit_unsealed FROM ${role}`,
  ]);
}

/** Lets the role of `url` make tables of its own in its database, which belongs to the role of `ownerUrl`. */
export async function grantTables(ownerUrl: string, url: string): Promise<void> {
  await asOwner(ownerUrl, url, [`GRANT USAGE, CREATE ON SCHEMA public TO ${await roleOf(url)}`]);
}

/** The server tells it: a URL may leave the role to the environment. */
async function roleOf(url: string): Promise<string> {
  const rows = await query<{ name: string }>(url, ['SELECT current_user::text AS name']);
  return escapeIdentifier(rows[0]?.name ?? '');
}

/** All together, so that no moment shows a wider grant, and one process at a time: PostgreSQL refuses grants that meet. */
async function asOwner(ownerUrl: string, url: string, statements: readonly string[]): Promise<void> {
  const target = new URL(ownerUrl);
  target.pathname = new URL(url).pathname;
  const turn = `SELECT pg_advisory_xact_lock(${advisoryLocks.migration})`;
  await query(target.toString(), ['BEGIN', turn, ...statements, 'COMMIT']);
}

/** The rows of the last statement. */
async function query<T extends object>(url: string, statements: readonly string[]): Promise<T[]> {
  const client = new PostgresClient({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    let rows: T[] = [];
    for (const statement of statements) ({ rows } = await client.query<T>(statement));
    return rows;
  } finally {
    await client.end();
  }
}
