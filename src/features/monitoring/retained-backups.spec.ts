import { describe, expect, test } from '@jest/globals';
import { jobBackups } from './retained-backups.js';

/** Backups of one job, a day apart: `F`, `V` (virtual Full), `D` or `I`, with `-` where the backup is lost. */
function wholeOf(history: string): string | null | undefined {
  const levels = { F: 'Full', V: 'VirtualFull', D: 'Differential', I: 'Incremental' };
  const backups = history.split(' ').map((word, day) => ({
    job: 'Home',
    level: levels[word.charAt(0) as keyof typeof levels],
    endedAt: new Date(Date.UTC(2026, 10, 1 + day)),
    readsClient: !word.startsWith('V'),
    isLost: word.endsWith('-'),
  }));
  const found = jobBackups(backups, ({ isLost }) => isLost).get('Home');
  if (!found?.whole) return found && null;
  const day = found.whole.getUTCDate();
  return `${history.split(' ')[day - 1]}${day}`;
}

describe('the newest backup that can be restored as a whole', () => {
  test.each([
    ['F', 'F1'],
    ['F I I', 'I3'],
    ['F-', null],
    ['F I-', 'F1'],
    ['F- I I', null],
    ['F F- I', 'F1'],
    ['F I- I', 'F1'],
    ['F D- I', 'F1'],
    ['F I- D', 'D3'],
    ['F D- D', 'D3'],
    ['F- I F I', 'I4'],
    ['F I V- I', 'I2'],
    ['F- V I', 'I3'],
    ['I I-', 'I1'],
  ])('of %s is %s', (history, newest) => {
    expect(wholeOf(history)).toBe(newest);
  });
});

test('each job has its own, though they build upon each other', () => {
  const backup = (job: string, level: string, day: number, isLost = false) => {
    return { job, level, endedAt: new Date(Date.UTC(2026, 10, day)), readsClient: true, isLost };
  };
  const found = jobBackups(
    [
      backup('A', 'Full', 1),
      backup('B', 'Incremental', 2),
      backup('A', 'Full', 3, true),
      backup('B', 'Incremental', 4),
    ],
    ({ isLost }) => isLost,
  );
  const day = (of: number): Date => new Date(Date.UTC(2026, 10, of));
  expect(found.get('A')).toEqual({ newest: day(3), whole: day(1) });
  expect(found.get('B')).toEqual({ newest: day(4), whole: day(2) });
});
