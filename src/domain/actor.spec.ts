import { describe, expect, test } from '@jest/globals';
import { actorOf } from './actor.js';
import {
  capabilitiesOfRole,
  type Capability,
  firstMissing,
  callerKey,
  type Principal,
  fullScope,
} from './principal.js';

const ofAda = {
  user: { id: 'u1', username: 'ada' },
  role: 'admin',
  capabilities: new Set<Capability>(['jobs:read']),
  scope: fullScope,
  ip: '192.0.2.1',
  userAgent: 'test',
};
const expiresAt = new Date('2026-11-21T05:00:00Z');
const person: Principal = { ...ofAda, kind: 'session', session: { id: 's1', expiresAt } };
const machine: Principal = { ...ofAda, kind: 'token', token: { id: 't1', name: 'ci', expiresAt: null } };

describe('who did something', () => {
  test('is the person, and the session or token that acted for them', () => {
    const ada = { id: 'u1', name: 'ada', role: 'admin', ip: '192.0.2.1', userAgent: 'test', requestId: 'r1' };
    expect(actorOf(person, 'r1')).toEqual({ ...ada, kind: 'session', tokenId: null, sessionId: 's1' });
    expect(actorOf(machine, 'r1')).toEqual({ ...ada, kind: 'token', tokenId: 't1', sessionId: null });
  });

  test('has limits and idempotency keys of their own, each token too', () => {
    expect([callerKey(person), callerKey(machine)]).toEqual(['user:u1', 'token:t1']);
  });
});

describe('what a role allows', () => {
  test('is fixed for a built-in one, regardless of what is stored under its name', () => {
    expect(capabilitiesOfRole('readonly', ['jobs:run']).has('jobs:run')).toBe(false);
  });

  test('leaves out stored words that this version does not know', () => {
    expect([...capabilitiesOfRole('night-shift', ['jobs:run', 'jobs:dance'])]).toEqual(['jobs:run']);
    expect([...capabilitiesOfRole('deleted', null)]).toEqual([]);
  });

  test('names the first missing one', () => {
    expect(firstMissing(['jobs:read', 'jobs:run'], new Set(['jobs:read']))).toBe('jobs:run');
    expect(firstMissing([], new Set())).toBeNull();
  });
});
