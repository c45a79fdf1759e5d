import { describe, expect, test } from '@jest/globals';
import { type LogLine } from '../../../domain/run.js';
import { type NewEvent } from '../../events/event-recorder.js';
import { type RunRecord } from '../run-record.dto.js';
import { type RunEnd, runEndEvent } from './run-completed-event.js';

const endedAt = new Date('2026-11-20T21:04:05Z');
const now = new Date('2026-11-20T21:04:06Z');
const run: RunEnd['run'] = {
  jobId: 7,
  uniqueName: 'Home.2026-11-20_07',
  job: 'Home',
  director: 'my dir',
  type: 'Backup',
  level: 'Full',
  client: 'laptop',
  fileset: 'Home',
  pool: 'Default',
  storage: 'Local',
  status: 'completed',
  statusCode: 'T',
  queuedAt: endedAt,
  scheduledAt: endedAt,
  startedAt: endedAt,
  endedAt,
  files: 1204,
  bytes: 104_857_600,
  errors: 0,
  comment: '',
  readsClient: true,
};
const links = {
  self: '/api/v1/operations/runs/7?director=my%20dir',
  log: '/api/v1/operations/runs/7/log?director=my%20dir',
};
const record = { jobId: 7, uniqueName: run.uniqueName, links } as RunRecord;

function eventOf(changes: Partial<RunEnd['run']> = {}, more: Partial<RunEnd> = {}): NewEvent {
  return runEndEvent(
    { run: { ...run, ...changes }, record, isLost: false, lines: [], ...more },
    'https://b.example',
    now,
  );
}

const lines = (...texts: string[]): LogLine[] => texts.map((text, id) => ({ id, at: endedAt, text }));

describe('the summary of an end', () => {
  test.each([
    [{ chosen: 3, restored: 1, skipped: 2 }, 'completed: 1 of 3 restored, 2 skipped (already exists), 100.0 MiB.'],
    [{ chosen: 3, restored: null, skipped: null }, 'completed: 3 files selected, number restored unknown, 100.0 MiB.'],
    [{ chosen: null, restored: 1204, skipped: null }, 'completed: 1,204 files, 100.0 MiB.'],
  ])('of a restore with %j does not take skipped files for restored', (facts, end) => {
    const restore = { ...facts, failed: null, replace: 'never' } as RunRecord['restore'];
    const restored = Object.assign(Object.create(null), record, { restore }) as RunRecord;
    const { summary } = eventOf({ type: 'Restore', level: 'None', job: 'R' }, { record: restored });
    expect(summary).toBe(`Restore "R" of laptop on my dir ${end}`);
  });

  test.each([
    [{}, 'Backup "Home" (Full) of laptop on my dir completed: 1,204 files, 100.0 MiB.'],
    [
      { status: 'warning', errors: 1, files: 1, bytes: 1 },
      'Backup "Home" (Full) of laptop on my dir completed with warnings: 1 file, 1 byte, 1 error.',
    ],
    [
      { status: 'error', errors: 1200, files: 0, bytes: 0 },
      'Backup "Home" (Full) of laptop on my dir failed: no data saved, 1,200 errors.',
    ],
    [
      { status: 'canceled', errors: 0, files: 1, bytes: 0 },
      'Backup "Home" (Full) of laptop on my dir was canceled: no data saved.',
    ],
    [
      { status: 'completed', errors: 0, files: 0, bytes: 0 },
      'Backup "Home" (Full) of laptop on my dir completed: 0 files, 0 bytes.',
    ],
    [
      { type: 'Admin', level: '', client: null, bytes: 1_048_575 },
      'Admin "Home" on my dir completed: 1,204 files, 1.0 MiB.',
    ],
    [
      { type: 'Restore', level: 'None', bytes: 2 ** 53 },
      'Restore "Home" of laptop on my dir completed: 1,204 files, 8.0 PiB.',
    ],
    [{ job: 'a\r\nb' }, 'Backup "a b" (Full) of laptop on my dir completed: 1,204 files, 100.0 MiB.'],
  ] as [Partial<RunEnd['run']>, string][])('of %o', (changes, summary) => {
    expect(eventOf(changes).summary).toBe(summary);
  });

  test('names the cause of a failure that its log shows', () => {
    const event = eventOf(
      { status: 'error' },
      { lines: lines('Fatal error: Unable to connect to Client: web07 on web07:9102. ERR=Connection refused') },
    );
    expect(event.summary).toMatch(
      /failed: .*\. The connection was refused: probably nothing is listening there, or a firewall rejects it\.$/,
    );
    expect(event.data).toMatchObject({ diagnosis: { code: 'connection_refused' } });
    expect(eventOf({ status: 'warning' }, { lines: lines('Connection refused') }).data).not.toHaveProperty('diagnosis');
  });

  test('says of a lost run that its end was not seen', () => {
    const event = eventOf({ status: 'error', endedAt: null }, { isLost: true });
    expect(event.summary).toBe(
      'Backup "Home" (Full) of laptop on my dir was lost. The run is no longer in the catalog, and its end was never recorded.',
    );
    expect([event.type, event.timestamp]).toEqual(['job.completed.error', now]);
  });
});

test('names the one occurrence, the run, and the trouble that runs of a job share', () => {
  expect(eventOf()).toMatchObject({
    onceKey: 'job.completed.ok:my dir:Home.2026-11-20_07',
    subject: 'run:my dir:Home.2026-11-20_07',
    dedupKey: 'job:my dir:Home',
    source: 'my dir',
    severity: 'info',
    links: {
      page: 'https://b.example/#/runs/7?director=my%20dir',
      run: 'https://b.example/api/v1/operations/runs/7?director=my%20dir',
      log: 'https://b.example/api/v1/operations/runs/7/log?director=my%20dir',
    },
  });
});

test('happened when the run ended by the catalog, but never in the future', () => {
  expect(eventOf().timestamp).toEqual(endedAt);
  expect(eventOf({ endedAt: new Date('2027-01-01T00:00:00Z') }).timestamp).toEqual(now);
  expect(eventOf({ endedAt: null }).timestamp).toEqual(now);
});

test('cuts an endless line, and no character in two', () => {
  const { log } = eventOf({}, { lines: lines('short', `x${'😀'.repeat(3_000)}`) }).data as { log: [string, string] };
  expect(log).toEqual(['short', `x${'😀'.repeat(1_999)}…`]);
});
