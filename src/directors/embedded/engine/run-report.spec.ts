import { expect, test } from '@jest/globals';
import { runReport } from './run-report.js';

test('a report has the duration between its two times, and their zone', () => {
  const report = runReport('embedded', {
    jobId: 9,
    uniqueName: 'Letters.9',
    type: 'B',
    level: 'Full',
    client: 'local',
    fileset: 'Letters',
    pool: 'Default',
    storage: 'Disk',
    priority: 10,
    files: 1,
    bytes: 12_500,
    errors: 0,
    volumes: [],
    status: 'T',
    startedAt: new Date('2026-11-28T01:30:12.900Z'),
    endedAt: new Date('2026-11-28T01:30:13.100Z'),
  });
  expect(report).toContain('Embedded Director 2026-11-28 01:30:13 UTC:');
  expect(report).toMatch(/Start time: +2026-11-28 01:30:12 UTC\n +End time: +2026-11-28 01:30:13 UTC\n/);
  expect(report).toMatch(/Elapsed time: +1 secs\n/);
  expect(report).toMatch(/Rate: +12\.5 KB\/s\n/);
});

test('a report of a verify names no client, and says that something differs', () => {
  const report = runReport('embedded', {
    jobId: 10,
    uniqueName: 'Verify.10',
    type: 'V',
    level: 'Data',
    client: '',
    fileset: '',
    pool: '',
    storage: '',
    priority: 10,
    files: 1200,
    bytes: 12_500,
    errors: 2,
    volumes: [],
    status: 'E',
    startedAt: new Date('2026-11-28T01:30:12Z'),
    endedAt: new Date('2026-11-28T01:30:13Z'),
  });
  expect(report).not.toMatch(/Client|FileSet|Pool|Storage/);
  expect(report).toMatch(/Files Verified: +1,200\n +Bytes Verified: +12,500\n/);
  expect(report).toMatch(/Errors: +2\n +Termination: +\*\*\* Verify Differences \*\*\*\n/);
});
