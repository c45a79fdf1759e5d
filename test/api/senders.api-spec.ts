import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DataSource } from 'typeorm';
import { MailSender, WebhookSender } from '../../src/domain/senders.port.js';
import { AccessApp } from '../harness/fixtures/access-app.js';
import { adminCookie, call } from '../harness/fixtures/access-calls.js';
import { channelsPath } from '../harness/fixtures/channel-fixture.js';
import { MailReceiver } from '../harness/fakes/mail-receiver.js';
import { WebhookReceiver } from '../harness/fakes/webhook-receiver.js';

const never = new AbortController().signal;
let app: AccessApp;
let receiver: WebhookReceiver;
let relay: MailReceiver;

beforeAll(async () => {
  [receiver, relay] = await Promise.all([WebhookReceiver.start(), MailReceiver.start()]);
  const from = 'Backup Console <backup@example.org>';
  app = await AccessApp.start({ WEBHOOK_ALLOW: '127.0.0.0/8,::1', SMTP_URL: relay.url, SMTP_FROM: from });
});

afterAll(async () => {
  await app.stop();
  await Promise.all([receiver.close(), relay.close()]);
});

const post = (url: string) => app.get(WebhookSender).post({ url, headers: {}, body: '{}' }, never);

describe('the assembled console', () => {
  test('reaches what WEBHOOK_ALLOW names', async () => {
    expect((await post(receiver.url)).verdict).toBe('delivered');
    expect(receiver.requests).toHaveLength(1);
  });

  test('never reaches itself, on a port that the system chose, by whatever name', async () => {
    const { port } = new URL(app.url);
    for (const host of ['127.0.0.1', '127.9.9.9', 'localhost', '[::1]', '[::ffff:127.0.0.1]']) {
      expect((await post(`http://${host}:${port}/api/v1/tokens`)).detail).toMatch(/console itself/);
    }
  });

  test('never reaches the PostgreSQL that it brought up', async () => {
    const { url } = app.get(DataSource).options as { url: string };
    expect((await post(`http://127.0.0.1:${new URL(url).port}/`)).detail).toMatch(/console itself/);
  });

  test('sends mail by SMTP_URL', async () => {
    const sender = app.get(MailSender);
    const to = ['anna@example.org'];
    const mail = { to, from: sender.ownAddress ?? '', messageId: 'one@backup.example', date: new Date() };
    const words = { subject: 'A test', text: 'text', html: '<p>text</p>', headers: {} };
    expect((await sender.send({ ...mail, ...words }, null, never)).verdict).toBe('delivered');
    expect(relay.mails[0]).toMatchObject({ from: 'backup@example.org', to });
  });

  test('reports with its channels that it has a mail server', async () => {
    const answer = await call(app, 'GET', channelsPath, { cookie: await adminCookie(app) });
    expect(answer.body).toMatchObject({ items: [], hasMailServer: true });
  });
});
