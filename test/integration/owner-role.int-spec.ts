import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { ensureCatalogSchema } from '../../src/adapters/director/embedded/catalog-schema.js';
import { createDataSource } from '../../src/data-source.js';
import { readSettings } from '../../src/platform/config/settings.js';
import { startDatabases } from '../../src/start/start-database.js';
import { copyDatabase } from '../support/database.js';

/** The server of the tests, with an empty database for an owner's role and a role that owns nothing. */
async function makeRoles(): Promise<{ readonly owner: string; readonly app: string }> {
  const server = await copyDatabase('template1');
  const [owner, app] = ['owner', 'app'].map((word) => `${word}_${randomBytes(4).toString('hex')}`);
  const url = (role = ''): string => Object.assign(new URL(server), { username: role, password: 'secret' }).toString();
  const administrator = await createDataSource(server).initialize();
  await administrator.query(`CREATE ROLE ${owner} LOGIN CREATEDB PASSWORD 'secret'`);
  await administrator.query(`CREATE ROLE ${app} LOGIN PASSWORD 'secret'`);
  await administrator.query(`ALTER DATABASE ${new URL(server).pathname.slice(1)} OWNER TO ${owner}`);
  await administrator.destroy();
  return { owner: url(owner), app: url(app) };
}

test('a role that owns nothing works in what the owner of DATABASE_MIGRATION_URL made, at each start', async () => {
  const { owner, app } = await makeRoles();
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
