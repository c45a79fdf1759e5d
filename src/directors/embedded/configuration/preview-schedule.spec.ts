import { expect, test } from '@jest/globals';
import { previewSchedule } from './preview-schedule.js';

const now = new Date('2026-03-27T12:00:00Z');
const preview = (starts: { level: 'Full' | 'Incremental'; at: string }[], timezone = 'Europe/Berlin') =>
  previewSchedule({ starts, timezone }, now);

test('the next ten starts are in the time zone, the most thorough level first where two fall together', async () => {
  const { next } = await preview([
    { level: 'Incremental', at: '5 23 * * *' },
    { level: 'Full', at: '5 23 * * SUN' },
  ]);
  expect(next).toHaveLength(10);
  // Summer time begins on March 29.
  expect(next.slice(0, 3)).toEqual([
    { at: new Date('2026-03-27T22:05:00Z'), level: 'Incremental' },
    { at: new Date('2026-03-28T22:05:00Z'), level: 'Incremental' },
    { at: new Date('2026-03-29T21:05:00Z'), level: 'Full' },
  ]);
});

test('a start time that never comes is named, and does not hide the others', async () => {
  const { next, never } = await preview([
    { level: 'Full', at: '0 3 30 2 *' },
    { level: 'Full', at: '0 3 29 2 *' },
  ]);
  expect(never).toEqual(['0 3 30 2 *']);
  expect(next[0]?.at).toEqual(new Date('2028-02-29T02:00:00Z'));
});

test('without starts there is nothing to come', async () => {
  expect(await preview([], 'UTC')).toEqual({ timezone: 'UTC', next: [], never: [] });
});

test('other requests are answered between the searches for start times that never come', async () => {
  const never = Array.from({ length: 20 }, (_, minute) => ({ level: 'Full' as const, at: `${minute} 3 30 2 *` }));
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  expect((await preview(never)).never).toHaveLength(20);
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(20);
});
