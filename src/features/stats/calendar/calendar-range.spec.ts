import { describe, expect, test } from '@jest/globals';
import { calendarSpan, joinedSpans, stretchesOf, type TimeSpan } from './calendar-range.js';

const at = (text: string): Date => new Date(`2026-11-${text}:00Z`);
const span = (from: string, until: string): TimeSpan => ({ from: at(from), until: at(until) });

describe('the span of a calendar', () => {
  test('is the week of today from Monday on by default', () => {
    expect(calendarSpan({}, at('22T23:59'))).toEqual(span('16T00:00', '23T00:00'));
    expect(calendarSpan({}, at('23T00:00'))).toEqual(span('23T00:00', '30T00:00'));
  });

  test('is a week from the one time, or up to the other', () => {
    expect(calendarSpan({ since: at('03T10:00') }, at('22T00:00'))).toEqual(span('03T10:00', '10T10:00'));
    expect(calendarSpan({ until: at('10T10:00') }, at('22T00:00'))).toEqual(span('03T10:00', '10T10:00'));
  });

  test('has 62 days at most, and an end after its beginning', () => {
    const since = at('01T00:00');
    const until = new Date(since.getTime() + 62 * 86_400_000);
    expect(calendarSpan({ since, until }, since)).toEqual({ from: since, until });
    expect(() => calendarSpan({ since, until: new Date(until.getTime() + 1) }, since)).toThrow(/62 days/);
    expect(() => calendarSpan({ since, until: since }, since)).toThrow(/after since/);
  });
});

test('stretches cover the range without a gap, and the future is one of them', () => {
  const stretches = [...stretchesOf(span('01T00:00', '20T00:00'), at('08T12:00'))];
  expect(stretches).toEqual([
    span('01T00:00', '02T00:00'),
    span('02T00:00', '04T00:00'),
    span('04T00:00', '08T00:00'),
    span('08T00:00', '08T12:00'),
    span('08T12:00', '20T00:00'),
  ]);
  expect([...stretchesOf(span('10T00:00', '20T00:00'), at('08T12:00'))]).toEqual([span('10T00:00', '20T00:00')]);
  expect([...stretchesOf(span('01T00:00', '01T06:00'), at('08T12:00'))]).toEqual([span('01T00:00', '01T06:00')]);
});

test('adjacent ranges are merged, and cut to the limits', () => {
  const known = [span('05T00:00', '06T00:00'), span('01T00:00', '03T00:00'), span('02T00:00', '05T00:00')];
  expect(joinedSpans(known, span('02T12:00', '20T00:00'))).toEqual([span('02T12:00', '06T00:00')]);
  expect(
    joinedSpans([span('01T00:00', '02T00:00'), span('08T00:00', '09T00:00')], span('01T00:00', '20T00:00')),
  ).toEqual([span('01T00:00', '02T00:00'), span('08T00:00', '09T00:00')]);
  expect(joinedSpans([span('01T00:00', '02T00:00')], span('02T00:00', '20T00:00'))).toEqual([]);
});
