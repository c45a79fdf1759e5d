import { describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { violationsOf } from '../harness/browser/browser.js';
import { finding, lastDays, madeClient, madeHealth } from '../harness/builders/overview.js';
import { type PageFixture } from '../harness/browser/page-fixture.js';
import { shareFixture } from '../harness/browser/share-fixture.js';

const script = '<img src=x onerror=alert(1)>';

let fixture: PageFixture;
let page: Page;

shareFixture({
  started: async (one) => {
    fixture = one;
    await fixture.runJob('Letters');
  },
  opened: async (one) => {
    page = one;
    await fixture.alter('/director/health?*', (body: object) => madeHealth(body, [finding('director.answers')]));
  },
});

const grid = () => page.getByRole('grid');
const today = () => lastDays(1)[0]!;

async function daysOf(...clients: readonly ReturnType<typeof madeClient>[]): Promise<void> {
  await fixture.alter('/stats/days?*', () => ({ items: clients, nextCursor: null }));
}

describe('fourteen days of squares', () => {
  test('are walked through with one tab stop and arrows, and Enter opens the runs of that client and day', async () => {
    await daysOf(
      madeClient('web01', {}),
      madeClient('web07', { 0: 'error', 1: 'missed' }),
      madeClient(script, { 0: 'warning' }),
    );
    await fixture.signedIn('/');
    await grid().waitFor();
    expect(await grid().locator('a[tabindex="0"]').count()).toBe(1);
    const names = await grid().getByRole('rowheader').allInnerTexts();
    expect(names).toEqual(['web07', script, 'web01']);
    await grid().locator('a[tabindex="0"]').focus();
    const focused = () => page.evaluate<string>('document.activeElement.getAttribute("aria-label")');
    expect(await focused()).toMatch(/^web07, .*: failed, 1 run$/);
    await page.keyboard.press('ArrowLeft');
    expect(await focused()).toMatch(/^web07, .*: missed, 1 start missed$/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowUp');
    expect(await focused()).toMatch(/^web07, .*: failed/);
    expect(await grid().locator('a[tabindex="0"]').count()).toBe(1);
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/runs\?/);
    const address = new URLSearchParams(page.url().split('?')[1]);
    expect(address.get('client')).toBe('web07');
    expect(address.get('since')).toBe(`${today()}T00:00:00Z`);
  });

  test('stand in words in a table, told apart also where nothing was known yet', async () => {
    await daysOf(madeClient('web07', { 0: 'completed', 1: 'unknown', 2: 'noneDue', 3: 'canceled' }, 'unknown'));
    await fixture.signedIn('/');
    await page.getByText('Show as table').click();
    const cells = await page.getByRole('table', { name: 'Last 14 days as a table' }).getByRole('cell').allInnerTexts();
    expect(cells).toEqual([
      ...Array.from({ length: 10 }, () => 'no data'),
      ...['canceled, 1 run', 'not scheduled', 'unknown', 'succeeded, 1 run'],
    ]);
    expect(await violationsOf(page)).toEqual([]);
  });

  test('keep their place when what they tell changes, and show it', async () => {
    let last: 'completed' | 'error' = 'completed';
    await fixture.alter('/stats/days?*', () => ({
      items: [madeClient('alpha', { 0: 'warning' }), madeClient('omega', { 0: last })],
      nextCursor: null,
    }));
    await fixture.signedIn('/');
    await grid()
      .getByRole('link', { name: /^omega, .*: succeeded/ })
      .last()
      .waitFor();
    last = 'error';
    await fixture.runJob('Letters');
    await grid()
      .getByRole('link', { name: /^omega, .*: failed/ })
      .waitFor();
    expect(await grid().getByRole('rowheader').allInnerTexts()).toEqual(['alpha', 'omega']);
  });

  test('of many clients show the worst, and all of them in one row with counts', async () => {
    await fixture.alter('/stats/days?*', () => ({
      items: [madeClient('web07', { 0: 'error' })],
      nextCursor: 'more',
      total: { value: 1200, exact: true },
    }));
    const runs = { total: 3, completed: 1, warning: 0, error: 2, canceled: 0 };
    await fixture.alter('/stats/clients?*', (body: object) => ({
      ...body,
      items: [{ client: 'web07', director: 'embedded', runs }],
    }));
    await fixture.alter('/stats/jobs?*', (body: object) => ({
      ...body,
      series: [
        { day: today(), level: 'Full', status: 'error', runs: 2, files: 0, bytes: 0 },
        { day: today(), level: 'Full', status: 'completed', runs: 1195, files: 0, bytes: 0 },
      ],
    }));
    await fixture.signedIn('/');
    await page.getByText('of 1,200 clients:').waitFor();
    await grid()
      .getByRole('link', { name: /^web07, .*: failed/ })
      .waitFor();
    await grid()
      .getByRole('link', { name: /: 2 runs failed, 1,195 runs succeeded$/ })
      .waitFor();
    await grid().getByRole('link', { name: 'All 1,200 clients' }).waitFor();
  });
});
