import { expect, test } from '@jest/globals';
import { type FileCalls } from '../file-helper/file-calls.js';
import { placeReport } from './place-report.js';

const place = { exists: true, isWritable: true, freeBytes: 1, totalBytes: 2, disks: ['8:0'] };

test('paths for which no time is left are not inspected, and are compared by name', async () => {
  const inspected: string[] = [];
  const inspect = (path: string) => {
    inspected.push(path);
    return Promise.resolve({ ...place, realPath: path });
  };
  const files = { of: () => ({ inspect }) as unknown as FileCalls };
  const storages = [{ name: 'Local', folder: '/mnt/backup/local', compression: 6 }];
  const report = (limitMs: number) =>
    placeReport({ folder: '/mnt/backup', include: ['/home', '/mnt'] }, storages, files, limitMs);

  expect(await report(60_000)).toMatchObject({ sameDiskAs: ['/home', '/mnt'], insideSource: '/mnt' });
  expect(inspected.splice(0)).toEqual(['/mnt/backup', '/home', '/mnt', '/mnt/backup/local']);
  expect(await report(0)).toMatchObject({ sameDiskAs: [], insideSource: '/mnt', containsStorages: ['Local'] });
  expect(inspected).toEqual(['/mnt/backup']);
});
