import { describe, expect, test } from '@jest/globals';
import { retryAfterSeconds } from './http-webhook-sender.js';

const now = new Date('2026-11-20T21:00:00Z');

describe('Retry-After', () => {
  test.each([
    ['0', 0],
    ['120', 120],
    [' 7 ', 7],
    ['86400', 86_400],
    ['86401', 86_400],
    ['9'.repeat(400), 86_400],
    ['Fri, 20 Nov 2026 21:05:00 GMT', 300],
    ['Friday, 20-Nov-26 21:05:00 GMT', 300],
    ['Fri Nov 20 21:05:00 2026 GMT', 300],
    ['Fri, 20 Nov 2026 20:00:00 GMT', 0],
    ['Fri, 20 Nov 2099 21:00:00 GMT', 86_400],
  ])('%j requests %d seconds', (header, seconds) => {
    expect(retryAfterSeconds(header, now)).toBe(seconds);
  });

  test.each([undefined, '', 'soon', '-5', '1.5', '2026-11-20', '1e3', 'Fri, 99 Nov 2026 99:99:99 GMT'])(
    '%j requests nothing',
    (header) => {
      expect(retryAfterSeconds(header, now)).toBeNull();
    },
  );
});
