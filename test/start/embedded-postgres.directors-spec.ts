// Takes half a minute. Each test makes a PostgreSQL of its own, and starts, kills or updates it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { EmbeddedPostgres } from '../../src/database/embedded-postgres/embedded-postgres.js';
import { removeDeadLock, stopPostmaster } from '../../src/database/embedded-postgres/postmaster-pid.js';
import { PostgresClient } from '../../src/database/postgres-client.js';
import { until } from '../harness/fixtures/until.js';
import { testProgram } from '../harness/fixtures/built-files.js';

let folder: string;
const started: EmbeddedPostgres[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-console-cluster-'));
});

afterEach(async () => {
  for (const postgres of started.splice(0)) await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(notices: string[] = []): Promise<EmbeddedPostgres> {
  const postgres = await EmbeddedPostgres.start({ folder, onNotice: (text) => notices.push(text) });
  started.push(postgres);
  return postgres;
}

async function ask(postgres: EmbeddedPostgres, sql: string): Promise<unknown> {
  const client = new PostgresClient({ connectionString: postgres.url('kept') });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ answer: unknown }>(sql);
    return rows[0]?.answer;
  } finally {
    await client.end();
  }
}

describe('embedded PostgreSQL', () => {
  test('keeps its data over a stop and a start', async () => {
    const first = await start();
    await first.ensureDatabase('kept');
    await ask(first, "CREATE TABLE note AS SELECT 'still here'::text AS answer");
    await first.stop();
    const second = await start();
    expect(await ask(second, 'SELECT answer FROM note')).toBe('still here');
  });

  test('keeps its password where only its own user can read it', async () => {
    await start();
    expect(statSync(join(folder, 'superuser-password')).mode & 0o777).toBe(0o600);
  });

  test('refuses a connection without the password', async () => {
    const postgres = await start();
    const url = new URL(postgres.url('postgres'));
    url.password = 'guessed';
    await expect(new PostgresClient({ connectionString: url.toString() }).connect()).rejects.toThrow(
      /password authentication failed/,
    );
  });

  test('is waited for while it recovers, however long that takes', async () => {
    await (await start()).stop();
    // PostgreSQL recovers until this command, which waits for a file, has no more to restore.
    const isDone = join(folder, 'data/is-done');
    writeFileSync(join(folder, 'data/recovery.signal'), '', { mode: 0o666 });
    const settings = [`restore_command=until [ -e ${isDone} ]; do sleep 0.02; done; false`, 'hot_standby=off'];
    const notices: string[] = [];
    const onNotice = (text: string): number => notices.push(text);
    const starting = EmbeddedPostgres.start({ folder, settings, onNotice, noticeStartAfterMs: 100 });
    await until(() => notices.some((text) => text.includes('PostgreSQL is still starting')) || null);
    writeFileSync(isDone, '');
    const postgres = await starting;
    started.push(postgres);
    await postgres.ensureDatabase('kept');
    expect(await ask(postgres, 'SELECT pg_is_in_recovery() AS answer')).toBe(false);
  });

  test('ends the orphan that a killed console left behind and carries on', async () => {
    const script = testProgram('test/harness/fixtures/orphan-postgres.ts');
    const killed = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(killed.stdout, 'data');
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const notices: string[] = [];
    const next = await start(notices);
    await next.ensureDatabase('kept');
    expect(notices.join()).toMatch(/left by an earlier console/);
    expect(await ask(next, 'SELECT 1 AS answer')).toBe(1);
  });

  test('starts although another process has the id that a killed one left in its lock', async () => {
    const first = await start();
    const lock = join(folder, 'data/postmaster.pid');
    const [pid = '', ...rest] = readFileSync(lock, 'utf8').split('\n');
    await first.stop();
    writeFileSync(lock, [String(process.pid), ...rest].join('\n'));
    const second = await start();
    expect(readFileSync(lock, 'utf8').split('\n')[0]).not.toBe(pid);
    await second.ensureDatabase('kept');
  });

  test('leaves the lock while a server process of a killed postmaster still works on the data', async () => {
    const postgres = await start();
    await postgres.ensureDatabase('kept');
    const client = new PostgresClient({ connectionString: postgres.url('kept') });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const lock = join(folder, 'data/postmaster.pid');
    const saved = readFileSync(lock);
    process.kill(rows[0]!.pid, 'SIGSTOP');
    const stopped = postgres.stop();
    process.kill(Number(saved.toString().split('\n')[0]), 'SIGKILL');
    await stopped;
    await removeDeadLock(join(folder, 'data'), 100);
    expect(existsSync(lock)).toBe(true);
    process.kill(rows[0]!.pid, 'SIGCONT');
    await removeDeadLock(join(folder, 'data'));
    expect(existsSync(lock)).toBe(false);
    await client.end().catch(() => undefined);
  });

  test('listens on no TCP port, and its socket is in a folder that only its own user may enter', async () => {
    const postgres = await start();
    const client = new PostgresClient({ connectionString: postgres.url('postgres') });
    await client.connect();
    const { rows } = await client.query<Record<string, string>>(
      "SELECT current_setting('listen_addresses') AS tcp, current_setting('unix_socket_directories') AS folder",
    );
    await client.end();
    expect(rows).toEqual([{ tcp: '', folder: `"${folder}"` }]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test('has its socket in a temporary folder of its own where its path is too long, and removes it', async () => {
    folder = join(folder, 'deep'.repeat(30), 'folder, "quoted"');
    const postgres = await start();
    const socketFolder = decodeURIComponent(new URL(postgres.url('postgres')).hostname);
    expect(statSync(socketFolder).mode & 0o777).toBe(0o700);
    await postgres.ensureDatabase('kept');
    await postgres.stop();
    expect(existsSync(socketFolder)).toBe(false);
    expect(existsSync(join(folder, 'data/PG_VERSION'))).toBe(true);
  });

  test('changes both passwords of a cluster that an earlier version made', async () => {
    const earlier = await start();
    await earlier.ensureApplicationRole(null);
    const [superuser, application] = [earlier.url('postgres'), earlier.applicationUrl('postgres')];
    await earlier.stop();
    renameSync(join(folder, 'superuser-password'), join(folder, 'password'));
    const updated = await start();
    await updated.ensureApplicationRole(null);
    for (const known of [superuser, application])
      await expect(new PostgresClient({ connectionString: known }).connect()).rejects.toThrow(/authentication failed/);
    for (const url of [updated.url('postgres'), updated.applicationUrl('postgres')]) {
      const client = new PostgresClient({ connectionString: url });
      await client.connect();
      await client.end();
    }
    expect(existsSync(join(folder, 'password'))).toBe(false);
  });

  const asRoot = process.getuid?.() === 0 ? test : test.skip;
  asRoot(
    'runs as another user where root may make no user namespace, and lets that user through DATA_DIR',
    async () => {
      const programs = join(folder, 'bin');
      mkdirSync(programs);
      writeFileSync(join(programs, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
      const dataDir = join(folder, 'data-dir');
      mkdirSync(dataDir, { mode: 0o700 });
      chmodSync(folder, 0o755);
      const script = testProgram('test/harness/fixtures/orphan-postgres.ts');
      const program = spawn(process.execPath, [script, join(dataDir, 'postgres')], {
        env: { PATH: `${programs}:${process.env['PATH']}` },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(program.stdout, 'data');
      const pid = Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
      expect(statSync(`/proc/${pid}`).uid).not.toBe(0);
      expect(statSync(dataDir).mode & 0o777).toBe(0o710);
      expect(statSync(join(dataDir, 'postgres')).uid).toBe(0);
      program.kill('SIGKILL');
      await stopPostmaster(pid);
    },
  );

  test('comes back when PostgreSQL dies under it', async () => {
    const notices: string[] = [];
    const postgres = await start(notices);
    await postgres.ensureDatabase('kept');
    const pid = Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(pid, 'SIGKILL');
    const answers = (): Promise<unknown> => ask(postgres, 'SELECT 1 AS answer').catch(() => null);
    await until(async () => notices.length > 0 && (await answers()) === 1);
  });
});
