import { describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { violationsOf } from '../harness/browser/browser.js';
import { type PageFixture } from '../harness/browser/page-fixture.js';
import { shareFixture } from '../harness/browser/share-fixture.js';
import { until } from '../harness/fixtures/until.js';

let fixture: PageFixture;
let page: Page;

shareFixture({
  started: (one) => void (fixture = one),
  opened: (one) => void (page = one),
});

const menu = () => page.getByRole('group', { name: 'Saved filters' });
const inMenu = (name: string) => menu().getByRole('button', { name, exact: true });
const isFocused = (name: string) => until(async () => (await inMenu(name).and(page.locator(':focus')).count()) > 0);

async function open(): Promise<void> {
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await menu().waitFor();
}

async function save(name: string): Promise<void> {
  await menu().getByRole('textbox', { name: 'Name' }).fill(name);
  await inMenu('Save current filters').click();
}

describe('filters of a list', () => {
  test('are saved under a name, found by it at another visit, renamed, deleted, and brought back', async () => {
    fixture.expectRefusal(/^409 POST \/api\/v1\/auth\/saved-filters$/);
    await fixture.signedIn('/#/runs?status=error&sort=oldest');
    await open();
    await menu().getByText('No filters saved for this list.').waitFor();
    await save('Failed');
    await inMenu('Apply Failed').waitFor();
    await save('Failed');
    await menu().getByRole('alert').getByText('You already have a saved filter').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.goto('/#/runs');
    await page.reload();
    await open();
    await menu().getByText('Set filters first').waitFor();
    await inMenu('Apply Failed').click();
    await page.waitForURL(/#\/runs\?status=error&sort=oldest$/);
    expect(await menu().isVisible()).toBe(false);
    await open();
    await inMenu('Rename Failed').click();
    await menu().getByRole('textbox', { name: 'Name' }).first().fill('Failed ones');
    await page.keyboard.press('Enter');
    await inMenu('Apply Failed ones').waitFor();
    await isFocused('Rename Failed ones');
    await inMenu('Delete Failed ones').click();
    await menu().getByText('Failed ones deleted.').waitFor();
    await menu().getByText('No filters saved for this list.').waitFor();
    await inMenu('Undo').click();
    await inMenu('Apply Failed ones').waitFor();
  });

  test('that were saved as something else than the page knows are taken as far as it knows them', async () => {
    const admin = await fixture.app.as('admin');
    const query =
      'outcome=denied&onclick=alert(1)&__proto__=x&outcome[]=1&target=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E';
    await admin.post('/auth/saved-filters', { page: 'audit', name: 'Odd <b>', query });
    await fixture.signedIn('/#/administration/audit');
    await open();
    await inMenu('Apply Odd <b>').click();
    await page.waitForURL(/outcome=denied/);
    const asked = new URLSearchParams(new URL(page.url()).hash.split('?')[1]);
    expect([...asked.keys()].sort()).toEqual(['outcome', 'target']);
    expect(await page.locator('main img').count()).toBe(0);
  });

  test('of one list or person are not offered for another, and pages without a list have none', async () => {
    const admin = await fixture.app.as('admin');
    await admin.post('/auth/saved-filters', { page: 'events', name: 'Mine', query: 'severity=error' });
    await fixture.signedIn('/#/clients');
    await open();
    await menu().getByText('No filters saved for this list.').waitFor();
    await page.goto('/#/calendar');
    await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor();
    expect(await page.getByRole('button', { name: 'Saved filters' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Password').waitFor();
    await fixture.signedIn('/#/events', 'operator');
    await open();
    await menu().getByText('No filters saved for this list.').waitFor();
  });
});
