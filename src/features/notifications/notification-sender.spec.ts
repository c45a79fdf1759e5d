import { Writable } from 'node:stream';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { type Channel, type ChannelTarget, type SmtpServer, type WebhookTarget } from '../../domain/channel.js';
import { type Notification, type SendOutcome } from '../../domain/notification.js';
import { type Mail, MailSender, type WebhookPost, WebhookSender } from '../../domain/senders.port.js';
import { readSettings } from '../../config/settings.js';
import { createLog } from '../../platform/logging/log.js';
import { SystemClock } from '../../platform/system-clock.js';
import { NotificationSender } from './notification-sender.js';

const delivered: SendOutcome = {
  verdict: 'delivered',
  statusCode: 204,
  detail: 'The receiver answered 204.',
  excerpt: null,
  retryAfterSeconds: null,
};
const failed: SendOutcome = { ...delivered, verdict: 'retry', statusCode: 503, detail: 'The receiver answered 503.' };

class FakeWebhooks extends WebhookSender {
  readonly posts: WebhookPost[] = [];
  answers: SendOutcome[] = [];

  override knownRejection(): null {
    return null;
  }

  override post(post: WebhookPost): Promise<SendOutcome> {
    this.posts.push(post);
    return Promise.resolve(this.answers.shift() ?? delivered);
  }
}

class FakeMails extends MailSender {
  readonly sent: { readonly mail: Mail; readonly server: SmtpServer | null }[] = [];
  ownAddress: string | null = 'console@example.com';
  fault: Error | null = null;

  override knownRejection(): null {
    return null;
  }

  override send(mail: Mail, server: SmtpServer | null): Promise<SendOutcome> {
    if (this.fault) throw this.fault;
    this.sent.push({ mail, server });
    return Promise.resolve(delivered);
  }
}

const signingSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const webhook: WebhookTarget = {
  kind: 'webhook',
  format: 'standard',
  url: 'https://hooks.example/the-secret-path',
  serviceKey: null,
  signingSecrets: [signingSecret],
  authorization: null,
};
const email = { kind: 'email', to: ['ops@example.com'], from: null, smtp: null } as const;
const notice: Notification = {
  id: 'a4b2f0c6-8a54-4d8e-9d0a-3d7f6f1f2a10',
  kind: 'test',
  events: [],
  timestamp: new Date('2026-11-20T21:00:00Z'),
  title: 'Test of the notification channel "On call"',
  lines: ['No action is needed.'],
};

let webhooks: FakeWebhooks;
let mails: FakeMails;
let log: string;

beforeEach(() => {
  [webhooks, mails, log] = [new FakeWebhooks(), new FakeMails(), ''];
});

function send(target: ChannelTarget, what: Notification = notice): Promise<SendOutcome> {
  const times = { pausedAt: null, disabledAt: null, failingSince: null };
  const subscription = { patterns: ['**'], minSeverity: 'info', quietHours: null } as const;
  const channel: Channel = { id: 'channel-1', name: 'On call', subscription, target, ...times, ownerId: null };
  const settings = readSettings({ BASE_URL: 'https://console.example' });
  const lines = new Writable({
    write(line: Buffer, _encoding, done) {
      log += line.toString();
      done();
    },
  });
  const sender = new NotificationSender(webhooks, mails, new SystemClock(), settings, createLog('info', lines));
  return sender.send(channel, what, new AbortController().signal);
}

describe('a webhook', () => {
  test('is posted to its URL under signatures that receivers can verify', async () => {
    const older = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;
    expect(await send({ ...webhook, signingSecrets: [signingSecret, older] })).toEqual(delivered);
    const [post] = webhooks.posts;
    expect(post?.url).toBe(webhook.url);
    for (const secret of [signingSecret, older]) {
      expect(new Webhook(secret).verify(post?.body ?? '', { ...post?.headers })).toMatchObject({ id: notice.id });
    }
  });

  test("that keeps incidents gets the end of a test's incident immediately", async () => {
    await send({ ...webhook, format: 'pagerduty', serviceKey: 'key', signingSecrets: [] });
    const bodies = webhooks.posts.map(({ body }) => JSON.parse(body) as Record<string, string>);
    expect(bodies.map((body) => body['event_action'])).toEqual(['trigger', 'resolve']);
    expect(bodies[0]?.['dedup_key']).toBe(bodies[1]?.['dedup_key']);
  });

  test('that rejected the test gets no end, and one that rejected the end reports that', async () => {
    const target = { ...webhook, format: 'alertmanager', signingSecrets: [] } as const;
    webhooks.answers = [failed];
    expect(await send(target)).toEqual(failed);
    expect(webhooks.posts).toHaveLength(1);
    webhooks.answers = [delivered, failed];
    expect(await send(target)).toMatchObject({
      verdict: 'retry',
      statusCode: 503,
      detail: expect.stringContaining('closing its incident failed'),
    });
  });

  test('whose format cannot express it is sent nothing, permanently', async () => {
    const target = { ...webhook, format: 'opsgenie', serviceKey: 'key', signingSecrets: [] } as const;
    expect(await send(target, { ...notice, kind: 'channel_failing' })).toMatchObject({
      verdict: 'delivered',
      statusCode: null,
    });
    expect(webhooks.posts).toEqual([]);
  });
});

describe('mail', () => {
  const smtp: SmtpServer = { host: 'mail.example', port: 465, security: 'tls', username: null, password: null };

  test('goes by the server of its channel, or by that of the installation', async () => {
    expect(await send({ ...email, smtp })).toEqual(delivered);
    expect(await send(email)).toEqual(delivered);
    expect(mails.sent.map(({ server }) => server)).toEqual([smtp, null]);
    expect(mails.sent[0]?.mail).toMatchObject({ to: email.to, from: 'console@example.com' });
    expect(mails.sent[0]?.mail.messageId).toBe(`${notice.id}@console.example`);
  });

  test('without any sender waits for one', async () => {
    mails.ownAddress = null;
    expect(await send(email)).toMatchObject({ verdict: 'retry', detail: expect.stringContaining('SMTP_FROM') });
    expect(await send({ ...email, smtp, from: 'a@example.com' })).toEqual(delivered);
    expect(mails.sent).toHaveLength(1);
  });
});

test('a bug of ours is an outcome, and the log names the channel without the content', async () => {
  mails.fault = new Error('cannot send to ops@example.com by the-secret-path');
  expect(await send(email)).toMatchObject({ verdict: 'retry', statusCode: null });
  expect(log).toContain('channel-1');
  expect(log).not.toMatch(/the-secret-path|ops@example/);
});
