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
    await page.getByRole('link', { name: /Letters on local, Full · Succeeded/ }).click();
    await page.waitForURL(new RegExp(`#/runs/${done}`));
    expect(failed).toBeGreaterThan(done);
  });

  test('says what was missed, late, overlong or is to come, and shows names as text', async () => {
    await showing(odd());
    for (const name of [
      /<img src=x onerror=alert\(1\)>.*Missed · no run/,
      /Succeeded · scheduled .*· started 20 min late/,
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
    await page.locator('.calendar-tip').getByText('no run').waitFor();
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

  test('shows several of one job in one line, and each when asked', async () => {
    await showing([...Array.from({ length: 40 }, () => ran('12:00', 'completed')), entry('12:30', 'missed')]);
    const group = page.getByRole('button', { name: /12:00: 40 entries.*40 succeeded/ });
    await group.waitFor();
    expect(await group.innerText()).toMatch(/^12:00 Letters\s+×40$/);
    expect(await page.locator('.calendar-cell .spot').count()).toBe(2);
    expect(await violationsOf(page)).toEqual([]);
    await group.click();
    await comes(async () => String(await page.locator('.calendar-cell .spot').count()), /^41$/);
    expect(await violationsOf(page)).toEqual([]);
  });

  test('of three thousand entries names what went wrong and counts the rest, in a week and in a month', async () => {
    const many = (time: string, job: string) => ran(time, 'completed', { job });
    const busy = Array.from({ length: 3000 }, (_, index) =>
      many(`${String(index % 24).padStart(2, '0')}:10`, `job${index % 40}`),
    );
    const troubles = [ran('12:20', 'error', { job: 'Broken' }), ran('13:20', 'warning', { job: 'Warned' })];
    await showing([...busy, ...troubles]);
    await page.getByRole('link', { name: /Broken on local.*Failed/ }).waitFor();
    expect(await page.locator('.calendar-cell .spot').count()).toBe(25);
    const group = page.getByRole('button', { name: /12:00: 125 entries/ });
    expect(await group.innerText()).toBe('125 succeeded');
    const warned = page.getByRole('button', {
      name: /13:00: 126 entries.*1 succeeded with warnings, 125 succeeded \(Warned\)/,
    });
    expect((await warned.innerText()).split(/\n+/)).toEqual(['1 succeeded with warnings', 'Warned', '125 succeeded']);
    await group.hover();
    await page.locator('.calendar-tip').getByText('and 117 more').waitFor();
    const { height } = (await page.locator('.calendar').boundingBox())!;
    expect(height).toBeLessThanOrEqual(page.viewportSize()!.height);
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Month', exact: true }).click();
    await page.getByRole('button', { name: /: 3,001 entries/ }).waitFor();
    await page.getByRole('link', { name: /Broken on local.*Failed/ }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });

  test('leads from a day whose entries are not all shown to all of its runs', async () => {
    // More pages than the calendar reads; the server would refuse their cursor.
    const endless = () => ({
      items: [ran('02:00', 'completed'), ran('03:00', 'error')],
      nextCursor: 'more',
      known: [],
    });
    await page.route('**/api/v1/operations/calendar?*', (route) => route.fulfill({ json: endless() }));
    await fixture.signedIn('/#/calendar?view=month&job=Letters');
    const rest = page.locator('[data-today]').getByRole('link', { name: 'list all runs' });
    await rest.waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await rest.click();
    await page.waitForURL(new RegExp(`#/runs\\?.*since=${today}`));
    expect(page.url()).toContain(`until=${today}`);
    expect(page.url()).toContain('job=Letters');
  });

  test('begins a week at the line of now, and keeps the names of the days in view', async () => {
    const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
    await showing(hours.flatMap((hour) => ['a', 'b', 'c'].map((job) => ran(`${hour}:00`, 'completed', { job }))));
    const inView = async (selector: string) => {
      const [box, own] = [await page.locator('.calendar').boundingBox(), await page.locator(selector).boundingBox()];
      return own!.y >= box!.y && own!.y + own!.height <= box!.y + box!.height + 1;
    };
    await until(async () => (await inView('.now-line')) || null);
    // One line over the whole day, which nothing of an entry covers.
    const now = (await page.locator('.now-line').boundingBox())!;
    const lane = (await page.locator('[data-today] .lane').boundingBox())!;
    expect(now.width).toBeGreaterThan(lane.width - 3);
    const spots = await Promise.all((await page.locator('[data-today] .spot').all()).map((spot) => spot.boundingBox()));
    const covering = spots.filter((spot) => spot!.y < now.y && spot!.y + spot!.height > now.y + now.height);
    expect(covering).toEqual([]);
    await page.evaluate("document.querySelector('.calendar').scrollTo(0, 1e6)");
    expect(await inView('[data-today] .day-head')).toBe(true);
    await page.getByRole('link', { name: /Next week/ }).click();
    await page.waitForURL(/from=/);
    await page.locator('.now-line').waitFor({ state: 'detached' });
  });

  test('says what an entry is beside it, where the pointer is and where the focus is', async () => {
    await showing(odd());
    const tip = page.locator('.calendar-tip');
    const isBeside = async () => {
      const [spot, said] = [await page.locator('.spot:focus, .spot:hover').boundingBox(), await tip.boundingBox()];
      const below = said!.y - (spot!.y + spot!.height);
      const above = spot!.y - (said!.y + said!.height);
      return Math.max(below, above);
    };
    await page.locator('.spot').nth(1).hover();
    await tip.getByText('started 20 min late').waitFor();
    expect(await isBeside()).toBeLessThan(8);
    await page.mouse.move(0, 0);
    await tip.waitFor({ state: 'detached' });
    await page.locator('.spot').nth(3).focus();
    await tip.getByText('Failed · not scheduled').waitFor();
    expect(await isBeside()).toBeLessThan(8);
    await page.keyboard.press('Escape');
    await tip.waitFor({ state: 'detached' });
  });

  test('has a sign of its own for what runs, is queued, waits and is to come', async () => {
    const states = ['running', 'queued', 'waiting'].map((state, index) =>
      ran(`0${index}:00`, state, { run: { endedAt: null } }),
    );
    await showing([...states, entry('23:00', 'planned')]);
    const signs = page.locator('.spot .mark :is(.glyph, .sign)');
    const drawn = await Promise.all((await signs.all()).map((sign) => sign.getAttribute('d')));
    expect(drawn).toHaveLength(4);
    expect(new Set(drawn).size).toBe(4);
    const sample = page.getByRole('list', { name: 'Shapes' }).locator('.sign');
    expect(await sample.getAttribute('d')).toBe(drawn[3]);
  });

  test('cuts no name, and begins on a phone with its days', async () => {
    const job = 'a-job-with-a-name-that-is-longer-than-a-day-is-wide';
    await showing([ran('00:00', 'completed', { job }), ...odd()]);
    const isCut = "[...document.querySelectorAll('.spot-name')].some((one) => one.scrollWidth > one.clientWidth)";
    await page.locator('.spot-name').filter({ hasText: job }).waitFor();
    expect(await page.evaluate<boolean>(isCut)).toBe(false);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByText('Legend', { exact: true }).waitFor();
    const first = (await page.locator('.calendar-day').first().boundingBox())!;
    expect(first.y).toBeLessThan(844 / 2);
    expect(await page.getByRole('link', { name: 'Previous week' }).count()).toBe(1);
    await page.getByText('Legend', { exact: true }).click();
    await page.getByText('scheduled and ran').waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });

  test('calls today and later days without schedule data only where their starts are not known', async () => {
    const now = new Date().toISOString();
    const known = { director: 'embedded', from: now, until: new Date(Date.now() + 62 * 86_400_000).toISOString() };
    await showing([entry('23:00', 'planned')], [known]);
    expect(await page.locator('[data-today] .unknown').count()).toBe(0);
    await page.getByRole('link', { name: /Next week/ }).click();
    const days = page.locator('.calendar-day');
    await until(async () => (await days.count()) === 7 && (await page.locator('[data-today]').count()) === 0);
    expect(await page.locator('.unknown').count()).toBe(0);
    await page.getByRole('link', { name: /Previous week/ }).click();
    await page.getByRole('link', { name: /Previous week/ }).click();
    await until(async () => (await page.locator('.unknown').count()) === 7 || null);
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
