import { describe, expect, test } from '@jest/globals';
import { type RunSyncState, unreadState, isNewlyCompleted } from './run-sync.js';
import { type Run, type RunStatus } from './run.js';

const at = new Date('2026-11-20T21:00:00Z');
const later = new Date('2026-11-20T21:00:01Z');
const state: RunSyncState = { ...unreadState, mark: 500, filledFrom: 401 };

function run(status: RunStatus, jobId = 501, times: Partial<Run> = {}): Run {
  return {
    jobId,
    uniqueName: `Home_${jobId}`,
    job: 'Home',
    director: 'one',
    type: 'Backup',
    level: 'Full',
    client: 'laptop',
    fileset: null,
    pool: null,
    storage: null,
    status,
    statusCode: 'T',
    queuedAt: at,
    scheduledAt: at,
    startedAt: at,
    endedAt: at,
    files: 0,
    bytes: 0,
    errors: 0,
    comment: '',
    readsClient: true,
    ...times,
  };
}

describe('the end of a run is news', () => {
  test('if it ended well, with warnings, failed, or was canceled, and the log of a canceled one names the user', () => {
    const ends = ['completed', 'warning', 'error', 'canceled'] as const;
    expect(ends.map((status) => isNewlyCompleted(run(status), 'running', state))).toEqual([true, true, true, true]);
  });

  test('not if it is active', () => {
    expect(
      (['queued', 'running', 'waiting'] as const).some((status) => isNewlyCompleted(run(status), 'queued', state)),
    ).toBe(false);
  });

  test('once for each kind of end', () => {
    expect(isNewlyCompleted(run('error'), 'error', state)).toBe(false);
    expect(isNewlyCompleted(run('completed'), 'error', state)).toBe(true);
  });

  test('if it started and ended between two polls, or could not be seen before', () => {
    expect(isNewlyCompleted(run('completed', 501), undefined, state)).toBe(true);
    expect(isNewlyCompleted(run('completed', 401), undefined, state)).toBe(true);
  });

  test('not if it is history, unless it was active at the first poll', () => {
    expect(isNewlyCompleted(run('completed', 400), undefined, state)).toBe(false);
    expect(isNewlyCompleted(run('completed', 400), 'running', state)).toBe(true);
    expect(isNewlyCompleted(run('completed', 501), undefined, unreadState)).toBe(false);
  });

  test('where ids started over, if it ended after the old ones were read last', () => {
    const restarted = { ...state, historyUntil: at };
    expect(isNewlyCompleted(run('completed', 3, { endedAt: later }), undefined, restarted)).toBe(true);
    expect(isNewlyCompleted(run('completed', 3), undefined, restarted)).toBe(false);
    expect(
      isNewlyCompleted(run('error', 3, { endedAt: null, startedAt: null, queuedAt: later }), undefined, restarted),
    ).toBe(true);
  });
});
