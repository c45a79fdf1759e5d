import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { Keyboard } from '../harness/browser/keyboard.js';
import { PageFixture } from '../harness/browser/page-fixture.js';
import { until } from '../harness/fixtures/until.js';
import { WebhookReceiver } from '../harness/fakes/webhook-receiver.js';

let fixture: PageFixture;
let page: Page;
let keys: Keyboard;
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await WebhookReceiver.start();
  receiver.answerWith({ status: 204 });
  fixture = await PageFixture.start({ WEBHOOK_ALLOW: '127.0.0.1/32' });
  await fixture.open();
  page = fixture.page;
  keys = new Keyboard(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
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
const clipboard = () => page.evaluate<string>('navigator.clipboard.readText()');

describe('by the keyboard alone', () => {
  test('a token is created, copied and revoked', async () => {
    await keys.goTo('API Tokens');
    await keys.write(page.getByLabel('Name', { exact: true }), 'by keys');
    await keys.choose(list('Expires'), 'in 30 days');
    await keys.press(button('Create token'));
    await keys.arrivesAt(heading('by keys created'));
    await keys.press(button('Copy: Token'));
    await page.getByText('Copied', { exact: true }).waitFor();
    expect(await clipboard()).toBe(await page.locator('.secret code').first().innerText());
    await keys.press(page.getByText('GitHub Actions'));
    await keys.press(button('Done'));
    await keys.arrivesAt(heading('API Tokens'));
    await keys.toRow('API tokens', 'by keys');
    await keys.press(button('Revoke by keys'));
    await keys.arrivesAt(button('Revoke token by keys'));
    await page.keyboard.press('Enter');
    await page.getByText('by keys revoked').waitFor();
    await keys.arrivesAt(heading('API Tokens'));
  });

  test('a person is invited, and gets another role', async () => {
    await keys.goTo('Users');
    await keys.write(page.getByLabel('User', { exact: true }).first(), 'otto');
    await keys.choose(list('Role').first(), 'operator');
    await keys.press(button('Create and invite'));
    await keys.arrivesAt(heading('Link for otto'));
    await keys.press(button('Copy: Link'));
    expect(await clipboard()).toContain('#/welcome/');
    await keys.press(button('Done'));
    await keys.arrivesAt(heading('Users'));
    await keys.toRow('Users', 'otto');
    await page.keyboard.press('Enter');
    await keys.arrivesAt(heading('otto'));
    await keys.choose(list('Role'), 'readonly');
    await keys.press(button('Change role'));
    await page.getByText('otto now has the role readonly.').waitFor();
    await keys.keepsFocus();
    await keys.press(button('Disable'));
    await keys.arrivesAt(button('Disable user'));
    await page.keyboard.press('Enter');
    await page.getByText('otto disabled.').waitFor();
    await keys.keepsFocus();
    await keys.press(button('Enable'));
    await page.getByText('otto can sign in again.').waitFor();
    await keys.keepsFocus();
  });

  test('a role is made from another one, changed and deleted', async () => {
    await keys.goTo('Roles');
    await keys.tabTo(page.getByRole('region', { name: 'Role capabilities' }));
    await keys.press(link('New role'));
    await keys.arrivesAt(heading('New role'));
    await keys.write(page.getByLabel('Name', { exact: true }), 'night-watch');
    await keys.choose(list('Copy from'), 'readonly');
    await keys.press(page.getByRole('checkbox', { name: /^jobs:cancel/ }), 'Space');
    await keys.press(button('Create role'));
    await keys.arrivesAt(heading('night-watch'));
    await keys.press(page.getByRole('checkbox', { name: /^jobs:cancel/ }), 'Space');
    await keys.press(button('Save'));
    await page.getByText('night-watch saved.').waitFor();
    await keys.keepsFocus();
    await keys.press(button('Delete night-watch'));
    await keys.arrivesAt(button('Delete role night-watch'));
    await page.keyboard.press('Enter');
    await keys.arrivesAt(heading('Roles'));
  });

  test('a Director is taken from what is found, tested and added all the same, and forgotten', async () => {
    const found = {
      kind: 'bareos',
      name: 'site-dir',
      address: '127.0.0.1',
      port: 1,
      source: '/etc/bareos/bconsole.conf',
      catalog: { database: 'bareos', address: '127.0.0.1', port: 1, user: 'bareos' },
      known: false,
      unreadable: [],
    };
    await fixture.alter('/admin/discovered-directors*', () => ({ items: [found], nextCursor: null }));
    await keys.goTo('Directors');
    await keys.press(link('Add a Director'));
    await keys.arrivesAt(heading('Add a Director'));
    await keys.press(button('Use these settings: site-dir'));
    await keys.choose(list('Encryption'), 'none');
    await keys.press(button('Generate console resource'));
    await keys.write(page.getByLabel('Role password'), 'a secret of a role');
    // The findings come above the button, which is read as soon as they are in the page.
    const placed = page.evaluate<number>(`new Promise((resolve) => {
      const pressed = document.querySelector('button[value=test]');
      new MutationObserver((_, observer) => {
        if (pressed.innerText !== 'Test again') return;
        observer.disconnect();
        resolve(pressed.getBoundingClientRect().bottom - innerHeight);
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    })`);
    await keys.press(button('Test'));
    await page.getByText('Some checks failed').waitFor();
    expect(await placed).toBeLessThanOrEqual(0);
    await keys.keepsFocus();
    await keys.press(button('Add anyway'));
    await keys.arrivesAt(heading('site-dir'));
    await keys.press(page.getByText('Remove Director'));
    await keys.write(page.getByLabel('Type site-dir to confirm'), 'site-dir');
    await keys.press(button('Remove'));
    await keys.arrivesAt(heading('Directors'));
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('a channel is tried, created, tested, paused, and what it was told is sent again', async () => {
    await keys.goTo('New channel');
    await keys.choose(list('Type'), 'Webhook');
    await keys.write(page.getByLabel('Name', { exact: true }), 'Night shift');
    await keys.write(page.getByRole('textbox', { name: 'URL', exact: true }), `${receiver.url}/night`);
    await keys.press(page.getByLabel('Job failed'), 'Space');
    await keys.press(page.getByLabel('Job failed'), 'Space');
    await keys.press(button('Send a test with these settings'));
    await page.getByText('Test delivered.').waitFor();
    await keys.keepsFocus();
    await keys.tabTo(button('Create channel'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await keys.arrivesAt(heading('Night shift created'));
    await keys.press(button('Done'));
    await keys.arrivesAt(heading('Night shift'));
    await keys.press(button('Send a test'));
    await page.getByText('Test delivered.').waitFor();
    await keys.press(button('Pause'));
    await keys.arrivesAt(button('Resume'));
    await page.keyboard.press('Enter');
    await keys.arrivesAt(button('Pause'));
    await fixture.runJob('Letters');
    await until(() => receiver.requests.some(({ headers }) => String(headers['webhook-id']).length > 0) || null);
    await keys.goTo('Deliveries');
    await keys.toRow('Deliveries', 'Night shift');
    await page.keyboard.press('x');
    const before = receiver.requests.length;
    await keys.press(button('Resend 1'));
    await page.getByText('1 delivery queued').waitFor();
    await keys.keepsFocus();
    await until(() => receiver.requests.length > before || null);
  });

  test('thresholds of silence are changed for all', async () => {
    await keys.goTo('Monitoring');
    await keys.write(page.getByLabel('Warn after (hours)'), '40');
    await keys.write(page.getByLabel('Critical after (hours)'), '80');
    await page.keyboard.press('Enter');
    await page.getByText('Saved. Takes effect immediately.').waitFor();
    await keys.keepsFocus();
  });

  test('the audit is verified, filtered, and one record read', async () => {
    await keys.goTo('Audit');
    await keys.press(button('Verify the chain'));
    await page.getByText('Verified:').waitFor();
    await keys.keepsFocus();
    await keys.choose(list('Outcome'), 'Succeeded');
    await button('Remove filter Outcome').waitFor();
    await keys.write(list('Action'), 'role.delete');
    await page.keyboard.press('Enter');
    await button('Remove filter Action').waitFor();
    await keys.arrivesAt(list('Action'));
    await keys.press(button('Remove filter Outcome'));
    await keys.arrivesAt(button('Remove filter Action'));
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/administration\/audit$/);
    await keys.keepsFocus();
    await keys.toRow('Audit records', 'role.delete');
    await page.keyboard.press('Enter');
    await keys.arrivesAt(heading(/./));
    await page.waitForURL(/audit\/.+/);
  });

  test('lines of the API are copied, and its documentation is gone to', async () => {
    await keys.goTo('API');
    await keys.press(button('Copy: Base URL'));
    expect(await clipboard()).toBe(`${fixture.app.url}/api/v1`);
    await keys.tabTo(page.getByRole('link', { name: 'Open the documentation' }));
    await keys.press(button('Copy as cURL').first());
    expect(await clipboard()).toMatch(/^curl -H "Authorization: Bearer \$TOKEN"/);
  });

  test('language, zone and colors are chosen for this browser', async () => {
    await keys.goTo('Overview');
    await page.keyboard.press('Shift+Tab');
    await keys.tabTo(button('admin'));
    await page.keyboard.press('Enter');
    await keys.choose(list('Time zone'), 'UTC');
    await keys.choose(list('Theme'), 'dark');
    expect(await page.evaluate('document.documentElement.dataset.scheme')).toBe('dark');
    await keys.press(page.getByLabel('Single-key shortcuts'), 'Space');
    await keys.tabTo(page.getByLabel('Language'), 'Shift+Tab');
    await page.keyboard.type('Deutsch');
    await page.getByLabel('Sprache').waitFor();
    await keys.arrivesAt(page.getByLabel('Sprache'));
    await page.keyboard.press('ArrowUp');
    await keys.arrivesAt(page.getByLabel('Language'));
    await page.keyboard.press('Escape');
    await keys.arrivesAt(button('admin'));
  });

  test('a password is changed, another session ended, and one signs out', async () => {
    await fixture.makeRole('guest', ['tokens:own']);
    await fixture.app.as('guest');
    await keys.goTo('Overview');
    await keys.tabTo(button('Sign out'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await keys.signIn('guest-user', 'guest password of a test');
    await keys.goTo('Sessions');
    await keys.press(button(/^End /).first());
    await keys.arrivesAt(button(/^(End session|Sign out here) /));
    await page.keyboard.press('Escape');
    await keys.arrivesAt(button(/^End /).first());
    await keys.goTo('Your account');
    await keys.write(page.getByLabel('Current password'), 'guest password of a test');
    await keys.write(page.getByLabel('New password', { exact: true }), 'another password of a test');
    await keys.write(page.getByLabel('Repeat new password'), 'another password of a test');
    await page.keyboard.press('Enter');
    await page.getByText('Password changed.').waitFor();
    await keys.keepsFocus();
    await keys.goTo('API Tokens');
    await keys.tabTo(button('Sign out'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await keys.arrivesAt(page.getByLabel('User'));
  });
});
