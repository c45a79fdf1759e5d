import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { walkOf } from './backup-source.js';
import { MountPoints } from './source-folders.js';
import { type Walk } from './walk-directory.js';

const signature = 'Signature: 8a477f597d28d172789f06886806bc55';

let folder: string;
let lines: string[];
let warnings: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-console-markers-'));
  [lines, warnings] = [[], []];
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (name: string): string => join(folder, name);

function put(name: string, text = ''): void {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
}

interface Rules {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly markerFiles?: readonly string[];
}

function walk(rules: Rules = {}, mounts = MountPoints.read()): Walk {
  const markerFiles = rules.markerFiles ?? ['.nobackup', 'CACHEDIR.TAG'];
  const names = { name: 'Source', excludePresets: [], exclude: rules.exclude ?? [], markerFiles, oneFilesystem: true };
  const fileset = { ...names, include: (rules.include ?? ['']).map(at) };
  const log = { info: (text: string) => lines.push(text), warning: (text: string) => warnings.push(text) };
  return walkOf({ fileset, protectedFolders: [], settingsFile: '/none/director.yaml' }, log, mounts);
}

/** What a run would back up, relative to the folder. */
function found(rules?: Rules): string[] {
  return [...walk(rules).found()].map(({ path }) => path.toString().replace(`${folder}/`, '')).sort();
}

test('of a folder that directly contains a marker file, the folder and the marker remain', () => {
  for (const name of ['a/.nobackup', 'a/file', 'a/sub/deep', 'b/file', 'b/below/.nobackup', 'b/below/file']) put(name);
  expect(found()).toEqual(['', 'a/', 'a/.nobackup', 'b/', 'b/below/', 'b/below/.nobackup', 'b/file']);
  expect(warnings).toEqual([]);
});

test('the log counts the folders that were left out, and names the first', () => {
  put('a/.nobackup');
  put('a/CACHEDIR.TAG', signature);
  found();
  expect(lines).toEqual([
    `Left out the contents of a folder with a marker file: ${at('a/')} (.nobackup, CACHEDIR.TAG).`,
  ]);
  for (const name of ['b', 'c', 'd', 'e']) put(`${name}/.nobackup`);
  found();
  const first = ['a/ (.nobackup, CACHEDIR.TAG)', 'b/ (.nobackup)', 'c/ (.nobackup)'].map(at).join(', ');
  expect(lines[1]).toBe(`Left out the contents of 5 folders with a marker file: ${first} and 2 more.`);
});

test('without marker files in the fileset, their names mean nothing', () => {
  put('a/.nobackup');
  put('a/file');
  expect(found({ markerFiles: [] })).toEqual(['', 'a/', 'a/.nobackup', 'a/file']);
  expect(lines).toEqual([]);
});

test.each([
  ['only the signature', signature, true],
  ['text after the signature', `${signature}\n# made by a test\n`, true],
  ['another text', 'these are the tags of our caches', false],
  ['the signature after a space', ` ${signature}`, false],
  ['a part of the signature', signature.slice(0, -1), false],
  ['nothing', '', false],
])('CACHEDIR.TAG with %s marks its folder: %#', (_name, text, marks) => {
  put('a/CACHEDIR.TAG', text);
  put('a/file');
  expect(found()).toEqual(['', 'a/', 'a/CACHEDIR.TAG', ...(marks ? [] : ['a/file'])]);
});

test('a folder or a symbolic link with the name of a marker marks nothing', () => {
  put('a/.nobackup/file');
  put('target');
  mkdirSync(at('b'));
  symlinkSync(at('target'), at('b/.nobackup'));
  put('b/file');
  expect(found()).toEqual(['', 'a/', 'a/.nobackup/', 'a/.nobackup/file', 'b/', 'b/.nobackup', 'b/file', 'target']);
});

test('a marker that is excluded still marks its folder', () => {
  put('a/.nobackup');
  put('a/file');
  expect(found({ exclude: ['.nobackup'] })).toEqual(['', 'a/']);
});

describe('an include', () => {
  test('that contains a marker is left out with a warning', () => {
    put('.nobackup');
    put('file');
    const walked = walk();
    expect([...walked.found()]).toHaveLength(2);
    expect(warnings).toEqual([
      `${folder}/ is included, but contains the marker file .nobackup: its other contents are left out.`,
    ]);
    // Nothing below it is missing by mistake: a later run may take it for deleted.
    expect([walked.readableIncludes, walked.unreadable]).toEqual([1, []]);
    expect(walked.sources).toMatchObject([{ path: `${folder}/`, isEmpty: false }]);
  });

  test('below a marked folder is backed up, as below an excluded one', () => {
    for (const name of ['a/.nobackup', 'a/file', 'a/kept/file']) put(name);
    const include = ['a', 'a/kept'];
    expect(found({ include })).toEqual(['a/', 'a/.nobackup', 'a/kept/', 'a/kept/file']);
    expect(found({ include, exclude: ['kept'], markerFiles: [] })).toContain('a/kept/file');
  });
});

/** Makes a file unreadable, also for the superuser: the kernel rejects every read of the file that is mounted there. */
function shut(name: string): () => void {
  if (process.getuid?.() !== 0) {
    chmodSync(at(name), 0);
    return () => undefined;
  }
  execFileSync('mount', ['--bind', '/proc/sys/vm/compact_memory', at(name)]);
  return () => void execFileSync('umount', [at(name)]);
}

test('a marker that cannot be read leaves nothing out, with a warning', () => {
  put('a/CACHEDIR.TAG', signature);
  put('a/file');
  const open = shut('a/CACHEDIR.TAG');
  try {
    expect(found()).toContain('a/file');
    expect(warnings).toEqual([
      `Could not read marker file "${at('a/CACHEDIR.TAG')}": ERR=Permission denied. Its folder is not left out.`,
    ]);
  } finally {
    open();
  }
});

test('marked folders above mount points are remembered: disks below them are not read any more', () => {
  put('a/.nobackup');
  put('b/.nobackup');
  const walked = walk({}, MountPoints.parse(`31 22 0:40 / ${at('a/disk')} rw - ext4 /dev/sdb rw`));
  expect([...walked.found()]).toHaveLength(5);
  expect(walked.markedAboveMounts).toEqual([at('a/')]);
});
