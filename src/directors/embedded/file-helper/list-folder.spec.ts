import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { deviceName } from './device-name.js';
import { listFolder } from './list-folder.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'list-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

// No test depends on the speed of the machine.
const list = () => listFolder(`${folder}/`, 60_000);

test('folders come first, each part by name, with kind and size', async () => {
  writeFileSync(join(folder, 'a file'), 'five!');
  mkdirSync(join(folder, 'z'));
  mkdirSync(join(folder, 'B'));
  symlinkSync('nowhere', join(folder, 'link'));
  const { entries, isTruncated } = await list();
  expect(isTruncated).toBe(false);
  expect(entries.map(({ name, kind, size, isReadable }) => [name, kind, size, isReadable])).toEqual([
    ['B', 'folder', null, true],
    ['z', 'folder', null, true],
    ['a file', 'file', 5, true],
    ['link', 'link', null, true],
  ]);
});

test('names are bytes', async () => {
  const name = Buffer.from([0xe4, 0x62]);
  writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), name]), '');
  expect((await list()).entries.map((entry) => Buffer.from(entry.name, 'latin1'))).toEqual([name]);
});

test('what the console may not read is marked', async () => {
  mkdirSync(join(folder, 'closed'));
  chmodSync(join(folder, 'closed'), 0);
  const mayReadAll = process.getuid?.() === 0;
  expect((await list()).entries[0]).toMatchObject({ name: 'closed', kind: 'folder', isReadable: mayReadAll });
});

test('of a large folder 5,000 entries are shown, its folders among them', async () => {
  for (let index = 0; index < 5_001; index += 1) writeFileSync(join(folder, `f${index}`), '');
  mkdirSync(join(folder, 'zz'));
  const { entries, isTruncated } = await list();
  expect([entries.length, entries[0]?.name, isTruncated]).toEqual([5_000, 'zz', true]);
});

test('what is mounted in a folder is shown without being looked at', async () => {
  const { entries, device } = await listFolder('/');
  const proc = entries.find(({ name }) => name === 'proc');
  expect(proc).toMatchObject({ kind: 'folder', isReadable: null });
  expect(proc?.device).not.toBe(device);
});

test('a device number is written as the kernel does', () => {
  expect([0xfe00n, 0x801n, 0x1000_0000_0fffn].map(deviceName)).toEqual(['254:0', '8:1', '4111:255']);
});

test('a folder that takes too long ends with what is known, and says that there is more', async () => {
  for (const name of ['a', 'b', 'c']) writeFileSync(join(folder, name), '');
  const { entries, isTruncated } = await listFolder(`${folder}/`, 0);
  expect([entries.length, isTruncated]).toEqual([1, true]);
});
