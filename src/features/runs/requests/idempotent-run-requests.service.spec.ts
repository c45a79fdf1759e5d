import { describe, expect, test } from '@jest/globals';
import { AppError, type ErrorCode } from '../../../domain/error-codes.js';
import {
  resolveIdempotencyKey,
  hashOfBody,
  type KeyDecision,
  type StoredRequest,
  isDefinitelyNotStarted,
  type OwnerState,
} from './idempotent-run-requests.service.js';

const createdAt = new Date('2026-11-20T21:00:00Z');
const request = { route: 'runJob', bodyHash: 'x' };

describe('a key that is known', () => {
  test.each<[string, Partial<StoredRequest>, OwnerState, number, KeyDecision]>([
    ['another route', { route: 'runRestore', state: 'answered' }, 'gone', 0, 'reused'],
    ['another body', { bodyHash: 'y', state: 'asked' }, 'here', 0, 'reused'],
    ['an answer', { state: 'answered' }, 'gone', 5, 'replay'],
    ['a request in progress on this instance', { state: 'asked' }, 'here', 90, 'in_flight'],
    ['a request in progress on another instance', { state: 'asked' }, 'elsewhere', 59, 'in_flight'],
    ['an order that hangs elsewhere', { state: 'asked' }, 'elsewhere', 60, 'look_up'],
    ['an order of a process that is gone', { state: 'asked' }, 'gone', 0, 'look_up'],
    ['an order without an answer', { state: 'unanswered' }, 'elsewhere', 1, 'look_up'],
  ])('with %s', (_, known, where, ageSeconds, decision) => {
    const now = new Date(createdAt.getTime() + ageSeconds * 1000);
    expect(resolveIdempotencyKey({ ...request, state: 'asked', createdAt, ...known }, request, where, now)).toBe(
      decision,
    );
  });
});

test.each<[ErrorCode, boolean]>([
  ['unknown_job', true],
  ['not_supported_by_director', true],
  ['director_owned_elsewhere', true],
  ['director_unreachable', false],
  ['director_too_slow', false],
  ['director_error', false],
])('%s proves that nothing was started: %s', (code, isProof) => {
  expect(isDefinitelyNotStarted(new AppError(code, ''))).toBe(isProof);
});

test('hashes bodies by their content, not by the order of their members', () => {
  const when = new Date('2026-11-20T21:00:00Z');
  expect(hashOfBody({ a: 1, b: [{ c: 2, d: when }], e: undefined })).toBe(hashOfBody({ b: [{ d: when, c: 2 }], a: 1 }));
  expect(hashOfBody({ a: [1, 2] })).not.toBe(hashOfBody({ a: [2, 1] }));
  expect(hashOfBody(undefined)).toBe(hashOfBody(null));
});
