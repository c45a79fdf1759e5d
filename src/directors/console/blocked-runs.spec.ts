import { expect, test } from '@jest/globals';
import { readStorageReport } from './blocked-runs.js';

const status = `Running Jobs:
Writing: Full Backup job BackupBeta JobId=7 Volume=""
    pool="ManualPool" device="FileStorage" (/volumes)
    spooling=0 despooling=0 despool_wait=0
====

Device status:
Autochanger "FileChanger" with devices:
   "Drive-0" (/changer)

Device File: "Drive-0" (/changer) is not open.
    Device is BLOCKED waiting for mount of volume "Vault 12",
       Pool:        FullPool
       Media type:  LTO
Device File: "FileStorage" (/volumes) is not open.
    Device is BLOCKED waiting to create a volume for:
       Pool:        ManualPool
       Media type:  File
Device File: "Idle" (/volumes) is not open.
==
`;

test('reads which device waits for which volume, pool and medium, and which run uses it', () => {
  expect(readStorageReport(status)).toEqual({
    blocked: [
      { device: 'Drive-0', reason: 'mount', volume: 'Vault 12', pool: 'FullPool', mediaType: 'LTO' },
      { device: 'FileStorage', reason: 'label', volume: null, pool: 'ManualPool', mediaType: 'File' },
    ],
    deviceOf: new Map([[7, 'FileStorage']]),
  });
});

/** Bareos 25.1.0, status storage=FileManual. */
const bareos = `JobId=13 Level=Full Type=Backup Name=BackupMount Status=Waiting for mount
Writing: Volume="Mount-A"
    pool="MountPool" device="FileManual" (/volumes/manual)
    spooling=0 despooling=0 despool_wait=0
====

Device status:

Device "FileManual" (/volumes/manual) is not open.
    Device is BLOCKED waiting for mount of volume "Mount-A",
       Pool:        MountPool
       Media type:  FileManual
==
====
`;

test('reads the same from the status of a storage of Bareos', () => {
  expect(readStorageReport(bareos)).toEqual({
    blocked: [{ device: 'FileManual', reason: 'mount', volume: 'Mount-A', pool: 'MountPool', mediaType: 'FileManual' }],
    deviceOf: new Map([[13, 'FileManual']]),
  });
});

test.each(['', 'Device is BLOCKED', '\0\n"', 'x'.repeat(300_000)])('reads nothing wrong out of other text', (text) => {
  for (const { volume, pool } of readStorageReport(text).blocked) expect([volume, pool]).toEqual([null, null]);
});
