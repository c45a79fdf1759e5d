import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { DataDirLock } from '../../src/bootstrap/instance-lock.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-console-lock-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the lock of DATA_DIR', () => {
  test('is refused to a second console, naming the first', () => {
    DataDirLock.take(folder);
    expect(() => DataDirLock.take(folder)).toThrow(
      new RegExp(`in use by another console \\(process ${process.pid}\\)`),
    );
  });

  test('is free again after its release', () => {
    DataDirLock.take(folder).release();
    expect(existsSync(join(folder, 'console.lock'))).toBe(false);
    DataDirLock.take(folder).release();
  });

  test('of a process that is gone is taken over', () => {
    writeFileSync(join(folder, 'console.lock'), '4194303 12345');
    DataDirLock.take(folder);
    expect(readFileSync(join(folder, 'console.lock'), 'utf8')).toMatch(new RegExp(`^${process.pid} `));
  });

  test('of a process whose id was given out again is taken over', () => {
    const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
    try {
      writeFileSync(join(folder, 'console.lock'), `${other.pid ?? 0} 1`);
      DataDirLock.take(folder);
      expect(readFileSync(join(folder, 'console.lock'), 'utf8')).toMatch(new RegExp(`^${process.pid} `));
    } finally {
      other.kill('SIGKILL');
    }
  });

  test('that holds nonsense is taken over', () => {
    writeFileSync(join(folder, 'console.lock'), '');
    DataDirLock.take(folder);
    expect(readFileSync(join(folder, 'console.lock'), 'utf8')).not.toBe('');
  });

  test('is not released by a console that lost it', () => {
    const lock = DataDirLock.take(folder);
    writeFileSync(join(folder, 'console.lock'), '1 1');
    lock.release();
    expect(existsSync(join(folder, 'console.lock'))).toBe(true);
  });
});
