import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { type DataSource } from 'typeorm';
import { catalogDatabaseClauses, ensureCatalogSchema } from '../../src/directors/embedded/catalog-schema.js';
import { createDataSource } from '../../src/data-source.js';
import { readSettings } from '../../src/config/settings.js';
import { EmbeddedPostgres } from '../../src/database/embedded-postgres/embedded-postgres.js';
import { migrate } from '../../src/database/migrate.js';
import { startDatabases } from '../../src/bootstrap/start-database.js';

let dataDir: string;
const stops: (() => Promise<void>)[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'backup-console-role-'));
});

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const addRecord = `INSERT INTO audit_record (id, at, action, outcome, actor_kind, actor_name, target, changes)
  VALUES (gen_random_uuid(), now(), 'test.add', 'success', 'system', 'test', 'test:1', '{}')`;

/** A data folder as consoles left it that worked as the superuser. */
async function makeOldFolder(): Promise<void> {
  const postgres = await EmbeddedPostgres.start({ folder: join(dataDir, 'postgres') });
  stops.push(() => postgres.stop());
  await postgres.ensureDatabase('console');
  await postgres.ensureDatabase('embedded_catalog', catalogDatabaseClauses);
  const database = await createDataSource(postgres.url('console')).initialize();
  await migrate(database);
  await database.query(addRecord);
  await database.destroy();
  await ensureCatalogSchema(postgres.url('embedded_catalog'));
  await stops.pop()?.();
}

/** Starts on the folder, and tries what the console's role may in both databases. */
async function tryRole(): Promise<DataSource> {
  const databases = await startDatabases(readSettings({ DATA_DIR: dataDir }), () => undefined);
  stops.push(() => databases.stop());
  const { dataSource } = databases;
  expect(
    await dataSource.query(
      'SELECT rolname, rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = current_user',
    ),
  ).toEqual([{ rolname: 'console_app', rolsuper: false, rolcreatedb: false, rolcreaterole: false }]);
  expect(await dataSource.query('SELECT FROM pg_tables WHERE tableowner = current_user')).toEqual([]);
  await dataSource.query(addRecord);
  for (const statement of ['DELETE FROM audit_record', "UPDATE audit_record SET action = ''", 'TRUNCATE audit_seal']) {
    await expect(dataSource.query(statement)).rejects.toThrow('permission denied');
  }
  await ensureCatalogSchema(databases.embeddedCatalogUrl);
  const catalog = new Client({ connectionString: databases.embeddedCatalogUrl });
  await catalog.connect();
  await catalog.query("INSERT INTO pool (name) VALUES ('new')");
  await catalog.query('CREATE INDEX IF NOT EXISTS one_more_idx ON job (name)');
  const { rows } = await catalog.query<{ owner: string }>(
    "SELECT DISTINCT pg_get_userbyid(relowner) AS owner FROM pg_class WHERE relnamespace = 'public'::regnamespace",
  );
  expect(rows).toEqual([{ owner: 'console_app' }]);
  await catalog.end();
  return dataSource;
}

test('a fresh start works as a role that owns the catalog, and of the console’s own tables none', async () => {
  await tryRole();
  expect(statSync(join(dataDir, 'postgres/application-password')).mode & 0o777).toBe(0o600);
  await stops.pop()?.();
  rmSync(join(dataDir, 'postgres/application-password'));
  const again = await startDatabases(readSettings({ DATA_DIR: dataDir }), () => undefined);
  stops.push(() => again.stop());
});

test('a data folder from before there was that role is taken over, with what is in it', async () => {
  await makeOldFolder();
  const dataSource = await tryRole();
  expect(await dataSource.query('SELECT FROM audit_record')).toHaveLength(2);
  expect(await dataSource.query('SELECT FROM audit_unsealed')).toHaveLength(2);
});
