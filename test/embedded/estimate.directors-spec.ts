import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { connectCatalog } from '../../src/directors/embedded/catalog-connection.js';
import { fullScope } from '../../src/domain/principal.js';
import { EmbeddedMachine } from '../harness/fixtures/embedded-machine.js';
import { refusalOf } from '../harness/lab/lab-director.js';
import { until } from '../harness/fixtures/until.js';

let machine: EmbeddedMachine;

beforeEach(async () => {
  machine = await EmbeddedMachine.make();
  machine.configure();
  await machine.start();
});

afterEach(() => machine.remove());

const estimate = (level: string, signal?: AbortSignal) =>
  machine.director.estimate(fullScope, { job: 'Source', level }, signal);

function put(name: string, text: string): void {
  writeFileSync(join(machine.source, name), text);
}

/** One of everything that a walk meets. */
async function fill(): Promise<() => void> {
  mkdirSync(join(machine.source, 'folder/empty'), { recursive: true });
  put('folder/file', 'x'.repeat(10_000));
  put('nothing', '');
  linkSync(join(machine.source, 'folder/file'), join(machine.source, 'second name'));
  symlinkSync('nowhere', join(machine.source, 'link'));
  execFileSync('mkfifo', [join(machine.source, 'pipe')]);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(join(machine.source, 'socket'), resolve));
  return () => void server.close();
}

/** Holds up every question about files until what it answers is called. */
async function lockFiles(): Promise<() => Promise<void>> {
  const locker = await connectCatalog(machine.catalogUrl, 'test lock');
  await locker.query('BEGIN; LOCK TABLE file IN ACCESS EXCLUSIVE MODE');
  return () => locker.end();
}

/** For the lock that the test holds. */
async function untilItWaits(): Promise<void> {
  await until(async () => {
    const { rows } = await machine.catalog.query<{ waiting: number }>(
      `SELECT count(*)::int AS waiting FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'estimate' AND wait_event_type = 'Lock'`,
    );
    return rows[0]!.waiting > 0;
  });
}

test('tells the files and bytes that the run then takes, at each level', async () => {
  const close = await fill();
  try {
    for (const level of ['Full', 'Incremental', 'Differential', 'Incremental']) {
      put(`for ${level}`, level);
      const { files, bytes } = await estimate(level);
      expect(files).toBeGreaterThan(0);
      expect(await machine.run(level)).toMatchObject({ status: 'T', files, bytes });
    }
    expect(await estimate('Incremental')).toEqual({ files: 0, bytes: 0, level: 'Incremental' });
    rmSync(join(machine.source, 'nothing'));
    const { files, bytes } = await estimate('Incremental');
    expect(await machine.run('Incremental')).toMatchObject({ files, bytes });
  } finally {
    close();
  }
});

test('tells that a run would become a Full where there is none to build on', async () => {
  put('file', 'content');
  expect(await estimate('Incremental')).toEqual({ files: 2, bytes: 7, level: 'Full' });
  await machine.run('Full');
  expect(await estimate('Differential')).toEqual({ files: 0, bytes: 0, level: 'Differential' });
});

test('leaves catalog, volumes and folders as they are', async () => {
  put('file', 'content');
  await machine.run('Full');
  put('file', 'new content');
  const state = async () => {
    const { rows } = await machine.catalog.query<{ state: string }>(
      `SELECT (SELECT max(jobid) FROM job) || ' ' || (SELECT count(*) FROM file) || ' ' || (SELECT count(*) FROM path)
         || ' ' || (SELECT sum(volbytes) FROM media) AS state`,
    );
    return [rows[0]!.state, ...readdirSync(machine.data, { recursive: true, encoding: 'utf8' }).sort()];
  };
  const before = await state();
  expect((await estimate('Incremental')).bytes).toBe(11);
  expect(await state()).toEqual(before);
});

test('tells why a backup would fail', async () => {
  await machine.stop();
  machine.configure({ fileset: 'include: [/nowhere-to-be-found]' });
  await machine.start();
  const refusal = await refusalOf(estimate('Full'));
  expect(refusal).toMatchObject({ code: 'director_error' });
  expect(refusal.detail).toContain('Nothing that the fileset includes could be read.');
});

test('ends when the caller hangs up, also in the middle of a question to the catalog, and lets the next one come', async () => {
  put('file', 'content');
  await machine.run('Full');
  const unlock = await lockFiles();
  const gone = new AbortController();
  const abandoned = refusalOf(estimate('Incremental', gone.signal));
  await untilItWaits();
  gone.abort();
  expect(await abandoned).toMatchObject({ code: 'director_too_slow' });
  await unlock();
  expect(await estimate('Incremental')).toEqual({ files: 0, bytes: 0, level: 'Incremental' });
});

test('ends with the console', async () => {
  put('file', 'content');
  await machine.run('Full');
  const unlock = await lockFiles();
  const cut = refusalOf(estimate('Incremental'));
  await untilItWaits();
  await machine.stop();
  expect(await cut).toMatchObject({ code: 'shutting_down' });
  await unlock();
});

test('mounts nothing, for it has no devices, and says so', async () => {
  const { director } = machine;
  const lacking: (() => Promise<unknown>)[] = [
    () => director.mountDevice(fullScope, { storage: 'Local' }),
    () => director.unmountDevice(fullScope, { storage: 'Local' }),
    () => director.releaseDevice(fullScope, { storage: 'Local' }),
  ];
  for (const ask of lacking) expect(await refusalOf(ask())).toMatchObject({ code: 'not_supported_by_director' });
  const { abilities } = await director.describe(fullScope);
  expect(abilities).toContain('estimate');
  expect(abilities).not.toContain('mount');
});
