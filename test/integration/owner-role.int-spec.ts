import { expect, test } from '@jest/globals';
import { Client } from 'pg';
import { ensureCatalogSchema } from '../../src/directors/embedded/catalog-schema.js';
import { readSettings } from '../../src/config/settings.js';
import { startDatabases } from '../../src/bootstrap/start-database.js';
import { makeRolePair } from '../harness/fixtures/role-pair.js';

async function asRole(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

test('a role that owns nothing works in what the owner of DATABASE_MIGRATION_URL made, at each start', async () => {
  const { owner, app } = await makeRolePair();
  const settings = readSettings({
    DATABASE_URL: app,
    DATABASE_MIGRATION_URL: owner,
    INSTANCE_KEY: 'k'.repeat(32),
  });
  for (let start = 0; start < 2; start += 1) {
    const databases = await startDatabases(settings, () => undefined);
    expect(await databases.dataSource.query('SELECT FROM pg_tables WHERE tableowner = current_user')).toEqual([]);
    expect(await databases.dataSource.query('DELETE FROM console_user')).toEqual([[], 0]);
    await ensureCatalogSchema(databases.embeddedCatalogUrl);
    await databases.stop();
  }
});

test('consoles that start at the same moment all find their databases ready for use, empty ones and such as are in use', async () => {
  const { owner, app } = await makeRolePair();
  const settings = readSettings({ DATABASE_URL: app, DATABASE_MIGRATION_URL: owner, INSTANCE_KEY: 'k'.repeat(32) });
  const start = async (): Promise<void> => {
    const databases = await startDatabases(settings, () => undefined);
    await databases.dataSource.query('SELECT FROM console_user');
    try {
      await ensureCatalogSchema(databases.embeddedCatalogUrl);
    } finally {
      await databases.stop();
    }
  };
  const faults: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const starts = await Promise.allSettled(Array.from({ length: 8 }, start));
    faults.push(...starts.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : [])));
  }
  expect(faults).toEqual([]);
});

test('the role of the console may add audit records, and neither change nor remove one, also where an earlier version let it', async () => {
  const { owner, app } = await makeRolePair();
  const settings = readSettings({ DATABASE_URL: app, DATABASE_MIGRATION_URL: owner, INSTANCE_KEY: 'k'.repeat(32) });
  const notices: string[] = [];
  const first = await startDatabases(settings, (text) => notices.push(text));
  await first.stop();
  await asRole(owner, `GRANT ALL ON audit_record, audit_seal, audit_unsealed TO ${new URL(app).username}`);
  const databases = await startDatabases(settings, (text) => notices.push(text));
  await databases.dataSource.query(
    `INSERT INTO audit_record (id, at, action, outcome, actor_kind, actor_name, target, changes)
     VALUES ('00000000-0000-4000-8000-000000000001', now(), 'test.add', 'success', 'system', 'test', 'test:1', '{}')`,
  );
  for (const statement of [
    "UPDATE audit_record SET action = 'test.other'",
    'DELETE FROM audit_record',
    'TRUNCATE audit_record',
    'UPDATE audit_seal SET seq = 2',
    'DELETE FROM audit_seal',
    'TRUNCATE audit_seal, audit_unsealed',
    'UPDATE audit_unsealed SET marked_at = now()',
    'DROP TRIGGER audit_record_mark_unsealed ON audit_record',
  ]) {
    await expect(databases.dataSource.query(statement)).rejects.toThrow(/permission denied|must be owner/);
  }
  expect(await databases.dataSource.query('SELECT record_id FROM audit_unsealed')).toHaveLength(1);
  expect(notices).toEqual([]);
  await databases.stop();
});

test('a start with one role for everything says that it can change audit records', async () => {
  const notices: string[] = [];
  const settings = readSettings({ DATABASE_URL: (await makeRolePair()).owner, INSTANCE_KEY: 'k'.repeat(32) });
  const databases = await startDatabases(settings, (text) => notices.push(text));
  await databases.stop();
  expect(notices.join()).toMatch(/can change audit records.*DATABASE_MIGRATION_URL/);
});
