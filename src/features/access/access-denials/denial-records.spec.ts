import { expect, test } from '@jest/globals';
import { anonymousActor } from '../../../domain/actor.js';
import { recordOfDenied, type AccessDenial } from './denial-counts.js';

const denied: AccessDenial = {
  action: 'request.denied',
  outcome: 'denied',
  code: 'unauthenticated',
  requiredCapability: null,
  target: 'route:GET /api/v1/auth/me',
  presented: null,
  at: new Date('2026-11-20T21:00:00Z'),
  actor: anonymousActor({ ip: '192.0.2.1', userAgent: 'curl', requestId: 'r' }),
};

test('a token that is no longer accepted is named, and its owner only as the owner of it', () => {
  const owner = { id: 'o', username: 'otto' };
  const record = recordOfDenied(denied, { kind: 'token', id: 't', name: 'ci', status: 'revoked', owner });
  expect(record).toMatchObject({
    tokenId: 't',
    actor: { kind: 'anonymous', id: 'o', name: 'otto', role: null, tokenId: null, ip: '192.0.2.1' },
    changes: { code: { to: 'unauthenticated' }, credential: { to: 'token revoked' }, tokenName: { to: 'ci' } },
  });
});

test('a session that ended names its person and no token', () => {
  const owner = { id: 'o', username: 'otto' };
  const record = recordOfDenied(denied, { kind: 'session', id: 's', status: 'ended', owner });
  expect(record.tokenId).toBeUndefined();
  expect(record).toMatchObject({ actor: { name: 'otto' }, changes: { credential: { to: 'session ended' } } });
});

test('a missing capability is named', () => {
  const record = recordOfDenied({ ...denied, code: 'missing_capability', requiredCapability: 'jobs:run' }, undefined);
  expect(record.changes).toEqual({ code: { to: 'missing_capability' }, requiredCapability: { to: 'jobs:run' } });
});
