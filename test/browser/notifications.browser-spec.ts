import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { violationsOf } from '../harness/browser/browser.js';
import { PageFixture } from '../harness/browser/page-fixture.js';
import { until } from '../harness/fixtures/until.js';
import { WebhookReceiver } from '../harness/fakes/webhook-receiver.js';

const script = '<img src=x onerror=alert(1)>';

interface Made {
  readonly id: string;
}

let fixture: PageFixture;
let page: Page;
let receiver: WebhookReceiver;
let scripted: string;

beforeAll(async () => {
  receiver = await WebhookReceiver.start();
  fixture = await PageFixture.start({ WEBHOOK_ALLOW: '127.0.0.1/32' });
  scripted = await addChannel(script, { patterns: ['job.completed.*'] });
  await fixture.runJob('Letters');
  await fixture.runJob('Gone');
  await until(() => Promise.resolve(receiver.requests.length >= 2 || null));
});

afterAll(async () => {
  await fixture.stop();
  await receiver.close();
});

beforeEach(async () => {
  receiver.answerWith({ status: 204 });
  await fixture.open();
  page = fixture.page;
});

afterEach(() => fixture.close());

async function addChannel(name: string, members: object = {}): Promise<string> {
  const admin = await fixture.app.as('admin');
  const body = { name, kind: 'webhook', url: `${receiver.url}/hook`, ...members };
  const made = await admin.post('/admin/notifications/channels', body);
  if (made.status !== 201) throw new Error(made.text);
  return (made.body as Made).id;
}

async function holds(): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });

describe('channels', () => {
  test('are tried with settings that are not stored, and the answer of the receiver is shown as text', async () => {
    await fixture.signedIn('/#/administration/notifications/new');
    await page.getByLabel('Name').fill('Ledger');
    await page.getByRole('textbox', { name: 'URL', exact: true }).fill(`${receiver.url}/ledger`);
    receiver.answerWith({ status: 403, body: script });
    await button('Send a test with these settings').click();
    await page.getByText('Test failed.').waitFor();
    await page.getByText(script).waitFor();
    await holds();
    receiver.answerWith({ status: 204 });
    await button('Send a test with these settings').click();
    await page.getByText('Test delivered.').waitFor();
    expect(receiver.requests.at(-1)?.path).toBe('/ledger');
  });

  test('show their signing secret once, and keep what is left empty when they are changed', async () => {
    await fixture.signedIn('/#/administration/notifications/new');
    await page.getByLabel('Name').fill('Night shift');
    await page.getByRole('textbox', { name: 'URL', exact: true }).fill(`${receiver.url}/night`);
    await page.getByLabel('Job succeeded', { exact: true }).uncheck();
    const tooMild = page.getByText('Not sent: below the minimum severity.');
    expect(await tooMild.count()).toBe(0);
    await page.getByLabel('Minimum severity').selectOption('warning');
    // Beside each ticked event that is too mild: not beside the one that is not ticked.
    expect(await tooMild.count()).toBe(8);
    await button('Create channel').click();
    await heading('Night shift created').waitFor();
    const secret = await page.locator('.secret code').innerText();
    expect(secret).toMatch(/^whsec_/);
    await holds();
    await button('Done').click();
    await heading('Night shift').waitFor();
    expect(await page.content()).not.toContain(secret);
    expect(await page.getByRole('textbox', { name: 'URL', exact: true }).inputValue()).toBe('');
    await page.getByLabel('Name').fill('Day shift');
    await button('Save').click();
    await page.getByText('Takes effect with the next event.').waitFor();
    await button('Send a test').click();
    await page.getByText('Test delivered.').waitFor();
    expect(receiver.requests.at(-1)?.path).toBe('/night');
    await holds();
  });

  test('are not overwritten where somebody else changed them meanwhile', async () => {
    fixture.expectRefusal(/^412 PATCH .*channels/);
    const id = await addChannel('Contested');
    await fixture.signedIn(`/#/administration/notifications/channels/${id}`);
    await page.getByLabel('Minimum severity').selectOption('error');
    const admin = await fixture.app.as('admin');
    await admin.patch(`/admin/notifications/channels/${id}`, { minSeverity: 'critical' });
    await button('Save').click();
    await page
      .getByRole('alert')
      .getByText(/^Request/)
      .waitFor();
    const { body } = await admin.get(`/admin/notifications/channels/${id}`);
    expect(body).toMatchObject({ minSeverity: 'critical' });
  });

  test('are paused, resumed and deleted, and their secrets replaced', async () => {
    const id = await addChannel('Short lived');
    await fixture.signedIn(`/#/administration/notifications/channels/${id}`);
    await button('Pause').click();
    await page.locator('.verdict').getByText('– Paused').waitFor();
    await button('Resume').click();
    await page.locator('.verdict').getByText('Active').waitFor();
    await button('Rotate secret').click();
    await button('Create new secret').click();
    await page.getByText('2 secrets are valid').waitFor();
    expect(await page.locator('.secret code').innerText()).toMatch(/^whsec_/);
    // The new secret is below the heading, which has the focus.
    await heading('Short lived').and(page.locator(':focus')).waitFor();
    const first = await page.locator('.secret code').innerText();
    await button('Rotate secret').click();
    await button('Create new secret').click();
    await until(async () => (await page.locator('.secret code').innerText()) !== first || null);
    // As many are valid as before: the question is closed all the same.
    await button('Rotate secret').waitFor();
    await holds();
    await button('Remove previous secret').click();
    await page.getByRole('button', { name: 'Remove it' }).click();
    await page.getByText('1 secret is valid').waitFor();
    await page.getByRole('button', { name: 'Delete Short lived' }).click();
    await page.getByRole('button', { name: 'Delete channel and its queued messages Short lived' }).click();
    await heading('Notifications').waitFor();
    await page.getByRole('link', { name: script }).waitFor();
    expect(await page.getByRole('link', { name: 'Short lived' }).count()).toBe(0);
  });

  test('are listed with names as text, and greyed for who may only read', async () => {
    await fixture.signedIn('/#/administration/notifications', 'readonly');
    await page.getByRole('link', { name: script }).waitFor();
    await page.getByText("doesn't include notifications:manage").waitFor();
    expect(await page.getByRole('link', { name: 'New channel' }).count()).toBe(0);
    await holds();
    await page.goto(`/#/administration/notifications/channels/${scripted}`);
    await heading(script).waitFor();
    expect(await button('Send a test').isDisabled()).toBe(true);
    expect(await button('Save').isDisabled()).toBe(true);
  });

  test.each([
    ['slack', ['URL', 'Authorization header']],
    ['pagerduty', ['URL', 'Integration key']],
    ['email', ['Recipients', 'Sender']],
  ])('of the kind %s are asked for what they need', async (way, fields) => {
    await fixture.signedIn('/#/administration/notifications/new');
    await page.getByRole('combobox', { name: 'Type', exact: true }).selectOption(way);
    for (const field of fields) await page.getByLabel(field, { exact: true }).waitFor();
    await page.getByLabel('Only critical alerts are sent').check();
    if (way !== 'email') return;
    await page.getByLabel('Use a custom mail server').check();
    await holds();
  });
});

describe('a console without a mail server', () => {
  const list = '/#/administration/notifications';

  test('says so over its channels, and names those that send nothing for that', async () => {
    await fixture.signedIn(list);
    await page.getByText('The console has no default mail server').waitFor();
    await holds();
    await fixture.alter('/admin/notifications/channels*', ({ items, ...rest }: { items: object[] }) => ({
      ...rest,
      items: [...items, { ...items[0], id: 'mail', name: 'Post', kind: 'email', format: null, to: [], smtp: null }],
    }));
    await page.reload();
    await page.getByText('No mail is sent to these channels: Post.').waitFor();
    await holds();
  });

  test('asks a new mail channel for a server and a sender of its own', async () => {
    await fixture.signedIn(`${list}/new`);
    await page.getByRole('combobox', { name: 'Type', exact: true }).selectOption('email');
    await page.getByText('The console has no default mail server').waitFor();
    expect(await page.getByLabel('Use a custom mail server').isChecked()).toBe(true);
    expect(await page.getByLabel('Sender').getAttribute('required')).not.toBeNull();
    await holds();
  });

  test('is one only where the API says so', async () => {
    await fixture.alter('/admin/notifications/channels*', (body: object) => ({ ...body, hasMailServer: true }));
    await fixture.signedIn(`${list}/new`);
    await page.getByRole('combobox', { name: 'Type', exact: true }).selectOption('email');
    await page.getByText('Default: system sender.').waitFor();
    expect(await page.getByLabel('Use a custom mail server').isChecked()).toBe(false);
    await page.goto(list);
    await page.getByRole('link', { name: script }).waitFor();
    expect(await page.locator('.note').count()).toBe(0);
  });
});

describe('the buttons of a channel', () => {
  test('stand in one line', async () => {
    await fixture.signedIn(`/#/administration/notifications/channels/${scripted}`);
    const boxes = [button('Send a test'), button('Pause'), button(`Delete ${script}`)].map((one) => one.boundingBox());
    const bottoms = (await Promise.all(boxes)).map((box) => box && Math.round(box.y + box.height));
    expect(new Set(bottoms).size).toBe(1);
  });
});

describe('deliveries', () => {
  const deliveries = '/#/administration/notifications/deliveries';

  test('that still wait tell until when they are tried', async () => {
    const open = { status: 'waiting', attempts: 2, deadline: '2099-01-02T03:04:05.000Z' };
    await fixture.alter('/admin/notifications/deliveries/*', (body: object) => ({ ...body, ...open }));
    await fixture.signedIn(`${deliveries}?channel=${scripted}`);
    await page.getByRole('link', { name: /"Gone".*failed/ }).click();
    await page.getByText('Gives up at', { exact: true }).waitFor();
    await page.getByText('! Retrying (2 failed)').waitFor();
    await page.getByText('This delivery is still in progress.').waitFor();
    expect(await button('Resend').isDisabled()).toBe(true);
    expect(await page.locator('time[datetime^="2099-01-02"]').count()).toBe(1);
    expect(await page.getByText('Last attempt').count()).toBe(0);
  });

  test('are opened with their tries, and sent again', async () => {
    await fixture.signedIn(`${deliveries}?channel=${scripted}`);
    await page.getByRole('link', { name: script }).first().waitFor();
    await page.getByRole('link', { name: /"Gone".*failed/ }).click();
    const attempts = page.getByRole('table', { name: 'Attempts' });
    await attempts.getByText('delivered').waitFor();
    // To the second, and in which zone.
    expect(await attempts.getByRole('rowheader').first().innerText()).toMatch(/\d\d:\d\d:\d\d/);
    await page.getByText(/^Times in /).waitFor();
    await holds();
    const before = receiver.requests.length;
    await button('Resend').click();
    await page.getByText('Resend number', { exact: true }).waitFor();
    await until(() => Promise.resolve(receiver.requests.length > before || null));
    const ids = receiver.requests.map(({ headers }) => headers['webhook-id']);
    expect(ids.slice(0, before)).toContain(ids[before]);
  });

  test('are chosen by keyboard and sent again together', async () => {
    await fixture.signedIn(`${deliveries}?channel=${scripted}&status=delivered`);
    await page.getByRole('row').nth(1).focus();
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('2 selected').waitFor();
    await holds();
    const before = receiver.requests.length;
    await button('Resend 2').press('Enter');
    await page.getByText('2 deliveries queued').waitFor();
    await until(() => Promise.resolve(receiver.requests.length === before + 2 || null));
  });

  test('of a span of time are sent again', async () => {
    await fixture.signedIn(deliveries);
    await page.getByText('Resend a time range').click();
    const span = page.locator('details form');
    await span.getByLabel('Channel').selectOption(scripted);
    await span.getByLabel('Created from').fill('2020-01-01T00:00');
    await span.getByLabel('Created to').fill('2020-01-02T00:00');
    await holds();
    await span.getByRole('button', { name: 'Resend' }).click();
    await page.getByText('0 deliveries queued for resending.').waitFor();
  });
});
