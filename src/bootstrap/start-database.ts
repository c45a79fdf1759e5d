import { join } from 'node:path';
import { type DataSource } from 'typeorm';
import { catalogDatabaseClauses } from '../directors/embedded/catalog-schema.js';
import { SealsRepository } from '../features/audit/chain/seals.repository.js';
import { createDataSource } from '../data-source.js';
import { type Settings } from '../config/settings.js';
import { EmbeddedPostgres } from '../database/embedded-postgres/embedded-postgres.js';
import { advisoryLocks } from '../database/advisory-locks.js';
import { migrate } from '../database/migrate.js';
import { grantUse, grantTables } from './grants.js';
import { withSettingContext } from './setting-context.js';
import { PostgresClient } from '../database/postgres-client.js';

/**
 * Creates a database beside another on the same server, named like it with a suffix, and returns its URL. Throws an Error that
 * says what to do if the role may not create databases.
 */
async function ensureSiblingDatabase(adminUrl: string, url: string, suffix: string, clauses: string): Promise<string> {
  const sibling = new URL(url);
  const name = `${decodeURIComponent(sibling.pathname.slice(1)) || 'console'}${suffix}`;
  sibling.pathname = `/${encodeURIComponent(name)}`;
  const client = new PostgresClient({ connectionString: adminUrl, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    // What another process makes is of no use here before it is granted; the lock ends with the connection.
    await client.query('SELECT pg_advisory_lock($1)', [advisoryLocks.migration]);
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (found.rowCount === 0) {
      await createDatabase(client, name, clauses);
      if (adminUrl !== url) await grantTables(adminUrl, sibling.toString());
    }
  } finally {
    await client.end();
  }
  return sibling.toString();
}

/** Throws where the database cannot be connected to. */
async function connectDatabase(url: string): Promise<void> {
  const client = new PostgresClient({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  await client.end();
}

async function createDatabase(client: PostgresClient, name: string, clauses: string): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    "SELECT current_setting('server_version_num')::int AS version",
  );
  // Servers before 15 know no locale providers; libc is the only one there.
  const supported = (rows[0]?.version ?? 0) >= 150_000 ? clauses : clauses.replace('LOCALE_PROVIDER libc', '');
  try {
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)} ${supported}`);
  } catch (cause) {
    const code = (cause as { code?: string }).code;
    // Another instance created it between the check and the call.
    if (code === '42P04' || code === '23505') return;
    throw new Error(
      `Could not create the catalog database ${name} of the embedded Director on the server of DATABASE_URL (${(cause as Error).message}). Create it as an administrator: CREATE DATABASE "${name}" ${supported}; or set EMBEDDED_CATALOG_URL.`,
      { cause },
    );
  }
}

const consoleDatabase = 'console';
const catalogDatabase = 'embedded_catalog';

const oneRoleNotice =
  'The role of DATABASE_URL can change audit records, so PostgreSQL cannot protect them. Create the tables with another role and set DATABASE_MIGRATION_URL to it (docs/operate/audit.md).';

export interface Databases {
  /** Connected and migrated. */
  readonly dataSource: DataSource;
  readonly embeddedCatalogUrl: string;
  stop(): Promise<void>;
}

/** Brings up the console's own database and the embedded Director's catalog: on DATABASE_URL's server, or on one of our own. */
export async function startDatabases(settings: Settings, onNotice: (text: string) => void): Promise<Databases> {
  const { databaseUrl, embeddedCatalogUrl } = settings;
  if (embeddedCatalogUrl !== null)
    await withSettingContext('EMBEDDED_CATALOG_URL', () => connectDatabase(embeddedCatalogUrl));
  return databaseUrl === null ? startEmbedded(settings, onNotice) : openServer(settings, databaseUrl, onNotice);
}

async function startEmbedded(settings: Settings, onNotice: (text: string) => void): Promise<Databases> {
  const postgres = await EmbeddedPostgres.start({ folder: join(settings.dataDir, 'postgres'), onNotice });
  try {
    await postgres.ensureDatabase(consoleDatabase);
    const catalog = settings.embeddedCatalogUrl === null ? catalogDatabase : null;
    if (catalog !== null) await postgres.ensureDatabase(catalog, catalogDatabaseClauses);
    await postgres.ensureApplicationRole(catalog);
    const dataSource = await openMigrated(postgres.applicationUrl(consoleDatabase), postgres.url(consoleDatabase));
    return {
      dataSource,
      embeddedCatalogUrl: settings.embeddedCatalogUrl ?? postgres.applicationUrl(catalogDatabase),
      stop: async () => {
        if (dataSource.isInitialized) await dataSource.destroy();
        await postgres.stop();
      },
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

async function openServer(settings: Settings, url: string, onNotice: (text: string) => void): Promise<Databases> {
  const dataSource = await openMigrated(url, settings.databaseMigrationUrl);
  if (await new SealsRepository(dataSource).mayChangeRecords()) onNotice(oneRoleNotice);
  const embeddedCatalogUrl =
    settings.embeddedCatalogUrl ??
    (await ensureSiblingDatabase(settings.databaseMigrationUrl ?? url, url, '_catalog', catalogDatabaseClauses));
  return {
    dataSource,
    embeddedCatalogUrl,
    stop: async () => {
      if (dataSource.isInitialized) await dataSource.destroy();
    },
  };
}

/** Migrates by the owner's role where there is one, and answers a data source of the application's role. */
async function openMigrated(url: string, migrationUrl: string | null): Promise<DataSource> {
  const dataSource = await withSettingContext('DATABASE_URL', () => createDataSource(url).initialize());
  try {
    if (migrationUrl === null) await migrate(dataSource);
    else await migrateAs(migrationUrl, url);
    return dataSource;
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
}

async function migrateAs(ownerUrl: string, url: string): Promise<void> {
  const owner = await withSettingContext('DATABASE_MIGRATION_URL', () => createDataSource(ownerUrl).initialize());
  try {
    await migrate(owner);
  } finally {
    await owner.destroy();
  }
  await withSettingContext('DATABASE_MIGRATION_URL', () => grantUse(ownerUrl, url));
}
