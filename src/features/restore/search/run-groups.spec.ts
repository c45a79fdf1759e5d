import { expect, test } from '@jest/globals';
import { groupRuns } from './run-groups.js';

const run = (jobId: number, client = 'ada') => ({ jobId, client, dataTime: jobId });
const none: ReadonlySet<number> = new Set();

test('parts the runs that are in no lineage by client', () => {
  const runs = [run(3), run(4, 'bob'), run(5), run(9, 'Carl')];
  expect(groupRuns(runs, new Set([5]), 2, null)).toEqual({
    groups: [
      { group: { after: 2, to: 9, client: 'Carl' }, jobIds: [9] },
      { group: { after: 2, to: 9, client: 'ada' }, jobIds: [3] },
      { group: { after: 2, to: 9, client: 'bob' }, jobIds: [4] },
    ],
    to: 9,
  });
});

test('takes thirty at a time, and goes on behind indexed ones', () => {
  const runs = Array.from({ length: 50 }, (_, at) => run(at + 1));
  const { groups, to } = groupRuns(runs, none, 0, null);
  expect([groups[0]?.jobIds.length, to]).toEqual([30, 30]);
  expect(groupRuns(runs, new Set(runs.map(({ jobId }) => jobId)), 0, null)).toEqual({ groups: [], to: 50 });
});

test('ends where the page before ended, though runs between have gone', () => {
  const runs = [run(2), run(30), run(31)];
  expect(groupRuns(runs, none, 0, 30)).toEqual({
    groups: [{ group: { after: 0, to: 30, client: 'ada' }, jobIds: [2, 30] }],
    to: 30,
  });
});
