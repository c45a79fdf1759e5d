import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { freePort } from '../support/free-port.js';

const main = fileURLToPath(new URL('../../src/main.js', import.meta.url));

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  output(): string;
}

let dataDir: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'backup-console-start-'));
});

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  }
  rmSync(dataDir, { recursive: true, force: true });
});

async function spawnConsole(environment: Record<string, string> = {}): Promise<Started> {
  const port = String(await freePort());
  let output = '';
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, PORT: port, LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, url: `http://127.0.0.1:${port}`, output: () => output };
}

async function start(environment?: Record<string, string>): Promise<Started> {
  const started = await spawnConsole(environment);
  await until(() => started.output().includes('is ready') || started.child.exitCode !== null);
  if (started.child.exitCode !== null) throw new Error(started.output());
  return started;
}

async function until(condition: () => boolean | Promise<boolean>, limitMs = 20_000): Promise<void> {
  for (let waitedMs = 0; waitedMs < limitMs; waitedMs += 25) {
    if (await condition()) return;
    await delay(25);
  }
  throw new Error('The condition did not come true in time.');
}

async function end(started: Started, signal: NodeJS.Signals): Promise<number | null> {
  const exit = once(started.child, 'exit') as Promise<[number | null]>;
  started.child.kill(signal);
  return (await exit)[0];
}

async function logIn(url: string): Promise<number> {
  const password = readFileSync(join(dataDir, 'admin-password'), 'utf8').trim();
  const answer = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  return answer.status;
}

describe('starting the console', () => {
  test('prints the address and where the password lies, and not the password into a pipe', async () => {
    const started = await start();
    const file = join(dataDir, 'admin-password');
    expect(started.output()).toContain(started.url);
    expect(started.output()).toContain(file);
    expect(started.output()).not.toContain(readFileSync(file, 'utf8').trim());
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await logIn(started.url)).toBe(200);
  });

  test('answers the probes without a credential', async () => {
    const { url } = await start();
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  test('refuses a second console on the same DATA_DIR with a clear message', async () => {
    await start();
    const second = await spawnConsole();
    const [code] = (await once(second.child, 'exit')) as [number];
    expect(code).toBe(1);
    expect(second.output()).toMatch(/used by another console \(process \d+\)/);
  });

  test.each([
    [{ PORT: 'eighty' }, /PORT must be a whole number/],
    [{ DATABASE_URL: 'postgres://127.0.0.1:1/none' }, /INSTANCE_KEY must be set together with DATABASE_URL/],
  ])('stops at %j with a sentence that names it', async (environment, sentence) => {
    const refused = await spawnConsole(environment);
    const [code] = (await once(refused.child, 'exit')) as [number];
    expect(code).toBe(1);
    expect(refused.output()).toMatch(sentence);
  });

  test('says which address is taken and leaves no PostgreSQL behind', async () => {
    const first = await start();
    const other = mkdtempSync(join(tmpdir(), 'backup-console-start-'));
    const second = await spawnConsole({ PORT: new URL(first.url).port, DATA_DIR: other });
    const [code] = (await once(second.child, 'exit')) as [number];
    expect(code).toBe(1);
    expect(second.output()).toMatch(/The address 127\.0\.0\.1:\d+ is already in use\. Choose another HOST or PORT\./);
    expect(existsSync(join(other, 'postgres', 'data', 'postmaster.pid'))).toBe(false);
    rmSync(other, { recursive: true, force: true });
  });

  test('ends cleanly at SIGTERM and keeps everything for the next start', async () => {
    const first = await start();
    expect(await logIn(first.url)).toBe(200);
    expect(await end(first, 'SIGTERM')).toBe(0);
    expect(existsSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'))).toBe(false);
    expect(existsSync(join(dataDir, 'console.lock'))).toBe(false);
    const second = await start();
    expect(second.output()).not.toContain('admin-password');
    expect(await logIn(second.url)).toBe(200);
  });

  test('finds the orphaned PostgreSQL after kill -9 and carries on', async () => {
    const first = await start();
    await end(first, 'SIGKILL');
    expect(existsSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'))).toBe(true);
    const second = await start();
    expect(second.output()).toMatch(/an earlier console left behind/);
    expect(await logIn(second.url)).toBe(200);
  });
});
