import { catalogDatabaseClauses, ensureCatalogSchema } from '../../src/adapters/director/embedded/catalog-schema.js';
import { createDataSource } from '../../src/data-source.js';
import { type EmbeddedPostgres } from '../../src/platform/database/embedded-postgres/embedded-postgres.js';
import { migrate } from '../../src/platform/database/migrate.js';

/** Makes the databases that test files copy: one per schema of the product, migrated once per run. */
export async function makeTemplates(postgres: EmbeddedPostgres): Promise<void> {
  await postgres.ensureDatabase('template_console');
  await migrateConsole(postgres.url('template_console'));
  await postgres.ensureDatabase('template_catalog', catalogDatabaseClauses);
  await ensureCatalogSchema(postgres.url('template_catalog'));
}

async function migrateConsole(url: string): Promise<void> {
  const dataSource = await createDataSource(url).initialize();
  try {
    await migrate(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
