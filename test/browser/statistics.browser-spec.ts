import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { violationsOf } from '../harness/browser/browser.js';
import { type PageFixture } from '../harness/browser/page-fixture.js';
import { shareFixture } from '../harness/browser/share-fixture.js';
import { until } from '../harness/fixtures/until.js';

let fixture: PageFixture;
let page: Page;

shareFixture({
  started: async (one) => {
    fixture = one;
    for (const job of ['Letters', 'Letters', 'Gone']) await fixture.runJob(job);
    const admin = await fixture.app.as('admin');
    await until(async () => {
      const { body } = await admin.get('/stats/summary');
      return (body as { runs: { total: number } }).runs.total === 3 || null;
    });
    await fixture.makeRole('uncounted', ['jobs:read']);
  },
  opened: (one) => void (page = one),
});

const hostile = '<img src=x onerror=alert(1)>';
const fact = (name: string) =>
  page.locator('.figure-groups dl > div').filter({ has: page.getByText(name, { exact: true }) });
const figure = (name: string) => fact(name).locator('.figure-value');
const runsByDay = () => page.getByRole('slider', { name: /^Runs by day/ });

/** Waits until what is read looks so. */
async function comes(read: () => Promise<string>, wanted: RegExp): Promise<void> {
  await until(async () => wanted.test(await read()) || null);
}

describe('the statistics', () => {
  test('tell what the real runs came to, as figures, bars and tables', async () => {
    await fixture.signedIn('/');
    await page.getByRole('link', { name: 'Statistics' }).click();
    await page.getByRole('heading', { name: 'Statistics' }).waitFor();
    await comes(() => figure('Runs').innerText(), /^3$/);
    expect(await figure('Success rate').innerText()).toBe('67%');
    const summary = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Summary' }) });
    expect(await summary.getByText('No data for the previous 30 days to compare with.').count()).toBe(1);
    expect(await summary.getByText('no earlier data').count()).toBe(0);
    expect(await runsByDay().getAttribute('aria-valuetext')).toMatch(/: 3 \(Succeeded 2, Failed 1\)$/);
    await page.getByRole('table', { name: 'Jobs and durations' }).getByRole('rowheader', { name: 'Gone' }).waitFor();
    const closed = page.locator('details:not([open]) > summary', { hasText: 'Show as table' });
    const days = page.getByRole('table', { name: 'Runs by day' }).getByRole('row');
    // Pictures come in any order, each with its table.
    await until(async () => {
      if ((await closed.count()) > 0) await closed.first().click();
      return (await closed.count()) === 0 && (await days.count()) === 31;
    });
    expect(await days.nth(1).innerText()).toMatch(/3\s+2\s+1/);
    expect(await violationsOf(page)).toEqual([]);
  });

  test('compare figures and jobs with as many days before, in words', async () => {
    interface Told {
      readonly bytes: number;
      readonly before: object;
    }
    await fixture.alter('/stats/summary?*', ({ bytes, before, ...rest }: Told) => ({
      ...rest,
      bytes,
      before: {
        ...before,
        bytes: 2 * bytes,
        successRate: 0.5,
        runs: { total: 2, completed: 1, warning: 0, error: 1, canceled: 0 },
      },
    }));
    const runs = { total: 4, completed: 4, warning: 0, error: 0, canceled: 0 };
    const letters = { job: 'Letters', director: 'embedded', runs, successRate: 1, files: 1, bytes: 1, bytesBefore: 0 };
    await fixture.alter('/stats/jobs?*since=*', () => ({
      items: [{ ...letters, growth: null, averageSeconds: 10, lastRun: null }],
      nextCursor: null,
    }));
    await fixture.signedIn('/#/statistics');
    await fact('Runs').getByText('↑ 50% more than the previous 30 days').waitFor();
    expect(await fact('Success rate').innerText()).toContain('↑ 17 points higher than the previous 30 days');
    expect(await fact('Bytes').innerText()).toContain('↓ 50% less than the previous 30 days');
    const jobs = page.getByRole('table', { name: 'Jobs compared with the previous 30 days' });
    const row = (job: string) => jobs.getByRole('row').filter({ has: page.getByRole('rowheader', { name: job }) });
    await row('Letters').getByText('↓ 50% fewer').waitFor();
    await row('Letters').getByText('→ unchanged').waitFor();
    expect(await row('Gone').getByText('no earlier data').count()).toBe(4);
    await row('Letters')
      .getByRole('img', { name: /^Letters: peak of \d.* on / })
      .waitFor();
    await row('Gone')
      .getByRole('img', { name: /^Gone: .*1 day with failures$/ })
      .waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: '365 days' }).click();
    await page.getByRole('table', { name: 'Jobs compared with the previous 365 days' }).waitFor();
    expect(await page.getByRole('img', { name: /^Letters: / }).count()).toBe(0);
  });

  test('are read bar by bar with the arrow keys and with the pointer', async () => {
    await fixture.signedIn('/#/statistics?days=7');
    await runsByDay().focus();
    await page.keyboard.press('ArrowLeft');
    expect(await runsByDay().getAttribute('aria-valuetext')).toMatch(/: nothing$/);
    await page.keyboard.press('Home');
    expect(await runsByDay().getAttribute('aria-valuenow')).toBe('0');
    // What is compared above comes later, and moves it.
    const atLast = async () => {
      const { x, y, width } = (await runsByDay().boundingBox())!;
      await page.mouse.move(x + width - 4, y + 20);
      return (await runsByDay().getAttribute('aria-valuenow')) ?? '';
    };
    await comes(atLast, /^6$/);
    await page.locator('.said').getByText('Succeeded 2').waitFor();
  });

  test('keep one period for all in the address', async () => {
    await fixture.signedIn('/#/statistics');
    await page.getByRole('link', { name: '365 days' }).click();
    await page.getByRole('slider', { name: /^Runs by week/ }).waitFor();
    expect(page.url()).toContain('days=365');
    await page.getByLabel('From', { exact: true }).fill('2026-01-05');
    await page.getByLabel('To', { exact: true }).fill('2026-01-11');
    await page.getByText('No backups ended in this period.').waitFor();
    expect(page.url()).toMatch(/since=2026-01-05&until=2026-01-11/);
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: '7 days' }).click();
    await runsByDay().waitFor();
    expect(page.url()).not.toContain('since');
    await page.getByLabel('By', { exact: true }).selectOption('failures');
    expect(page.url()).toContain('most=failures');
  });

  test('are saved as CSV, and a refusal is told and not saved', async () => {
    await fixture.signedIn('/#/statistics');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV: Jobs and durations' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('jobs.csv');
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect([lines.length, lines[0]?.slice(0, 13)]).toEqual([3, 'job,director,']);
    await page.route('**/api/v1/stats/summary?*csv*', (route) => route.abort());
    await page.getByRole('button', { name: 'Download CSV: Summary' }).click();
    await page.getByText("Can't reach the console.").waitFor();
  });

  test('show names as text, and what is far from usual', async () => {
    const links = { self: '', log: '', files: '', volumes: '', director: '' };
    const run = {
      director: 'embedded',
      uniqueName: 'a.1',
      jobId: 1,
      job: hostile,
      client: hostile,
      level: 'Full',
      status: 'completed',
    };
    await fixture.alter('/stats/outliers?*', () => ({
      items: [{ ...run, at: new Date().toISOString(), kind: 'slow', usual: 60, value: 600, links }],
      nextCursor: null,
    }));
    await fixture.alter('/stats/clients?*', (body: { items: object[] }) => ({
      ...body,
      items: body.items.map((item) => ({ ...item, client: hostile })),
    }));
    await fixture.signedIn('/#/statistics');
    await page.getByRole('table', { name: 'Outliers' }).getByText('10 min').waitFor();
    await until(async () => (await page.getByText(hostile).count()) >= 3);
    expect(await page.locator('img').count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
  });

  test('are not offered to a role that may not read them, and it is said why', async () => {
    await fixture.signedIn('/#/statistics', 'uncounted');
    await page.getByText("doesn't include stats:read").waitFor();
  });
});
