import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { inspectPlace } from './inspect-place.js';

let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'inspect-place-')));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a folder has free space and a disk, which it shares with what is beside it', async () => {
  mkdirSync(join(folder, 'beside'));
  const place = await inspectPlace(folder);
  expect(place).toMatchObject({ realPath: folder, exists: true, isWritable: true });
  expect(place.freeBytes).toBeGreaterThan(0);
  expect(place.totalBytes).toBeGreaterThanOrEqual(place.freeBytes ?? 0);
  expect(place.disks.length).toBeGreaterThan(0);
  expect((await inspectPlace(join(folder, 'beside'))).disks).toEqual(place.disks);
});

test('a folder that does not exist has what the nearest one above it has', async () => {
  const place = await inspectPlace(folder);
  expect(await inspectPlace(join(folder, 'not/there'))).toEqual({
    ...place,
    freeBytes: expect.any(Number),
    realPath: join(folder, 'not/there'),
    exists: false,
  });
});

test('links are resolved', async () => {
  mkdirSync(join(folder, 'real'));
  symlinkSync('real', join(folder, 'link'));
  expect((await inspectPlace(join(folder, 'link/new'))).realPath).toBe(join(folder, 'real/new'));
});

test('a file is no place for volumes, nor is anything below it', async () => {
  writeFileSync(join(folder, 'file'), '');
  for (const path of ['file', 'file/below'])
    expect(await inspectPlace(join(folder, path))).toMatchObject({ exists: false, isWritable: false });
});

test('the file systems of the kernel are on no disk of ours, and have no known size', async () => {
  const { disks, freeBytes, totalBytes } = await inspectPlace('/proc');
  expect([freeBytes, totalBytes]).toEqual([null, null]);
  expect((await inspectPlace(folder)).disks).not.toEqual(disks);
});
