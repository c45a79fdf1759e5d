import { describe, expect, test } from '@jest/globals';
import { daySpan, daysOf, lastDays, spanBefore } from './day-span.js';

const now = new Date('2026-11-20T21:00:00Z');

describe('the days of a statistic', () => {
  test('are the last thirty, today among them', () => {
    expect(daySpan({}, now)).toEqual({ since: '2026-10-22', until: '2026-11-21', days: 30 });
    expect(daySpan({}, new Date('2026-11-20T00:00:00Z')).until).toBe('2026-11-21');
  });

  test('are those that the times lie in', () => {
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
});
