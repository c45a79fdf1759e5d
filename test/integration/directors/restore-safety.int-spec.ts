import {
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { RestoreFixture, modeOf } from '../../harness/fixtures/restore-fixture.js';

let fixture: RestoreFixture;

beforeEach(async () => {
  fixture = await RestoreFixture.start();
});

afterEach(async () => {
  // Whatever a test plants: what is restored lies below the restore folder, or nowhere.
  expect(readdirSync(fixture.outside).filter((name) => !name.startsWith('own'))).toEqual([]);
  expect(fixture.temporaries()).toEqual([]);
  await fixture.stop();
});

function outside(name: string): string {
  return join(fixture.outside, name);
}

/** The file system changes under the restore only the first time it gets there. */
function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    act();
  };
}

describe('what others planted', () => {
  test('a symbolic link on the way is not followed', async () => {
    mkdirSync(fixture.at('a'));
    symlinkSync(fixture.outside, fixture.at('a/b'));
    const run = await fixture.maker.makeRun({
      entries: [
        { path: '/a/b/' },
        { path: '/a/b/deep/' },
        { path: '/a/b/deep/file', content: 'x' },
        { path: '/a/b/file', content: 'x' },
        { path: '/a/b/link', type: 'symlink', target: 'x' },
        { path: '/a/b/second', linkTo: '/a/b/file' },
        { path: '/a/good', content: 'good' },
      ],
    });
    const told = await fixture.restore({ jobids: [run] });
    expect(told.warnings).toHaveLength(6);
    expect(told.warnings[0]).toBe(
      'Not restored: /a/b/: "b" in its path is a symbolic link; links below the restore folder are not followed.',
    );
    expect(fixture.text('a/good')).toBe('good');
  });

  test('a symbolic link under the final name is replaced, and what it leads to stays', async () => {
    writeFileSync(outside('own'), 'own');
    symlinkSync(outside('own'), fixture.at('file'));
    const run = await fixture.maker.makeRun({ entries: [{ path: '/file', content: 'restored', mode: 0o600 }] });
    await fixture.restore({ jobids: [run] });
    expect(lstatSync(fixture.at('file')).isFile()).toBe(true);
    expect(readFileSync(outside('own'), 'utf8')).toBe('own');
    expect(modeOf(outside('own'))).not.toBe(0o600);
  });

  test('a hard link to the outside under the final name is replaced, and the file outside keeps its content', async () => {
    writeFileSync(outside('own'), 'own');
    linkSync(outside('own'), fixture.at('file'));
    const run = await fixture.maker.makeRun({ entries: [{ path: '/file', content: 'restored', mode: 0o600 }] });
    await fixture.restore({ jobids: [run] });
    expect(fixture.text('file')).toBe('restored');
    expect(readFileSync(outside('own'), 'utf8')).toBe('own');
    expect(statSync(outside('own')).nlink).toBe(1);
  });

  test('a folder swapped for a symbolic link while a file is written is noticed', async () => {
    const run = await fixture.maker.makeRun({
      entries: [
        { path: '/s/' },
        { path: '/s/big', content: Buffer.alloc(2_000_000, 1) },
        { path: '/s/next', content: 'next' },
        { path: '/t', content: 'good' },
      ],
    });
    const swap = once(() => {
      renameSync(fixture.at('s'), fixture.at('moved'));
      symlinkSync(fixture.outside, fixture.at('s'));
    });
    const told = await fixture.restore({ jobids: [run] }, { onBytes: swap });
    expect(told.warnings).toEqual([
      'Not restored: /s/big: a folder in its path was replaced during the restore.',
      expect.stringContaining('/s/next: "s" in its path is a symbolic link'),
      expect.stringContaining('/s/: "s" in its path is a symbolic link'),
    ]);
    expect(readdirSync(fixture.at('moved'))).toEqual([]);
    expect(fixture.text('t')).toBe('good');
  });

  test('a folder moved out of the restore folder while a file is written gets nothing', async () => {
    const big = { path: '/s/big', content: Buffer.alloc(2_000_000, 1) };
    const run = await fixture.maker.makeRun({ entries: [{ path: '/s/' }, big] });
    const move = once(() => {
      renameSync(fixture.at('s'), outside('own-now'));
    });
    const told = await fixture.restore({ jobids: [run] }, { onBytes: move });
    expect(told.failure).toContain('a folder in its path was replaced');
    expect(readdirSync(outside('own-now'))).toEqual([]);
  });

  test('a first name swapped for a file from outside is not linked to', async () => {
    writeFileSync(outside('own'), 'own');
    const run = await fixture.maker.makeRun({
      entries: [
        { path: '/first', content: 'first' },
        { path: '/middle', content: 'm' },
        { path: '/second', linkTo: '/first' },
      ],
    });
    const swap = (path: Buffer) => {
      if (path.toString() !== '/second') return;
      unlinkSync(fixture.at('first'));
      linkSync(outside('own'), fixture.at('first'));
    };
    const told = await fixture.restore({ jobids: [run] }, { onCurrent: swap });
    expect(told.warnings).toEqual(['Not restored: /second: its first name is no longer the restored file.']);
    expect(fixture.has('second')).toBe(false);
  });

  test('a symbolic link that the restore itself makes is not written through', async () => {
    const run = await fixture.maker.makeRun({
      entries: [
        { path: '/x', type: 'symlink', target: fixture.outside },
        { path: '/x/', mode: 0o755 },
        { path: '/x/f', content: 'f' },
      ],
    });
    const told = await fixture.restore({ jobids: [run] });
    expect(fixture.text('x/f')).toBe('f');
    expect(told.warnings).toEqual(['Not restored: /x: a folder with this name already exists.']);
  });

  test('names that lead upwards are refused', async () => {
    const run = await fixture.maker.makeRun({
      entries: [
        { path: '/good', content: 'good' },
        { path: '/../outside/evil', content: 'evil' },
        { path: '/..', content: 'evil' },
      ],
    });
    const told = await fixture.restore({ jobids: [run] });
    expect(told.warnings).toHaveLength(3);
    expect(readdirSync(fixture.where)).toEqual(['good']);
  });
});
