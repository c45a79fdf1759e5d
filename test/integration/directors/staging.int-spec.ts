import { execFileSync } from 'node:child_process';
import {
  chmodSync, existsSync, linkSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync, statSync,
  symlinkSync, truncateSync, writeFileSync,
} from 'node:fs'; // prettier-ignore
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { StagedFolders } from '../../../src/directors/staging/staged-folders.js';
import { type DownloadFormat } from '../../../src/domain/download.js';
import { RawPath } from '../../../src/domain/catalog-entry.js';

const name = '.backup-console-download-x';
let root: string;
let folder: string;
const folders = new StagedFolders();

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'backup-console-staging-'));
  folder = join(root, 'staging');
  mkdirSync(folder, { mode: 0o700 });
});
afterEach(() => {
  execFileSync('chmod', ['-R', 'u+rwX', root]);
  rmSync(root, { recursive: true, force: true });
});

/** Writes as a client does that restores below the subfolder. */
function restore(path: string, content: string | Buffer = path, mode = 0o640): string {
  const at = join(folder, name, path);
  mkdirSync(dirname(at), { recursive: true });
  writeFileSync(at, content);
  chmodSync(at, mode);
  return at;
}

async function read(format: DownloadFormat, contents: number, ...selection: string[]): Promise<Buffer> {
  const files = { folder, name, format, contents, selection: selection.map((path) => RawPath.ofText(path)) };
  const stop = new AbortController();
  try {
    const { content } = await folders.open(files, stop.signal);
    const chunks: Uint8Array[] = [];
    for await (const chunk of content) chunks.push(chunk);
    return Buffer.concat(chunks);
  } finally {
    stop.abort();
  }
}

/** The names in an archive, as the system's own program lists them. */
function unpacked(bytes: Buffer): string {
  const place = mkdtempSync(join(root, 'unpacked-'));
  execFileSync('tar', ['-xpf', '-', '-C', place], { input: bytes });
  return place;
}

describe('a staging folder', () => {
  const codeOf = async (path = folder): Promise<string | null> => (await folders.check(path))?.code ?? null;

  test('that only the console can use has no fault, and is left as it was', async () => {
    expect(await folders.check(folder)).toBeNull();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is told what is wrong with it', async () => {
    writeFileSync(join(root, 'file'), '');
    symlinkSync(folder, join(root, 'link'));
    expect(await codeOf(join(root, 'nowhere'))).toBe('staging_missing');
    expect(await codeOf(join(root, 'file'))).toBe('staging_no_folder');
    expect(await folders.check(join(root, 'link'))).toMatchObject({ code: 'staging_link', params: { place: folder } });
    mkdirSync(join(folder, 'below'), { mode: 0o700 });
    expect(await codeOf(join(root, 'link', 'below'))).toBe('staging_link');
    chmodSync(folder, 0o705);
    expect(await folders.check(folder)).toMatchObject({ code: 'staging_open', params: { mode: '0705' } });
    chmodSync(folder, 0o700);
    chmodSync(root, 0o777);
    expect(await folders.check(folder)).toMatchObject({ code: 'staging_replaceable', params: { parent: root } });
    chmodSync(root, 0o1777);
    expect(await codeOf()).toBeNull();
  });

  test('makes a subfolder that is the console’s alone, and never takes one that is there', async () => {
    await folders.make({ folder, name });
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o700);
    await expect(folders.make({ folder, name })).rejects.toMatchObject({ code: 'EEXIST' });
  });

  test('is emptied of one subfolder, and of nothing that links in it lead to', async () => {
    const outside = join(root, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'kept'), 'kept');
    restore('/a/b/deep');
    restore('/a/locked/file', 'x', 0o000);
    chmodSync(join(folder, name, 'a/locked'), 0o000);
    symlinkSync(outside, join(folder, name, 'a/to-outside'));
    symlinkSync(join(outside, 'kept'), join(folder, name, 'to-file'));
    writeFileSync(join(folder, 'other'), '');
    await folders.remove({ folder, name });
    expect(readdirSync(folder)).toEqual(['other']);
    expect(readFileSync(join(outside, 'kept'), 'utf8')).toBe('kept');
    await folders.remove({ folder, name });
  });

  test('with a link in the place of a subfolder loses the link alone', async () => {
    const outside = join(root, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'kept'), 'kept');
    symlinkSync(outside, join(folder, name));
    await expect(read('tar', 1)).rejects.toThrow('symbolic link');
    await folders.remove({ folder, name });
    expect([existsSync(join(folder, name)), existsSync(join(outside, 'kept'))]).toEqual([false, true]);
  });

  test('of more entries than one call removes is emptied all the same', async () => {
    mkdirSync(join(folder, name));
    for (let at = 0; at < 6_000; at += 1) writeFileSync(join(folder, name, `f${at}`), '');
    await folders.remove({ folder, name });
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('what a client restored', () => {
  test('comes as the one file that was chosen, whatever else was restored with it', async () => {
    restore('/etc/hosts', 'hosts\n');
    restore('/etc/first-name', 'another');
    expect((await read('file', 1, '/etc/hosts')).toString()).toBe('hosts\n');
  });

  test('comes as an archive with modes, links, empty folders and what locks out its own user', async () => {
    restore('/home/one', 'shared', 0o751);
    linkSync(join(folder, name, 'home/one'), join(folder, name, 'home/two'));
    restore('/home/secret', 'x', 0o000);
    restore('/home/big', Buffer.alloc(700_000, 'much '));
    mkdirSync(join(folder, name, 'home/empty'), { mode: 0o500 });
    mkdirSync(join(folder, name, 'home/locked'));
    restore('/home/locked/inside', 'inside');
    chmodSync(join(folder, name, 'home/locked'), 0o100);
    symlinkSync('../nowhere', join(folder, name, 'home/pointer'));
    const place = unpacked(await read('tar', 6, '/home/'));
    const at = (path: string): string => join(place, 'home', path);
    expect([readFileSync(at('two'), 'utf8'), lstatSync(at('one')).ino]).toEqual(['shared', lstatSync(at('two')).ino]);
    expect([statSync(at('one')).mode & 0o777, statSync(at('secret')).mode & 0o777]).toEqual([0o751, 0]);
    expect(readFileSync(at('big')).equals(Buffer.alloc(700_000, 'much '))).toBe(true);
    expect([statSync(at('empty')).mode & 0o777, statSync(at('locked')).mode & 0o777]).toEqual([0o500, 0o100]);
    expect(readlinkSync(at('pointer'))).toBe('../nowhere');
  });

  test('never has the content that a planted link leads to', async () => {
    const outside = join(root, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'secret'), 'TOP SECRET');
    restore('/home/plain', 'plain');
    symlinkSync(join(outside, 'secret'), join(folder, name, 'home/file'));
    symlinkSync(outside, join(folder, name, 'home/folder'));
    for (const format of ['tar', 'zip'] as const) {
      const bytes = await read(format, 3);
      expect(bytes.includes('TOP SECRET')).toBe(false);
    }
    await expect(read('file', 1, '/home/file')).rejects.toThrow('not a single plain file');
    await expect(read('file', 1, '/home/folder/secret')).rejects.toThrow('contains none of the files');
  });

  test('is refused where it is less than was chosen, or nothing at all', async () => {
    restore('/home/one');
    await expect(read('tar', 2, '/home/')).rejects.toThrow('contains 1 of the 2 selected files and links');
    await folders.remove({ folder, name });
    await expect(read('tar', 2)).rejects.toThrow('does not exist');
    await folders.make({ folder, name });
    await expect(read('tar', 0)).rejects.toThrow('contains none of the files: it is a different folder');
  });

  test('is cut, never ended, where a file becomes shorter while it is sent', async () => {
    const at = restore('/home/big', Buffer.alloc(8 * 2 ** 20, 'x'));
    const files = { folder, name, format: 'tar', contents: 1, selection: [] } as const;
    const stop = new AbortController();
    const { content } = await folders.open(files, stop.signal);
    truncateSync(at, 0);
    const readAll = async (): Promise<void> => {
      for await (const chunk of content) expect(chunk.length).toBeGreaterThan(0);
    };
    await expect(readAll()).rejects.toThrow('became shorter while it was being sent');
    stop.abort();
  });
});
