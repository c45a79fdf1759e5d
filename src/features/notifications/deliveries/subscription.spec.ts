import { expect, test, describe } from '@jest/globals';
import fc from 'fast-check';
import { severities, eventTypes } from '../../../domain/event.js';
import { matchesSubscription, patternError, matches, nameSomething } from './subscription.js';

const named = (...patterns: string[]): string[] => eventTypes.filter((type) => matches(patterns, type));

describe('patterns', () => {
  test.each<[readonly string[], readonly string[]]>([
    [['**'], eventTypes],
    [['job.completed.error'], ['job.completed.error']],
    [['job.completed.*'], ['job.completed.ok', 'job.completed.warning', 'job.completed.error']],
    [['job.completed.**'], ['job.completed.ok', 'job.completed.warning', 'job.completed.error']],
    [['job.**'], eventTypes.filter((type) => type.startsWith('job.'))],
    [
      ['*.failing', 'director.*'],
      ['director.unreachable', 'director.recovered', 'channel.failing'],
    ],
    [['client.silence.**'], ['client.silence.warn', 'client.silence.crit', 'client.silence.ok']],
    [['job.*.ok'], ['job.completed.ok', 'job.overdue.ok']],
    [['*.create'], ['api_token.create']],
    [['job.completed.ok.**'], ['job.completed.ok']],
    [['*'], []],
    [['job'], []],
    [['job.completed'], []],
    [['job.completed.ok.x'], []],
    [['job.completed.o*'], []],
    [[], []],
    [['!job.**'], []],
    [
      ['api_token.revoke', 'job.completed.ok'],
      ['job.completed.ok', 'api_token.revoke'],
    ],
    [
      ['job.completed.**', '!job.completed.ok'],
      ['job.completed.warning', 'job.completed.error'],
    ],
  ])('%j name %j', (patterns, types) => {
    expect(named(...patterns)).toEqual(types);
  });

  test('exclude at any position, and never the other way round', () => {
    const excluded = ['!client.**', '**', '!api_token.*', 'client.silence.crit'];
    expect(named(...excluded)).toEqual(named(...excluded.toReversed()));
    expect(named(...excluded)).toEqual(named('**').filter((type) => !/^(client|api_token)\./.test(type)));
  });

  test('name less for every exclusion that is added, and more for every other', () => {
    const pattern = fc.constantFrom('**', 'job.**', '*.silence.*', 'api_token.*', '*.*.ok', 'client.silence.crit');
    fc.assert(
      fc.property(fc.array(pattern), pattern, (patterns, added) => {
        expect(named(...patterns)).toEqual(expect.arrayContaining(named(...patterns, `!${added}`)));
        expect(named(...patterns, added)).toEqual(expect.arrayContaining(named(...patterns)));
      }),
    );
  });
});

describe('a pattern is rejected', () => {
  test.each(['', '!', '.', 'a..b', 'job.', '.job', 'Job.**', '**.ok', 'job.**.ok', '***', 'job.o*', 'job completed', '!!job.**', 'job,client', 'jób', 'a\nb', 'job.**.**'])(
    'for its shape: %j',
    (pattern) => {
      expect(patternError(pattern)).toContain('is not a valid pattern');
    },
  ); // prettier-ignore

  test.each(['job', '*', 'job.complete.*', 'client.silence.critical', '!tokens.**', 'api_token.*.*'])(
    'for matching nothing that there is: %j',
    (pattern) => {
      expect(patternError(pattern)).toContain(JSON.stringify(pattern));
      expect(patternError(pattern)).toContain('client.silence.crit');
    },
  );

  test('at no length before the time is up', () => {
    expect(patternError(`${'*.'.repeat(50_000)}!`)).toContain('is not a valid pattern');
  });
});

test.each(['**', 'job.**', '!job.completed.ok', '*.*.*', 'api_token.create', '!**'])('%j is a pattern', (pattern) => {
  expect(patternError(pattern)).toBeNull();
});

test('a list that takes away all that it names names nothing', () => {
  expect(nameSomething(['job.**', '!**'])).toBe(false);
  expect(nameSomething(['!job.**'])).toBe(false);
  expect(nameSomething(['**', '!job.**'])).toBe(true);
});

test.each([
  ['info', ['info', 'warning', 'error', 'critical']],
  ['warning', ['warning', 'error', 'critical']],
  ['error', ['error', 'critical']],
  ['critical', ['critical']],
] as const)('from %s on, %j are wanted', (minSeverity, wanted) => {
  const subscription = { patterns: ['job.**'], minSeverity };
  expect(
    severities.filter((severity) => matchesSubscription(subscription, { type: 'job.completed.error', severity })),
  ).toEqual(wanted);
});

test('what no pattern names is not wanted, however grave', () => {
  const subscription = { patterns: ['job.**', '!job.completed.error'], minSeverity: 'info' } as const;
  expect(matchesSubscription(subscription, { type: 'client.silence.crit', severity: 'critical' })).toBe(false);
  expect(matchesSubscription(subscription, { type: 'job.completed.error', severity: 'critical' })).toBe(false);
});
