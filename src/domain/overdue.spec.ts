import { expect, test } from '@jest/globals';
import { decideOverdue, type OverdueChange, type OverdueState } from './overdue.js';
import { type Protection } from './protection.js';

const good = new Date('2026-11-20T21:00:00Z');
const better = new Date('2026-11-21T21:00:00Z');
const limits = { warnSeconds: 100, critSeconds: 200 };
const stateOf = (status: OverdueState['status'], lastGoodAt: Date | null = good): OverdueState => ({
  status,
  lastGoodAt,
  ...limits,
});

function now(countsAs: Protection['countsAs'], values: Partial<Protection> = {}): Protection {
  return { status: 'warn', countsAs, lastGoodAt: good, ageSeconds: 0, basis: 'global', ...limits, ...values };
}

test.each<[string, OverdueState, Protection, boolean, Pick<OverdueChange, 'status' | 'cause'> | null]>([
  ['time passes warn', stateOf('ok'), now('warn'), false, { status: 'warn', cause: 'time' }],
  ['time passes both', stateOf('ok'), now('crit'), false, { status: 'crit', cause: 'time' }],
  ['nothing changes', stateOf('warn'), now('warn'), false, null],
  ['it is delayed', stateOf('ok'), now('crit'), true, null],
  ['it was delayed and now is not', stateOf('warn'), now('crit'), false, { status: 'crit', cause: 'time' }],
  ['a good backup ends it', stateOf('crit'), now('ok', { lastGoodAt: better }), false, { status: 'ok', cause: 'backup' }],
  ['a good backup ends it while delayed', stateOf('crit'), now('ok', { lastGoodAt: better }), true, { status: 'ok', cause: 'backup' }],
  ['a first good backup ends it', stateOf('warn', null), now('ok'), false, { status: 'ok', cause: 'backup' }],
  ['thresholds are raised', stateOf('crit'), now('warn', { critSeconds: 300 }), false, { status: 'warn', cause: 'threshold' }],
  ['thresholds are lowered', stateOf('ok'), now('warn', { warnSeconds: 50 }), false, { status: 'warn', cause: 'threshold' }],
  ['a clock steps back', stateOf('crit'), now('ok'), false, null],
  ['the history is not known', stateOf('crit'), now('unknown'), false, null],
  ['nothing was due yet', stateOf('ok', null), now('neutral', { lastGoodAt: null }), false, null],
  ['it is taken out of its schedule', stateOf('crit'), now(null), false, { status: 'ok', cause: 'unmonitored' }],
])('what is notified if %s', (_, before, protection, isDelayed, change) => {
  const expected = change === null ? null : { ...change, previousStatus: before.status };
  expect(decideOverdue(before, { protection, isDelayed })).toEqual(expected);
}); // prettier-ignore
