import {
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { RestoreFixture, modeOf, selected } from '../../harness/fixtures/restore-fixture.js';
import { madeTime } from '../../harness/builders/volume-builder.js';

const isRoot = process.getuid?.() === 0;
let fixture: RestoreFixture;
let folders = 0;

beforeAll(async () => {
  fixture = await RestoreFixture.start();
});

afterAll(async () => {
  await fixture.stop();
});

/** A folder of the test's own below the fixture's, so that tests do not meet. */
function freshWhere(): string {
  folders += 1;
  return join(fixture.where, `fresh-${folders}`);
}

describe('restoring content', () => {
  test('brings back content, modes, times, links and empty folders', async () => {
    const big = Buffer.alloc(3_000_000, 'big file ');
    const run = await fixture.maker.makeRun({
      entries: [
        { path: '/srv/', mode: 0o750, mtime: madeTime - 50, mtimeNs: 123_456_000 },
        { path: '/srv/empty/', mode: 0o500, mtime: madeTime - 60 },
        { path: '/srv/a file', content: 'content', mode: 0o640, mtime: madeTime - 5, mtimeNs: 987_654_321 },
        { path: '/srv/big', content: big, mode: 0o444 },
        { path: '/srv/nothing', content: '' },
        { path: '/srv/second name', linkTo: '/srv/a file', mode: 0o640 },
        { path: '/srv/symlink', type: 'symlink', target: '../else where', mtime: madeTime - 7, mtimeNs: 500_000 },
        { path: '/srv/zfifo', type: 'fifo', mode: 0o620 },
        { path: '/srv/before-1970', content: 'old', mtime: -86_400 },
      ],
    });
    const where = freshWhere();
    const told = await fixture.restore({ jobids: [run], where });
    expect(told).toMatchObject({ failure: null, warnings: [], outcome: { status: 'T', files: 9 } });
    expect(readFileSync(join(where, 'srv/a file'), 'utf8')).toBe('content');
    expect(readFileSync(join(where, 'srv/big')).equals(big)).toBe(true);
    expect(statSync(join(where, 'srv/nothing')).size).toBe(0);
    expect(readlinkSync(join(where, 'srv/symlink'))).toBe('../else where');
    expect(lstatSync(join(where, 'srv/zfifo')).isFIFO()).toBe(true);
    const [first, second] = ['a file', 'second name'].map((name) => statSync(join(where, 'srv', name)));
    expect(first!.ino).toBe(second!.ino);
    expect(['', 'empty', 'a file', 'big', 'zfifo'].map((name) => modeOf(join(where, 'srv', name)))).toEqual([
      0o750, 0o500, 0o640, 0o444, 0o620,
    ]);
    const micros = (name: string) => lstatSync(join(where, 'srv', name), { bigint: true }).mtimeNs / 1000n;
    expect(['', 'empty', 'a file', 'symlink', 'before-1970'].map(micros)).toEqual([
      BigInt(madeTime - 50) * 1_000_000n + 123_456n,
      BigInt(madeTime - 60) * 1_000_000n,
      BigInt(madeTime - 5) * 1_000_000n + 987_654n,
      BigInt(madeTime - 7) * 1_000_000n + 500n,
      -86_400_000_000n,
    ]);
    expect(told.infos.at(-1)).toBe(`9 of 9 restored; ${big.length + 10} bytes.`);
    expect(told.bytes).toBe(big.length + 10);
    expect(fixture.temporaries()).toEqual([]);
  });

  test('takes the newest version in the chain and leaves out what was deleted', async () => {
    const full = await fixture.maker.makeRun({
      entries: [
        { path: '/c/' },
        { path: '/c/changed', content: 'old' },
        { path: '/c/gone', content: 'gone' },
        { path: '/c/kept', content: 'kept' },
        { path: '/c/folder/' },
        { path: '/c/folder/x', content: 'x' },
      ],
    });
    const later = await fixture.maker.makeRun({
      volume: 'Default-0002',
      entries: [
        { path: '/c/changed', content: 'new' },
        { path: '/c/gone', deleted: true },
        { path: '/c/folder/', deleted: true },
        { path: '/c/folder/x', deleted: true },
        { path: '/c/folder', content: 'now a file' },
      ],
    });
    const where = freshWhere();
    await fixture.restore({ jobids: [later, full], where });
    expect(readdirSync(join(where, 'c')).sort()).toEqual(['changed', 'folder', 'kept']);
    expect(readFileSync(join(where, 'c/changed'), 'utf8')).toBe('new');
    expect(readFileSync(join(where, 'c/folder'), 'utf8')).toBe('now a file');
    const before = freshWhere();
    await fixture.restore({ jobids: [full], where: before });
    expect(readdirSync(join(before, 'c')).sort()).toEqual(['changed', 'folder', 'gone', 'kept']);
  });

  test('restores a chosen file and a chosen tree, with the modes of the folders above them', async () => {
    const run = await fixture.maker.makeRun({
      volume: 'Selection-0001',
      entries: [
        { path: '/home/u/', mode: 0o700, mtime: madeTime - 9 },
        { path: '/home/u/.ssh/', mode: 0o711 },
        { path: '/home/u/.ssh/key', content: 'key', mode: 0o600 },
        { path: '/home/u/tree/' },
        { path: '/home/u/tree/leaf', content: 'leaf' },
        { path: '/home/u/tree/deep/' },
        { path: '/home/u/tree/deep/leaf', content: 'deep' },
        { path: '/home/u/tree0', content: 'sorts right behind the tree' },
        { path: '/home/u/tree-side', content: 'sorts right before it' },
      ],
    });
    const where = freshWhere();
    const selection = selected('/home/u/.ssh/key', '/home/u/tree/', '/home/u/never');
    const told = await fixture.restore({ jobids: [run], where, selection });
    expect(readdirSync(where, { recursive: true }).sort()).toEqual(
      ['home', 'home/u', 'home/u/.ssh', 'home/u/.ssh/key', 'home/u/tree', 'home/u/tree/deep'].concat(
        'home/u/tree/deep/leaf',
        'home/u/tree/leaf',
      ),
    );
    expect(['home', 'home/u', 'home/u/.ssh'].map((name) => modeOf(join(where, name)))).toEqual([0o700, 0o700, 0o711]);
    expect(statSync(join(where, 'home/u')).mtimeMs).toBe((madeTime - 9) * 1000);
    expect(told.outcome).toMatchObject({ files: 5 });
    expect(told.warnings).toEqual(['Not restored: /home/u/never: it is not recorded in the selected runs.']);
    expect(told.infos.join()).toContain('1 parent folders are not in the backup');
  });

  test('gives a hard link that is chosen alone the content of its first name', async () => {
    const run = await fixture.maker.makeRun({
      volume: 'Links-0001',
      entriesPerSegment: 1,
      entries: [
        { path: '/l/first', content: 'shared' },
        { path: '/l/second', linkTo: '/l/first' },
        { path: '/l/third', linkTo: '/l/first' },
      ],
    });
    const alone = freshWhere();
    expect(await fixture.restore({ jobids: [run], where: alone, selection: selected('/l/third') })).toMatchObject({
      warnings: [],
      outcome: { files: 1, bytes: 6 },
    });
    expect(readFileSync(join(alone, 'l/third'), 'utf8')).toBe('shared');
    const both = freshWhere();
    await fixture.restore({ jobids: [run], where: both, selection: selected('/l/third', '/l/second') });
    const [second, third] = ['second', 'third'].map((name) => statSync(join(both, 'l', name)));
    expect([second!.ino, second!.nlink]).toEqual([third!.ino, 2]);
  });

  test('brings back names that are odd, long or no UTF-8', async () => {
    const odd = ['new\nline', `quote's "and" back\\slash`, ' space ', '-rf', 'ünï', 'x'.repeat(255), '%FF', '*'];
    const raw = Buffer.from('/odd/f\xff\xfe\n', 'latin1');
    const rawFolder = Buffer.from('/odd/d\xe9/', 'latin1');
    const rawLink = Buffer.concat([rawFolder, Buffer.from('in')]);
    const run = await fixture.maker.makeRun({
      volume: 'Odd-0001',
      entries: [
        { path: '/odd/' },
        ...odd.map((name) => ({ path: `/odd/${name}`, content: name })),
        { path: raw, content: 'raw' },
        { path: rawFolder, mode: 0o711 },
        { path: rawLink, type: 'symlink', target: Buffer.from([0xfe, 0x2f, 0xff]) },
      ],
    });
    const where = freshWhere();
    expect(await fixture.restore({ jobids: [run], where })).toMatchObject({ warnings: [], failure: null });
    const below = (path: Buffer) => Buffer.concat([Buffer.from(where), path]);
    for (const name of odd) expect(readFileSync(join(where, 'odd', name), 'utf8')).toBe(name);
    expect(readFileSync(below(raw), 'utf8')).toBe('raw');
    expect(modeOf(below(rawFolder))).toBe(0o711);
    expect(readlinkSync(below(rawLink), { encoding: 'buffer' })).toEqual(Buffer.from([0xfe, 0x2f, 0xff]));
  });

  test('restores a file whose name is not UTF-8 when it is chosen by its bytes', async () => {
    const path = Buffer.concat([Buffer.from('/bytes/'), Buffer.from([0xe9, 0x80])]);
    const run = await fixture.maker.makeRun({
      volume: 'Odd-0002',
      entries: [{ path, content: 'by bytes' }, { path: '/bytes/no' }],
    });
    const where = freshWhere();
    await fixture.restore({ jobids: [run], where, selection: [path] });
    expect(readFileSync(Buffer.concat([Buffer.from(where), path]), 'utf8')).toBe('by bytes');
    expect(readdirSync(join(where, 'bytes'))).toHaveLength(1);
  });

  test('gives owners and set-id bits only as root and with the right to write anywhere', async () => {
    const run = await fixture.maker.makeRun({
      volume: 'Owner-0001',
      entries: [
        { path: '/o/', uid: 12_345, gid: 12_346, mode: 0o2775 },
        { path: '/o/f', content: 'x', uid: 12_345, gid: 12_346, mode: 0o4755 },
        { path: '/o/l', type: 'symlink', target: 'f', uid: 12_345, gid: 12_346 },
        { path: '/o/null', type: 'character-device', rdev: 0x103n, mode: 0o666 },
      ],
    });
    const plain = freshWhere();
    const told = await fixture.restore({ jobids: [run], where: plain });
    expect([modeOf(join(plain, 'o')), modeOf(join(plain, 'o/f'))]).toEqual([0o775, 0o755]);
    expect(statSync(join(plain, 'o/f')).uid).toBe(process.getuid?.());
    expect(told.infos.join()).toContain('Owners, set-id bits and devices are restored only by root');
    expect(told.warnings).toHaveLength(1);
    const anywhere = freshWhere();
    await fixture.restore({ jobids: [run], where: anywhere, anywhere: true });
    const owners = ['o', 'o/f', 'o/l'].map((name) => lstatSync(join(anywhere, name)).uid);
    const mine = process.getuid?.();
    expect(owners).toEqual(isRoot ? [12_345, 12_345, 12_345] : [mine, mine, mine]);
    expect(modeOf(join(anywhere, 'o/f'))).toBe(isRoot ? 0o4755 : 0o755);
    if (isRoot) expect(lstatSync(join(anywhere, 'o/null')).rdev).toBe(0x103);
  });

  test('writes below a restore folder that a symbolic link leads to, where its order may', async () => {
    const run = await fixture.maker.makeRun({ volume: 'Where-0001', entries: [{ path: '/w', content: 'w' }] });
    const real = freshWhere();
    mkdirSync(real);
    const link = `${real}-link`;
    symlinkSync(real, link);
    expect(await fixture.restore({ jobids: [run], where: link })).toMatchObject({
      failure: expect.stringContaining('through a symbolic link'),
    });
    await fixture.restore({ jobids: [run], where: link, anywhere: true });
    expect(readdirSync(real)).toEqual(['w']);
    expect(await fixture.restore({ jobids: [run], where: link, restoreRoots: [fixture.where] })).toMatchObject({
      failure: null,
    });
    writeFileSync(join(real, 'w'), 'changed');
    expect(await fixture.restore({ jobids: [run], where: link, restoreRoots: [fixture.outside] })).toMatchObject({
      failure: expect.stringContaining('which is not in a restore folder'),
    });
    expect(readFileSync(join(real, 'w'), 'utf8')).toBe('changed');
  });
});
