import { createDataSource } from '../../src/data-source.js';
import { type EmbeddedPostgres } from '../../src/platform/database/embedded-postgres/embedded-postgres.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { makeCatalogTemplates } from './catalog-shapes.js';

/** Makes the databases that test files copy: one per schema of the product, migrated once per run. */
export async function makeTemplates(postgres: EmbeddedPostgres): Promise<void> {
  await postgres.ensureDatabase('template_console');
  await migrateConsole(postgres.url('template_console'));
  await makeCatalogTemplates(postgres);
}

async function migrateConsole(url: string): Promise<void> {
  const dataSource = await createDataSource(url).initialize();
  try {
    await migrate(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
