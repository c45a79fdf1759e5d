import { expect, test } from '@jest/globals';
import {
  type ChannelTarget,
  type EmailTarget,
  type Subscription,
  type WebhookTarget,
} from '../../../domain/channel.js';
import { channelErrors } from './channel-checks.js';

const subscription: Subscription = { patterns: ['**'], minSeverity: 'info', quietHours: null };
const night = { timezone: 'Europe/Berlin', from: '22:00', until: '06:00', days: [1, 2] };
const webhook: WebhookTarget = {
  kind: 'webhook',
  format: 'slack',
  url: 'https://hooks.example/a?b=c',
  signingSecrets: [],
  serviceKey: null,
  authorization: null,
};
const smtp = { host: 'mail.example', port: 587, security: 'starttls', username: 'ops', password: 'secret' } as const;
const email: EmailTarget = { kind: 'email', to: ['ops@example.com'], from: null, smtp };

const own = 'console@example.com';
const fieldsOf = (target: ChannelTarget, ownAddress: string | null = own): string[] =>
  channelErrors({ subscription, target }, ownAddress).map(({ field }) => field);
const subscribed = (change: Partial<Subscription>): string[] =>
  channelErrors({ subscription: { ...subscription, ...change }, target: webhook }, own).map(({ field }) => field);

test.each<[Partial<Subscription>, string[]]>([
  [{}, []],
  [{ patterns: ['job.**', '!job.completed.ok'] }, []],
  [{ patterns: ['job.**', 'jobs.**'] }, ['patterns']],
  [{ patterns: ['Job'] }, ['patterns']],
  [{ patterns: ['!job.**'] }, ['patterns']],
  [{ patterns: ['job.**', '!**'] }, ['patterns']],
  [{ quietHours: night }, []],
  [{ quietHours: { ...night, timezone: 'Mars/Phobos' } }, ['quietHours.timezone']],
  [{ quietHours: { ...night, until: '22:00' } }, ['quietHours.until']],
  [{ patterns: ['x'], quietHours: { ...night, timezone: 'X', until: '22:00' } }, ['patterns', 'quietHours.timezone', 'quietHours.until']],
])('of the subscription %j these are wrong: %j', (change, fields) => {
  expect(subscribed(change)).toEqual(fields);
}); // prettier-ignore

test('a pattern that matches nothing is named', () => {
  const [fault] = channelErrors(
    { subscription: { ...subscription, patterns: ['**', 'jobs.**'] }, target: webhook },
    own,
  );
  expect(fault?.detail).toContain('"jobs.**"');
});

test.each([
  ['https://hooks.example/a?b=c', []],
  ['http://192.0.2.7:8080', []],
  ['https://[2001:db8::1]/', []],
  ['HTTPS://HOOKS.EXAMPLE/', []],
  ['https://user@hooks.example/', ['url']],
  ['https://:word@hooks.example/', ['url']],
  ['https://hooks.example/#a', ['url']],
  ['https://hooks.example/#', ['url']],
  ['ftp://hooks.example/', ['url']],
  ['file:///etc/passwd', ['url']],
  ['javascript:alert(1)', ['url']],
  ['https:hooks.example', ['url']],
  ['//hooks.example/', ['url']],
  ['hooks.example', ['url']],
  ['https://', ['url']],
  ['https://a b.example/', ['url']],
  [' https://hooks.example/', ['url']],
  ['https://hooks.example/\n', ['url']],
  ['https://hooks.exa\tmple/', ['url']],
  ['https://hooks.example:99999/', ['url']],
  ['', ['url']],
])('of the URL %j these are wrong: %j, and it is not repeated', (url, fields) => {
  expect(fieldsOf({ ...webhook, url })).toEqual(fields);
  const details = channelErrors({ subscription, target: { ...webhook, url } }, own).map(({ detail }) => detail);
  if (url.trim().length > 8) expect(details.join()).not.toContain(url.trim());
});

test.each<[Partial<WebhookTarget>, string[]]>([
  [{ authorization: 'Bearer a' }, []],
  [{ serviceKey: 'k' }, ['serviceKey']],
  [{ format: 'pagerduty' }, ['serviceKey']],
  [{ format: 'opsgenie' }, ['serviceKey']],
  [{ format: 'pagerduty', serviceKey: 'k' }, []],
  [{ format: 'opsgenie', serviceKey: 'k', authorization: 'Bearer a' }, ['authorization']],
  [{ format: 'alertmanager', authorization: 'Basic a' }, []],
])('of the webhook %j these are wrong: %j', (change, fields) => {
  expect(fieldsOf({ ...webhook, ...change })).toEqual(fields);
});

test.each<[Partial<EmailTarget>, string | null, string[]]>([
  [{}, own, []],
  [{}, null, ['from']],
  [{ from: 'a@b.example' }, null, []],
  [{ smtp: null }, own, []],
  [{ smtp: null }, null, ['smtp']],
  [{ smtp: { ...smtp, password: null } }, own, ['smtp.password']],
  [{ smtp: { ...smtp, username: null } }, own, ['smtp.password']],
  [{ smtp: { ...smtp, username: null, password: null } }, own, []],
  [{ smtp: { ...smtp, security: 'none' } }, own, ['smtp.security']],
  [{ smtp: { ...smtp, security: 'none', username: null, password: null } }, own, []],
])('of the mail channel %j with the sender %s these are wrong: %j', (change, ownAddress, fields) => {
  expect(fieldsOf({ ...email, ...change }, ownAddress)).toEqual(fields);
});
