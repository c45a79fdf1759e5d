import { type EmbeddedPostgres } from '../../src/platform/database/embedded-postgres/embedded-postgres.js';

/** Makes the databases that test files copy: one per schema of the product, migrated once per run. */
export async function makeTemplates(postgres: EmbeddedPostgres): Promise<void> {
  await postgres.ensureDatabase('template_console');
}
