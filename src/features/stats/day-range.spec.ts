import { describe, expect, test } from '@jest/globals';
import { daySpan, daysOf, isDayAfter, lastDayOf, lastDays, spanBefore, stepTowards } from './day-range.js';

const now = new Date('2026-11-20T21:00:00Z');

describe('the days of a statistic', () => {
  test('are the last thirty, today among them', () => {
    expect(daySpan({}, now)).toEqual({ since: '2026-10-22', until: '2026-11-21', days: 30 });
    expect(daySpan({}, new Date('2026-11-20T00:00:00Z')).until).toBe('2026-11-21');
  });

  test('are those of the given times', () => {
    const span = { since: new Date('2026-11-01T23:59:59Z'), until: new Date('2026-11-03T00:00:01Z') };
    expect(daysOf(daySpan(span, now))).toEqual(['2026-11-01', '2026-11-02', '2026-11-03']);
    const whole = { since: new Date('2026-11-01T00:00:00Z'), until: new Date('2026-11-03T00:00:00Z') };
    expect(daysOf(daySpan(whole, now))).toEqual(['2026-11-01', '2026-11-02']);
  });

  test('are compared with as many before them', () => {
    expect(spanBefore(lastDays(7, now))).toEqual({ since: '2026-11-07', until: '2026-11-14', days: 7 });
  });

  test('may be 400, and no more', () => {
    const until = new Date('2026-11-20T00:00:00Z');
    const since = (days: number) => new Date(until.getTime() - days * 86_400_000);
    expect(daySpan({ since: since(400), until }, now).days).toBe(400);
    expect(() => daySpan({ since: since(401), until }, now)).toThrow();
    expect(() => daySpan({ since: until, until }, now)).toThrow();
  });

  test('are days that PostgreSQL and people can write', () => {
    const span = (since: string | null, until: string) =>
      daySpan({ ...(since === null ? {} : { since: new Date(since) }), until: new Date(until) }, now);
    expect(span('1970-01-01T00:00:00Z', '1970-01-02T00:00:00Z').since).toBe('1970-01-01');
    expect(() => span('1969-12-31T00:00:00Z', '1970-01-02T00:00:00Z')).toThrow('1970');
    expect(() => span('0000-01-01T00:00:00Z', '0000-01-02T00:00:00Z')).toThrow('1970');
    expect(() => span(null, '1970-01-05T00:00:00Z')).toThrow('1970');
    expect(span('9999-12-30T00:00:00Z', '9999-12-30T21:00:00Z').until).toBe('9999-12-31');
    expect(() => span(null, '9999-12-31T23:59:59+23:59')).toThrow('9999');
  });

  test('may be given by their number, and then by nothing else', () => {
    expect(daySpan({ days: 7 }, now)).toEqual(lastDays(7, now));
    expect(() => daySpan({ days: 7, until: now }, now)).toThrow('days');
    expect(() => daySpan({ days: 7, since: now }, now)).toThrow('days');
  });

  test('end with their last', () => {
    expect(lastDayOf(lastDays(7, now))).toBe('2026-11-20');
  });
});

describe('the way from a day to today', () => {
  test.each([
    ['2026-11-20', '2026-11-20'],
    ['2026-11-19', '2026-11-20'],
    ['2026-11-01', '2026-11-08'],
    ['2026-11-21', '2026-11-20'],
    ['2026-12-20', '2026-12-13'],
  ])('leads from %s to %s', (day, next) => {
    expect(stepTowards(day, now, 7)).toBe(next);
  });

  test('tomorrow is the day after, and no other is', () => {
    const days = ['2026-11-20', '2026-11-21', '2026-11-22'];
    expect(days.filter((day) => isDayAfter(day, now))).toEqual(['2026-11-21']);
  });
});
