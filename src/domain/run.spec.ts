import { expect, test } from '@jest/globals';
import { type TriggeredBy, markOfOrder, orderIdOf, reportedTrigger, triggerOf } from './run.js';

const id = '0b6a5f0e-1c5d-4c53-9a49-6b8d6b6f0a11';
const actors = new Map<string, TriggeredBy>([[id, { kind: 'token', id: 't1', name: 'ci' }]]);

test.each([
  ['schedule:Nightly', 'schedule', 'Nightly'],
  ['schedule:Every day: 21:00', 'schedule', 'Every day: 21:00'],
  [`order:${id}`, 'token', 'ci'],
  [`note order:${id}`, 'token', 'ci'],
  ['order:0b6a5f0e-1c5d-4c53-9a49-6b8d6b6f0a12', 'unknown', ''],
  ['console:root', 'console', 'root'],
  ['', 'unknown', ''],
  ['by hand', 'unknown', ''],
])('reads from the comment %j that it was %s %s', (comment, kind, name) => {
  expect(triggerOf(comment, actors)).toEqual({ kind, id: kind === 'token' ? 't1' : null, name });
});

test('finds its own mark', () => {
  expect(orderIdOf(markOfOrder(id))).toBe(id);
});

/** Of a report as Bareos 25.1 writes it. */
const report = (trigger: string): string =>
  `bareos-dir JobId 7: Bareos bareos-dir 25.1.0 (03Aug26):\n  JobId:                  7\n  Job triggered by:       ${trigger}\n  Termination:            Backup OK\n\n`;

test.each([
  ['', 'Scheduler', { kind: 'schedule', id: null, name: '' }],
  ['by hand', 'Scheduler', { kind: 'schedule', id: null, name: '' }],
  ['', 'User', { kind: 'console', id: null, name: '' }],
  ['', 'Client', null],
  ['', 'Unknown', null],
  ['schedule:Nightly', 'Scheduler', null],
  [`order:${id}`, 'User', null],
])('reads from the report, if the comment %j has no tag, that it was started by %s', (comment, trigger, expected) => {
  const line = { id: 1, at: new Date(0), text: report(trigger) };
  expect(reportedTrigger({ jobId: 7, comment }, [line])).toEqual(expected);
  expect(reportedTrigger({ jobId: 8, comment }, [line])).toBeNull();
});
