import { type Client } from 'pg';

/** The role that the console works as: it owns nothing of the console's own tables, and can make neither roles nor databases. */
export const applicationRole = 'console_app';

/** Makes the role, or gives it this password where another one was lost with its file. By the superuser. */
export async function ensureApplicationRole(superuser: Client, password: string): Promise<void> {
  const found = await superuser.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [applicationRole]);
  const verb = found.rowCount === 0 ? 'CREATE' : 'ALTER';
  const rights = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS';
  await superuser.query(`${verb} ROLE ${applicationRole} ${rights} PASSWORD ${superuser.escapeLiteral(password)}`);
}

/** Whether the role owns the database. */
export async function ownsDatabase(superuser: Client, database: string): Promise<boolean> {
  const found = await superuser.query('SELECT 1 FROM pg_database WHERE datname = $1 AND pg_get_userbyid(datdba) = $2', [
    database,
    applicationRole,
  ]);
  return found.rowCount === 1;
}

/** Gives the role the database that the connection is in, with all tables and sequences that are in it already. */
export async function handOver(superuser: Client, database: string): Promise<void> {
  const name = superuser.escapeIdentifier(database);
  // A sequence of a serial column goes with its table, and may not be given away alone.
  await superuser.query(`DO $$
    DECLARE found record;
    BEGIN
      FOR found IN SELECT c.oid::regclass AS name, c.relkind AS kind FROM pg_class c
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
          AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('a', 'i') AND c.relkind = 'S')
      LOOP
        EXECUTE format('ALTER %s %s OWNER TO ${applicationRole}', CASE found.kind
          WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END, found.name);
      END LOOP;
    END $$`);
  // Last, for it tells that all of it was done.
  await superuser.query(`ALTER DATABASE ${name} OWNER TO ${applicationRole}`);
}
