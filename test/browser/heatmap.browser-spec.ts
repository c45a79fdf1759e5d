import { describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { violationsOf } from '../harness/browser/browser.js';
import { finding, lastDays, madeClient, madeHealth, madeJob } from '../harness/builders/overview.js';
import { type PageFixture } from '../harness/browser/page-fixture.js';
import { shareFixture } from '../harness/browser/share-fixture.js';
import { until } from '../harness/fixtures/until.js';

const script = '<img src=x onerror=alert(1)>';

let fixture: PageFixture;
let page: Page;

shareFixture({
  started: async (one) => {
    fixture = one;
    await fixture.runJob('Letters');
    await fixture.makeRole('counter', ['stats:read']);
  },
  opened: async (one) => {
    page = one;
    await fixture.alter('/director/health?*', (body: object) => madeHealth(body, [finding('director.answers')]));
  },
});

const grid = () => page.getByRole('grid');
const today = () => lastDays(1)[0]!;

/** There are too many jobs for a row each. */
async function manyJobs(): Promise<void> {
  await fixture.alter('/stats/jobs/days?*', () => ({ items: [madeJob('Letters', {})], nextCursor: 'more' }));
}

async function jobsOf(...jobs: readonly object[]): Promise<void> {
  await fixture.alter('/stats/jobs/days?*', () => ({ items: jobs, nextCursor: null }));
}

async function daysOf(...clients: readonly ReturnType<typeof madeClient>[]): Promise<void> {
  await manyJobs();
  await fixture.alter('/stats/days?*', () => ({ items: clients, nextCursor: null }));
}

describe('fourteen days of squares', () => {
  test('of few jobs have a row for each job, and count what a day of several runs held', async () => {
    const [busy, quiet] = [madeJob('Busy', {}), madeJob('Quiet', { 0: 'error' })];
    const last = { ...busy.days.at(-1)!, outcome: 'error', runs: 655, error: 2, warning: 3, completed: 650 };
    await jobsOf({ ...busy, days: [...busy.days.slice(0, -1), last] }, quiet);
    await fixture.signedIn('/');
    const square = grid().getByRole('link', {
      name: /^Busy, .*: 2 runs failed, 3 runs with warnings, 650 runs succeeded$/,
    });
    await square.waitFor();
    expect(await square.getAttribute('title')).toContain(await square.getAttribute('aria-label'));
    expect((await square.locator('.square-counts').innerText()).split(/\s+/)).toEqual(['2', '3', '650']);
    // One run alone is a square without a number.
    expect(
      await grid()
        .getByRole('link', { name: /^Quiet, .*: 1 run failed$/ })
        .locator('.square-counts')
        .count(),
    ).toBe(0);
    const name = grid().getByRole('link', { name: 'Quiet', exact: true });
    expect(await name.getAttribute('href')).toMatch(/^#\/jobs\/Quiet/);
    expect(await violationsOf(page)).toEqual([]);
    await square.click();
    await page.waitForURL(/#\/runs\?/);
    expect(new URLSearchParams(page.url().split('?')[1]).get('job')).toBe('Busy');
  });

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
    expect(await focused()).toMatch(/^web07, .*: 1 run failed$/);
    await page.keyboard.press('ArrowLeft');
    expect(await focused()).toMatch(/^web07, .*: 1 start missed$/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowUp');
    expect(await focused()).toMatch(/^web07, .*: 1 run failed/);
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
      '1 run canceled',
      'not scheduled',
      'unknown',
      '1 run succeeded',
    ]);
    expect(await violationsOf(page)).toEqual([]);
    // On a phone they are two lines without a head: each says its day.
    await page.setViewportSize({ width: 390, height: 844 });
    const days = await grid().locator('.square-day:visible').allInnerTexts();
    expect(days.map(Number)).toEqual(lastDays(14).map((day) => Number(day.slice(8))));
  });

  test('keep their place when what they tell changes, and show it', async () => {
    let last: 'completed' | 'error' = 'completed';
    await manyJobs();
    await fixture.alter('/stats/days?*', () => ({
      items: [madeClient('alpha', { 0: 'warning' }), madeClient('omega', { 0: last })],
      nextCursor: null,
    }));
    await fixture.signedIn('/');
    await grid()
      .getByRole('link', { name: /^omega, .*: 1 run succeeded/ })
      .last()
      .waitFor();
    last = 'error';
    await fixture.runJob('Letters');
    await grid()
      .getByRole('link', { name: /^omega, .*: 1 run failed/ })
      .waitFor();
    expect(await grid().getByRole('rowheader').allInnerTexts()).toEqual(['alpha', 'omega']);
  });

  test('of many clients show the worst, and all of them in one row with counts', async () => {
    await manyJobs();
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
      .getByRole('link', { name: /^web07, .*: 1 run failed/ })
      .waitFor();
    const all = grid().getByRole('link', { name: /: 2 runs failed, 1,195 runs succeeded$/ });
    await all.waitFor();
    expect(await all.locator('.square-counts').innerText()).toMatch(/^2\s+1\.2K$/);
    await grid().getByRole('link', { name: 'All 1,200 clients' }).waitFor();
  });

  const manyClients = async () => {
    await manyJobs();
    const total = { value: 1200, exact: true };
    await fixture.alter('/stats/days?*', () => ({ items: [], nextCursor: 'more', total }));
  };

  test('of many clients say that none failed or is overdue only where that is known', async () => {
    await manyClients();
    await fixture.alter('/stats/clients?*', (body: object) => ({ ...body, items: [] }));
    await fixture.alter('/stats/jobs?*', (body: object) => ({ ...body, series: [] }));
    const all = grid().getByRole('link', { name: 'All 1,200 clients' });
    const none = page.getByText('No failed or overdue clients this week');
    // Without the right the page does not ask, and the answer is not known.
    await fixture.signedIn('/', 'counter');
    await all.waitFor();
    expect(await none.count()).toBe(0);
    let isAway = true;
    const refusal = { status: 503, json: { title: 'Unavailable', code: 'made', detail: 'Not now' } };
    const asked: { refuse?: () => Promise<void> } = {};
    await page.route(/\/api\/v1\/clients\?.*status=warn(,|%2C)crit/, (route) => {
      if (isAway) asked.refuse = () => route.fulfill(refusal);
      else return route.fulfill({ json: { items: [], nextCursor: null } });
    });
    fixture.expectRefusal(/^503 GET .*\/clients/);
    await fixture.signedIn('/');
    await until(() => asked.refuse !== undefined || null);
    await page.getByRole('link', { name: 'All clients' }).first().waitFor();
    expect(await none.count()).toBe(0);
    await asked.refuse?.();
    await all.waitFor();
    expect(await none.count()).toBe(0);
    isAway = false;
    await page.reload();
    await none.waitFor();
  });

  test('of many clients say why those that failed could not be read', async () => {
    await manyClients();
    await page.route('**/api/v1/stats/clients?*', (route) =>
      route.fulfill({ status: 503, json: { title: 'Unavailable', code: 'made', detail: 'Not now' } }),
    );
    fixture.expectRefusal(/^503 GET .*\/stats\/clients/);
    await fixture.signedIn('/');
    await page.getByRole('region', { name: 'Last 14 days' }).getByRole('alert').getByText('Not now').waitFor();
    expect(await page.getByText('No failed or overdue clients this week').count()).toBe(0);
  });
});
