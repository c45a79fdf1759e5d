import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type DataSource } from 'typeorm';
import { type ClockSource, ClockTrust } from '../../src/features/clock/clock-trust.repository.js';
import { FutureDates } from '../../src/features/clock/future-dates.repository.js';
import { createDataSource } from '../../src/data-source.js';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import { copyDatabase } from '../harness/fixtures/database.js';
import { FakeClock } from '../harness/fakes/fake-clock.js';

const day = 86_400;
let database: DataSource;
let clock: FakeClock;
let sources: ClockSource[];
let trust: ClockTrust;

beforeEach(async () => {
  database = await createDataSource(await copyDatabase('template_console')).initialize();
  clock = new FakeClock();
  sources = [];
  trust = new ClockTrust(database, clock, () => sources);
  await trust.believedNow();
});
afterEach(() => database.destroy());

/** A source whose clock is `seconds` ahead of the console's. */
const otherClock = (seconds: number): ClockSource => ({
  time: () => Promise.resolve(new Date(clock.now().getTime() + seconds * 1000)),
});

test.each([
  ['2 days ahead', 2 * day, true],
  ['2 days and a second ahead', 2 * day + 1, false],
  ['ten years ahead', 3650 * day, false],
  ['2 days behind', -2 * day, true],
  ['2 days and a second behind', -2 * day - 1, false],
])('a clock that is %s of the last plausible time: believed %s', async (_, seconds, isBelieved) => {
  clock.advance(seconds);
  expect(await trust.believedNow()).toEqual(isBelieved ? clock.now() : null);
  expect((await trust.doubtSince()) === null).toBe(isBelieved);
});

test('steps that are plausible each for itself are believed however far they lead', async () => {
  for (let step = 0; step < 10; step += 1) {
    clock.advance(2 * day);
    expect(await trust.believedNow()).toEqual(clock.now());
  }
});

test('a doubt does not end by waiting', async () => {
  clock.advance(30 * day);
  for (let step = 0; step < 3; step += 1) {
    clock.advance(day);
    expect(await trust.believedNow()).toBeNull();
  }
});

test('a jump is believed where another clock agrees, and stays believed without it', async () => {
  clock.advance(7 * day);
  sources = [otherClock(-7 * day), otherClock(60)];
  expect(await trust.believedNow()).toEqual(clock.now());
  sources = [];
  expect(await trust.believedNow()).toEqual(clock.now());
});

test.each<[string, ClockSource]>([
  ['shows another time', { time: () => Promise.resolve(new Date('2026-11-20T21:00:00Z')) }],
  ['does not tell', { time: () => Promise.resolve(null) }],
  ['fails', { time: () => Promise.reject(new Error('unreachable')) }],
])('a source that %s does not end a doubt', async (_, source) => {
  clock.advance(30 * day);
  sources = [source];
  expect(await trust.believedNow()).toBeNull();
});

test('stored dates in the future become the present once the clock was set right, and keep what was counted from them', async () => {
  const years = 3650 * day;
  clock.advance(years);
  await trust.believedNow();
  const ahead = clock.now();
  const later = (hours: number): Date => new Date(ahead.getTime() + hours * 3_600_000);
  await database.query(`INSERT INTO login_throttle (key, failures, last_failed_at) VALUES ('a', 3, $1)`, [ahead]);
  await database.query(
    `INSERT INTO client_threshold (director, client, basis, paused_until, updated_at) VALUES ('one', 'ada', 'fixed', $1, $2)`,
    [later(5), ahead],
  );
  clock.advance(-years);
  const now = await trust.believedNow();
  expect(now).toEqual(clock.now());
  const dates = new FutureDates(database, new UnitOfWork(database));
  expect(await dates.bringBack(clock.now())).toBe(true);
  const [left] = await database.query<object[]>(
    `SELECT last_failed_at AS failed, paused_until AS paused FROM login_throttle, client_threshold`,
  );
  expect(left).toEqual({ failed: clock.now(), paused: new Date(clock.now().getTime() + 5 * 3_600_000) });
  expect(await dates.bringBack(clock.now())).toBe(false);
});
