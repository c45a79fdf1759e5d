import { beforeEach, expect, test } from '@jest/globals';
import { believing, FakeClock } from '../../test/harness/fakes/fake-clock.js';
import { createLog } from './logging/log.js';
import { daysBefore, deleteInBatches, RetentionJobs } from './retention-jobs.js';

const clock = new FakeClock();
let jobs: RetentionJobs;
let done: [string, Date][];

function register(name: string): void {
  jobs.register(name, (now) => Promise.resolve(void done.push([name, now])));
}

beforeEach(() => {
  jobs = new RetentionJobs(believing(clock), createLog('silent'));
  done = [];
});

test('each job runs with the present time', async () => {
  register('sessions');
  register('events');
  await jobs.run();
  expect(done).toEqual([
    ['sessions', clock.now()],
    ['events', clock.now()],
  ]);
});

test('a job that fails keeps no other from running', async () => {
  jobs.register('sessions', () => Promise.reject(new Error('away')));
  register('events');
  await jobs.run();
  expect(done.map(([name]) => name)).toEqual(['events']);
});

test('a job that hangs keeps no other from running at the next tick', async () => {
  jobs.register('sessions', () => new Promise(() => undefined));
  register('events');
  for (const times of [1, 2]) {
    void jobs.run();
    await new Promise(setImmediate);
    expect(done).toHaveLength(times);
  }
});

test('no job runs while the clock is in doubt', async () => {
  const doubting = { believedNow: () => Promise.resolve(null), doubtSince: () => Promise.resolve(clock.now()) };
  jobs = new RetentionJobs(doubting, createLog('silent'));
  register('sessions');
  await jobs.run();
  expect(done).toEqual([]);
});

test('a tick during a run begins no second one, and one after it does', async () => {
  let finish: () => void = () => undefined;
  let runs = 0;
  jobs.register('sessions', () => {
    runs += 1;
    return new Promise((resolve) => (finish = resolve));
  });
  const [first, second] = [jobs.run(), jobs.run()];
  await Promise.resolve();
  await Promise.resolve();
  finish();
  await Promise.all([first, second]);
  expect(runs).toBe(1);
  void jobs.run();
  await Promise.resolve();
  expect(runs).toBe(2);
});

test('two jobs of one name are a fault of the program', () => {
  register('sessions');
  expect(() => register('sessions')).toThrow('A retention job named sessions already exists.');
});

test('batches follow each other until one is not full', async () => {
  const limits: number[] = [];
  const left = [1, 1, 0.5];
  await deleteInBatches((limit) => Promise.resolve(limit * (left[limits.push(limit) - 1] ?? 0)));
  expect(limits).toEqual([5_000, 5_000, 5_000]);
});

test('days before now are days of 24 hours', () => {
  expect(daysBefore(new Date('2026-11-20T21:00:00Z'), 30)).toEqual(new Date('2026-10-21T21:00:00Z'));
});
