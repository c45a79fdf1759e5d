// Takes half a minute. Every kind of channel has to fail and try again before its traces can be searched.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { accessTable, sampleOf } from '../harness/fixtures/access-table.js';
import { connectBehind, processPassword } from '../harness/fixtures/console-process.js';
import { channelsPath, SecretFixture, typed } from '../harness/fixtures/secret-fixture.js';
import { SecretSearch } from '../harness/fixtures/secret-search.js';
import { until } from '../harness/fixtures/until.js';

interface Named {
  readonly id: string;
}

interface SeenDelivery extends Named {
  readonly channel: { readonly name: string };
  readonly lastOutcome: { readonly detail: string } | null;
}

const folder = mkdtempSync(join(tmpdir(), 'backup-console-secrets-'));
const api = '/api/v1';
const deliveriesPath = `${api}/admin/notifications/deliveries`;
/** By the name of a channel, what people read of its first try. */
const told = new Map<string, string>();
/** By table of either database, all of its rows. */
const tables = new Map<string, string>();
let fixture: SecretFixture;
let search: SecretSearch;

beforeAll(async () => {
  fixture = await SecretFixture.start(folder);
  await fixture.addChannels();
  await happen();
  await mistakes();
  const names = [...fixture.channels.keys()];
  await deliver(names.filter((name) => name !== 'hang'));
  await operate();
  await deliver(['hang']);
  await readEverything();
  await readTables('console');
  await readTables('embedded_catalog');
  await fixture.stop();
  search = new SecretSearch({ ...typed, ...fixture.made });
});

afterAll(async () => {
  await fixture.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Events of both kinds: of a run, which all channels take, and of a token. */
async function happen(): Promise<void> {
  await fixture.app.order('Full', 'Partial');
  const headers = { authorization: `Bearer ${fixture.app.apiToken}x`, 'user-agent': fixture.app.apiToken };
  await fetch(`${fixture.app.url}${api}/auth/me`, { headers });
}

/** Requests that are refused with a secret in hand, wherever people put one by mistake. */
async function mistakes(): Promise<void> {
  const webhook = { kind: 'webhook', name: 'mistake', url: 'https://hooks.example.com/' };
  const place = `hooks.example.com/${typed.path}`;
  for (const wrong of [
    { url: `https://user:${typed.userInfo}@${place}` },
    { url: `https://${place}#${typed.query}` },
    { url: `ftp://${place}` },
    { url: `https://${place} ${typed.query}` },
    { url: [`https://${place}`] },
    { serviceKey: typed.apiKey },
    { serviceKey: `${typed.apiKey}\n`, format: 'opsgenie' },
    { authorization: `${typed.authorization}ü` },
    { authorization: { value: typed.authorization } },
    { signingSecret: `${typed.signingSecret}!` },
    { format: typed.apiKey },
    { smtp: { host: 'mail.example.com', password: typed.mailPassword } },
  ]) {
    expect([wrong, (await fixture.ask('POST', channelsPath, { ...webhook, ...wrong })).status]).toEqual([wrong, 400]);
    await fixture.ask('POST', `${channelsPath}/test`, { ...webhook, ...wrong });
  }
  // Whoever sends these is told the name of the member and the pattern that they sent; nobody else is.
  for (const wrong of [{ [typed.apiKey]: 1 }, { patterns: [typed.apiKey] }]) {
    await fixture.app.call('POST', '/admin/notifications/channels', { ...webhook, ...wrong });
  }
  await fixture.ask('POST', channelsPath, `{"kind":"webhook","url":"https://${place}`);
  await fixture.ask('GET', `${channelsPath}?name=${encodeURIComponent(`https://${place}`)}`);
  await fixture.ask('GET', `${deliveriesPath}?channel=https%3A%2F%2F${encodeURIComponent(place)}`);
  await fixture.ask('POST', `${deliveriesPath}/replay`, { channel: typed.apiKey, since: typed.apiKey });
}

/** Until each of these channels was tried. */
async function deliver(names: readonly string[]): Promise<void> {
  await until(async () => {
    const { items } = await fixture.get<{ items: SeenDelivery[] }>(`${deliveriesPath}?limit=500`);
    for (const { channel, lastOutcome } of items) {
      if (lastOutcome && !told.has(channel.name)) told.set(channel.name, lastOutcome.detail);
    }
    return names.every((name) => told.has(name));
  });
}

/** What people do with channels that do not work. */
async function operate(): Promise<void> {
  const at = (name: string): string => `${channelsPath}/${fixture.channels.get(name)}`;
  for (const name of ['500', 'body', '301', 'metadata', 'unknown', 'mail, log-in', 'mail, own server']) {
    await fixture.ask('POST', `${at(name)}/test`);
  }
  await fixture.ask('POST', `${at('500')}/secrets/rotate`, { signingSecret: typed.rotatedSecret });
  await fixture.ask('POST', `${at('500')}/secrets/rotate`, { signingSecret: typed.rotatedSecret });
  await fixture.ask('POST', `${at('arrives')}/secrets/rotate`, {});
  await fixture.ask('PATCH', at('500'), { url: `https://hooks.example.com/${typed.path}` });
  await fixture.ask('PATCH', at('500'), { url: `https://hooks.example.com/${typed.path}`, authorization: null });
  await fixture.ask('PATCH', at('mail, log-in'), { smtp: { host: 'mail.example.com', username: 'robot' } });
  await fixture.ask('PATCH', at('arrives'), { name: '500' });
  await fixture.ask('POST', `${at('410')}/resume`);
  await fixture.ask('DELETE', at('cut'));
  const span = { since: '2020-01-01T00:00:00Z', until: '2100-01-01T00:00:00Z', status: ['delivered'] };
  const replay = { channel: fixture.channels.get('arrives'), ...span };
  expect((await fixture.ask('POST', `${deliveriesPath}/replay`, replay)).status).toBe(202);
}

/** Every route that reads, and each thing that the lists name. */
async function readEverything(): Promise<void> {
  const routes = Object.keys(accessTable).filter((route) => route.startsWith('GET ') && !route.endsWith('/stream'));
  for (const path of routes.map((route) => sampleOf(route).path)) await fixture.ask('GET', path);
  for (const format of ['csv', 'ndjson']) await fixture.ask('GET', `${api}/admin/audit/export?format=${format}`);
  for (const list of [channelsPath, deliveriesPath, `${api}/admin/events`, `${api}/admin/audit`]) {
    const { items } = await fixture.get<{ items: Named[] }>(`${list}?limit=500`);
    expect(items.length).toBeGreaterThan(0);
    for (const { id } of items) await fixture.ask('GET', `${list}/${id}`);
  }
}

async function readTables(database: string): Promise<void> {
  const client = await connectBehind(fixture.app.dataDir, database);
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  for (const { name } of rows) {
    const all = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
    tables.set(`${database} ${name}`, all.rows.map(({ row }) => row).join('\n'));
  }
  await client.end();
}

function filesBelow(top: string): string[] {
  const entries = readdirSync(top, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

describe('a console whose receivers repeat all that they are told', () => {
  test('had every kind of trouble with them', () => {
    const detailOf = (name: string): string | undefined => told.get(name);
    expect(detailOf('arrives')).toBe('The receiver answered 200.');
    for (const [name, sentence] of Object.entries(expectedTroubles)) {
      expect([name, detailOf(name)]).toEqual([name, expect.stringMatching(sentence)]);
    }
  });

  test('shows people what they said', () => {
    const excerpts = fixture.answers.flatMap(({ text }) => /"excerpt":"[^"]+\[hidden\]/.exec(text) ?? []);
    expect(excerpts.length).toBeGreaterThan(5);
  });

  test('holds no secret in what it wrote to its log at LOG_LEVEL=debug', () => {
    expect(fixture.app.output()).toContain('"level":20');
    expect(search.in(fixture.app.output())).toEqual([]);
  });

  test('holds no secret in an answer, but for one that was just made', () => {
    expect(Object.keys(fixture.made).length).toBeGreaterThan(10);
    const found = fixture.answers.flatMap(({ to, text }) => search.in(text).map((secret) => `${to}: ${secret}`));
    expect(found).toEqual([]);
  });

  test('holds no secret in a row of its databases', () => {
    expect(tables.get('console public.notification_channel')).toContain('nothing listens');
    expect(tables.get('console public.delivery_attempt')).toContain('[hidden]');
    expect(tables.size).toBeGreaterThan(30);
    const found = [...tables].flatMap(([name, text]) => search.in(text).map((secret) => `${name}: ${secret}`));
    expect(found).toEqual([]);
  });

  test('holds no secret in a file below DATA_DIR', () => {
    const files = filesBelow(fixture.app.dataDir);
    expect(files.length).toBeGreaterThan(100);
    const found = files.flatMap((file) => {
      const bytes = readFileSync(file);
      const secrets = bytes.length > 2 ** 16 ? search.inBytes(bytes) : search.in(bytes.toString('latin1'));
      return secrets.map((secret) => `${relative(fixture.app.dataDir, file)}: ${secret}`);
    });
    expect(found).toEqual([]);
  });
});

const expectedTroubles: Readonly<Record<string, RegExp>> = {
  '500': /answered 500/,
  body: /answered 400/,
  headers: /answered 422/,
  decoded: /answered 401/,
  '301': /answered 301.*not followed/,
  '410': /permanently gone|disabled/,
  hang: /did not answer within 15 seconds/,
  cut: /closed the connection/,
  slow: /answered 503/,
  status: /answered 503/,
  later: /answered 429/,
  'no HTTP': /not HTTP/,
  'no TLS': /does not speak TLS/,
  untrusted: /not signed by a trusted authority/,
  'nothing listens': /refused the connection/,
  loopback: /loopback/,
  metadata: /metadata/,
  console: /console itself/,
  plain: /uses plain http/,
  unknown: /host name of the receiver was not found/,
  'mail, log-in': /rejected the username or password \(535\)/,
  'mail, untrusted': /STARTTLS|not signed by a trusted authority/,
  'mail, no SMTP': /not SMTP/,
  'mail, own server': /mail server/,
};

describe('the search itself', () => {
  test.each([
    ['plain', (text: string) => text],
    ['in other case', (text: string) => text.toUpperCase()],
    ['percent-encoded', (text: string) => encodeURIComponent(text)],
    ['in hex', (text: string) => Buffer.from(text).toString('hex')],
    ...['', 'a', 'ab', 'abc'].map((before): [string, (text: string) => string] => [
      `in base64 behind ${before.length} bytes`,
      (text) => Buffer.from(`${before}${text} and more`).toString('base64'),
    ]),
    ['in base64url', (text: string) => Buffer.from(`?>${text}?>`).toString('base64url')],
  ])('finds a secret %s', (_, spell) => {
    const { mailPassword } = typed;
    expect(search.in(`before ${spell(mailPassword)} behind`)).not.toEqual([]);
    expect(search.in(`before ${spell('mailZQ7something else, as long')} behind`)).toEqual([]);
  });

  test('finds the passwords of a console in the bytes of a file', () => {
    expect(search.inBytes(Buffer.from(`\0\x01${processPassword}\xff`))).toEqual(['adminPassword, plain']);
  });
});
