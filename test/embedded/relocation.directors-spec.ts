// Every test backs up and restores, each in a process of its own.
import { execFileSync } from 'node:child_process';
import {
  chmodSync, existsSync, linkSync, mkdirSync, readFileSync, readlinkSync, statSync, symlinkSync, utimesSync, writeFileSync,
} from 'node:fs'; // prettier-ignore
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type RestoreOrder } from '../../src/domain/director.port.js';
import { decodeLStat } from '../../src/domain/lstat.js';
import { RawPath } from '../../src/domain/catalog-entry.js';
import { relocationOf, type RelocationInput } from '../../src/domain/restore-target.js';
import { fullScope } from '../../src/domain/principal.js';
import { EmbeddedMachine, type RunRow } from '../harness/fixtures/embedded-machine.js';
import { refusalOf } from '../harness/lab/lab-director.js';

let machine: EmbeddedMachine;
const at = (name: string): string => join(machine.source, name);
const restored = (name: string): string => join(machine.data, 'restores', name);
/** What an expression may lead to: it has no restore folder, so DATA_DIR is closed to it. */
const elsewhere = (name: string): string => join(machine.folder, 'elsewhere', name);

beforeEach(async () => {
  machine = await EmbeddedMachine.make();
  machine.configure();
  await machine.start();
});
afterEach(async () => {
  execFileSync('chmod', ['-R', 'u+rwx', machine.folder]);
  await machine.remove();
});

const start = (jobid: number, input: RelocationInput, more: Partial<RestoreOrder>) => {
  const order = { jobids: [jobid], selection: [], restoreClient: 'local', replace: 'always', anywhere: false } as const;
  const mark = `test:${Math.random()}`;
  return machine.director.startRestore(fullScope, { ...order, relocation: relocationOf(input), mark, ...more });
};

async function restore(jobid: number, input: RelocationInput, more: Partial<RestoreOrder> = {}): Promise<RunRow> {
  return machine.waitForEnd((await start(jobid, input, more)).jobId);
}

const below = (input: RelocationInput = {}): RelocationInput => ({ ...input, addPrefix: restored('new') });

test('links follow their files to the new names, and folders keep modes and times', async () => {
  mkdirSync(at('sub'));
  writeFileSync(at('sub/first'), 'content');
  linkSync(at('sub/first'), at('sub/second'));
  symlinkSync('first', at('sub/link'));
  chmodSync(at('sub'), 0o750);
  utimesSync(at('sub'), 1_000_000_000, 1_111_111_111);
  const { jobid } = await machine.run();
  // Never: what the restore makes on its way is no existing folder to leave as it is.
  const run = await restore(jobid, below({ stripPrefix: machine.source, addSuffix: '.old' }), { replace: 'never' });
  expect(await machine.log(run.jobid)).not.toContain('Not restored');
  expect(run).toMatchObject({ status: 'T', errors: 0 });
  expect(readFileSync(restored('new/sub/first.old'), 'utf8')).toBe('content');
  expect(statSync(restored('new/sub/second.old')).ino).toBe(statSync(restored('new/sub/first.old')).ino);
  expect(readlinkSync(restored('new/sub/link.old'))).toBe('first');
  expect(statSync(restored('new/sub')).mode & 0o7777).toBe(0o750);
  expect(statSync(restored('new/sub')).mtimeMs).toBe(1_111_111_111_000);
  expect(await machine.log(run.jobid)).toMatch(/Where: +"!\^.*!\/!,/);
});

test('what is above a stripped folder does not come back', async () => {
  mkdirSync(at('sub'));
  writeFileSync(at('sub/file'), 'content');
  const { jobid } = await machine.run();
  const selection = [RawPath.ofText(at('sub/'))];
  expect(await restore(jobid, below({ stripPrefix: at('sub') }), { selection })).toMatchObject({
    status: 'T',
    errors: 0,
  });
  expect(execFileSync('find', [restored('new'), '-mindepth', '1']).toString()).toBe(`${restored('new/file')}\n`);
});

test('of two files with one new path the first by its name is restored, and the other one is named as not restored', async () => {
  mkdirSync(at('a'));
  mkdirSync(at('b'));
  for (const name of ['a/same', 'b/same', 'b/other']) writeFileSync(at(name), name);
  const { jobid } = await machine.run();
  const input = { regex: `!^${machine.source}/[ab]/!${elsewhere('flat')}/!` };
  const selection = ['a/', 'b/'].map((name) => RawPath.ofText(at(name)));
  const run = await restore(jobid, input, { selection, anywhere: true });
  // The second folder too: its mode and times have no place.
  expect(run).toMatchObject({ status: 'T', errors: 2, files: 3 });
  expect(readFileSync(elsewhere('flat/same'), 'utf8')).toBe('a/same');
  expect(readFileSync(elsewhere('flat/other'), 'utf8')).toBe('b/other');
  const log = await machine.log(run.jobid);
  expect(log).toContain(
    `Not restored: ${at('b/same')}: its new path ${elsewhere('flat/same')} is also that of ${at('a/same')}.`,
  );
  expect(log).toContain(`Not restored: ${at('b/')}: its new path ${elsewhere('flat/')} is also that of ${at('a/')}`);
  expect(log).toMatch(/Files Expected: +5\n.*Files Failed: +2\n/s);
});

test('a further name whose first name has no place brings the content itself', async () => {
  writeFileSync(at('a'), 'other');
  writeFileSync(at('b'), 'content');
  linkSync(at('b'), at('c'));
  const { jobid } = await machine.run();
  const rows = await machine.files(jobid);
  const further = rows.find(({ lstat }) => decodeLStat(lstat).linkFileIndex !== 0)!.path;
  const first = further === 'b' ? 'c' : 'b';
  const input = {
    regex: `!^${machine.source}/[a${first}]$!${elsewhere('flat')}/a!,!^${machine.source}/!${elsewhere('flat')}/!`,
  };
  const selection = ['a', 'b', 'c'].map((name) => RawPath.ofText(at(name)));
  const run = await restore(jobid, input, { selection, anywhere: true });
  expect(run).toMatchObject({ status: 'T', errors: 1, files: 2 });
  expect(readFileSync(elsewhere('flat/a'), 'utf8')).toBe('other');
  expect(readFileSync(elsewhere(`flat/${further}`), 'utf8')).toBe('content');
});

test('a path that an expression leads out of the file system is not restored, and the others are', async () => {
  for (const name of ['up', 'relative', 'folder', 'fine']) writeFileSync(at(name), name);
  const { jobid } = await machine.run();
  const selection = ['up', 'relative', 'folder', 'fine'].map((name) => RawPath.ofText(at(name)));
  const input = {
    regex: `!^${machine.source}/up!${elsewhere('x')}/../../up!,!^${machine.source}/relative!relative!,!^${machine.source}/folder!${elsewhere('x')}/!,!^${machine.source}!${elsewhere('x')}!`,
  };
  const run = await restore(jobid, input, { selection, anywhere: true });
  expect(run).toMatchObject({ status: 'T', errors: 3, files: 1 });
  expect(readFileSync(elsewhere('x/fine'), 'utf8')).toBe('fine');
  const log = await machine.log(run.jobid);
  expect(log).toContain(`its new path ${elsewhere('x')}/../../up contains ".."`);
  expect(log).toContain('its new path relative is not absolute');
  expect(log).toContain(`its new path ${elsewhere('x')}/ is that of a folder`);
  expect(existsSync(join(machine.folder, 'up'))).toBe(false);
});

test('without the right to write anywhere only a prefix below a restore root is taken', async () => {
  writeFileSync(at('file'), 'content');
  const { jobid } = await machine.run();
  const inputs = [
    { addPrefix: machine.folder },
    { addPrefix: `${restored('')}-of-others` },
    { stripPrefix: machine.source },
    { addSuffix: '.old' },
    { regex: `!^!${restored('new')}!` },
  ];
  for (const input of inputs)
    expect(await refusalOf(start(jobid, input, {}))).toMatchObject({ code: 'where_not_allowed' });
  // Nor with it into what the console runs on.
  const own = start(jobid, { addPrefix: machine.volumes }, { anywhere: true });
  expect(await refusalOf(own)).toMatchObject({ code: 'where_not_allowed' });
  const run = await restore(jobid, { regex: `!^${machine.source}!${machine.volumes}!` }, { anywhere: true });
  expect(run.status).toBe('f');
  expect(await machine.log(run.jobid)).toContain("it is inside the console's own data or volumes");
});

test('a symbolic link below the restore folder is not followed to a new path', async () => {
  mkdirSync(at('sub'));
  writeFileSync(at('sub/file'), 'content');
  const { jobid } = await machine.run();
  mkdirSync(restored('new'), { recursive: true });
  mkdirSync(join(machine.folder, 'outside'));
  symlinkSync(join(machine.folder, 'outside'), restored('new/sub'));
  const run = await restore(jobid, below({ stripPrefix: machine.source }));
  expect(await machine.log(run.jobid)).toContain('links below the restore folder are not followed');
  expect(existsSync(join(machine.folder, 'outside/file'))).toBe(false);
});
