import { describe, expect, test } from '@jest/globals';
import { type ChannelTarget, type EmailTarget, type SmtpServer, type WebhookTarget } from '../../../domain/channel.js';
import { type ChangeChannelBody, type CreateChannelBody } from './channel-bodies.dto.js';
import { changedTarget, foreignMembers, newTarget, rotatedTarget, type TargetDecision } from './channel-target.js';
import { isSigningSecret, newSigningSecret } from '../formats/signing.js';

const webhook: WebhookTarget = {
  kind: 'webhook',
  format: 'standard',
  url: 'https://hooks.example/a',
  signingSecrets: [newSigningSecret()],
  serviceKey: null,
  authorization: null,
};
const smtp: SmtpServer = { host: 'mail.example', port: 587, security: 'starttls', username: 'ops', password: 'secret' };
const email: EmailTarget = { kind: 'email', to: ['ops@example.com'], from: null, smtp };

const made = (body: Partial<CreateChannelBody>): TargetDecision => newTarget({ name: 'a', kind: 'webhook', ...body });
const targetOf = (decision: TargetDecision): ChannelTarget => {
  if ('faults' in decision) throw new Error(JSON.stringify(decision.faults));
  return decision.target;
};
const faultsOf = (decision: TargetDecision): string[] =>
  'faults' in decision ? decision.faults.map(({ field }) => field) : [];

describe('a new channel', () => {
  test('of the format standard is given a secret to sign with, unless it brings one', () => {
    const signingSecret = newSigningSecret();
    const [first] = (targetOf(made({ url: 'https://a.example' })) as WebhookTarget).signingSecrets;
    expect(isSigningSecret(first ?? '')).toBe(true);
    expect(targetOf(made({ url: 'https://a.example', signingSecret }))).toMatchObject({
      format: 'standard',
      signingSecrets: [signingSecret],
    });
  });

  test('of another format signs nothing', () => {
    expect(targetOf(made({ url: 'https://a.example', format: 'slack' }))).toMatchObject({ signingSecrets: [] });
    const signingSecret = newSigningSecret();
    expect(faultsOf(made({ url: 'https://a.example', format: 'slack', signingSecret }))).toEqual(['signingSecret']);
  });

  test.each([
    ['pagerduty', 'https://events.pagerduty.com/v2/enqueue'],
    ['opsgenie', 'https://api.opsgenie.com/v2/alerts'],
  ] as const)('for %s posts where that takes events', (format, url) => {
    expect(targetOf(made({ format, serviceKey: 'k' }))).toMatchObject({ url });
    expect(targetOf(made({ format, serviceKey: 'k', url: 'https://eu.example' }))).toMatchObject({
      url: 'https://eu.example',
    });
  });

  test.each(['standard', 'slack', 'teams', 'alertmanager'] as const)('of the format %s needs a URL', (format) => {
    expect(faultsOf(made({ format }))).toEqual(['url']);
  });

  test.each([
    ['starttls', 587],
    ['tls', 465],
    ['none', 25],
  ] as const)('with a mail server that speaks %s finds it at port %i', (security, port) => {
    const body = { kind: 'email', to: ['a@b.example'], smtp: { host: 'mail.example', security } } as const;
    expect(targetOf(made({ ...body, to: [...body.to] }))).toMatchObject({ smtp: { port, security } });
  });

  test('of mail needs a recipient', () => {
    expect(faultsOf(made({ kind: 'email' }))).toEqual(['to']);
  });
});

test('members of the other kind are named', () => {
  const fields = (kind: 'email' | 'webhook', body: object) => foreignMembers(kind, body).map(({ field }) => field);
  expect(fields('email', { to: [], url: 'x', format: 'slack', serviceKey: null })).toEqual([
    'format',
    'url',
    'serviceKey',
  ]);
  expect(fields('webhook', { url: 'x', to: [], smtp: null })).toEqual(['to', 'smtp']);
  expect(fields('webhook', { url: 'x', to: undefined })).toEqual([]);
});

describe('a changed webhook', () => {
  const keyed = { ...webhook, format: 'pagerduty', signingSecrets: [], serviceKey: 'key' } as const;
  const authorized = { ...webhook, authorization: 'Bearer a' };
  const elsewhere = { url: 'https://hooks.example/b' };

  test.each<[string, WebhookTarget, ChangeChannelBody, string[]]>([
    ['its service key', keyed, elsewhere, ['serviceKey']],
    ['its authorization', authorized, elsewhere, ['authorization']],
    ['nothing, for it has neither', webhook, elsewhere, []],
    ['nothing, for the key is given again', keyed, { ...elsewhere, serviceKey: 'key' }, []],
    ['nothing, for the authorization goes', authorized, { ...elsewhere, authorization: null }, []],
    ['nothing, for the URL is the same', authorized, { url: webhook.url }, []],
    ['nothing, for the URL stays', keyed, { serviceKey: 'other' }, []],
  ])('requires %s again', (_, before, body, fields) => {
    expect(faultsOf(changedTarget(before, body))).toEqual(fields);
  });

  test('keeps what the body leaves out', () => {
    expect(targetOf(changedTarget(webhook, { url: 'https://b.example' }))).toEqual({
      ...webhook,
      url: 'https://b.example',
    });
    expect(targetOf(changedTarget(authorized, {}))).toEqual(authorized);
  });
});

describe('a changed mail server', () => {
  const open = { host: smtp.host, port: smtp.port, security: smtp.security, username: smtp.username };

  test.each([{ host: 'other.example' }, { port: 465 }, { security: 'tls' }, { security: 'none' }, { username: 'other' }] as const)(
    'does not get the stored password where %j changes',
    (change) => {
      expect(faultsOf(changedTarget(email, { smtp: { ...open, ...change } }))).toEqual(['smtp.password']);
    },
  ); // prettier-ignore

  test('keeps its password where it stays the same', () => {
    expect(targetOf(changedTarget(email, { smtp: open }))).toEqual(email);
    expect(targetOf(changedTarget(email, { to: ['b@example.com'] }))).toEqual({ ...email, to: ['b@example.com'] });
  });

  test('takes a new password, or none', () => {
    const server = { host: 'other.example' };
    expect(targetOf(changedTarget(email, { smtp: { ...open, ...server, password: 'new' } }))).toMatchObject({
      smtp: { host: 'other.example', password: 'new' },
    });
    expect(targetOf(changedTarget(email, { smtp: server }))).toMatchObject({
      smtp: { username: null, password: null },
    });
    expect(targetOf(changedTarget(email, { smtp: null }))).toMatchObject({ smtp: null });
  });
});

describe('signing secrets', () => {
  test('are two at most: the new one in front of the one before', () => {
    const [first] = webhook.signingSecrets;
    const one = rotatedTarget(webhook, {});
    expect(one.target.signingSecrets).toEqual([one.made, first]);
    const two = rotatedTarget(one.target, {});
    expect(two.target.signingSecrets).toEqual([two.made, one.made]);
  });

  test('are one again when the change is finished', () => {
    const { target, made: next } = rotatedTarget(webhook, {});
    expect(rotatedTarget(target, { finish: true })).toEqual({
      target: { ...target, signingSecrets: [next] },
      made: null,
    });
    expect(rotatedTarget(webhook, { finish: true }).target).toEqual(webhook);
  });

  test('may be included, and are then not reported', () => {
    const signingSecret = newSigningSecret();
    const { target, made: rotated } = rotatedTarget(webhook, { signingSecret });
    expect([target.signingSecrets[0], rotated]).toEqual([signingSecret, null]);
    expect(() => rotatedTarget(target, { signingSecret })).toThrow('already in use');
    expect(() => rotatedTarget(webhook, { signingSecret: 'whsec_short' })).toThrow('base64 of 24 to 64 bytes');
  });

  test.each([email, { ...webhook, format: 'slack' } as const])('are no matter of $kind $format', (target) => {
    expect(() => rotatedTarget(target, {})).toThrow('Only webhooks with format standard');
  });
});
