import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type DataSource } from 'typeorm';
import { createDataSource } from '../../src/data-source.js';
import { advisoryLocks } from '../../src/database/advisory-locks.js';
import { InstanceLiveness } from '../../src/database/instance-liveness.js';
import { LockConnection } from '../../src/database/lock-connection.js';
import { TcpProxy } from '../harness/fakes/tcp-proxy.js';
import { copyDatabase } from '../harness/fixtures/database.js';
import { until } from '../harness/fixtures/until.js';

const { instance, runSync } = advisoryLocks;
let database: DataSource;
let proxy: TcpProxy;
let here: LockConnection;
let there: LockConnection;
let liveness: InstanceLiveness;

beforeAll(async () => {
  const url = new URL(await copyDatabase('template_console'));
  database = await createDataSource(url.toString()).initialize();
  proxy = await TcpProxy.to(Number(url.port));
});
afterAll(async () => {
  await proxy.close();
  await database.destroy();
});

beforeEach(async () => {
  const { options } = database;
  const url = new URL((options as { url: string }).url);
  url.port = String(proxy.port);
  here = new LockConnection({ options: { ...options, url: url.toString() } } as DataSource);
  there = new LockConnection(database);
  liveness = new InstanceLiveness(database, here);
  await here.onModuleInit();
  await there.onModuleInit();
});
afterEach(async () => {
  await here.onApplicationShutdown();
  await there.onApplicationShutdown();
});

/** The connections of a lock of this kind, by their server processes. */
async function holders(kind: number): Promise<readonly number[]> {
  const rows: readonly { pid: number }[] = await database.query(
    `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = $1
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [kind],
  );
  return rows.map(({ pid }) => pid);
}

test('one connection carries the locks of a process, its notices, and that it lives', async () => {
  const heard: (string | null)[] = [];
  here.listen('some_notices', (text) => heard.push(text));
  expect(await here.tryLock(runSync, 'one')).toBe(true);
  await database.query("NOTIFY some_notices, 'changed'");
  await until(() => heard.includes('changed'));
  expect(await holders(instance)).toEqual(await holders(runSync));
  expect(proxy.connections).toBe(1);
});

test('a lock that is lost with the connection is not believed to be held, and another process gets it', async () => {
  expect(await here.tryLock(runSync, 'one')).toBe(true);
  expect(await there.tryLock(runSync, 'one')).toBe(false);
  proxy.cut();
  await until(() => !here.isConnected);
  expect(await here.tryLock(runSync, 'one')).toBe(false);
  await until(() => there.tryLock(runSync, 'one'));
  await until(() => here.isConnected);
  expect(await here.tryLock(runSync, 'one')).toBe(false);
});

test('a connection that hangs is made anew, and the process shows itself over it once PostgreSQL has dropped the old one', async () => {
  expect(await here.tryLock(runSync, 'one')).toBe(true);
  const old = await holders(instance);
  const cut = proxy.hang();
  await until(() => !here.isConnected);
  await until(() => here.isConnected);
  expect(await here.tryLock(runSync, 'one')).toBe(false);
  expect(await holders(instance)).toEqual(old);
  cut();
  await until(async () => {
    const [holder] = await holders(instance);
    return holder !== undefined && holder !== old[0];
  });
  expect(await liveness.isAlive(liveness.id)).toBe(true);
});
