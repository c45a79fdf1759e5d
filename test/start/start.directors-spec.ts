// Takes about a minute. Starts about twenty consoles, most with a new PostgreSQL.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { freePort } from '../harness/fixtures/free-port.js';
import { until } from '../harness/fixtures/until.js';
import { consoleProgram } from '../harness/fixtures/built-files.js';

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  output(): string;
}

let dataDir: string;
const children: ChildProcess[] = [];

function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), 'backup-console-start-'));
}

beforeEach(() => {
  dataDir = makeFolder();
});

afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => end(child, 'SIGTERM')));
  rmSync(dataDir, { recursive: true, force: true });
});

async function spawnConsole(folder: string, environment: Record<string, string> = {}): Promise<Started> {
  const port = String(await freePort());
  let output = '';
  const child = spawn(process.execPath, [consoleProgram], {
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: folder, PORT: port, LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, url: `http://127.0.0.1:${port}`, output: () => output };
}

async function start(folder: string): Promise<Started> {
  const started = await spawnConsole(folder);
  await until(() => started.output().includes('is ready') || started.child.exitCode !== null);
  if (started.child.exitCode !== null) throw new Error(started.output());
  return started;
}

/** The exit code of a console that refuses to start. */
async function refusal({ child }: Started): Promise<number | null> {
  return ((await once(child, 'exit')) as [number | null])[0];
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exit = once(child, 'exit') as Promise<[number | null]>;
  child.kill(signal);
  return (await exit)[0];
}

async function logIn({ url }: Started, folder: string): Promise<number> {
  const password = readFileSync(join(folder, 'admin-password'), 'utf8').trim();
  const answer = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  return answer.status;
}

function hasPostgres(folder: string): boolean {
  return existsSync(join(folder, 'postgres', 'data', 'postmaster.pid'));
}

// These look at one console without changing it, so that one first start serves them all.
describe('a console that runs', () => {
  let home: string;
  let running: Started;

  beforeAll(async () => {
    home = makeFolder();
    running = await start(home);
    // It outlives the test that is first.
    children.length = 0;
  });

  afterAll(async () => {
    await end(running.child, 'SIGTERM');
    rmSync(home, { recursive: true, force: true });
  });

  test('has printed its address and where the password lies, and not the password into a pipe', async () => {
    const file = join(home, 'admin-password');
    await until(() => running.output().includes(file));
    expect(running.output()).toContain(running.url);
    expect(running.output()).not.toContain(readFileSync(file, 'utf8').trim());
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await logIn(running, home)).toBe(200);
  });

  test('has a director.yaml that the command line finds in order, and names the entry, line and column of a mistake in it', () => {
    const check = (file: string) =>
      spawnSync(process.execPath, ['scripts/cli.js', 'check', file], { encoding: 'utf8', timeout: 60_000 });
    const file = join(home, 'director.yaml');
    const good = check(file);
    expect([good.stdout, good.status]).toEqual([expect.stringContaining('has no errors. Jobs: '), 0]);
    const mistaken = join(home, 'mistaken.yaml');
    writeFileSync(mistaken, readFileSync(file, 'utf8').replace(/^( +fileset: ).*$/m, '$1Gonne'));
    const bad = check(mistaken);
    expect([bad.stderr, bad.status]).toEqual([
      expect.stringMatching(
        /^director\.yaml: jobs\[0\]\.fileset: there is no fileset named Gonne \(line \d+, column 5\)$/m,
      ),
      1,
    ]);
  });

  test('deletes the file of the generated password when that is changed', async () => {
    const file = join(home, 'admin-password');
    const send = (method: string, path: string, body: object, cookie = '') =>
      fetch(`${running.url}/api/v1/auth/${path}`, {
        method,
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify(body),
      });
    const current = readFileSync(file, 'utf8').trim();
    const signedIn = await send('POST', 'login', { username: 'admin', password: current });
    const cookie = signedIn.headers.getSetCookie()[0]!.split(';')[0]!;
    expect(
      (await send('PUT', 'password', { currentPassword: current, newPassword: 'a password of my own' }, cookie)).status,
    ).toBe(204);
    expect(existsSync(file)).toBe(false);
  });

  test('answers the probes without a credential', async () => {
    expect((await fetch(`${running.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${running.url}/readyz`)).status).toBe(200);
  });

  test('keeps a second console off its DATA_DIR with a clear message', async () => {
    const second = await spawnConsole(home);
    expect(await refusal(second)).toBe(1);
    expect(second.output()).toMatch(/in use by another console \(process \d+\)/);
  });

  test('keeps another one off its address, which says so and leaves no PostgreSQL behind', async () => {
    const second = await spawnConsole(dataDir, { PORT: new URL(running.url).port });
    expect(await refusal(second)).toBe(1);
    expect(second.output()).toMatch(/The address 127\.0\.0\.1:\d+ is already in use\. Choose another HOST or PORT\./);
    expect(hasPostgres(dataDir)).toBe(false);
  });
});

describe('starting and ending', () => {
  test.each([
    [{ PORT: 'eighty' }, /PORT must be a whole number/],
    [{ DATABASE_URL: 'postgres://127.0.0.1:1/none' }, /INSTANCE_KEY must be set together with DATABASE_URL/],
    [{ DATABASE_URL: 'postgres://127.0.0.1:1/none', INSTANCE_KEY: 'k'.repeat(32) }, /DATABASE_URL: .*ECONNREFUSED/],
    [{ EMBEDDED_CATALOG_URL: 'postgres://127.0.0.1:1/none' }, /EMBEDDED_CATALOG_URL: .*ECONNREFUSED/],
    [{ DATA_DIR: '/dev/null/data' }, /DATA_DIR: ENOTDIR/],
  ])('stops at %j with a sentence that names it', async (environment, sentence) => {
    const refused = await spawnConsole(dataDir, environment);
    expect(await refusal(refused)).toBe(1);
    expect(refused.output()).toMatch(sentence);
  });

  test('serves with an invalid director.yaml, and says what is wrong with it', async () => {
    writeFileSync(join(dataDir, 'director.yaml'), 'jobs: [');
    const started = await start(dataDir);
    expect((await fetch(`${started.url}/readyz`)).status).toBe(200);
    expect(started.output()).toMatch(
      /director\.yaml is not valid\. No job runs until it is valid\. .*\(line 1, column \d+\)/,
    );
  });

  test('ends cleanly though nobody reads its output any more', async () => {
    const { child } = await start(dataDir);
    for (const stream of [child.stdout, child.stderr]) stream?.destroy();
    expect(await end(child, 'SIGTERM')).toBe(0);
    expect(hasPostgres(dataDir)).toBe(false);
  });

  test('ends cleanly at SIGTERM, keeps everything, and finds what a kill -9 left behind', async () => {
    const first = await start(dataDir);
    expect(await logIn(first, dataDir)).toBe(200);
    expect(await end(first.child, 'SIGTERM')).toBe(0);
    expect(hasPostgres(dataDir)).toBe(false);
    expect(existsSync(join(dataDir, 'console.lock'))).toBe(false);

    const second = await start(dataDir);
    expect(second.output()).not.toContain('admin-password');
    expect(await logIn(second, dataDir)).toBe(200);
    await end(second.child, 'SIGKILL');
    expect(hasPostgres(dataDir)).toBe(true);

    const third = await start(dataDir);
    expect(third.output()).toMatch(/left by an earlier console/);
    expect(await logIn(third, dataDir)).toBe(200);
  });
});
