import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { secretFromFile } from '../../src/platform/security/secret-file.js';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-console-secret-'));
  file = join(folder, 'secret');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('keeps the secret that was made first, for its owner alone, and nothing beside it', () => {
  expect(secretFromFile(file, () => 'first')).toBe('first');
  expect(secretFromFile(file, () => 'second')).toBe('first');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['secret']);
});

test('makes anew what a process left behind that was killed over it', () => {
  writeFileSync(`${file}.new`, 'hal');
  expect(secretFromFile(file, () => 'whole')).toBe('whole');
  writeFileSync(file, '');
  expect(secretFromFile(file, () => 'anew')).toBe('anew');
  expect(readdirSync(folder)).toEqual(['secret']);
});
