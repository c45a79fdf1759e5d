import { escapeIdentifier } from 'pg';
import { advisoryLocks } from '../database/advisory-locks.js';
import { PostgresClient } from '../database/postgres-client.js';

/** Append-only tables. */
const addedTo = 'audit_record, audit_seal';

/**
 * Lets the role of `url` read and write the tables in its database, which the role of `ownerUrl` created. It may neither alter nor
 * drop them, nor change audit records. Grants of an earlier version are revoked.
 */
export async function grantUse(ownerUrl: string, url: string): Promise<void> {
  const role = await roleOf(url);
  // What is revoked from the owner is also revoked from triggers that run as the owner.
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

/** Read from the server: a URL may leave the role to the environment. */
async function roleOf(url: string): Promise<string> {
  const rows = await query<{ name: string }>(url, ['SELECT current_user::text AS name']);
  return escapeIdentifier(rows[0]?.name ?? '');
}

/** In one transaction, so that wider grants are never visible, and one process at a time: PostgreSQL rejects concurrent grants. */
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
