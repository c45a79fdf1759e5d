import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { type Caller } from '../harness/fixtures/test-console.js';
import { Keyboard } from '../harness/browser/keyboard.js';
import { PageFixture } from '../harness/browser/page-fixture.js';
import { until } from '../harness/fixtures/until.js';
import { WebhookReceiver } from '../harness/fakes/webhook-receiver.js';

let fixture: PageFixture;
let page: Page;
let keys: Keyboard;
let admin: Caller;
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await WebhookReceiver.start();
  receiver.answerWith({ status: 204 });
  fixture = await PageFixture.start({ WEBHOOK_ALLOW: '127.0.0.1/32' });
  admin = await fixture.app.as('admin');
  await admin.post('/admin/notifications/channels', { name: 'Ledger', kind: 'webhook', url: `${receiver.url}/hook` });
  await fixture.runJob('Letters');
  await until(() => receiver.requests.length > 0 || null);
  await fixture.open();
  // What would be lost is told before it is done.
  fixture.expectRefusal(/^409 POST .*(prune|purge)$/);
  page = fixture.page;
  keys = new Keyboard(page);
  await page.goto('/');
  await keys.signIn();
});

afterAll(async () => {
  await fixture.close();
  await fixture.stop();
  await receiver.close();
});

// One person at one page: what a test left open is closed by a key too.
beforeEach(() => page.keyboard.press('Escape'));

const list = (name: string) => page.getByRole('combobox', { name, exact: true });
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const heading = (name: string | RegExp) => page.getByRole('heading', { name, exact: true });
const link = (name: string | RegExp) => page.getByRole('link', { name, exact: true });

async function toClient(): Promise<void> {
  await keys.goTo('Clients');
  await keys.toRow('Clients and their protection', 'local');
  await page.keyboard.press('Enter');
  await keys.arrivesAt(heading('local'));
}

describe('by the keyboard alone', () => {
  test('a silence is marked as seen, which the machine of this test never comes to', async () => {
    let sent: unknown;
    const silence = { status: 'crit', ageSeconds: 400_000 };
    await fixture.alter('/clients/local*', (client: { silence: object }) => ({
      ...client,
      silence: { ...client.silence, ...silence },
    }));
    await page.route('**/api/v1/clients/local/acknowledgement*', (route) => {
      sent = route.request().postDataJSON();
      return route.fulfill({ json: {} });
    });
    await toClient();
    await keys.press(button('Acknowledge'));
    await keys.write(page.getByLabel('Note'), 'The disk is on its way.');
    await keys.choose(list('Until').last(), 'in 3 days');
    await keys.press(button('Acknowledge'));
    await until(() => sent !== undefined || null);
    expect(sent).toMatchObject({ note: 'The disk is on its way.' });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('the watch over a client is paused and taken up, and the focus goes to what took the place of the button', async () => {
    await toClient();
    await keys.choose(list('Until').first(), 'in a day');
    await keys.press(button('Mute'));
    await keys.arrivesAt(button('Unmute'));
    await page.keyboard.press('Enter');
    await page.getByText('✓ monitored').waitFor();
    await keys.keepsFocus();
  });

  test('a client gets thresholds of its own', async () => {
    await toClient();
    await keys.choose(list('Source'), 'this client');
    await keys.write(page.getByLabel('Warn after (hours)'), '48');
    await keys.write(page.getByLabel('Critical after (hours)'), '99');
    await page.keyboard.press('Enter');
    await page.getByText('Saved. Takes effect immediately.').waitFor();
    await keys.keepsFocus();
    const { body } = await admin.get('/admin/monitoring/clients/local');
    expect(body).toMatchObject({ warnSeconds: 48 * 3600, critSeconds: 99 * 3600 });
  });

  test('a volume is labelled, edited and purged with its name typed', async () => {
    await keys.goTo('Volumes');
    await keys.press(link('Label a volume'));
    await keys.arrivesAt(heading('Label a volume'));
    await keys.write(page.getByLabel('Name'), 'By-Keys');
    await page.keyboard.press('Enter');
    await keys.arrivesAt(heading('By-Keys'));
    await keys.press(button('Edit'));
    await keys.arrivesAt(heading('Edit volume'));
    await keys.write(page.getByLabel('Retention (days)'), '90');
    await keys.press(button('Save'));
    await page.getByText('By-Keys changed.').waitFor();
    await keys.arrivesAt(heading('By-Keys'));
    await keys.press(button('Prune…'));
    await keys.arrivesAt(heading('Prune By-Keys'));
    await keys.press(button('Cancel'));
    await keys.arrivesAt(heading('By-Keys'));
  });

  test('a purge shows what is lost and wants the name typed', async () => {
    await keys.goTo('Volumes');
    await keys.toRow('Volumes', 'Default-0001');
    await page.keyboard.press('Enter');
    await keys.arrivesAt(heading('Default-0001'));
    await keys.press(button('Purge…'));
    await keys.arrivesAt(heading('Purge Default-0001'));
    await keys.press(page.getByLabel('Delete this last Full anyway'), 'Space');
    await keys.write(page.getByLabel('Type Default-0001 to confirm'), 'Default-0001');
    await keys.press(button('Purge volume'));
    await page.getByText('Default-0001 purged').waitFor();
    await keys.arrivesAt(heading('Default-0001'));
  });

  test('statistics are of another period, read bar by bar, and saved', async () => {
    await keys.goTo('Statistics');
    await keys.press(link('7 days'));
    await keys.arrivesAt(link('7 days'));
    await page.waitForURL(/days=7/);
    await keys.write(page.getByLabel('From', { exact: true }), '01/05/2026');
    await page.waitForURL(/since=2026-01-05/);
    await keys.arrivesAt(page.getByLabel('From', { exact: true }));
    const figures = button('Download CSV: Summary');
    await keys.tabTo(figures);
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(download.suggestedFilename()).toBe('summary.csv');
    await keys.arrivesAt(figures);
    await keys.tabTo(page.getByRole('slider').first());
    await page.keyboard.press('ArrowLeft');
    await keys.keepsFocus();
  });

  test('from an event one comes to its delivery, and sends that again', async () => {
    await keys.goTo('Events');
    await keys.choose(list('Type'), 'Job succeeded');
    await button('Remove filter Type').waitFor();
    await keys.toRow('Events', /Letters/);
    await page.keyboard.press('Enter');
    await keys.arrivesAt(heading(/Letters/));
    await keys.press(link('Ledger'));
    await page.waitForURL(/deliveries\//);
    const before = receiver.requests.length;
    await keys.press(button('Resend'));
    await until(() => receiver.requests.length > before || null);
    await keys.keepsFocus();
  });
});
