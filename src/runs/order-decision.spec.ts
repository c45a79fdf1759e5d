import { describe, expect, test } from '@jest/globals';
import { Refusal, type RefusalCode } from '../domain/refusals.js';
import { decideKey, hashOfBody, type KeyDecision, type KnownOrder, provesNothingStarted } from './order-decision.js';

const createdAt = new Date('2026-11-20T21:00:00Z');
const request = { route: 'runJob', bodyHash: 'x' };

describe('a key that is known', () => {
  test.each<[string, Partial<KnownOrder>, boolean, number, KeyDecision]>([
    ['another route', { route: 'runRestore', state: 'answered' }, false, 0, 'reused'],
    ['another body', { bodyHash: 'y', state: 'asked' }, true, 0, 'reused'],
    ['an answer', { state: 'answered' }, false, 5, 'replay'],
    ['an order on its way here', { state: 'asked' }, true, 90, 'in_flight'],
    ['an order on its way elsewhere', { state: 'asked' }, false, 59, 'in_flight'],
    ['an order that a crash cut off', { state: 'asked' }, false, 60, 'look_up'],
    ['an order without an answer', { state: 'unanswered' }, false, 1, 'look_up'],
  ])('with %s', (_, known, isInFlight, ageSeconds, decision) => {
    const now = new Date(createdAt.getTime() + ageSeconds * 1000);
    expect(decideKey({ ...request, state: 'asked', createdAt, ...known }, request, isInFlight, now)).toBe(decision);
  });
});

test.each<[RefusalCode, boolean]>([
  ['unknown_job', true],
  ['not_supported_by_director', true],
  ['director_owned_elsewhere', true],
  ['director_unreachable', false],
  ['director_too_slow', false],
  ['director_error', false],
])('%s proves that nothing was started: %s', (code, isProof) => {
  expect(provesNothingStarted(new Refusal(code, ''))).toBe(isProof);
});

test('hashes bodies by what they say, not by the order of their members', () => {
  const when = new Date('2026-11-20T21:00:00Z');
  expect(hashOfBody({ a: 1, b: [{ c: 2, d: when }], e: undefined })).toBe(hashOfBody({ b: [{ d: when, c: 2 }], a: 1 }));
  expect(hashOfBody({ a: [1, 2] })).not.toBe(hashOfBody({ a: [2, 1] }));
  expect(hashOfBody(undefined)).toBe(hashOfBody(null));
});
