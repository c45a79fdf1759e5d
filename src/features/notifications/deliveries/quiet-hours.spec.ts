import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type QuietHours } from '../../../domain/channel.js';
import { endOfQuiet, isQuiet } from './quiet-hours.js';

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const night: QuietHours = { timezone: 'Europe/Berlin', from: '22:00', until: '06:00', days: everyDay };
const lunch: QuietHours = { timezone: 'UTC', from: '12:00', until: '13:30', days: everyDay };

const end = (hours: QuietHours, at: string): string => endOfQuiet(hours, new Date(at)).toISOString();
const quiet = (hours: QuietHours, at: string): boolean => isQuiet(hours, new Date(at));

describe('hours within a day', () => {
  test.each([
    ['2026-11-20T11:59:59.999Z', false],
    ['2026-11-20T12:00:00.000Z', true],
    ['2026-11-20T13:29:59.999Z', true],
    ['2026-11-20T13:30:00.000Z', false],
  ])('at %s: %s', (at, expected) => {
    expect(quiet(lunch, at)).toBe(expected);
    expect(end(lunch, at)).toBe(expected ? '2026-11-20T13:30:00.000Z' : at);
  });
});

describe('hours over midnight', () => {
  test.each([
    ['2026-11-20T20:59:59.999Z', null],
    ['2026-11-20T21:00:00.000Z', '2026-11-21T05:00:00.000Z'],
    ['2026-11-20T23:00:00.000Z', '2026-11-21T05:00:00.000Z'],
    ['2026-11-21T04:59:59.999Z', '2026-11-21T05:00:00.000Z'],
    ['2026-11-21T05:00:00.000Z', null],
  ])('from %s on: %s', (at, expected) => {
    expect(quiet(night, at)).toBe(expected !== null);
    expect(end(night, at)).toBe(expected ?? at);
  });

  test('belong to the day on which they begin', () => {
    const friday = { ...night, timezone: 'UTC', days: [5] };
    expect(quiet(friday, '2026-11-20T05:00:00Z')).toBe(false);
    expect(quiet(friday, '2026-11-20T22:00:00Z')).toBe(true);
    expect(quiet(friday, '2026-11-21T05:00:00Z')).toBe(true);
    expect(quiet(friday, '2026-11-21T22:00:00Z')).toBe(false);
  });

  test('know Sunday as the day before Monday', () => {
    const sunday = { ...night, timezone: 'UTC', days: [7] };
    expect(quiet(sunday, '2026-11-22T22:00:00Z')).toBe(true);
    expect(quiet(sunday, '2026-11-23T05:59:00Z')).toBe(true);
    expect(quiet(sunday, '2026-11-23T22:00:00Z')).toBe(false);
  });
});

describe('when clocks are put forward', () => {
  const at = '2026-03-28T23:00:00.000Z';

  test('a night ends at the same time on the clock, an hour sooner', () => {
    expect(end(night, at)).toBe('2026-03-29T04:00:00.000Z');
  });

  test('hours that end within the skipped hour end when it would have begun', () => {
    expect(end({ ...night, until: '02:30' }, at)).toBe('2026-03-29T01:00:00.000Z');
  });

  test('hours inside it are skipped', () => {
    const within = { ...night, from: '02:10', until: '02:50' };
    expect(quiet(within, '2026-03-29T00:59:59Z')).toBe(false);
    expect(quiet(within, '2026-03-29T01:00:00Z')).toBe(false);
  });

  test('hours that meet there go on into the next', () => {
    const nearlyAlways = { ...night, from: '03:00', until: '02:30' };
    expect(end(nearlyAlways, at)).toBe('2026-03-30T00:30:00.000Z');
    expect(end(nearlyAlways, '2026-03-27T12:00:00.000Z')).toBe('2026-03-28T01:30:00.000Z');
  });
});

describe('when clocks are put back', () => {
  test('a night ends at the same time on the clock, an hour later', () => {
    expect(end(night, '2026-10-24T22:00:00.000Z')).toBe('2026-10-25T05:00:00.000Z');
  });

  test('hours that end within the hour that comes twice end the first time, and do not begin again', () => {
    const hours = { ...night, until: '02:30' };
    expect(end(hours, '2026-10-24T22:00:00.000Z')).toBe('2026-10-25T00:30:00.000Z');
    expect(quiet(hours, '2026-10-25T01:15:00.000Z')).toBe(false);
  });

  test('hours that begin within it begin the first time', () => {
    const hours = { ...night, from: '02:30', until: '05:00' };
    expect(quiet(hours, '2026-10-25T00:29:59Z')).toBe(false);
    expect(quiet(hours, '2026-10-25T00:30:00Z')).toBe(true);
    expect(quiet(hours, '2026-10-25T01:10:00Z')).toBe(true);
  });
});

test.each([
  ['Asia/Kolkata', '2026-06-01T17:00:00.000Z', '2026-06-02T00:30:00.000Z'],
  ['Pacific/Kiritimati', '2026-06-01T09:00:00.000Z', '2026-06-01T16:00:00.000Z'],
  ['America/St_Johns', '2026-06-02T01:00:00.000Z', '2026-06-02T08:30:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-04T12:00:00.000Z', '2026-04-04T19:30:00.000Z'],
])('the clock of %s counts', (timezone, at, expected) => {
  expect(end({ ...night, timezone }, at)).toBe(expected);
});

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Africa/Casablanca', 'America/Santiago', 'Pacific/Apia'] as const; // prettier-ignore
const clockTime = fc
  .tuple(fc.nat(23), fc.nat(59))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const someHours: fc.Arbitrary<QuietHours> = fc
  .record({
    timezone: fc.constantFrom(...zones),
    from: clockTime,
    until: clockTime,
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  })
  .filter(({ from, until }) => from !== until);
const someTime = fc.date({ min: new Date('2024-01-01'), max: new Date('2028-12-31'), noInvalidDate: true });

/** The days on which the clocks of these zones change are few: they are aimed at. */
const nearChanges = fc
  .tuple(
    fc.constantFrom('2026-03-29T01:00Z', '2026-10-25T01:00Z', '2026-03-08T07:00Z', '2026-11-01T06:00Z', '2026-04-04T15:00Z', '2026-10-03T15:30Z'),
    fc.integer({ min: -3000, max: 3000 }),
  )
  .map(([change, minutes]) => new Date(Date.parse(change) + minutes * 60_000)); // prettier-ignore

describe('for any hours and any time', () => {
  const cases = fc.tuple(someHours, fc.oneof(someTime, nearChanges));

  test('the end is not quiet, and all before it is', () => {
    fc.assert(
      fc.property(cases, fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), ([hours, at], part) => {
        const over = endOfQuiet(hours, at);
        expect(over >= at).toBe(true);
        expect(isQuiet(hours, over)).toBe(false);
        const within = new Date(at.getTime() + Math.floor(part * (over.getTime() - at.getTime())));
        expect(isQuiet(hours, within)).toBe(over > at);
      }),
      { numRuns: 500 },
    );
  });

  test('a clock that is not put on or back within two days of it shows the same', () => {
    fc.assert(
      fc.property(cases, ([hours, at]) => {
        const shown = [-48, -24, 0, 24, 48].map((shift) => localTime(hours.timezone, new Date(at.getTime() + shift * 3_600_000)));
        fc.pre(shown.every(({ time }) => time === shown[2]?.time));
        const [{ day: yesterday }, { day: today, time }] = shown.slice(1, 3) as [LocalTime, LocalTime];
        const { from, until, days } = hours;
        const expected =
          from < until
            ? days.includes(today) && time >= from && time < until
            : (days.includes(today) && time >= from) || (days.includes(yesterday) && time < until);
        expect(isQuiet(hours, at)).toBe(expected);
      }),
      { numRuns: 300 },
    ); // prettier-ignore
  });
});

interface LocalTime {
  readonly day: number;
  readonly time: string;
}

function localTime(timeZone: string, at: Date): LocalTime {
  const text = at.toLocaleString('en-GB', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit' });
  const day = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(text.slice(0, 3)) + 1;
  return { day, time: text.slice(-5) };
}
