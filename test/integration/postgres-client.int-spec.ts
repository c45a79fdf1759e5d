import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { directorPolicy } from '../../src/platform/ssrf-guard/address-rule.js';
import { SsrfGuard, TargetRejected } from '../../src/platform/ssrf-guard/ssrf-guard.js';
import { PostgresClient, postgresPool } from '../../src/database/postgres-client.js';
import { makeCertificates, type TestCertificates } from '../harness/fakes/peer-certificates.js';
import { TlsPostgres } from '../harness/fakes/tls-postgres.js';
import { copyDatabase } from '../harness/fixtures/database.js';
import { answers } from '../harness/fixtures/webhook-fixture.js';

const demandClearText = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]);
const demandMd5 = Buffer.from([0x52, 0, 0, 0, 12, 0, 0, 0, 5, 1, 2, 3, 4]);
const authenticated = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

const servers: Server[] = [];
const sockets: Socket[] = [];
let heard = '';

beforeEach(() => {
  heard = '';
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** Somebody else in the place of PostgreSQL: answers the first message so, and keeps what it hears. */
async function impostor(answer: Buffer): Promise<string> {
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(answer));
    socket.on('data', (chunk) => (heard += chunk.toString('latin1')));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `postgres://reader:TheSecret@127.0.0.1:${(server.address() as AddressInfo).port}/catalog`;
}

const connect = (connectionString: string): Promise<unknown> => new PostgresClient({ connectionString }).connect();

describe('a client of PostgreSQL', () => {
  test('hands its password over in clear text only inside TLS', async () => {
    await expect(connect(await impostor(demandClearText))).rejects.toThrow(
      /password in clear text, which is not allowed/,
    );
    expect(heard).not.toContain('TheSecret');
  });

  test.each([
    ['clear text', demandClearText],
    ['MD5', demandMd5],
  ])('hands it over in no form but SCRAM where its URL requires that: %s', async (_, demand) => {
    const url = `${await impostor(demand)}?require_auth=scram-sha-256`;
    await expect(connect(url)).rejects.toThrow(/which is not allowed/);
    expect(heard).not.toMatch(/TheSecret|md5/);
  });

  test('takes nothing from PG variables of the environment', async () => {
    const url = await copyDatabase('template_catalog');
    const wrong = { PGSSLMODE: 'require', PGOPTIONS: '-c search_path=nowhere', PGUSER: 'nobody', PGPASSWORD: 'wrong', PGHOST: '/nowhere', PGPORT: '1', PGDATABASE: 'none', PGREPLICATION: 'database' }; // prettier-ignore
    const before = process.env;
    process.env = { ...before, ...wrong };
    const pool = postgresPool({ connectionString: url, max: 1 });
    try {
      const { rows } = await pool.query<{ path: string }>("SELECT current_setting('search_path') AS path");
      expect(rows).toEqual([{ path: '"$user", public' }]);
    } finally {
      await pool.end();
      process.env = before;
    }
  });

  test.each(['prefer', 'allow'])('with sslmode=%s goes on without TLS where the server has none', async (mode) => {
    const client = new PostgresClient({
      connectionString: `${await copyDatabase('template_catalog')}?sslmode=${mode}`,
    });
    await client.connect();
    expect((await client.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()')).rows).toEqual([
      { ssl: false },
    ]);
    await client.end();
  });

  test('ends a connection whose server answers without end', async () => {
    const endless = Buffer.concat([authenticated, Buffer.from([0x44, 0x7f, 0xff, 0xff, 0xff]), Buffer.alloc(4096)]);
    const client = new PostgresClient({ connectionString: await impostor(endless), answerLimitBytes: 2048 });
    const broke = once(client, 'error');
    client.on('error', () => undefined);
    await client.connect();
    expect(String((await broke)[0])).toContain('more than 2048 bytes');
  });
});

describe('certificates that are given beside the URL', () => {
  let certificates: TestCertificates;
  beforeAll(() => {
    certificates = makeCertificates();
  });

  let server: TlsPostgres;
  beforeEach(async () => {
    server = await TlsPostgres.start(certificates);
  });
  afterEach(() => server.close());

  const connectWith = async (url: string, ca: string | null): Promise<void> => {
    const { cert: certificate, key } = certificates.console;
    const client = new PostgresClient({ connectionString: url, tls: { ca, certificate, key } });
    client.on('error', () => undefined);
    await client.connect();
    await client.end();
  };

  test.each(['', '?sslmode=verify-full', '?sslmode=require'])('verify the server, and show ours: %s', async (query) => {
    const { shown } = server;
    await connectWith(`${server.url}${query}`, certificates.ca);
    expect(shown).toEqual(['console']);
    await expect(connectWith(`${server.url}${query}`, null)).rejects.toThrow(/certificate/);
    expect(shown).toHaveLength(1);
  });

  test('are shown where TLS is only taken if it is offered', async () => {
    await connectWith(`${server.url}?sslmode=prefer`, null);
    expect(server.shown).toEqual(['console']);
  });

  test('leave no place for files in the URL', () => {
    const connectionString = 'postgresql://reader:p@127.0.0.1:1/catalog?%73slrootcert=/etc/hostname';
    const tls = { ca: null, certificate: null, key: null };
    expect(() => new PostgresClient({ connectionString, tls })).toThrow(/names files \(sslrootcert\)/);
  });
});

describe('a client whose host has to be checked', () => {
  const gateOver = (...lists: string[][]): SsrfGuard =>
    new SsrfGuard(directorPolicy, () => ({ ports: new Set<number>(), addresses: [] }), answers(...lists));
  const connectThrough = (gate: SsrfGuard, connectionString: string): Promise<unknown> =>
    new PostgresClient({ connectionString, lookupFor: (host, port) => gate.lookupFor(host, port, true) }).connect();

  test.each(['', '?sslmode=prefer', '?sslmode=verify-full'])(
    'connects to no refused address, as it stands or behind a name: %s',
    async (query) => {
      for (const host of ['169.254.169.254', '[fd00:ec2::254]', '[::ffff:169.254.169.254]', 'catalog.example']) {
        const url = `postgresql://reader:p@${host}/catalog${query}`;
        await expect(connectThrough(gateOver(['169.254.169.254']), url)).rejects.toBeInstanceOf(TargetRejected);
      }
    },
  );

  test('connects to the very address that was checked', async () => {
    const url = new URL(await impostor(demandMd5));
    url.hostname = 'catalog.example';
    const gate = gateOver(['127.0.0.1'], ['169.254.169.254']);
    const [first, second] = [`${url.toString()}?require_auth=scram-sha-256`, url.toString()];
    await expect(connectThrough(gate, first)).rejects.toThrow(/password by MD5, which is not allowed/);
    await expect(connectThrough(gate, second)).rejects.toBeInstanceOf(TargetRejected);
  });
});

test('a value of ssl that nobody knows is refused, and does not end the process', async () => {
  const url = `${await impostor(Buffer.from('S'))}?ssl=maybe`;
  expect(() => new PostgresClient({ connectionString: url })).toThrow(/ssl must be true, false or no-verify/);
});
