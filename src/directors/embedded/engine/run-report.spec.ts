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
