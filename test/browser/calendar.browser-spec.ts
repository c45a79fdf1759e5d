import { describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { adminPassword } from '../harness/fixtures/test-console.js';
import { violationsOf } from '../harness/browser/browser.js';
import { failsUntilRetry } from '../harness/browser/fails-until-retry.js';
import { type PageFixture } from '../harness/browser/page-fixture.js';
import { shareFixture } from '../harness/browser/share-fixture.js';
import { until } from '../harness/fixtures/until.js';

let fixture: PageFixture;
let page: Page;
let done: number;
let failed: number;

shareFixture({
  started: async (one) => {
    fixture = one;
    done = await fixture.runJob('Letters');
    failed = await fixture.runJob('Gone');
  },
  opened: (one) => void (page = one),
});

const hostile = '<img src=x onerror=alert(1)>';
const today = new Date().toISOString().slice(0, 10);
const links = { self: '', log: '', files: '', volumes: '', director: '' };

/** An entry of today at this time, as the API tells it. */
function entry(time: string, state: string, more: Record<string, unknown> = {}): object {
  const at = `${today}T${time}:00.000Z`;
  const plan = { at, state, plannedAt: at, delaySeconds: null, job: 'Letters', director: 'embedded' };
  return { ...plan, client: 'local', type: 'Backup', level: null, run: null, ...more };
}

function ran(time: string, state: string, more: Record<string, unknown> = {}): object {
  const at = `${today}T${time}:00.000Z`;
  const run = {
    jobId: done,
    uniqueName: `run.${time}.${Math.random()}`,
    queuedAt: at,
    startedAt: at,
    endedAt: at,
    bytes: 1,
    links,
  };
  return entry(time, state, {
    level: 'Full',
    delaySeconds: 0,
    run: { ...run, ...(more['run'] as object) },
    ...without(more),
  });
}

function without({ run: _, ...rest }: Record<string, unknown>): object {
  return rest;
}

const odd = () => [
  entry('01:00', 'missed', { job: hostile, client: hostile }),
  ran('02:20', 'completed', { plannedAt: `${today}T02:00:00.000Z`, delaySeconds: 1200 }),
  ran('03:00', 'warning', { run: { outliers: [{ kind: 'slow', usual: 60, value: 600 }] } }),
  ran('04:00', 'error', { plannedAt: null }),
  entry('05:00', 'late'),
  ran('06:00', 'running', { run: { endedAt: null } }),
  entry('23:00', 'planned', { level: 'Incremental' }),
];

/** The page shows these entries instead of what is. */
async function showing(items: readonly object[], known: readonly object[] = []): Promise<void> {
  await fixture.alter('/operations/calendar?*', () => ({ items, nextCursor: null, known }));
  await fixture.signedIn('/#/calendar');
  await page.getByRole('group', { name: /Scheduled and actual runs/ }).waitFor();
}

const focused = (): Promise<string> => page.evaluate<string>("document.activeElement.getAttribute('aria-label') ?? ''");

/** Waits until what is read looks so. */
async function comes(read: () => Promise<string>, wanted: RegExp): Promise<void> {
  await until(async () => wanted.test(await read()) || null);
}

describe('the calendar', () => {
  test('shows the runs of this week, and opens one', async () => {
    await fixture.signedIn('/#/runs');
    await page.getByRole('link', { name: 'Calendar' }).click();
    await page.getByRole('link', { name: /Gone on local.*Failed.*not scheduled/ }).waitFor();
    await page
      .getByText(/no schedule data/)
      .first()
      .waitFor();
    await page.getByRole('link', { name: /Letters on local, Full · Succeeded/ }).click();
    await page.waitForURL(new RegExp(`#/runs/${done}`));
    expect(failed).toBeGreaterThan(done);
  });

  test('says what was missed, late, overlong or is to come, and shows names as text', async () => {
    await showing(odd());
    for (const name of [
      /<img src=x onerror=alert\(1\)>.*Missed · no run/,
      /Succeeded · scheduled .*· started 20 min 0 s late/,
      /Succeeded with warnings.*slow: typically 1 min/,
      /Failed · not scheduled/,
      /Late · due, no run yet/,
      /Running/,
      /Incremental · Scheduled · not due yet/,
    ])
      expect(await page.locator('.spot').filter({ visible: true }).and(page.getByLabel(name)).count()).toBe(1);
    await page.getByText('1 missed').waitFor();
    await page.getByText('1 slow').waitFor();
    expect(await page.locator('img').count()).toBe(0);
    await page.locator('.spot').first().hover();
    await page.locator('.calendar-said').getByText('no run').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByText('Show as table').click();
    const row = page.getByRole('table', { name: 'Calendar' }).getByRole('row').filter({ hasText: hostile });
    expect(await row.innerText()).toContain('Missed');
    expect(await page.getByRole('table', { name: 'Calendar' }).getByRole('row').count()).toBe(odd().length + 1);
    expect(await violationsOf(page)).toEqual([]);
  });

  test('is one stop of the Tab key, in which arrows go from entry to entry and Enter opens', async () => {
    await showing(odd());
    await page.getByLabel('Client', { exact: true }).focus();
    await page.keyboard.press('Tab');
    expect(await focused()).toMatch(/Missed/);
    await page.keyboard.press('ArrowDown');
    await comes(focused, /20 min/);
    await page.keyboard.press('End');
    await comes(focused, /not due yet/);
    await page.keyboard.press('ArrowUp');
    await comes(focused, /Running/);
    await page.keyboard.press('Tab');
    expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Show as table');
    await page.keyboard.press('Shift+Tab');
    expect(await focused()).toMatch(/Running/);
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`#/runs/${done}`));
  });

  test('counts what is too much for one hour, and shows each when asked', async () => {
    await showing([...Array.from({ length: 40 }, () => ran('12:00', 'completed')), entry('12:30', 'missed')]);
    const group = page.getByRole('button', { name: /12:00: 41 entries.*1 missed, 40 succeeded/ });
    await group.waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await group.click();
    await comes(async () => String(await page.locator('.calendar-cell .spot').count()), /^41$/);
    expect(await violationsOf(page)).toEqual([]);
  });

  test('keeps weeks, months and filters in the address', async () => {
    await fixture.signedIn('/#/calendar?from=2026-03-04&job=none');
    await page.getByText('No matches.').waitFor();
    await page.getByRole('heading', { name: /^March 2.*8, 2026/ }).waitFor();
    await page.getByRole('link', { name: /Previous week/ }).click();
    await page.getByRole('heading', { name: /^February 23.*March 1, 2026/ }).waitFor();
    expect(page.url()).toContain('from=2026-02-23');
    await page.getByRole('link', { name: 'Month', exact: true }).click();
    await page.getByRole('heading', { name: 'February 2026' }).waitFor();
    await page.getByRole('link', { name: /Next month/ }).click();
    await page.getByRole('heading', { name: 'March 2026' }).waitFor();
    expect(page.url()).toMatch(/job=none/);
    await page.goBack();
    await page.getByRole('heading', { name: 'February 2026' }).waitFor();
    await page.getByRole('button', { name: 'Remove filter Job' }).click();
    await page.getByText('No runs and no scheduled starts in this period.').waitFor();
    await page.getByRole('link', { name: 'Today' }).click();
    await page.getByRole('link', { name: /Gone on local/ }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });

  test('tells a failure in the words of the API, and speaks German', async () => {
    const path = '**/api/v1/operations/calendar?*';
    await failsUntilRetry(page, { path, fail: (route) => route.abort(), button: 'Noch einmal' });
    await page.addInitScript("localStorage.setItem('backup-console', JSON.stringify({ language: 'de' }))");
    await page.goto('/#/calendar');
    await page.getByLabel('Benutzer').fill('admin');
    await page.getByLabel('Passwort').fill(adminPassword);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Kalender' }).waitFor();
    await page.getByRole('button', { name: 'Noch einmal' }).click();
    await page.getByRole('link', { name: /Gone auf local.*Fehler.*nicht geplant/ }).waitFor();
  });
});
