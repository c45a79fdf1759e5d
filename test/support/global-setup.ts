import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgres } from '../../src/platform/database/embedded-postgres/embedded-postgres.js';
import { serverUrlVariable } from './database.js';
import { makeTemplates } from './templates.js';

declare global {
  var testPostgres: EmbeddedPostgres | undefined;
}

/** One throw-away PostgreSQL per test run; each test file copies a migrated template of it. */
export default async function startPostgres(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'backup-console-test-'));
  const postgres = await EmbeddedPostgres.start({
    folder,
    settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'],
  });
  globalThis.testPostgres = postgres;
  process.env[serverUrlVariable] = postgres.url('postgres');
  await makeTemplates(postgres);
}
