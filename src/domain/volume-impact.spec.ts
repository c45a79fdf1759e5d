import { expect, test } from '@jest/globals';
import { ImpactTally, type AffectedRun, type RecordedBackup } from './volume-impact.js';

const levels = { F: 'Full', D: 'Differential', I: 'Incremental', V: 'VirtualFull' } as const;

/** `F1 I2 D3!`: levels with job ids, in the order of the data's time; `!` is on a volume that is lost. */
function history(text: string, client = 'laptop'): RecordedBackup[] {
  return text.split(' ').map((word) => {
    const jobId = Number(/\d+/.exec(word)![0]);
    const level = levels[word[0] as keyof typeof levels];
    return { jobId, level, client, fileset: 'Home', dataTime: jobId * 100, isUnreadable: word.endsWith('!') };
  });
}

function leave(jobId: number, more: Partial<AffectedRun> = {}): AffectedRun {
  const plain = { isPartly: false, isCopied: false, isUnfinished: false };
  return {
    jobId,
    client: 'laptop',
    fileset: 'Home',
    files: 10,
    bytes: 1000,
    ...plain,
    ...more,
  };
}

function lossOf(leaving: readonly AffectedRun[], backups: readonly RecordedBackup[]) {
  const tally = new ImpactTally(leaving);
  for (const backup of backups) tally.add(backup);
  return tally.result();
}

test.each([
  // What is purged, the history, then: points lost, points broken, Fulls left, whether the last Full is lost.
  [[1], 'F1', 1, 0, 0, true],
  [[1], 'F1 F2', 1, 0, 1, false],
  [[1], 'F1 I2 I3', 1, 2, 0, true],
  [[1], 'F1 I2 F3 I4', 1, 1, 1, false],
  [[3], 'F1 I2 F3 I4', 1, 1, 1, false],
  [[2], 'F1 I2 I3', 1, 1, 1, false],
  [[2], 'F1 I2 D3 I4', 1, 0, 1, false],
  [[3], 'F1 I2 D3 I4 D5 I6', 1, 1, 1, false],
  [[4], 'F1 I2 D3 I4', 1, 0, 1, false],
  [[1], 'F1 V2', 1, 0, 1, false],
  [[1], 'F1 F2!', 1, 0, 0, true],
  [[1, 2], 'F1 F2', 2, 0, 0, true],
  [[9], 'I9', 1, 0, 0, false],
  [[7], 'F1', 0, 0, 1, false],
] as const)('forgetting %j of %s loses and breaks what builds upon it', (ids, text, lost, broken, left, last) => {
  const { groups, pointsLost, pointsBroken } = lossOf(
    ids.map((id) => leave(id)),
    history(text),
  );
  expect({ pointsLost, pointsBroken }).toEqual({ pointsLost: lost, pointsBroken: broken });
  expect(groups).toEqual([
    expect.objectContaining({ runs: ids.length, remainingFulls: left, removesLastFull: last, pointsLost: lost }),
  ]);
});

test('a run with a copy on another volume loses nothing', () => {
  const loss = lossOf([leave(1, { isCopied: true })], history('F1 I2'));
  expect(loss).toMatchObject({ jobids: [1], copiedElsewhere: 1, pointsLost: 0, pointsBroken: 0 });
  expect(loss.groups).toEqual([expect.objectContaining({ runs: 1, remainingFulls: 1, removesLastFull: false })]);
});

test('names the runs that have not ended', () => {
  expect(lossOf([leave(5, { isUnfinished: true }), leave(1)], history('F1'))).toMatchObject({ unfinished: [5] });
});

test('separates clients, and lists those that lose their last Full first', () => {
  const leaving = [leave(1), leave(3, { client: 'alpha', isPartly: true }), leave(2, { fileset: 'Other' })];
  const loss = lossOf(leaving, [
    ...history('F1'),
    ...history('F2').map((run) => ({ ...run, fileset: 'Other' })),
    ...history('F3 F4', 'alpha'),
    ...history('F5', 'stranger'),
  ]);
  expect(loss).toMatchObject({ jobids: [1, 2, 3], partlyElsewhere: 1, files: 30, bytes: 3000, pointsLost: 3 });
  expect(loss.groups.map(({ client, fileset, removesLastFull }) => [client, fileset, removesLastFull])).toEqual([
    ['laptop', 'Home', true],
    ['laptop', 'Other', true],
    ['alpha', 'Home', false],
  ]);
  expect(loss.groups[0]).toMatchObject({ newestLostAt: new Date(100_000) });
});
