import { expect, test } from '@jest/globals';
import { type ChannelTarget, type Subscription, type WebhookTarget } from '../../../domain/channel.js';
import { InstanceKey, SecretBox } from '../../../platform/security/secret-box.js';
import { recordOf } from './channel-reachability.repository.js';
import { channelOf, columnsOf } from './channel.mapper.js';
import { type NotificationChannelEntity } from './channels.repository.js';

const box = new SecretBox(new InstanceKey('a key for tests that is long enough'));
const at = new Date('2026-11-20T21:00:00Z');
const subscription: Subscription = { patterns: ['**'], minSeverity: 'info', quietHours: null };
const smtp = { host: 'mail.example', port: 587, security: 'tls', username: 'ops', password: 'TOP-SECRET' } as const;
const webhook: WebhookTarget = {
  kind: 'webhook',
  format: 'standard',
  url: 'https://hooks.example:8443/TOP-SECRET?TOP-SECRET',
  signingSecrets: ['TOP-SECRET', 'TOP-SECRET 2'],
  serviceKey: 'TOP-SECRET',
  authorization: 'TOP-SECRET',
};

function rowOf(target: ChannelTarget, id = '6f1ed002-ab5f-4a1f-9f1c-0f4f6f3c8d11'): NotificationChannelEntity {
  const times = { pausedAt: null, disabledAt: null, failingSince: null, createdAt: at, updatedAt: at };
  return { id, name: 'a', ...columnsOf(id, { subscription, target }, box), ...times, ownerId: null, revision: 1 };
}

test.each<ChannelTarget>([
  webhook,
  { ...webhook, format: 'slack', signingSecrets: [], serviceKey: null, authorization: null },
  { kind: 'email', to: ['a@b.example'], from: 'c@d.example', smtp },
  { kind: 'email', to: ['a@b.example'], from: null, smtp: null },
  { kind: 'email', to: ['a@b.example'], from: null, smtp: { ...smtp, username: null, password: null } },
])('a channel to %j is the same after it was stored, and shows none of its secrets', (target) => {
  const row = rowOf(target);
  const stored = Object.assign(row, { settings: JSON.parse(JSON.stringify(row.settings)) as object });
  expect(channelOf(stored, box)).toMatchObject({ target, subscription });
  expect(JSON.stringify([stored, recordOf(stored)])).not.toContain('TOP-SECRET');
});

test('a webhook shows its host and which secrets exist', () => {
  expect(recordOf(rowOf(webhook))).toMatchObject({
    host: 'hooks.example:8443',
    signingSecrets: 2,
    hasServiceKey: true,
    hasAuthorization: true,
    to: null,
    from: null,
    smtp: null,
  });
});

test('secrets that were moved to another row do not open there', () => {
  const other = rowOf(webhook, 'b9c4e5a2-7f43-4a53-9d35-4d3e9d1f2a22');
  expect(() => channelOf(Object.assign(other, { sealed: rowOf(webhook).sealed }), box)).toThrow();
});

test.each([
  [{}, 'active'],
  [{ failingSince: at }, 'failing'],
  [{ failingSince: at, pausedAt: at }, 'paused'],
  [{ failingSince: at, pausedAt: at, disabledAt: at }, 'disabled'],
])('with %j it is %s', (members, status) => {
  expect(recordOf(Object.assign(rowOf(webhook), members)).status).toBe(status);
});
