import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Found } from '../../../src/directors/embedded/backup/entry.js';
import { MountPoints } from '../../../src/directors/embedded/backup/source-folders.js';
import { ReadFolder } from '../../../src/directors/embedded/backup/folder-entries.js';
import { walkOf } from '../../../src/directors/embedded/backup/backup-source.js';
import { type Walk } from '../../../src/directors/embedded/backup/walk-directory.js';

let folder: string;
let warnings: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-console-reading-'));
  warnings = [];
  for (const name of ['source/d/sub', 'data/sub', 'elsewhere/sub']) mkdirSync(join(folder, name), { recursive: true });
  for (const name of ['source/z', 'source/d/key', 'source/d/sub/key']) writeFileSync(join(folder, name), 'own');
  for (const name of ['data/key', 'data/sub/key', 'elsewhere/key']) writeFileSync(join(folder, name), 'secret');
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (name: string): string => join(folder, name);

const plain = { name: 'Source', exclude: [], excludePresets: [], markerFiles: [], oneFilesystem: true };

function walk(include: string = at('source'), mounts = MountPoints.read(), exclude: readonly string[] = []): Walk {
  const fileset = { ...plain, include: [include], exclude };
  const log = { info: () => undefined, warning: (text: string) => warnings.push(text) };
  return walkOf({ fileset, protectedFolders: [at('data')], settingsFile: at('data/director.yaml') }, log, mounts);
}

/** What the owner of `source` can do at any moment. */
function swap(name: string, target: string): void {
  renameSync(at(name), at(`${name}-away`));
  symlinkSync(target, at(name));
}

/** Walks on, does something once `name` was found, and answers all paths relative to the folder. */
function walkWith(found: Generator<Found>, name: string, act: () => void): string[] {
  const paths: string[] = [];
  for (const { path } of found) {
    paths.push(path.toString().replace(`${folder}/`, ''));
    if (paths.at(-1) === name) act();
  }
  return paths;
}

describe('a folder that is exchanged for a symbolic link', () => {
  test('after it was found is not listed, and nothing is concluded about what it held', () => {
    const walked = walk();
    const paths = walkWith(walked.found(), 'source/z', () => swap('source/d', at('data')));
    expect(paths).toEqual(['source/', 'source/z', 'source/d/']);
    expect(walked.unreadable.map(String)).toEqual([at('source/d/')]);
    expect(warnings).toEqual([`Could not open directory "${at('source/d/')}": ERR=its folder was replaced by another`]);
  });

  test('while it is listed gives what the folder itself holds', () => {
    const walked = walk();
    const paths = walkWith(walked.found(), 'source/d/', () => swap('source/d', at('elsewhere')));
    expect(paths).toEqual(['source/', 'source/z', 'source/d/', 'source/d/key', 'source/d/sub/']);
    expect(warnings).toEqual([
      `Could not open directory "${at('source/d/sub/')}": ERR=its folder was replaced by another`,
    ]);
  });

  test('before its files are read gives none of them; a file that was replaced in it is read', () => {
    const all = [...walk().found()];
    const files = new ReadFolder();
    const read = (name: string): string =>
      readFileSync(files.pathOf(all.find(({ path }) => path.toString() === at(name))!), 'utf8');
    renameSync(at('source/z'), at('source/y'));
    writeFileSync(at('source/z'), 'new');
    expect(read('source/z')).toBe('new');
    swap('source/d', at('data'));
    expect(() => read('source/d/key')).toThrow('its folder was replaced by another');
    expect(() => read('source/d/sub/key')).toThrow('its folder was replaced by another');
    files.close();
  });

  test('above an include leads nowhere that belongs to the console', () => {
    swap('source/d', at('data'));
    expect([...walk(at('source/d/sub')).found()]).toEqual([]);
    expect([...walk(at('source/d/key')).found()]).toEqual([]);
    renameSync(at('source/d'), at('source/link'));
    renameSync(at('source/d-away'), at('source/d'));
    rmSync(at('source/link'));
    const paths = walkWith(walk(at('source/d/sub')).found(), 'source/d/sub/', () => swap('source/d', at('data')));
    expect(paths).toEqual(['source/d/sub/', 'source/d/sub/key']);
  });
});

const asRoot = process.getuid?.() === 0 ? test : test.skip;

asRoot('a folder with a device number of its own is another file system only where something is mounted', () => {
  execFileSync('mount', ['-t', 'tmpfs', 'test', at('source/d')]);
  try {
    writeFileSync(at('source/d/inside'), 'x');
    expect([...walk().found()].map(({ path }) => path.toString())).not.toContain(at('source/d/inside'));
    expect(warnings).toEqual([
      expect.stringContaining('source/d/ is a different filesystem. Will not descend into it.'),
    ]);
    // As btrfs shows its subvolumes: not in mountinfo.
    const subvolume = walk(at('source'), MountPoints.parse('22 1 254:0 / / rw - btrfs /dev/vda rw'));
    expect([...subvolume.found()].map(({ path }) => path.toString())).toContain(at('source/d/inside'));
    expect(warnings).toHaveLength(1);
    // Nothing of it would be backed up: that it is not entered is no warning.
    const excluded = walk(at('source'), MountPoints.read(), [`${at('source/d')}/*`]);
    expect([...excluded.found()].map(({ path }) => path.toString())).toContain(at('source/d/'));
    expect(warnings).toHaveLength(1);
  } finally {
    execFileSync('umount', [at('source/d')]);
  }
});
