import { describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import {
  baseUrl,
  madeEvent,
  noon,
  noticeOf,
  noticeWithout,
  summaryOf,
  webhookTarget,
} from '../../../../test/harness/builders/notification-data.js';
import { type BodyFormat, type WebhookTarget } from '../../../domain/channel.js';
import { type EventType, eventTypes } from '../../../domain/event.js';
import { type Notification } from '../../../domain/notification.js';
import { composeTestResolve, composeWebhook } from './compose-webhook.js';
import { newSigningSecret } from './signing.js';

const context = { baseUrl, now: noon };
const incidentFormats = ['pagerduty', 'opsgenie', 'alertmanager'] as const;
const routingKey = '0123456789abcdef0123456789abcdef';
const testNotice = noticeWithout('test', 'alice tries the channel "on call".');

function compose(format: BodyFormat, notice: Notification, more: Partial<WebhookTarget> = {}) {
  return composeWebhook(webhookTarget(format, { serviceKey: routingKey, ...more }), notice, context);
}

function bodyOf(format: BodyFormat, notice: Notification) {
  // Bodies are parsed as the receiver parses them; what is missing is undefined.
  return JSON.parse(compose(format, notice)?.body ?? 'null') as never;
}

const event = (type: EventType, names = {}): Notification => noticeOf(madeEvent(type, names));

describe('standard', () => {
  test.each(eventTypes)('%s is the envelope as it is stored', (type) => {
    const made = madeEvent(type);
    const stored = { ...made, recordedAt: noon };
    expect(bodyOf('standard', noticeOf(stored))).toEqual({
      ...made,
      timestamp: made.timestamp.toISOString(),
    });
  });

  test('is signed under the id of the notice and the time of the try', () => {
    const secret = newSigningSecret();
    const now = new Date(Date.now());
    const notice = event('job.completed.error');
    const post = composeWebhook(webhookTarget('standard', { signingSecrets: [secret] }), notice, { baseUrl, now });
    expect(post?.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': notice.id });
    expect(new Webhook(secret).verify(post!.body, { ...post!.headers })).toMatchObject({ id: notice.id });
  });

  test('sends tests and failing channels under types of their own, and no summary', () => {
    expect(bodyOf('standard', testNotice)).toMatchObject({ id: testNotice.id, type: 'test', severity: 'info' });
    const failing = noticeWithout('channel_failing', 'The channel "pager" fails since 09:00.', ['It answered 503.']);
    expect(bodyOf('standard', failing)).toMatchObject({
      type: 'channel_failing',
      data: { lines: ['It answered 503.'] },
    });
    expect(compose('standard', summaryOf([madeEvent('job.completed.ok')]))).toBeNull();
  });
});

const beginningsAndEnds = [
  ['job.completed.error', 'job.completed.ok', 'job:main:Nightly'],
  ['job.completed.warning', 'job.completed.ok', 'job:main:Nightly'],
  ['client.silence.warn', 'client.silence.ok', 'silence:main:web1'],
  ['client.silence.crit', 'client.silence.ok', 'silence:main:web1'],
] as const;

describe.each(beginningsAndEnds)('%s and the %s that ends it', (begins, ends, key) => {
  test('carry one key to PagerDuty', () => {
    expect(bodyOf('pagerduty', event(begins))).toMatchObject({ event_action: 'trigger', dedup_key: key });
    expect(bodyOf('pagerduty', event(ends))).toEqual({
      event_action: 'resolve',
      dedup_key: key,
      routing_key: routingKey,
    });
  });

  test('carry one alias to Opsgenie', () => {
    expect(compose('opsgenie', event(begins))?.url).toBe('https://receiver.example.org/in');
    expect(bodyOf('opsgenie', event(begins))).toMatchObject({ alias: key });
    expect(compose('opsgenie', event(ends))?.url).toBe(
      `https://receiver.example.org/in/${encodeURIComponent(key)}/close?identifierType=alias`,
    );
  });

  test('are one alert to Alertmanager, open for longer than any pause and closed in the past', () => {
    const [begun] = bodyOf('alertmanager', event(begins)) as { labels: object; startsAt: string; endsAt: string }[];
    const [ended] = bodyOf('alertmanager', event(ends)) as { labels: object; startsAt: string; endsAt: string }[];
    expect(ended?.labels).toEqual(begun?.labels);
    expect(Date.parse(begun!.endsAt) - Date.parse(begun!.startsAt)).toBe(366 * 86_400_000);
    expect(ended).toMatchObject({ startsAt: '2026-11-22T02:13:09.000Z', endsAt: '2026-11-22T02:13:09.000Z' });
  });
});

describe.each(incidentFormats)('%s', (format) => {
  test('hears nothing of tokens, summaries and failing channels', () => {
    const silent = [
      event('api_token.create'),
      event('api_token.revoke'),
      summaryOf([madeEvent('job.completed.error')]),
      noticeWithout('channel_failing', 'A channel fails.'),
    ];
    expect(silent.map((notice) => compose(format, notice))).toEqual(silent.map(() => null));
  });

  test('keeps two jobs of one name on two Directors, and a job and a client of one name, apart', () => {
    const notices = [
      event('job.completed.error', { director: 'one', job: 'X' }),
      event('job.completed.error', { director: 'two', job: 'X' }),
      event('client.silence.crit', { director: 'one', client: 'X' }),
    ];
    expect(new Set(notices.map((notice) => JSON.stringify(identityOf(format, notice)))).size).toBe(3);
  });

  test('stays one incident for a job that ran on another client', () => {
    const [one, other] = ['web1', 'web2'].map((client) => identityOf(format, event('job.completed.error', { client })));
    expect(one).toEqual(other);
  });

  test('takes a test as the mildest incident of its own, and its end', () => {
    const target = webhookTarget(format, { serviceKey: routingKey });
    const end = composeTestResolve(target, testNotice, context);
    expect(end).not.toBeNull();
    const severities = {
      pagerduty: '"severity":"info"',
      opsgenie: '"priority":"P5"',
      alertmanager: '"severity":"info"',
    };
    expect(compose(format, testNotice)?.body).toContain(severities[format]);
    expect(format === 'opsgenie' ? decodeURIComponent(end!.url) : end!.body).toContain(`test:${testNotice.id}`);
    expect(composeTestResolve(target, event('job.completed.ok'), context)).toBeNull();
  });
});

/** By what the service knows an incident again. */
function identityOf(format: (typeof incidentFormats)[number], notice: Notification): unknown {
  const body = bodyOf(format, notice) as { dedup_key: string; alias: string } & { labels: object }[];
  return { pagerduty: body.dedup_key, opsgenie: body.alias, alertmanager: body[0]?.labels }[format];
}

describe('severities', () => {
  test.each([
    ['job.completed.warning', 'warning', 'P3'],
    ['job.completed.error', 'error', 'P2'],
    ['client.silence.warn', 'warning', 'P3'],
    ['client.silence.crit', 'critical', 'P1'],
  ] as const)('of %s are %s and %s', (type, severity, priority) => {
    expect(bodyOf('pagerduty', event(type))).toMatchObject({ payload: { severity } });
    expect(bodyOf('opsgenie', event(type))).toMatchObject({ priority });
    expect(bodyOf('alertmanager', event(type))).toMatchObject([{ annotations: { severity } }]);
  });

  test('are no label of Alertmanager, for a client that gets worse stays one alert', () => {
    const labels = (['client.silence.warn', 'client.silence.crit'] as const).map((type) =>
      identityOf('alertmanager', event(type)),
    );
    expect(labels[0]).toEqual(labels[1]);
    expect(labels[0]).toEqual({
      alertname: 'BackupClientOverdue',
      service: 'backup-console',
      director: 'main',
      client: 'web1',
    });
  });
});

describe('keys and authorization', () => {
  test('are sent in the place that the service documents', () => {
    const notice = event('job.completed.error');
    expect(compose('opsgenie', notice)?.headers.authorization).toBe(`GenieKey ${routingKey}`);
    expect(compose('alertmanager', notice, { authorization: 'Basic eDp5' })?.headers.authorization).toBe('Basic eDp5');
    expect(compose('pagerduty', notice)?.headers).toEqual({ 'content-type': 'application/json' });
    expect(compose('pagerduty', notice)?.body).toContain(routingKey);
  });

  test('of one format are in no message of another', () => {
    const secrets = { serviceKey: 'service-key', signingSecrets: [newSigningSecret()] };
    for (const format of ['standard', 'slack', 'teams', 'alertmanager'] as const) {
      expect(JSON.stringify(compose(format, event('job.completed.error'), secrets))).not.toMatch(/service-key|whsec_/);
    }
  });
});

test.each([
  [
    'https://api.eu.opsgenie.com/v2/alerts/',
    'https://api.eu.opsgenie.com/v2/alerts/silence%3Amain%3Aa%2Fb%3F%23/close?',
  ],
  [
    'https://proxy.example.org/og?tenant=7#x',
    'https://proxy.example.org/og/silence%3Amain%3Aa%2Fb%3F%23/close?tenant=7&',
  ],
])('an alert below %s is closed at %s', (url, close) => {
  const notice = event('client.silence.ok', { client: 'a/b?#' });
  expect(compose('opsgenie', notice, { url })?.url).toBe(`${close}identifierType=alias`);
});
