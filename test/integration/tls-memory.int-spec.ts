import { afterEach, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { type DataSource } from 'typeorm';
import { RemoteDirectors } from '../../src/directors/remote-directors.js';
import { createDataSource } from '../../src/data-source.js';
import { TlsMemoryRepository } from '../../src/features/directors/connections/tls-memory.repository.js';
import { type RemoteDirectorSettings } from '../../src/domain/director-settings.js';
import { fullScope } from '../../src/domain/principal.js';
import { FakeBareos } from '../harness/fakes/fake-bareos.js';
import { FakeClock } from '../harness/fakes/fake-clock.js';
import { bareosSettings } from '../harness/fixtures/bareos-fixture.js';
import { copyDatabase } from '../harness/fixtures/database.js';
import { never } from '../harness/fixtures/webhook-fixture.js';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

const preferred = { mode: 'preferred', ca: null, certificate: null, key: null, serverName: null } as const;

/** A replica of the console, with connections of its own to the database that all share. */
async function replica(url: string): Promise<RemoteDirectors> {
  const database: DataSource = await createDataSource(url).initialize();
  open.push(() => database.destroy());
  const tlsMemory = new TlsMemoryRepository(database, new FakeClock());
  return new RemoteDirectors(new FakeClock(), pino({ level: 'silent' }), { tlsMemory });
}

/** Connects anew and asks for what health begins with. */
function describeAnew(directors: RemoteDirectors, settings: RemoteDirectorSettings): Promise<object> {
  const connected = directors.connect(settings);
  open.push(() => connected.close());
  return connected.director.describe(fullScope);
}

test('what one replica saw of TLS holds for all, until the entry leads elsewhere or is forgotten', async () => {
  const url = await copyDatabase('template_console');
  const [one, other] = [await replica(url), await replica(url)];
  const bareos = await FakeBareos.start('25.1.0', { tls: 'first' });
  open.push(() => bareos.close());
  const settings = bareosSettings(bareos.peer.port, { tls: preferred });
  await describeAnew(one, settings);
  bareos.peer.script = { ...bareos.peer.script, tls: 'none', ssl: 0 };
  await expect(describeAnew(other, settings)).rejects.toThrow(
    /TLS with Director site .* worked before and does not work now/,
  );
  const [probed] = (await other.probe(settings, never, true)).filter(({ stage }) => stage === 'tls');
  expect(probed).toMatchObject({ status: 'failed', code: 'tls_failed' });
  expect(await describeAnew(other, { ...settings, tls: { ...preferred, serverName: 'elsewhere' } })).toBeDefined();
  expect(await describeAnew(other, { ...settings, tls: { ...preferred, mode: 'none' } })).toBeDefined();
  const unsaved = (await other.probe(settings, never, false)).find(({ stage }) => stage === 'tls');
  expect(unsaved).toMatchObject({ status: 'ok' });
});

test('where the database does not say whether TLS worked, nothing is sent', async () => {
  const database = await createDataSource(await copyDatabase('template_console')).initialize();
  const tlsMemory = new TlsMemoryRepository(database, new FakeClock());
  const directors = new RemoteDirectors(new FakeClock(), pino({ level: 'silent' }), { tlsMemory });
  await database.destroy();
  const bareos = await FakeBareos.start('25.1.0');
  open.push(() => bareos.close());
  const settings = bareosSettings(bareos.peer.port, { tls: preferred });
  await expect(describeAnew(directors, settings)).rejects.toThrow(/Could not read from the console's database/);
  expect(bareos.peer.sessions).toHaveLength(0);
});
