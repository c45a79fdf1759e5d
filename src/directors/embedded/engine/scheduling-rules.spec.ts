import { describe, expect, test } from '@jest/globals';
import { type QueuedRun, runsAhead, startableRuns, waitReason } from './scheduling-rules.js';
import { uniqueName } from './run-store.js';

const now = new Date('2026-05-01T12:00:00Z');
const run = (jobId: number, client: string, more: Partial<QueuedRun> = {}): QueuedRun => ({
  jobId,
  client,
  priority: 10,
  notBefore: null,
  ...more,
});
const starting = (queued: readonly QueuedRun[], running: readonly string[] = []): readonly number[] =>
  startableRuns(queued, running, now).map(({ jobId }) => jobId);

describe('the queue', () => {
  test('starts one run per client, the older first', () => {
    expect(starting([run(2, 'a'), run(1, 'a'), run(3, 'b')])).toEqual([1, 3]);
  });

  test('a lower priority number goes before age', () => {
    expect(starting([run(1, 'a'), run(2, 'a', { priority: 5 })])).toEqual([2]);
  });

  test('a client that is busy waits', () => {
    expect(starting([run(1, 'a'), run(2, 'b')], ['a'])).toEqual([2]);
    expect(waitReason(run(1, 'a'), ['a'], now)).toBe('client');
  });

  test('a run of the future waits and lets later ones pass', () => {
    const later = run(1, 'a', { notBefore: new Date('2026-05-01T12:00:01Z') });
    expect(starting([later, run(2, 'a')])).toEqual([2]);
    expect(waitReason(later, ['a'], now)).toBe('time');
    expect(starting([run(1, 'a', { notBefore: now })])).toEqual([1]);
  });

  test('at most four run at the same time', () => {
    expect(starting([run(1, 'd'), run(2, 'e')], ['a', 'b', 'c'])).toEqual([1]);
    expect(waitReason(run(2, 'e'), ['a', 'b', 'c', 'd'], now)).toBe('slot');
  });

  test('a run that waits for its client has those of that client before it, by priority and age', () => {
    const queued = [run(1, 'a'), run(2, 'a'), run(3, 'a', { priority: 5 }), run(4, 'b')];
    expect(queued.map((one) => runsAhead(one, queued, ['a'], now))).toEqual([1, 2, 0, 0]);
  });

  test('a run that waits for room has those before it whose clients are free, and none that waits for its time', () => {
    const later = run(1, 'e', { notBefore: new Date('2026-05-01T13:00:00Z') });
    const queued = [later, run(2, 'a'), run(3, 'f'), run(4, 'g')];
    expect(runsAhead(queued[3]!, queued, ['a', 'b', 'c', 'd'], now)).toBe(1);
    expect(runsAhead(later, queued, ['a', 'b', 'c', 'd'], now)).toBe(0);
  });
});

test("a unique name has Bacula's form", () => {
  expect(uniqueName('Job With Space', new Date('2026-05-01T02:03:04.5Z'), 7)).toBe(
    'Job_With_Space.2026-05-01_02.03.04_07',
  );
});
