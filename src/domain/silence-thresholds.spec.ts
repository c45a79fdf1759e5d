import { describe, expect, test } from '@jest/globals';
import { defaultThresholds } from './silence.js';
import { type OwnThresholds, thresholdsInForce } from './silence-thresholds.js';

const hour = 3600;
const own = (values: Partial<OwnThresholds> = {}): OwnThresholds => {
  return { warnSeconds: null, critSeconds: null, basis: 'fixed', ...values };
};

describe('the thresholds in force', () => {
  test.each<[string, OwnThresholds, number | null, [number, number, string]]>([
    ['are the global ones where nothing is set', own(), null, [36 * hour, 72 * hour, 'global']],
    ['are its own', own({ warnSeconds: 60, critSeconds: 90 }), null, [60, 90, 'client']],
    ['take crit from the global ones', own({ warnSeconds: hour }), null, [hour, 72 * hour, 'client']],
    ['take warn from the global ones', own({ critSeconds: 80 * hour }), null, [36 * hour, 80 * hour, 'client']],
    ['double a warn that is no less than the global crit', own({ warnSeconds: 72 * hour }), null, [72 * hour, 144 * hour, 'client']],
    ['halve a crit that is no more than the global warn', own({ critSeconds: 36 * hour }), null, [18 * hour, 36 * hour, 'client']],
    ['follow the schedule', own({ basis: 'schedule' }), 24 * hour, [36 * hour, 72 * hour, 'schedule']],
    ['follow the schedule before its own', own({ basis: 'schedule', warnSeconds: 60 }), 168 * hour, [252 * hour, 504 * hour, 'schedule']],
    ['never follow one faster than a minute', own({ basis: 'schedule' }), 10, [60, 61, 'schedule']],
    ['are its own where there is no schedule', own({ basis: 'schedule', warnSeconds: 60 }), null, [60, 72 * hour, 'client']],
    ['are the global ones where there is neither', own({ basis: 'schedule' }), null, [36 * hour, 72 * hour, 'global']],
    ['need no schedule that was not asked for', own(), 24 * hour, [36 * hour, 72 * hour, 'global']],
  ])('%s', (_, set, interval, [warnSeconds, critSeconds, from]) => {
    const stored = { id: 1, ...defaultThresholds };
    expect(thresholdsInForce(stored, set, interval)).toEqual({ warnSeconds, critSeconds, from });
  }); // prettier-ignore
});
