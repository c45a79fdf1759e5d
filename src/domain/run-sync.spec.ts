import { describe, expect, test } from '@jest/globals';
import { type RunSyncState, lostOf, overlapIds, pauseMs, readAfter, stateAfter, unreadState } from './run-sync.js';

const readAt = new Date('2026-11-20T21:00:00Z');
const state: RunSyncState = { generation: 1, generationFrom: 1, mark: 500, filledFrom: 0, readAt, historyUntil: null };
/** An hour before it was read last. */
const historyUntil = new Date('2026-11-20T20:00:00Z');
const run = (jobId: number, day = 'Monday') => ({ jobId, uniqueName: `${day}_${jobId}` });
const known = (jobId: number, day?: string, generation = 1) => ({ ...run(jobId, day), generation });

describe('the runs to read', () => {
  test('the first poll takes the newest runs, and fills older ones afterwards', () => {
    expect(readAfter(unreadState, 500)).toBe(400);
    expect(stateAfter(unreadState, [], [], 500)).toEqual({ ...state, filledFrom: 401, readAt: null });
    expect(stateAfter(unreadState, [], [], 100)).toMatchObject({ mark: 100, filledFrom: 0 });
  });

  test('runs some ids below the mark are read again, for ids are given before their rows are seen', () => {
    expect(readAfter(state, 510)).toBe(500 - overlapIds);
    expect(readAfter({ ...state, mark: 20 }, 30)).toBe(0);
    expect(readAfter(state, 300)).toBe(300 - overlapIds);
  });

  test('runs read before the first whole poll move nothing', () => {
    expect(stateAfter(unreadState, [run(7)], [], null)).toEqual(unreadState);
  });
});

describe('the mark', () => {
  test('goes to the highest id read and never back while ids go on', () => {
    expect(stateAfter(state, [run(499), run(502)], [known(499)], 502)).toEqual({ ...state, mark: 502 });
    expect(stateAfter(state, [run(450)], [known(450)], 500)).toEqual(state);
  });

  test('is not moved by runs that were read by their ids: others before them may be unread', () => {
    expect(stateAfter(state, [run(507)], [], null)).toEqual(state);
  });
});

describe('ids that start over', () => {
  test('with another run under a known id begin a generation, and all of the catalog is read again', () => {
    const after = stateAfter(state, [run(1, 'Friday'), run(2, 'Friday')], [known(1), known(2)], 2);
    expect(after).toEqual({ generation: 2, generationFrom: 1, mark: 2, filledFrom: 3, readAt, historyUntil });
  });

  test('of a catalog of yesterday begin a generation where the runs differ, and keep what is the same', () => {
    const read = [run(398), run(399), run(400, 'Tuesday')];
    const after = stateAfter(state, read, [known(398), known(399), known(400)], 400);
    expect(after).toEqual({ ...state, generation: 2, generationFrom: 400, mark: 400 });
  });

  test('are noticed although the new catalog has as many runs as the old one', () => {
    const after = stateAfter(state, [run(499, 'Friday'), run(501, 'Friday')], [known(499)], 501);
    expect(after).toMatchObject({ generation: 2, generationFrom: 1, filledFrom: 502 });
  });

  test('are noticed in a catalog that is empty', () => {
    expect(stateAfter(state, [], [], 0)).toMatchObject({ generation: 2, mark: 0, filledFrom: 0 });
  });

  test('do not begin again with each new run: runs of earlier generations are not in the way', () => {
    const second: RunSyncState = { ...state, generation: 2, generationFrom: 1, mark: 2, filledFrom: 0 };
    const read = [run(2, 'Friday'), run(3, 'Friday')];
    expect(stateAfter(second, read, [known(2), known(2, 'Friday', 2), known(3)], 3)).toEqual({ ...second, mark: 3 });
  });

  test('once more below where the last generation began are noticed', () => {
    const second: RunSyncState = { ...state, generation: 2, generationFrom: 400, mark: 405, filledFrom: 0 };
    const read = [run(397), run(398, 'Friday')];
    const after = stateAfter(second, read, [known(397), known(398)], 398);
    expect(after).toMatchObject({ generation: 3, generationFrom: 398, mark: 398, filledFrom: 0 });
  });

  test('are noticed by a run that was read by its id alone, and then read as at the first poll', () => {
    const after = stateAfter(state, [run(3, 'Friday')], [known(3)], null);
    expect(after).toEqual({ ...unreadState, generation: 2, readAt, historyUntil });
    expect(stateAfter(after, [], [], 9)).toMatchObject({ generation: 2, mark: 9, filledFrom: 0, historyUntil });
  });
});

test('an unfinished run is lost when its id is gone or has another run', () => {
  const unfinished = [run(1), run(2), run(3)];
  expect(lostOf(unfinished, [run(1), run(2, 'Friday')])).toEqual([run(2), run(3)]);
});

test('polls often while runs are active, else seldom, and more and more seldom while the catalog is away', () => {
  expect(pauseMs({ failures: 0, unfinished: 3 })).toBe(1_000);
  expect(pauseMs({ failures: 0, unfinished: 0 })).toBe(1_500);
  expect([1, 2, 3, 9].map((failures) => pauseMs({ failures, unfinished: 0 }))).toEqual([1_000, 2_000, 4_000, 30_000]);
});
