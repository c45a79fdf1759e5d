import { join } from 'node:path';
import { type DataSource } from 'typeorm';
import { catalogDatabaseClauses } from '../directors/embedded/catalog-schema.js';
import { SealsRepository } from '../features/audit/chain/seals.repository.js';
import { createDataSource } from '../data-source.js';
import { type Settings } from '../config/settings.js';
import { EmbeddedPostgres } from '../database/embedded-postgres/embedded-postgres.js';
import { migrate } from '../database/migrate.js';
import { grantUse } from './grants.js';
import { withSettingContext } from './setting-context.js';
import { ensureSiblingDatabase, reachDatabase } from './ensure-database.js';

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
    await withSettingContext('EMBEDDED_CATALOG_URL', () => reachDatabase(embeddedCatalogUrl));
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
