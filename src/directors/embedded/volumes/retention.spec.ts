import { describe, expect, test } from '@jest/globals';
import { expiry, type RetainedRun, runsBuiltOn, runsThatNeed, type VolumeAge } from './retention.js';

const run = (jobId: number, level: string, ...volumes: number[]): RetainedRun => ({
  jobId,
  group: 'local/Home',
  job: 'Home',
  pool: 'Default',
  level,
  at: jobId,
  startedAt: jobId,
  isGood: true,
  volumes,
});
const volumes = (
  expired: readonly number[],
  young: readonly number[] = [],
  damaged: readonly number[] = [],
): VolumeAge[] => [
  ...expired.map((mediaId) => ({ mediaId, isExpired: true, isDamaged: damaged.includes(mediaId) })),
  ...young.map((mediaId) => ({ mediaId, isExpired: false, isDamaged: damaged.includes(mediaId) })),
];

const decide = (
  runs: readonly RetainedRun[],
  ages: readonly VolumeAge[],
  inUse: readonly number[] = [],
): { readonly volumes: readonly number[]; readonly runs: readonly number[] } => {
  const terms = { inUse, keepRules: new Map(), timezone: 'UTC', now: new Date('2026-11-28T00:00:00Z') };
  const { volumes: leaving } = expiry(runs, ages, terms);
  return { volumes: leaving, runs: [...new Set([...runsThatNeed(runs, leaving).values()].flat())] };
};

describe('expiry', () => {
  test('keeps the newest chain although all of it has expired', () => {
    expect(decide([run(1, 'F', 1), run(2, 'I', 2)], volumes([1, 2]))).toEqual({ volumes: [], runs: [] });
  });

  test('lets the older chain go, with the runs that depended on it', () => {
    const runs = [run(1, 'F', 1), run(2, 'I', 2), run(3, 'I'), run(4, 'F', 3)];
    expect(decide(runs, volumes([1, 2, 3]))).toEqual({ volumes: [1, 2], runs: [1, 2, 3] });
  });

  test('keeps a Full as long as a run that has not expired depends on it', () => {
    const runs = [run(1, 'F', 1), run(2, 'I', 2), run(3, 'F', 3)];
    expect(decide(runs, volumes([1], [2, 3]))).toEqual({ volumes: [], runs: [] });
  });

  test('a Differential needs its Full and not the Incrementals between', () => {
    const runs = [run(1, 'F', 1), run(2, 'I', 2), run(3, 'D', 3), run(4, 'I', 4)];
    expect(decide(runs, volumes([1, 2, 3, 4]))).toEqual({ volumes: [2], runs: [2] });
  });

  test('a volume shared with a needed run stays', () => {
    const runs = [run(1, 'F', 1), run(2, 'F', 1, 2)];
    expect(decide(runs, volumes([1, 2])).volumes).toEqual([]);
  });

  test('keeps the newest restorable chain if the newest is on a damaged volume', () => {
    const runs = [run(1, 'F', 1), run(2, 'F', 2), run(3, 'F', 3)];
    expect(decide(runs, volumes([1, 2, 3], [], [3])).volumes).toEqual([1]);
  });

  test('keeps what a restore is reading, and its chain', () => {
    const runs = [run(1, 'F', 1), run(2, 'I', 2), run(3, 'F', 3)];
    expect(decide(runs, volumes([1, 2, 3]), [2]).volumes).toEqual([]);
  });

  test('a volume that only failed runs are on goes', () => {
    expect(decide([run(2, 'F', 2)], volumes([1, 2])).volumes).toEqual([1]);
  });

  test('groups do not protect each other', () => {
    const runs = [run(1, 'F', 1), { ...run(2, 'F', 2), group: 'local/Other' }, run(3, 'F', 3)];
    expect(decide(runs, volumes([1, 2, 3])).volumes).toEqual([1]);
  });
});

describe('the runs built on a run', () => {
  const runs = [
    run(1, 'F'),
    run(2, 'I'),
    run(3, 'D'),
    run(4, 'I'),
    run(5, 'F'),
    run(6, 'I'),
    { ...run(7, 'I'), group: 'other' },
  ];

  test.each([
    ['a Full', 1, [2, 3, 4]],
    ['an Incremental, until the next Differential', 2, []],
    ['a Differential', 3, [4]],
    ['the last one', 6, []],
  ])('of %s', (_, jobId, expected) => {
    expect(runsBuiltOn(runs, jobId)).toEqual(expected);
  });
});
