import { expect, test } from '@jest/globals';
import { severities } from '../../../domain/event.js';
import { wants } from './subscription.js';

test.each([
  ['info', ['info', 'warning', 'error', 'critical']],
  ['warning', ['warning', 'error', 'critical']],
  ['error', ['error', 'critical']],
  ['critical', ['critical']],
] as const)('from %s on, %j are wanted', (minSeverity, wanted) => {
  const subscription = { patterns: ['job.**'], minSeverity };
  expect(severities.filter((severity) => wants(subscription, { type: 'job.completed.error', severity }))).toEqual(
    wanted,
  );
});

test('what no pattern names is not wanted, however grave', () => {
  const subscription = { patterns: ['job.**', '!job.completed.error'], minSeverity: 'info' } as const;
  expect(wants(subscription, { type: 'client.silence.crit', severity: 'critical' })).toBe(false);
  expect(wants(subscription, { type: 'job.completed.error', severity: 'critical' })).toBe(false);
});
