// Takes a quarter of a minute. Every test runs jobs, each in a process of its own.
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { fullScope } from '../../src/domain/principal.js';
import { EmbeddedMachine, type RunRow } from '../harness/fixtures/embedded-machine.js';

let machine: EmbeddedMachine;

beforeEach(async () => {
  machine = await EmbeddedMachine.make();
  machine.configure({ fileset: `include: [${machine.source}], markerFiles: [.nobackup, CACHEDIR.TAG]` });
  mkdirSync(at('big/deep'), { recursive: true });
  for (const name of ['kept', 'big/one', 'big/deep/two']) writeFileSync(at(name), name);
  await machine.start();
});
afterEach(() => machine.remove());

const at = (name: string): string => join(machine.source, name);
const mark = (): void => writeFileSync(at('big/.nobackup'), '');

/** A run, whose estimate must be what it then takes. */
async function run(level: string): Promise<RunRow> {
  const { files, bytes } = await machine.director.estimate(fullScope, { job: 'Source', level });
  const row = await machine.run(level);
  expect(row).toMatchObject({ status: 'T', files, bytes, errors: 0 });
  return row;
}

async function changesOf({ jobid }: RunRow): Promise<{ saved: string[]; removed: string[] }> {
  const rows = await machine.files(jobid);
  const pathsOf = (isDeleted: boolean): string[] =>
    rows.filter(({ fileindex }) => fileindex <= 0 === isDeleted).map(({ path }) => path);
  return { saved: pathsOf(false).sort(), removed: pathsOf(true).sort() };
}

async function restore(jobids: readonly number[]): Promise<string> {
  const request = { jobids, selection: [], restoreClient: 'local', replace: 'always', anywhere: false } as const;
  const { jobId } = await machine.director.startRestore(fullScope, { ...request, mark: `test:${jobids.join()}` });
  expect(await machine.waitForEnd(jobId)).toMatchObject({ status: 'T', errors: 0 });
  return join(machine.data, 'restores', machine.source);
}

test('a marked folder is saved with its marker alone, and the log says so', async () => {
  mark();
  const full = await run('Full');
  expect((await changesOf(full)).saved).toEqual(['', 'big/', 'big/.nobackup', 'kept']);
  expect(await machine.log(full.jobid)).toContain(
    `Left out the contents of a folder with a marker file: ${at('big/')} (.nobackup).`,
  );
});

test('files of a folder that is marked later leave the set, and return when the marker is deleted', async () => {
  const full = await run('Full');
  mark();
  const marked = await run('Incremental');
  expect(await changesOf(marked)).toEqual({
    saved: ['big/', 'big/.nobackup'],
    removed: ['big/deep/', 'big/deep/two', 'big/one'],
  });
  expect(await machine.log(marked.jobid)).toContain(
    '3 files or folders were deleted, or left out by a marker file, since the previous run.',
  );
  expect(await changesOf(await run('Incremental'))).toEqual({ saved: [], removed: [] });
  const restored = await restore([full.jobid, marked.jobid]);
  expect(['kept', 'big/.nobackup', 'big/one'].map((name) => existsSync(join(restored, name)))).toEqual([
    true,
    true,
    false,
  ]);
  rmSync(at('big/.nobackup'));
  expect(await changesOf(await run('Incremental'))).toEqual({
    saved: ['big/', 'big/deep/', 'big/deep/two', 'big/one'],
    removed: ['big/.nobackup'],
  });
});

test('a Differential after a marker leaves the same out', async () => {
  await run('Full');
  mark();
  expect((await changesOf(await run('Differential'))).removed).toEqual(['big/deep/', 'big/deep/two', 'big/one']);
});

test('a hard link outside a marked folder keeps the content that was saved under its name inside', async () => {
  mkdirSync(at('later'));
  linkSync(at('big/one'), at('later/second name'));
  const full = await run('Full');
  mark();
  const marked = await run('Incremental');
  const restored = await restore([full.jobid, marked.jobid]);
  expect(readFileSync(join(restored, 'later/second name'), 'utf8')).toBe('big/one');
  expect(existsSync(join(restored, 'big/one'))).toBe(false);
});

test('a marker in an included folder itself is a warning of the run', async () => {
  writeFileSync(at('.nobackup'), '');
  const row = await machine.run('Full');
  expect(row).toMatchObject({ status: 'T', files: 2, errors: 1 });
  expect(await machine.log(row.jobid)).toContain(
    `${machine.source}/ is included, but contains the marker file .nobackup: its other contents are left out.`,
  );
});

test('presets exclude their patterns, and a fileset that gets one needs a new Full', async () => {
  mkdirSync(at('home/.cache'), { recursive: true });
  writeFileSync(at('home/.cache/page'), 'x');
  await run('Full');
  await machine.stop();
  machine.configure({ fileset: `include: [${machine.source}], exclude: [deep], excludePresets: [caches]` });
  await machine.start();
  const row = await run('Incremental');
  expect(row.level).toBe('F');
  expect((await changesOf(row)).saved).toEqual(['', 'big/', 'big/one', 'home/', 'home/.cache/', 'kept']);
  expect(await machine.director.listFilesets(fullScope)).toMatchObject([
    {
      exclude: ['deep'],
      excludePresets: [{ name: 'caches', patterns: expect.arrayContaining(['.cache/*']) as unknown }],
      markerFiles: [],
    },
  ]);
});
