import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { FakeBareos } from '../harness/fakes/fake-bareos.js';
import { makeCertificates } from '../harness/fakes/peer-certificates.js';
import { type Caller, startTestConsole, type TestConsole } from '../harness/fixtures/test-console.js';

const folder = mkdtempSync(join(tmpdir(), 'backup-console-reach-'));
const { ca } = makeCertificates();
let bareos: FakeBareos;
let app: TestConsole;
let admin: Caller;

/** Entries whose catalog URLs name a file, as they do for libpq. */
beforeAll(async () => {
  bareos = await FakeBareos.start();
  const authority = join(folder, 'ca.pem');
  writeFileSync(authority, ca);
  const entry = (name: string, file: string): string =>
    `  - { name: ${name}, kind: bareos, address: 127.0.0.1, port: ${bareos.peer.port}, console: backup console, password: secret, ` +
    `catalogUrl: "postgresql://r:hush@127.0.0.1:1/c?sslmode=verify-full&sslrootcert=${file}" }\n`;
  const directors = join(folder, 'directors.yaml');
  const embedded = '  - { name: embedded, kind: embedded, default: true }\n';
  writeFileSync(directors, `directors:\n${embedded}${entry('whole', authority)}${entry('broken', '/nowhere/ca.pem')}`);
  app = await startTestConsole({ environment: { DIRECTORS_FILE: directors } });
  admin = await app.as('admin');
});

afterAll(async () => {
  await app.close();
  await bareos.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a file that a catalog URL of DIRECTORS_FILE names is read once, into the entry', async () => {
  const shown = await admin.get('/admin/directors/whole');
  expect(shown.body).toMatchObject({
    catalogUrl: 'postgresql://r@127.0.0.1:1/c?sslmode=verify-full',
    catalogTls: { ca, certificate: null, hasKey: false },
  });
  expect((await admin.get('/admin/directors/broken')).body).toMatchObject({ catalogTls: { ca: null } });
});

test('one that cannot be read is logged with its Director, whose catalog alone is missing then', async () => {
  const told = app.log.filter((line) => line.includes('/nowhere/ca.pem'));
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(/catalog URL of Director .{1,2}broken.{1,2} names the file .*sslrootcert.*ENOENT/);
  expect(app.log.join('')).not.toContain('hush');
  const volumes = await admin.get('/storage-media/volumes?director=broken');
  expect([volumes.status, volumes.body]).toMatchObject([503, { code: 'director_unreachable' }]);
  expect(volumes.text).toContain('sslrootcert');
  expect((await admin.get('/director/health?director=broken')).status).toBe(200);
  expect((await admin.get('/directors/broken')).body).toMatchObject({ reachable: true });
  expect((await admin.get('/storage-media/volumes?director=embedded')).status).toBe(200);
});

test('the console is no Director of its own, nor the catalog of one', async () => {
  const { port } = new URL(app.url);
  const body = { name: 'own', kind: 'bacula', address: '127.0.0.1', port: Number(port), password: 'p' };
  const catalogUrl = `postgresql://r:p@localhost:${port}/c`;
  for (const path of ['/admin/directors', '/admin/directors/test']) {
    const answer = await admin.post(path, { ...body, catalogUrl });
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { errors: [{ field: 'address' }, { field: 'catalogUrl' }] },
    ]);
  }
  const metadata = await admin.post('/admin/directors/test', { ...body, address: '169.254.169.254', port: 80, catalogUrl: 'postgresql://r:p@[fd00:ec2::254]/c' }); // prettier-ignore
  expect(metadata.body).toMatchObject({ errors: [{ field: 'address' }, { field: 'catalogUrl' }] });
});
