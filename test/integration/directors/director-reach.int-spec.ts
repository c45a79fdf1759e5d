import { networkInterfaces } from 'node:os';
import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import { RemoteDirectors } from '../../../src/directors/remote-directors.js';
import { directorPolicy } from '../../../src/platform/ssrf-guard/address-rule.js';
import { SsrfGuard } from '../../../src/platform/ssrf-guard/ssrf-guard.js';
import { type Target } from '../../../src/domain/director-connector.port.js';
import { fullScope } from '../../../src/domain/principal.js';
import { FakeClock } from '../../harness/fakes/fake-clock.js';
import { makeCertificates } from '../../harness/fakes/peer-certificates.js';
import { TlsPostgres } from '../../harness/fakes/tls-postgres.js';
import { freePort } from '../../harness/fixtures/free-port.js';
import { bareosSettings } from '../../harness/fixtures/bareos-fixture.js';
import { answers, never } from '../../harness/fixtures/webhook-fixture.js';
import { failureOf, logIn, wireFixture } from '../../harness/fixtures/protocol-fixture.js';

const fixture = wireFixture();
const ownPort = 8123;
const directors = new RemoteDirectors(new FakeClock(), pino({ level: 'silent' }), { httpPort: () => ownPort });

async function refused(address: string, port: number, catalogUrl: string): Promise<readonly Target[]> {
  return directors.rejectedTargets(bareosSettings(port, { address, catalogUrl }));
}

const metadata = [
  '169.254.169.254',
  '169.254.1.1',
  'fe80::1',
  'fd00:ec2::254',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:101',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b::a9fe:101',
  '2002:a9fe:a9fe::1',
  '2002:a9fe:101::1',
  '100.100.100.200',
  '2852039166',
];

test.each(metadata)('neither a Director nor its catalog is connected to at %s', async (address) => {
  const host = address.includes(':') ? `[${address}]` : address;
  expect(await refused(address, 9101, `postgresql://r@${host}/c`)).toEqual(['address', 'catalogUrl']);
  expect(await refused('192.0.2.1', 9101, `postgresql://r@other/c?host=${address}`)).toEqual(['catalogUrl']);
});

const ownAddresses = Object.values(networkInterfaces())
  .flatMap((known) => known ?? [])
  .map(({ address }) => address)
  .filter((address) => !address.startsWith('fe80'));

test.each(['127.0.0.1', '127.1.2.3', '::1', '0.0.0.0', '::ffff:127.0.0.1', 'localhost', ...ownAddresses])(
  'the console itself is not connected to at %s, and whatever else listens there may be',
  async (address) => {
    const host = address.includes(':') ? `[${address}]` : address;
    expect(await refused(address, ownPort, `postgresql://r@${host}:${ownPort}/c`)).toEqual(['address', 'catalogUrl']);
    expect(await refused(address, ownPort + 1, `postgresql://r@${host}:5432/c`)).toEqual([]);
  },
);

test('private networks and Unix sockets are where Directors and catalogs are', async () => {
  expect(await refused('10.1.2.3', 9101, 'postgresql://r@%2Frun%2Fpostgresql/c')).toEqual([]);
  expect(await refused('fd12::9', 9101, 'postgresql://r@192.168.1.1/c')).toEqual([]);
});

test('a name that DNS does not know may be saved', async () => {
  expect(await refused('nowhere.invalid', 9101, 'postgresql://r@nowhere.invalid/c')).toEqual([]);
});

test('a Director’s name leads to the very address that was checked', async () => {
  const peer = await fixture.peer();
  const resolve = answers(['127.0.0.1'], ['169.254.169.254']);
  const gate = new SsrfGuard(directorPolicy, () => ({ ports: new Set<number>(), addresses: [] }), resolve);
  const lookupFor = (host: string, port: number) => gate.lookupFor(host, port, true);
  await fixture.connect(peer, { host: 'director.example' }, { lookupFor });
  expect(resolve.asked).toEqual(['director.example']);
  expect((await failureOf(logIn(peer, { host: 'director.example' }, { lookupFor }))).stage).toBe('address');
  expect(peer.sessions).toHaveLength(1);
});

test('a test of settings says of a refused address that it is refused, and no more', async () => {
  const listening = await fixture.peer();
  const said = await Promise.all(
    [listening.port, await freePort()].map(async (port) => {
      const own = new RemoteDirectors(new FakeClock(), pino({ level: 'silent' }), { httpPort: () => port });
      const settings = bareosSettings(port, { catalogUrl: `postgresql://r@127.0.0.1:${port}/c` });
      const found = await own.probe(settings, never, false);
      return JSON.stringify(found).replaceAll(String(port), 'PORT');
    }),
  );
  expect(said[0]).toBe(said[1]);
  expect(said[0]).toContain('"stage":"name","status":"failed","code":"address_refused"');
  expect(said[0]).toContain('"stage":"catalog","status":"failed","code":"address_refused"');
  expect(listening.sessions).toHaveLength(0);
});

test('whatever reads a catalog uses its certificates: requests, the feed and the test of settings', async () => {
  const certificates = makeCertificates();
  const postgres = fixture.keep(await TlsPostgres.start(certificates));
  const { cert: certificate, key } = certificates.console;
  const catalogTls = { ca: certificates.ca, certificate, key };
  const settings = bareosSettings(1, { catalogUrl: `${postgres.url}?sslmode=verify-full`, catalogTls });
  const { catalog } = fixture.keep(directors.connect(settings));
  // It lets us in, and answers nothing.
  await expect(catalog.runs.findRun(fullScope, 1)).rejects.toThrow(/cannot be reached/);
  expect(postgres.shown).toEqual(['console']);
  await expect(catalog.files.isBeingWritten(fullScope)).rejects.toThrow(/cannot be reached/);
  expect(postgres.shown).toHaveLength(2);
  await directors.probe(settings, never, false);
  expect(postgres.shown).toHaveLength(3);
  const trusting = fixture.keep(directors.connect({ ...settings, catalogTls: { ...catalogTls, ca: null } }));
  await expect(trusting.catalog.runs.findRun(fullScope, 1)).rejects.toThrow(/cannot be reached/);
  expect(postgres.shown).toHaveLength(3);
});
