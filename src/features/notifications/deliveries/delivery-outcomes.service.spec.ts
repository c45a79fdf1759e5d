import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isFailing } from './channel-health.repository.js';
import { nextTry, retryPauses, retryPeriodMs } from './delivery-outcomes.service.js';

const start = new Date('2026-11-20T21:00:00.000Z');
const deadline = new Date(start.getTime() + retryPeriodMs);
const after = (seconds: number): Date => new Date(start.getTime() + seconds * 1000);

/** Seconds until the next try. */
function pause(attempts: number, retryAfterSeconds: number | null = null, random = 0.5): number | null {
  const next = nextTry({ attempts, now: start, deadline, retryAfterSeconds }, random);
  return next && (next.getTime() - start.getTime()) / 1000;
}

describe('the pause before the next try', () => {
  test('grows from five seconds to a day', () => {
    expect(retryPauses.map((_, at) => pause(at + 1))).toEqual([
      5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400,
    ]);
    expect(pause(30)).toBe(86_400);
  });

  test('is a fifth shorter or longer by chance', () => {
    expect([pause(2, null, 0), pause(2, null, 1)]).toEqual([240, 360]);
  });

  test.each([
    ['when the receiver requests it', 1, 60, 66],
    ['sooner than planned, if the receiver requests that at first', 3, 2, 2.2],
    ['not sooner than planned, if it repeats the request', 4, 2, 7200],
    ['at least a second', 1, 0, 1.1],
    ['at most a day', 1, 10_000_000, 95_040],
    ['later than planned, if it repeats that request', 4, 10_000, 11_000],
  ])('is %s', (_what, attempts, requested, seconds) => {
    expect(pause(attempts, requested)).toBeCloseTo(seconds);
  });

  test('ends on the deadline, after which there is no other', () => {
    const late = { attempts: 9, now: after(259_000), deadline, retryAfterSeconds: null };
    expect(nextTry(late, 0.5)).toEqual(deadline);
    expect(nextTry({ ...late, now: deadline }, 0.5)).toBeNull();
  });

  test('for any jitter and receiver, tries are few and the last one is three days after the first', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.option(fc.integer({ min: -5, max: 1e9 }))), {
          minLength: 20,
          maxLength: 20,
        }),
        (turns) => {
          let now = start;
          let tries = 1;
          for (const [random, retryAfterSeconds] of turns) {
            const next = nextTry({ attempts: tries, now, deadline, retryAfterSeconds }, random);
            if (next === null) break;
            expect(next.getTime()).toBeGreaterThan(now.getTime());
            now = next;
            tries += 1;
          }
          expect(now).toEqual(deadline);
          expect(tries).toBeLessThanOrEqual(16);
        },
      ),
    );
  });
});

describe('a channel counts as failing', () => {
  test.each([
    [5, 60, true],
    [5, 59, false],
    [4, 899, false],
    [2, 900, true],
    [1, 90_000, false],
  ])('after %d tries in %d seconds: %s', (failures, seconds, expected) => {
    expect(isFailing({ failures, since: start }, after(seconds))).toBe(expected);
  });
});
