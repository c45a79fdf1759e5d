import { describe, expect, test } from '@jest/globals';
import { uniqueName } from './engine/run-store.js';
import { fileSafe } from './safe-file-name.js';
import { volumeFile, volumeName } from './volumes/volume-path.js';

describe('a name as a part of a file name', () => {
  test.each([
    ['Backup Home', 'Backup_Home'],
    ['../../etc/passwd', '_._.._etc_passwd'],
    ['..', '_.'],
    ['.hidden', '_hidden'],
    ['--checkpoint-action=exec', '_-checkpoint-action_exec'],
    ['Größe', 'Gr__e'],
    ['it\'s "x"; rm *', 'it_s__x___rm__'],
    ['🗄', '_'],
    ['a\\b:c', 'a_b_c'],
  ])('%s becomes %s', (name, expected) => {
    expect(fileSafe(name)).toBe(expected);
  });

  test('unique job names and volumes stay within their folder', () => {
    expect(uniqueName('a/../b', new Date('2026-11-20T21:04:05Z'), 7)).toBe('a_.._b.2026-11-20_21.04.05_07');
    expect(volumeFile('/var/volumes', volumeName('../up', 3))).toBe('/var/volumes/_._up-0003.tar.gz');
  });

  test('the longest name makes a file name that every file system takes', () => {
    expect(volumeName('é'.repeat(63), 1).length).toBeLessThan(200);
  });
});
