// Every test runs jobs, each in a process of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { fullScope } from '../../src/domain/principal.js';
import { testProgram } from '../harness/fixtures/built-files.js';
import { EmbeddedMachine, type RunRow } from '../harness/fixtures/embedded-machine.js';
import { until } from '../harness/fixtures/until.js';
import { refusalOf } from '../harness/lab/lab-director.js';

let machine: EmbeddedMachine;

beforeEach(async () => {
  machine = await EmbeddedMachine.make();
  machine.configure();
  await machine.start();
});
afterEach(() => machine.remove());

const write = (name: string, text: string): void => writeFileSync(join(machine.source, name), text);
const fileOf = (volume: string): string => join(machine.volumes, `${volume}.tar.gz`);
const deleteRun = ({ jobid }: RunRow) => machine.director.deleteRun(fullScope, jobid);
const deleteVolume = (volume: string) => machine.director.deleteVolume(fullScope, volume);

/** A run alone on a volume of its own. */
async function aloneOnVolume(level: string): Promise<{ readonly run: RunRow; readonly volume: string }> {
  const run = await machine.run(level);
  const { rows } = await machine.catalog.query<{ name: string }>(
    'SELECT DISTINCT volumename AS name FROM jobmedia JOIN media USING (mediaid) WHERE jobid = $1',
    [run.jobid],
  );
  const volume = rows[0]!.name;
  await machine.director.changeVolume(fullScope, volume, { status: 'Used' });
  return { run, volume };
}

/** How many rows each table has of the run. */
async function rowsOf({ jobid }: RunRow): Promise<Readonly<Record<string, number>>> {
  const counts = ['job', 'jobmedia', 'file', 'log', 'pathvisibility'].map(async (table) => {
    const { rows } = await machine.catalog.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM ${table} WHERE jobid = $1`,
      [jobid],
    );
    return [table, rows[0]!.n] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

const nothing = { job: 0, jobmedia: 0, file: 0, log: 0, pathvisibility: 0 };

/** File records go last, and nobody waits for them. */
async function untilGone(run: RunRow): Promise<void> {
  await until(async () => ((await rowsOf(run))['file'] === 0 && (await pending()) === 0 ? true : null));
  expect(await rowsOf(run)).toEqual(nothing);
}

async function pending(): Promise<number> {
  const { rows } = await machine.catalog.query<{ n: number }>('SELECT count(*)::int AS n FROM backup_console_deletion');
  return rows[0]!.n;
}

async function isPurged({ jobid }: RunRow): Promise<boolean | null> {
  const { rows } = await machine.catalog.query<{ purged: boolean }>(
    'SELECT purgedfiles <> 0 AS purged FROM job WHERE jobid = $1',
    [jobid],
  );
  return rows[0]?.purged ?? null;
}

async function restoredText(jobids: readonly number[], name: string): Promise<string> {
  const order = { jobids, selection: [], restoreClient: 'local', replace: 'always', anywhere: false } as const;
  const { jobId } = await machine.director.startRestore(fullScope, { ...order, mark: `test:${Math.random()}` });
  expect(await machine.waitForEnd(jobId)).toMatchObject({ status: 'T', errors: 0 });
  return readFileSync(join(machine.data, 'restores', machine.source, name), 'utf8');
}

test('a deleted run leaves no record, and the next run saves again what only that one had', async () => {
  write('file', 'first');
  const full = await machine.run('Full');
  write('file', 'second version');
  const lost = await machine.run('Incremental');
  expect((await deleteRun(lost)).words).toContain(`Deleted run ${lost.jobid}`);
  await untilGone(lost);
  expect(await refusalOf(deleteRun(lost))).toMatchObject({ code: 'unknown_run' });
  const next = await machine.run('Incremental');
  expect(next).toMatchObject({ status: 'T', level: 'I', files: 1 });
  expect(await restoredText([full.jobid, next.jobid], 'file')).toBe('second version');
});

test('a run on which a retained one builds is not deleted, before it is the last of its chain', async () => {
  write('file', 'first');
  const full = await machine.run('Full');
  write('file', 'second');
  const incremental = await machine.run('Incremental');
  expect(await refusalOf(deleteRun(full))).toMatchObject({ code: 'conflict', extras: { reason: 'run_needed' } });
  expect(await isPurged(full)).toBe(false);
  expect(await restoredText([full.jobid, incremental.jobid], 'file')).toBe('second');
  await deleteRun(incremental);
  await deleteRun(full);
  await untilGone(full);
});

test('a deleted volume goes with its file and its runs, and a run that others build upon stays as a gap', async () => {
  write('file', 'first');
  const { run: full } = await aloneOnVolume('Full');
  write('file', 'second');
  const { run: middle, volume } = await aloneOnVolume('Incremental');
  write('other', 'third');
  const { run: last, volume: lastVolume } = await aloneOnVolume('Incremental');
  expect((await deleteVolume(volume)).words).toContain('its file was removed');
  expect(existsSync(fileOf(volume))).toBe(false);
  expect((await machine.media()).map(({ name }) => name)).not.toContain(volume);
  // Without its record the chain of the last run would look whole, and restore "first".
  expect([await isPurged(full), await isPurged(middle), await isPurged(last)]).toEqual([false, true, false]);
  await deleteVolume(lastVolume);
  await untilGone(last);
  await deleteRun(middle);
  await untilGone(middle);
  expect(await refusalOf(deleteVolume(volume))).toMatchObject({ code: 'unknown_volume' });
  await machine.stop();
  await machine.start();
  expect(machine.notices).toEqual([]);
});

test('nothing is deleted that a run writes, or builds upon', async () => {
  write('file', 'first');
  const { run: full, volume } = await aloneOnVolume('Full');
  machine.makeEndless();
  const jobId = await machine.order('Source', 'Incremental');
  await machine.untilReading(jobId);
  const inUse = { code: 'conflict', extras: { reason: 'run_in_use' } };
  expect(await refusalOf(deleteRun(full))).toMatchObject(inUse);
  expect(await refusalOf(deleteVolume(volume))).toMatchObject({ extras: { reason: 'run_on_volume' } });
  expect(await refusalOf(machine.director.deleteRun(fullScope, jobId))).toMatchObject({ code: 'conflict' });
  await machine.director.cancelRun(fullScope, jobId);
  await machine.waitForEnd(jobId);
  expect([await isPurged(full), existsSync(fileOf(volume))]).toEqual([false, true]);
  expect(await pending()).toBe(0);
});

test('nothing is purged or deleted while a run chooses what it builds upon', async () => {
  write('file', 'first');
  const { run: full, volume } = await aloneOnVolume('Full');
  await machine.stop();
  let choose = (): void => undefined;
  const chosen = new Promise<void>((resolve) => (choose = resolve));
  machine.deletionClock = {
    believedNow: () => chosen.then(() => machine.clock.now()),
    doubtSince: () => Promise.resolve(null),
  };
  await machine.start();
  const jobId = await machine.order('Source', 'Incremental');
  const onVolume = { code: 'conflict', extras: { reason: 'run_on_volume' } };
  expect(await refusalOf(deleteRun(full))).toMatchObject({ code: 'conflict', extras: { reason: 'run_in_use' } });
  expect(await refusalOf(deleteVolume(volume))).toMatchObject(onVolume);
  expect(await refusalOf(machine.director.purgeVolume(fullScope, volume))).toMatchObject(onVolume);
  choose();
  expect(await machine.waitForEnd(jobId)).toMatchObject({ status: 'T', level: 'I' });
});

test('a kept volume is not deleted, a purged one is', async () => {
  write('file', 'first');
  const { volume } = await aloneOnVolume('Full');
  await machine.director.changeVolume(fullScope, volume, { status: 'Archive' });
  const refusal = await refusalOf(deleteVolume(volume));
  expect(refusal).toMatchObject({ code: 'conflict', extras: { reason: 'volume_not_forgettable' } });
  await machine.director.changeVolume(fullScope, volume, { status: 'Used' });
  await machine.director.purgeVolume(fullScope, volume);
  await deleteVolume(volume);
  expect(await machine.media()).toEqual([]);
});

test('the record of a volume on a lost disk can be deleted, and its file stays where it is', async () => {
  write('file', 'first');
  const { run, volume } = await aloneOnVolume('Full');
  renameSync(machine.volumes, `${machine.volumes}-away`);
  expect((await deleteVolume(volume)).words).toContain('remains: its disk seems not to be mounted');
  expect(await machine.media()).toEqual([]);
  await untilGone(run);
  expect(existsSync(join(`${machine.volumes}-away`, `${volume}.tar.gz`))).toBe(true);
  rmSync(`${machine.volumes}-away`, { recursive: true });
});

describe('a disk of another catalog in the place of its own', () => {
  let volume: string;
  const foreign = 'backups of another catalog';
  const own = (): string => `${machine.volumes}-away`;

  beforeEach(async () => {
    write('file', 'first');
    ({ volume } = await aloneOnVolume('Full'));
    renameSync(machine.volumes, own());
    mkdirSync(machine.volumes);
    writeFileSync(fileOf(volume), foreign);
  });
  afterEach(() => rmSync(own(), { recursive: true, force: true }));

  test('keeps its file when the volume is purged, whose own file goes at the start with its disk', async () => {
    const later = 'its file will be removed at the next start with its disk mounted';
    expect((await machine.director.purgeVolume(fullScope, volume)).words).toContain(later);
    await machine.stop();
    await machine.start();
    expect(readFileSync(fileOf(volume), 'utf8')).toBe(foreign);
    await machine.stop();
    rmSync(machine.volumes, { recursive: true });
    renameSync(own(), machine.volumes);
    await machine.start();
    expect(existsSync(fileOf(volume))).toBe(false);
    expect(await machine.media()).toEqual([{ name: volume, status: 'Purged', bytes: 0 }]);
  });

  test('keeps its file when a run could reuse the purged volume', async () => {
    await machine.director.purgeVolume(fullScope, volume);
    expect(await machine.run('Full')).toMatchObject({ status: 'f' });
    expect(readFileSync(fileOf(volume), 'utf8')).toBe(foreign);
  });

  test('keeps its file when the volume is deleted', async () => {
    expect((await deleteVolume(volume)).words).toContain('remains: its disk seems not to be mounted');
    expect(readFileSync(fileOf(volume), 'utf8')).toBe(foreign);
    expect(await machine.media()).toEqual([]);
  });
});

test('of a purged volume on an empty mount point nothing is called removed', async () => {
  write('file', 'first');
  const { volume } = await aloneOnVolume('Full');
  renameSync(machine.volumes, `${machine.volumes}-away`);
  mkdirSync(machine.volumes);
  const later = 'its file will be removed at the next start with its disk mounted';
  expect((await machine.director.purgeVolume(fullScope, volume)).words).toContain(later);
  rmSync(`${machine.volumes}-away`, { recursive: true });
});

describe('kill -9 in the middle of a deletion', () => {
  const doomed = testProgram('test/harness/fixtures/failing-director.ts');

  /** Starts the deletion in a process of its own, stops it at what the test has locked, and kills it there. */
  async function killAt(lock: string, what: string, name: string): Promise<void> {
    await machine.stop();
    const child: ChildProcess = spawn(process.execPath, [doomed, machine.data, machine.catalogUrl, what, name], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await new Promise<void>((resolve) => child.stdout!.once('data', () => resolve()));
    await machine.catalog.query(`BEGIN; ${lock}`);
    child.stdin!.write('go\n');
    await until(async () => {
      // Within one transaction it would show the same again and again.
      await machine.catalog.query('SELECT pg_stat_clear_snapshot()');
      const { rowCount } = await machine.catalog.query(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      return (rowCount ?? 0) > 0;
    });
    child.kill('SIGKILL');
    await ended;
    await machine.catalog.query('ROLLBACK');
  }

  test.each([
    ['before its file goes', 'SELECT 1 FROM pool FOR UPDATE', true],
    ['before its record goes', 'SELECT 1 FROM pool FOR UPDATE', false],
    ['before the records of its runs go', 'SELECT 1 FROM log FOR UPDATE', false],
  ])('of a volume, %s, is made up for by the next start', async (_, lock, hasFile) => {
    write('file', 'first');
    const { run, volume } = await aloneOnVolume('Full');
    await killAt(lock, 'delete-volume', volume);
    expect(await pending()).toBeGreaterThan(0);
    // The catalog looks the same before the file goes and after.
    if (hasFile) writeFileSync(fileOf(volume), 'data of runs that nobody records');
    await machine.start();
    expect(existsSync(fileOf(volume))).toBe(false);
    expect(await machine.media()).toEqual([]);
    await untilGone(run);
    expect(await machine.run('Incremental')).toMatchObject({ status: 'T', level: 'F' });
  });

  test('of a volume is made up for without the file of a disk of another catalog', async () => {
    write('file', 'first');
    const { run, volume } = await aloneOnVolume('Full');
    await killAt('SELECT 1 FROM pool FOR UPDATE', 'delete-volume', volume);
    rmSync(machine.volumes, { recursive: true });
    mkdirSync(machine.volumes);
    writeFileSync(fileOf(volume), 'backups of another catalog');
    await machine.start();
    expect(readFileSync(fileOf(volume), 'utf8')).toBe('backups of another catalog');
    expect(await machine.media()).toEqual([]);
    await untilGone(run);
  });

  test('of a run is made up for by the next start', async () => {
    write('file', 'first');
    const full = await machine.run('Full');
    write('file', 'second');
    const incremental = await machine.run('Incremental');
    await killAt('SELECT 1 FROM log FOR UPDATE', 'delete-run', String(incremental.jobid));
    await machine.start();
    await untilGone(incremental);
    expect(await restoredText([full.jobid], 'file')).toBe('first');
  });
});
