// Takes about a minute. Every test backs up and restores, each in a process of its own.
import { execFileSync } from 'node:child_process';
import {
  appendFileSync, chmodSync, closeSync, ftruncateSync, linkSync, lstatSync, mkdirSync, openSync, readFileSync, readdirSync, readlinkSync,
  renameSync, rmSync, statSync, symlinkSync, truncateSync, utimesSync, writeFileSync, writeSync, type BigIntStats,
} from 'node:fs'; // prettier-ignore
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type RestoreOrder } from '../../src/domain/director.port.js';
import { RawPath } from '../../src/domain/catalog-entry.js';
import { fullScope } from '../../src/domain/principal.js';
import { EmbeddedMachine, type RunRow } from '../harness/fixtures/embedded-machine.js';

let machine: EmbeddedMachine;

beforeEach(async () => {
  machine = await EmbeddedMachine.make();
  machine.configure();
});
afterEach(async () => {
  execFileSync('chmod', ['-R', 'u+rwx', machine.folder]);
  await machine.remove();
});

async function restore(jobids: readonly number[], order: Partial<RestoreOrder> = {}): Promise<RunRow> {
  const wish = { jobids, selection: [], restoreClient: 'local', replace: 'always', anywhere: false, ...order } as const;
  const { jobId } = await machine.director.startRestore(fullScope, { ...wish, mark: `test:${Math.random()}` });
  return machine.waitForEnd(jobId);
}

/** Where a restore that names no place puts the source. */
function restoredSource(): string {
  return join(machine.data, 'restores', machine.source);
}

/** What a tree holds, as lines that two equal trees share: names as bytes, kinds, modes, times, content and links. */
function describeTree(root: string): readonly string[] {
  const names = new Map<bigint, string>();
  const describe = (path: Buffer, shown: string): string[] => {
    const stat = lstatSync(path, { bigint: true });
    const first = names.get(stat.ino) ?? shown;
    names.set(stat.ino, first);
    const line = `${shown} ${stat.mode.toString(8)} ${stat.mtimeNs / 1000n} ${stat.nlink} =${first} ${contentOf(path, stat)}`;
    if (!stat.isDirectory()) return [line];
    const children = readdirSync(path, { encoding: 'buffer' }).sort((a, b) => a.compare(b));
    const below = children.flatMap((name) =>
      describe(Buffer.concat([path, Buffer.from('/'), name]), `${shown}/${name.toString('latin1')}`),
    );
    return [line, ...below];
  };
  return describe(Buffer.from(root), '');
}

function contentOf(path: Buffer, stat: BigIntStats): string {
  if (stat.isSymbolicLink()) return readlinkSync(path, { encoding: 'buffer' }).toString('hex');
  return stat.isFile() ? readFileSync(path).toString('base64') : '';
}

function fillSource(): void {
  const at = (name: string) => join(machine.source, name);
  mkdirSync(at('sub/empty'), { recursive: true });
  writeFileSync(at('plain'), 'plain');
  writeFileSync(at('big'), Buffer.alloc(6 * 1024 * 1024, 'more than one segment '));
  for (let index = 0; index < 300; index += 1) writeFileSync(at(`sub/file ${index}`), 'x'.repeat(index));
  for (const name of ['a\nb', `'quoted" \\`, 'ünï', 'x'.repeat(255), '%FF']) writeFileSync(at(name), name);
  writeFileSync(Buffer.concat([Buffer.from(at('raw-')), Buffer.from([0xff, 0xe9])]), 'raw');
  linkSync(at('plain'), at('sub/second name'));
  symlinkSync('../nowhere', at('sub/dangling'));
  symlinkSync(Buffer.from([0xfe, 0x2f, 0x41]), at('raw-link'));
  execFileSync('mkfifo', [at('fifo')]);
  chmodSync(at('plain'), 0o640);
  utimesSync(at('plain'), 1_000_000_000.5, 1_234_567_890.123456);
  utimesSync(at('sub/empty'), 1_000_000_000, 1_111_111_111);
  chmodSync(at('sub/empty'), 0o500);
}

test('a restore of the chain equals the source, changes and deletions included', async () => {
  fillSource();
  await machine.start();
  const full = await machine.run('Full');
  appendFileSync(join(machine.source, 'plain'), ' and more');
  rmSync(join(machine.source, 'sub/file 7'));
  renameSync(join(machine.source, 'sub/file 8'), join(machine.source, 'sub/renamed'));
  const incremental = await machine.run('Incremental');
  const before = describeTree(machine.source);
  const run = await restore([full.jobid, incremental.jobid]);
  expect(await machine.log(run.jobid)).not.toContain('Not restored');
  expect(run).toMatchObject({ status: 'T', errors: 0 });
  expect(describeTree(restoredSource())).toEqual(before);
  expect(describeTree(machine.source)).toEqual(before);
});

test('a restore in place brings back what was lost and leaves the rest as it was', async () => {
  fillSource();
  await machine.start();
  const full = await machine.run('Full');
  const before = describeTree(machine.source);
  rmSync(join(machine.source, 'sub'), { recursive: true, force: true });
  writeFileSync(join(machine.source, 'big'), 'overwritten');
  const run = await restore([full.jobid], { where: '/', anywhere: true });
  expect(run).toMatchObject({ status: 'T', errors: 0 });
  expect(describeTree(machine.source)).toEqual(before);
});

describe("the console's own data", () => {
  const places: readonly (readonly [string, () => string])[] = [
    ['DATA_DIR', () => machine.data],
    ["PostgreSQL's folder", () => join(machine.data, 'postgres')],
    ['a folder yet to be made in DATA_DIR', () => join(machine.data, 'new', 'folder')],
    ['the folder of a storage', () => machine.volumes],
    ['a symbolic link to it', () => join(machine.folder, 'link', 'volumes')],
  ];

  test.each(places)('%s is no place for a restore, whatever the right', async (_name, place) => {
    await machine.start();
    mkdirSync(join(machine.data, 'postgres'), { recursive: true });
    symlinkSync(machine.data, join(machine.folder, 'link'));
    fillSource();
    const { jobid } = await machine.run();
    const refused = expect.objectContaining({ code: 'where_not_allowed' });
    await expect(restore([jobid], { where: place(), anywhere: true })).rejects.toEqual(refused);
    await expect(
      restore([jobid], { where: join(machine.data, 'restores', 'x'), anywhere: true }),
    ).resolves.toMatchObject({ status: 'T' });
  });

  test.each(['/', `/${'a'.repeat(300)}`, `/etc/passwd/x`])(
    'an odd place %s is never a fault of ours',
    async (where) => {
      await machine.start();
      writeFileSync(join(machine.source, 'a'), 'a');
      const { jobid } = await machine.run();
      const { status } = await restore([jobid], { where, anywhere: true });
      expect(status).toBe(where === '/' ? 'T' : 'f');
    },
  );

  test('stays as it is when the backed-up paths lead into it', async () => {
    await machine.start();
    const settings = join(machine.data, 'director.yaml');
    machine.configure({ fileset: `include: [${JSON.stringify(machine.folder)}]` });
    await machine.stop();
    await machine.start();
    writeFileSync(join(machine.source, 'a'), 'a');
    const { jobid } = await machine.run();
    writeFileSync(settings, '# edited since');
    rmSync(join(machine.source, 'a'));
    const run = await restore([jobid], { where: '/', anywhere: true });
    expect(readFileSync(settings, 'utf8')).toBe('# edited since');
    expect(readFileSync(join(machine.source, 'a'), 'utf8')).toBe('a');
    expect(await machine.log(run.jobid)).toContain("it is inside the console's own data or volumes");
  });
});

test('a hard link chosen alone brings its content', async () => {
  fillSource();
  await machine.start();
  const full = await machine.run('Full');
  const names = ['plain', 'sub/second name'].map((name) => join(machine.source, name));
  const recorded = await machine.files(full.jobid);
  const link = names.find(
    (_name, index) => recorded.find((row) => row.path === ['plain', 'sub/second name'][index])?.md5 === '0',
  );
  const run = await restore([full.jobid], { selection: [RawPath.ofText(link ?? names[1]!)] });
  expect(run).toMatchObject({ status: 'T', errors: 0, files: 1, bytes: 5 });
  expect(readFileSync(join(machine.data, 'restores', link ?? names[1]!), 'utf8')).toBe('plain');
});

test('a restore root that lies behind a symbolic link is written to, one behind a planted link is not', async () => {
  writeFileSync(join(machine.source, 'plain'), 'plain');
  mkdirSync(join(machine.folder, 'elsewhere'));
  await machine.start();
  const full = await machine.run('Full');
  symlinkSync(join(machine.folder, 'elsewhere'), join(machine.data, 'restores'));
  expect(await restore([full.jobid])).toMatchObject({ status: 'T', files: 2 });
  mkdirSync(join(machine.folder, 'outside'));
  symlinkSync(join(machine.folder, 'outside'), join(machine.folder, 'elsewhere/planted'));
  const run = await restore([full.jobid], { where: join(machine.data, 'restores/planted') });
  expect(run).toMatchObject({ status: 'f', files: 0 });
  expect(await machine.log(run.jobid)).toContain('which is not in a restore folder');
  expect(readdirSync(join(machine.folder, 'outside'))).toEqual([]);
});

test('hard links stay together over a chain in which a folder of some of them was renamed', async () => {
  const at = (name: string): string => join(machine.source, name);
  mkdirSync(at('h'));
  writeFileSync(at('a'), 'same');
  for (const name of ['h/b', 'h/c', 'z']) linkSync(at('a'), at(name));
  await machine.start();
  const full = await machine.run('Full');
  renameSync(at('h'), at('k'));
  const estimate = await machine.director.estimate(fullScope, { job: 'Source', level: 'Incremental' });
  const incremental = await machine.run('Incremental');
  expect(incremental).toMatchObject({ status: 'T', errors: 0, files: 6, bytes: 4 });
  expect(estimate).toMatchObject({ files: 6, bytes: 4 });
  expect(await restore([full.jobid, incremental.jobid])).toMatchObject({ status: 'T', errors: 0 });
  expect(describeTree(restoredSource())).toEqual(describeTree(machine.source));
  expect((await machine.run('Incremental')).files).toBe(0);
});

describe('in place, a folder that was moved and left a symbolic link behind', () => {
  const at = (name: string): string => join(machine.source, name);
  let jobids: number[];

  beforeEach(async () => {
    mkdirSync(at('home/ada'), { recursive: true });
    writeFileSync(at('home/ada/letter'), 'first');
    machine.configure({ fileset: `include: [${at('home/ada')}]` });
    await machine.start();
    jobids = [(await machine.run('Full')).jobid];
    mkdirSync(at('other disk'));
    renameSync(at('home'), at('other disk/home'));
    symlinkSync('other disk/./home', at('home'));
    writeFileSync(at('home/ada/letter'), 'second');
    jobids.push((await machine.run('Incremental')).jobid);
    writeFileSync(at('home/ada/letter'), 'lost');
  });

  const letter = (): string => readFileSync(at('other disk/home/ada/letter'), 'utf8');

  test('gets its files, from the same chain', async () => {
    const run = await restore(jobids, { where: '/', anywhere: true });
    expect(run).toMatchObject({ status: 'T', errors: 0 });
    expect(letter()).toBe('second');
    expect(lstatSync(at('home')).isSymbolicLink()).toBe(true);
  });

  test('is left alone where others can change the link, its folder, or one above it', async () => {
    for (const open of [machine.source, machine.folder]) {
      chmodSync(open, 0o777);
      const run = await restore(jobids, { where: '/', anywhere: true });
      expect(run.status).toBe('f');
      expect(await machine.log(run.jobid)).toContain(
        '"home" in its path is a symbolic link that other users can change',
      );
      chmodSync(open, 0o700);
    }
    if (process.getuid?.() === 0) {
      execFileSync('chown', ['-h', '12345', at('home')]);
      expect((await restore(jobids, { where: '/', anywhere: true })).status).toBe('f');
    }
    expect(letter()).toBe('lost');
  });

  test('is left alone where the link leads into data of the console, or to another place than the root', async () => {
    rmSync(at('home'));
    mkdirSync(join(machine.data, 'volumes/deep/ada'), { recursive: true });
    symlinkSync(join(machine.data, 'volumes/deep'), at('home'));
    const own = await restore(jobids, { where: '/', anywhere: true });
    expect(await machine.log(own.jobid)).toContain("it is inside the console's own data or volumes");
    expect(readdirSync(join(machine.data, 'volumes/deep/ada'))).toEqual([]);
    const where = join(machine.folder, 'there');
    mkdirSync(join(where, machine.source), { recursive: true });
    symlinkSync(at('other disk/home'), join(where, at('home')));
    const elsewhere = await restore(jobids, { where, anywhere: true });
    expect(await machine.log(elsewhere.jobid)).toContain('links below the restore folder are not followed');
    expect(letter()).toBe('lost');
  });
});

test('sparse files come back sparse; one without blocks is neither read nor stored', async () => {
  const at = (name: string): string => join(machine.source, name);
  const small = 300 * 2 ** 20;
  const huge = 10 * 2 ** 40;
  const holed = openSync(at('holed'), 'w');
  for (const position of [0, 5 * 2 ** 20 - 3, small - 9_000]) writeSync(holed, 'data', position);
  ftruncateSync(holed, small);
  closeSync(holed);
  for (const [name, size] of [
    ['hole', huge],
    ['little', 2 ** 20],
  ] as const) {
    writeFileSync(at(name), '');
    truncateSync(at(name), size);
  }
  linkSync(at('hole'), at('hole too'));
  writeFileSync(at('zeros'), Buffer.alloc(2 ** 20));
  await machine.start();
  const estimate = await machine.director.estimate(fullScope, { job: 'Source', level: 'Full' });
  const full = await machine.run('Full');
  expect(full).toMatchObject({ status: 'T', errors: 0, bytes: small + 2 * 2 ** 20 });
  expect(estimate).toMatchObject({ files: full.files, bytes: full.bytes });
  expect((await machine.run('Incremental')).files).toBe(0);
  expect(await restore([full.jobid])).toMatchObject({ status: 'T', errors: 0 });

  const back = (name: string) => join(restoredSource(), name);
  execFileSync('cmp', [at('holed'), back('holed')]);
  for (const name of ['holed', 'hole', 'little']) expect(statSync(back(name)).blocks).toBeLessThan(64);
  expect(statSync(back('zeros')).blocks).toBe(2048);
  expect(statSync(back('hole'))).toMatchObject({ size: huge, nlink: 2 });
  const out = join(machine.folder, 'out');
  mkdirSync(out);
  execFileSync('tar', ['-xzf', join(machine.volumes, 'Default-0001.tar.gz'), '-C', out]);
  expect(statSync(join(out, at('hole')))).toMatchObject({ size: huge, blocks: 0 });
  execFileSync('sha256sum', ['-c', '--quiet', `.backup-console/run-${full.jobid}.sha256`], { cwd: out });
});
