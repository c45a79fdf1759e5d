import { execFileSync } from 'node:child_process';
import {
  lstatSync, readFileSync, readdirSync, readlinkSync, statSync, truncateSync, unlinkSync, writeFileSync,
} from 'node:fs'; // prettier-ignore
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type ArchiveWriter, type Output } from '../../../src/directors/embedded/download/archive-writer.js';
import { PlainWriter } from '../../../src/directors/embedded/download/plain-writer.js';
import { TarWriter } from '../../../src/directors/embedded/download/tar-writer.js';
import { writeDownload } from '../../../src/directors/embedded/download/write-download.js';
import { ZipWriter } from '../../../src/directors/embedded/download/zip-writer.js';
import { type DownloadFormat } from '../../../src/domain/download.js';
import { type MadeEntry } from '../../harness/builders/volume-builder.js';
import { RestoreFixture, selected } from '../../harness/fixtures/restore-fixture.js';

let fixture: RestoreFixture;

beforeEach(async () => {
  fixture = await RestoreFixture.start();
});
afterEach(() => fixture.stop());

interface Written {
  readonly bytes: Buffer;
  /** null: it came to its end. */
  readonly failure: string | null;
}

async function writerOf(format: DownloadFormat, output: Output): Promise<ArchiveWriter> {
  if (format === 'tar') return TarWriter.open(output);
  return format === 'zip' ? new ZipWriter(output) : new PlainWriter(output, () => undefined);
}

async function download(
  format: DownloadFormat,
  jobids: readonly number[],
  selection: readonly Buffer[] = [],
): Promise<Written> {
  const chunks: Buffer[] = [];
  const writer = await writerOf(format, (chunk) => {
    chunks.push(Buffer.from(chunk));
    return Promise.resolve();
  });
  const { catalogUrl, folder } = fixture.maker;
  const task = { catalogUrl, storageFolders: { File: folder }, jobids, selection, format };
  const failure = await writeDownload(task, writer).then(
    () => null,
    (error: unknown) => (error as Error).message,
  );
  return { bytes: Buffer.concat(chunks), failure };
}

/** Unpacks with the system's own program into `where`. */
function unpack(format: 'tar' | 'zip', { bytes, failure }: Written): void {
  expect(failure).toBeNull();
  const file = join(fixture.folder, `download.${format}`);
  writeFileSync(file, bytes);
  if (format === 'tar') execFileSync('tar', ['-xpf', file, '-C', fixture.where]);
  else execFileSync('unzip', ['-q', '-^', file, '-d', fixture.where]);
}

function namesOf(format: 'tar' | 'zip', { bytes, failure }: Written): readonly string[] {
  expect(failure).toBeNull();
  const file = join(fixture.folder, `names.${format}`);
  writeFileSync(file, bytes);
  const [program, ...args] = format === 'tar' ? ['tar', '-tf', file] : ['zipinfo', '-1', file];
  return execFileSync(program, args, { encoding: 'utf8' }).trim().split('\n');
}

const tree: readonly MadeEntry[] = [
  { path: '/home/', mode: 0o755 },
  { path: '/home/empty/', mode: 0o500, mtime: 1_111_111_111 },
  { path: '/home/none', content: '' },
  { path: '/home/script', content: '#!/bin/sh\n', mode: 0o751, mtime: 1_234_567_891, mtimeNs: 123_456_789 },
  { path: '/home/secret', content: 'x', mode: 0o000 },
  { path: '/home/ünï "1"\nb', content: 'letters' },
  { path: '/home/one', content: 'shared content' },
  { path: '/home/two', content: 'shared content', linkTo: '/home/one' },
  { path: '/home/pointer', type: 'symlink', target: '../nowhere', mode: 0o777 },
  { path: `/home/${'long '.repeat(40)}/deep`, content: Buffer.alloc(700_000, 'much ') },
];

describe('an archive', () => {
  test.each(['tar', 'zip'] as const)('%s unpacks to the same content, modes, times and links', async (format) => {
    const run = await fixture.maker.makeRun({ entries: tree });
    unpack(format, await download(format, [run]));
    for (const { path, content, linkTo } of tree) {
      if (content === undefined) continue;
      expect([path, linkTo ?? '', readFileSync(fixture.at(String(path)))]).toEqual([
        path,
        linkTo ?? '',
        Buffer.from(content),
      ]);
    }
    const stat = (path: string) => lstatSync(fixture.at(path));
    expect(readlinkSync(fixture.at('/home/pointer'))).toBe('../nowhere');
    expect(stat('/home/script').mode & 0o7777).toBe(0o751);
    // A zip has times to two seconds, for programs that read it from its beginning.
    expect(Math.floor(stat('/home/script').mtimeMs / 2000)).toBe(617_283_945);
    expect([stat('/home/empty').mode & 0o7777, readdirSync(fixture.at('/home/empty'))]).toEqual([0o500, []]);
    if (format === 'zip') return;
    expect(statSync(fixture.at('/home/script'), { bigint: true }).mtimeNs).toBe(1_234_567_891_123_456_789n);
    expect(stat('/home/secret').mode & 0o7777).toBe(0);
    expect(stat('/home/empty').mtimeMs / 1000).toBe(1_111_111_111);
    expect(stat('/home/one').ino).toBe(stat('/home/two').ino);
  });

  test.each(['tar', 'zip'] as const)(
    '%s has the newest version of what is selected and nothing else',
    async (format) => {
      const full = await fixture.maker.makeRun({
        entries: [
          { path: '/a/' },
          { path: '/a/kept', content: 'old' },
          { path: '/a/gone', content: 'gone' },
          { path: '/b/other', content: 'other' },
        ],
      });
      const more = await fixture.maker.makeRun({
        entries: [
          { path: '/a/kept', content: 'new' },
          { path: '/a/gone', deleted: true },
        ],
      });
      const written = await download(format, [full, more], selected('/a/'));
      expect(namesOf(format, written)).toEqual(['a/', 'a/kept']);
      unpack(format, written);
      expect(fixture.text('a/kept')).toBe('new');
    },
  );

  test.each(['tar', 'zip'] as const)(
    '%s holds a further name of a file that is not selected as a file',
    async (format) => {
      const run = await fixture.maker.makeRun({ entries: tree });
      unpack(format, await download(format, [run], selected('/home/two')));
      expect(fixture.text('home/two')).toBe('shared content');
    },
  );

  test('never has a name that leads out of the folder it is unpacked in', async () => {
    const run = await fixture.maker.makeRun({ entries: [{ path: '/a/../../etc/evil', content: 'evil' }] });
    for (const format of ['tar', 'zip'] as const) {
      expect((await download(format, [run])).failure).toContain('a recorded path is not absolute or contains ..');
    }
    const odd = await fixture.maker.makeRun({
      entries: [
        { path: '/C:/x', content: '1' },
        { path: '/d/a\\..\\..\\evil', content: '2' },
      ],
    });
    expect(namesOf('zip', await download('zip', [odd]))).toEqual(['C%3A/x', 'd/a%5C..%5C..%5Cevil']);
  });

  test('names what is not UTF-8 as volumes do', async () => {
    const path = Buffer.concat([Buffer.from('/raw-'), Buffer.from([0xff])]);
    const run = await fixture.maker.makeRun({ entries: [{ path, content: 'raw' }] });
    for (const format of ['tar', 'zip'] as const) {
      expect(namesOf(format, await download(format, [run]))).toEqual(['raw-%FF']);
    }
  });
});

describe('one file', () => {
  test('is its content and nothing else', async () => {
    const run = await fixture.maker.makeRun({ entries: tree });
    const { bytes, failure } = await download('file', [run], selected('/home/script'));
    expect([bytes.toString(), failure]).toEqual(['#!/bin/sh\n', null]);
  });

  test.each([['/home/'], ['/home/pointer'], ['/home/one', '/home/two']])('is not %s', async (...paths) => {
    const run = await fixture.maker.makeRun({ entries: tree });
    expect((await download('file', [run], selected(...paths))).failure).toBe(
      'the selection is not a single plain file',
    );
  });
});

describe('what cannot be read or is not right ends the download early', () => {
  const content = Buffer.from(Array.from({ length: 900_000 }, (_, index) => (index * index) % 251));
  const entries = ['a', 'b', 'c'].map((name) => ({ path: `/${name}`, content }));

  test.each(['file', 'tar', 'zip'] as const)('%s with a damaged block', async (format) => {
    const run = await fixture.maker.makeRun({ entriesPerSegment: 1, entries });
    const file = fixture.maker.volumeFile();
    const bytes = readFileSync(file);
    bytes.fill(0x55, Math.floor(bytes.length * 0.5), Math.floor(bytes.length * 0.52));
    writeFileSync(file, bytes);
    const selection = format === 'file' ? selected('/b') : [];
    const { failure } = await download(format, [run], selection);
    expect(failure).toMatch(/^\/b: volume Default-0001 is not available: /);
  });

  test.each(['file', 'tar', 'zip'] as const)('%s with the wrong checksum keeps the last part back', async (format) => {
    const wrong = { path: '/a', content, checksum: 'A'.repeat(43) };
    const run = await fixture.maker.makeRun({ entries: [wrong] });
    const { bytes, failure } = await download(format, [run]);
    expect(failure).toBe('/a: its content on the volume does not have the checksum recorded in the catalog');
    if (format === 'file') expect(bytes.length).toBeLessThan(content.length);
  });

  test('with a volume that is missing, or was cut', async () => {
    const run = await fixture.maker.makeRun({ entriesPerSegment: 1, entries });
    const file = fixture.maker.volumeFile();
    truncateSync(file, statSync(file).size - 10);
    expect((await download('tar', [run])).failure).toMatch(
      /^\/c: volume Default-0001 is not available: it ends at byte/,
    );
    unlinkSync(file);
    expect((await download('tar', [run])).failure).toMatch(/^\/a: volume Default-0001 is not available: the file /);
  });

  test('with a path that no run has', async () => {
    const run = await fixture.maker.makeRun({ entries: tree });
    expect((await download('tar', [run], selected('/home/none', '/nowhere'))).failure).toBe(
      '1 of the selected paths are not recorded in the selected runs.',
    );
  });
});
