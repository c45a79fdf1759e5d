import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  linkSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync,
} from 'node:fs'; // prettier-ignore
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { directorYaml } from '../harness/builders/director-yaml.js';
import { FakeClock } from '../harness/fakes/fake-clock.js';
import { itemsOf } from '../harness/fixtures/access-calls.js';
import { type Caller, startTestConsole, type TestConsole } from '../harness/fixtures/test-console.js';
import { until } from '../harness/fixtures/until.js';

interface Download {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly expiresAt: string;
  readonly links: { readonly content: string };
}

const folder = mkdtempSync(join(tmpdir(), 'backup-console-downloads-'));
const home = join(folder, 'home');
/** Not compressible: more than all buffers on the way together. */
const big = Buffer.alloc(24 * 2 ** 20);
const oddName = 'Übung "1"; x=\'y\'\r\nSet-Cookie: a=b.txt';

let app: TestConsole;
let admin: Caller;
let jobId: number;
const clock = new FakeClock(new Date());

beforeAll(async () => {
  for (let at = 0, seed = 7; at < big.length; at += 4) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    big.writeUInt32LE(seed, at);
  }
  mkdirSync(join(home, 'empty'), { recursive: true });
  writeFileSync(join(home, 'letter.txt'), 'good morning\n', { mode: 0o640 });
  writeFileSync(join(home, oddName), 'odd');
  writeFileSync(join(home, 'big'), big);
  linkSync(join(home, 'letter.txt'), join(home, 'second'));
  symlinkSync('../elsewhere', join(home, 'pointer'));
  utimesSync(join(home, 'letter.txt'), 1_000_000_000, 1_234_567_890);
  app = await startTestConsole({
    clock,
    environment: { DOWNLOADS_AT_ONCE: '2' },
    prepare: (dataDir) => writeFileSync(join(dataDir, 'director.yaml'), directorYaml(dataDir, { Home: [home] })),
  });
  admin = await app.as('admin');
  const started = await admin.post('/operations/jobs/run', { job: 'Home', level: 'Full' });
  ({ jobId } = started.body);
  expect((await admin.get(`/operations/runs/${jobId}?wait=60`)).body).toMatchObject({ status: 'completed' });
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

async function create(format: string, paths?: readonly string[], caller = admin): Promise<Download> {
  const answer = await caller.post('/restore/downloads', { jobids: [jobId], format, ...(paths ? { paths } : {}) });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  expect(answer.headers.get('location')).toBe((answer.body as Download).links.content);
  return answer.body;
}

/** The bytes; fails where the answer was cut. */
async function fetchBytes({ links }: Download, caller = admin): Promise<Buffer> {
  const answer = await fetch(app.url + links.content, { headers: caller.credential });
  if (answer.status !== 200) throw new Error(await answer.text());
  return Buffer.from(await answer.arrayBuffer());
}

/** An answer whose bytes nobody reads yet. */
async function begin({ links }: Download, caller = admin): Promise<IncomingMessage> {
  const sent = request(app.url + links.content, { headers: caller.credential, agent: false });
  sent.end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.on('error', () => undefined);
  return answer;
}

describe('POST /restore/downloads', () => {
  test('answers with name, size, expiry and the address of the content', async () => {
    const download = await create('file', [join(home, 'letter.txt')]);
    expect(download).toEqual({
      id: expect.any(String),
      name: 'letter.txt',
      size: 13,
      expiresAt: new Date(clock.now().getTime() + 15 * 60_000).toISOString(),
      state: 'ready',
      jobId: null,
      progress: null,
      problem: null,
      links: {
        self: `/api/v1/restore/downloads/${download.id}`,
        content: `/api/v1/restore/downloads/${download.id}/content`,
      },
    });
    expect((await admin.get(`/restore/downloads/${download.id}`)).body).toEqual(download);
    expect((await create('zip', [home])).name).toBe('home.zip');
    expect((await create('tar')).name).toBe('local.tar');
  });

  test('refuses what is not one plain file, what the chain does not hold, and a run that is not there', async () => {
    const post = async (body: object): Promise<unknown> => {
      const { status, body: problem } = await admin.post('/restore/downloads', { jobids: [jobId], ...body });
      return [status, (problem as { code: string }).code];
    };
    for (const paths of [[home], [join(home, 'pointer')], [join(home, 'letter.txt'), join(home, 'second')]]) {
      expect(await post({ format: 'file', paths })).toEqual([400, 'validation_failed']);
    }
    expect(await post({ format: 'file' })).toEqual([400, 'validation_failed']);
    expect(await post({ format: 'rar', paths: [home] })).toEqual([400, 'validation_failed']);
    expect(await post({ format: 'tar', paths: [] })).toEqual([422, 'nothing_selected']);
    expect(await post({ format: 'tar', paths: [home, '/nowhere'] })).toEqual([422, 'nothing_selected']);
    expect(await post({ format: 'tar', jobids: [4711] })).toEqual([422, 'incomplete_chain']);
  });

  test('is for admins alone, and for no token that was frozen without it', async () => {
    for (const role of ['readonly', 'operator']) {
      const answer = await (await app.as(role)).post('/restore/downloads', { jobids: [jobId], format: 'tar' });
      expect([answer.status, answer.body]).toEqual([
        403,
        expect.objectContaining({ requiredCapability: 'restore:download' }),
      ]);
    }
    const token = await app.withToken('admin');
    const database = new Client({ connectionString: app.consoleDatabaseUrl });
    await database.connect();
    // As a token has it that was made before there was this capability.
    await database.query(`UPDATE api_token SET capabilities = array_remove(capabilities, 'restore:download')`);
    await database.end();
    const answer = await token.post('/restore/downloads', { jobids: [jobId], format: 'tar' });
    expect(answer.status).toBe(403);
  });
});

describe('GET /restore/downloads/{id}/content', () => {
  test('a file equals the original byte for byte, under its own name', async () => {
    for (const name of ['letter.txt', 'big', 'second']) {
      const download = await create('file', [join(home, name)]);
      expect((await fetchBytes(download)).equals(readFileSync(join(home, name)))).toBe(true);
    }
    const odd = await create('file', [join(home, oddName)]);
    const answer = await fetch(app.url + odd.links.content, { headers: admin.credential });
    expect(await answer.text()).toBe('odd');
    expect(answer.headers.get('content-length')).toBe('3');
    expect(answer.headers.get('set-cookie')).toBeNull();
    const safe = "Übung _1_; x='y'__Set-Cookie_ a=b.txt";
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="_bung _1__ x__y___Set-Cookie_ a_b.txt"; filename*=UTF-8''${encodeURIComponent(safe).replaceAll("'", '%27')}`,
    );
  });

  test.each(['tar', 'zip'] as const)('a %s unpacks to the same tree', async (format) => {
    const download = await create(format, [home]);
    const place = mkdtempSync(join(folder, `${format}-`));
    const file = join(folder, `whole.${format}`);
    writeFileSync(file, await fetchBytes(download));
    if (format === 'tar') execFileSync('tar', ['-xpf', file, '-C', place]);
    else execFileSync('unzip', ['-q', '-^', file, '-d', place]);
    const at = (name: string): string => join(place, home, name);
    for (const name of ['letter.txt', 'second', 'big', oddName]) {
      expect([name, readFileSync(at(name)).equals(readFileSync(join(home, name)))]).toEqual([name, true]);
    }
    expect(readlinkSync(at('pointer'))).toBe('../elsewhere');
    expect(statSync(at('empty')).isDirectory()).toBe(true);
    const { mode, mtimeMs } = statSync(at('letter.txt'));
    expect([mode & 0o777, mtimeMs]).toEqual([0o640, 1_234_567_890_000]);
  });

  test('answers a HEAD request with the head alone', async () => {
    const { links } = await create('file', [join(home, 'big')]);
    const answer = await admin.call('HEAD', links.content.slice('/api/v1'.length));
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(big.length)]);
  });

  test('another caller gets nothing, not even the same person with a token', async () => {
    const download = await create('file', [join(home, 'letter.txt')]);
    const token = await app.withToken('admin');
    await expect(fetchBytes(download, token)).rejects.toThrow('not_found');
    const own = await create('file', [join(home, 'letter.txt')], token);
    await expect(fetchBytes(own)).rejects.toThrow('not_found');
    await expect(fetchBytes(own, await app.withToken('admin'))).rejects.toThrow('not_found');
    expect((await fetchBytes(own, token)).toString()).toBe('good morning\n');
    expect((await fetch(app.url + own.links.content)).status).toBe(401);
  });

  test('ends with its time', async () => {
    const download = await create('file', [join(home, 'letter.txt')]);
    clock.advance(15 * 60 - 1);
    await fetchBytes(download);
    clock.advance(2);
    await expect(fetchBytes(download)).rejects.toThrow('not_found');
  });

  test('so many at the same time and no more; one that was left makes room', async () => {
    const download = await create('file', [join(home, 'big')]);
    const open = [await begin(download), await begin(download)];
    await expect(fetchBytes(download)).rejects.toThrow('too_many_streams');
    open[0]!.destroy();
    const bytes = await until(() => fetchBytes(download).catch(() => null));
    expect(bytes.equals(big)).toBe(true);
    open[1]!.destroy();
  });

  test('is cut when the token is revoked meanwhile', async () => {
    const token = await app.withToken('admin');
    const download = await create('file', [join(home, 'big')], token);
    const answer = await begin(download, token);
    const { items } = (await admin.get('/tokens')).body as { items: { id: string }[] };
    for (const { id } of items) await admin.delete(`/tokens/${id}`);
    await until(async () => {
      const ends = await admin.get(`/admin/audit?target=download:${download.id}&outcome=failure`);
      return itemsOf(ends).length > 0;
    });
    // A reader that waits learns of it when it reads on.
    answer.resume();
    await until(() => answer.destroyed);
    expect(answer.complete).toBe(false);
  });

  test('is on record from its making to its end', async () => {
    const download = await create('file', [join(home, 'letter.txt')]);
    await fetchBytes(download);
    const records = await until(async () => {
      const found = itemsOf(await admin.get(`/admin/audit?target=download:${download.id}`));
      return found.length === 2 ? found : null;
    });
    // At the same moment of the test's clock they come in no order.
    expect(records.map(({ action, outcome }) => `${String(action)} ${String(outcome)}`).sort()).toEqual([
      'restore.download.end success',
      'restore.download.start success',
    ]);
    expect(records.find(({ action }) => action === 'restore.download.end')).toMatchObject({
      changes: { bytes: { to: 13 } },
    });
    const made = itemsOf(await admin.get('/admin/audit?action=restore.download.create&limit=200'));
    expect(made.map(({ changes }) => changes)).toContainEqual(
      expect.objectContaining({ download: { to: download.id }, selected: { to: 1 } }),
    );
  });
});

// The last one: the volume is not whole any more after it.
test('a damaged volume cuts the answer, or is told in words where nothing was sent yet', async () => {
  const [wholeFile, archive, small] = [
    await create('file', [join(home, 'big')]),
    await create('tar', [home]),
    await create('file', [join(home, 'letter.txt')]),
  ];
  const volume = join(app.dataDir, 'volumes', 'Default-0001.tar.gz');
  const bytes = readFileSync(volume);
  const middle = Math.floor(bytes.length / 2);
  bytes.fill(0x55, middle, middle + 4096);
  writeFileSync(volume, bytes);
  for (const download of [wholeFile, archive]) await expect(fetchBytes(download)).rejects.toThrow('terminated');
  rmSync(volume);
  await expect(fetchBytes(small)).rejects.toThrow(/director_error.*the file .* does not exist/s);
  const codeOf = ({ id }: { readonly id: string }) =>
    until(async () => {
      const [end] = itemsOf(await admin.get(`/admin/audit?action=restore.download.end&target=download:${id}`));
      return end ? (end['changes'] as { code: { to: string } }).code.to : null;
    });
  expect(await codeOf(small)).toBe('director_error');
  // The other two were begun before the fault was met, so there was nothing left to say it with.
  for (const download of [wholeFile, archive]) expect(await codeOf(download)).toBe('cut');
});
