import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { type Locator, type Page } from 'playwright-core';
import { violationsOf } from '../harness/browser/browser.js';
import { keepOldRuns } from '../harness/fixtures/legacy-run-ids.js';
import { type PageFixture } from '../harness/browser/page-fixture.js';
import { shareFixture } from '../harness/browser/share-fixture.js';
import { until } from '../harness/fixtures/until.js';
import { testInFull } from '../harness/fixtures/in-full.js';

const evil = '<img src=x onerror=alert(1)>';

let fixture: PageFixture;
let page: Page;
let good: number;
let failed: number;

shareFixture({
  started: async (one) => {
    fixture = one;
    good = await fixture.runJob('Letters');
    failed = await fixture.runJob('Gone');
  },
  opened: (one) => void (page = one),
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const link = (jobId: number) => page.getByRole('link', { name: `Run ${jobId}`, exact: true });
const rowOf = (jobId: number) => page.getByRole('row').filter({ has: link(jobId) });

async function choose(...jobIds: readonly number[]): Promise<void> {
  for (const jobId of jobIds) await page.getByRole('checkbox', { name: `Select Run ${jobId}`, exact: true }).check();
}

/** The cursors with which the page asks for more rows of a list of runs, as they come. */
function cursorsAsked(): string[] {
  const cursors: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const cursor = searchParams.get('cursor');
    if (pathname.endsWith('/operations/runs') && cursor !== null) cursors.push(cursor);
  });
  return cursors;
}

/** A row of a run has five of them or more. */
const countFormats = `globalThis.formatsMade = 0;
  for (const name of ['DateTimeFormat', 'NumberFormat', 'RelativeTimeFormat'])
    Intl[name] = new Proxy(Intl[name], { construct: (...made) => (formatsMade += 1, Reflect.construct(...made)) });`;

async function scrollTo(row: ReturnType<typeof link>): Promise<void> {
  await until(async () => {
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    return (await row.count()) > 0 || null;
  });
}

describe('the list of runs', () => {
  test('keeps new runs on top until they are asked for, and changes the others in their rows', async () => {
    await fixture.signedIn('/#/runs');
    await link(good).waitFor();
    const jobId = await fixture.runJob('Letters');
    await button('1 new ↑').waitFor();
    expect(await link(jobId).count()).toBe(0);
    await button('1 new ↑').click();
    await rowOf(jobId).getByText('✓ Succeeded').waitFor();
    const next = await fixture.startRun('Endless');
    await page.getByRole('button', { name: '1 new' }).click();
    await rowOf(next).getByText('Running').waitFor();
    await fixture.cancelRun(next);
    await rowOf(next).getByText('Canceled').waitFor();
  });

  test('is filtered by the server: filters stand in the address, each with a chip that takes it away', async () => {
    await fixture.signedIn('/#/runs');
    await link(good).waitFor();
    await page.getByRole('combobox', { name: /^State/ }).selectOption({ label: 'Failed' });
    await link(good).waitFor({ state: 'detached' });
    await link(failed).waitFor();
    expect(page.url()).toContain('status=error');
    await page.reload();
    await link(failed).waitFor();
    expect(await link(good).count()).toBe(0);
    await button('Remove filter State').click();
    await link(good).waitFor();
  });

  test('is filtered by who started the runs', async () => {
    const { body } = await (await fixture.app.as('operator')).post('/operations/jobs/run', { job: 'Letters' });
    const { jobId } = body as { jobId: number };
    await fixture.signedIn('/#/runs');
    await link(good).waitFor();
    await button('More filters').click();
    await page.getByRole('combobox', { name: 'Started by', exact: true }).selectOption({ label: 'API token' });
    await page.getByText('No matches.').waitFor();
    await page
      .getByRole('combobox', { name: 'Started by', exact: true })
      .selectOption({ label: 'user in the browser' });
    await link(good).waitFor();
    const name = page.getByRole('searchbox', { name: 'Started by (name)' });
    await name.fill('operator-user');
    await name.press('Enter');
    await link(good).waitFor({ state: 'detached' });
    await link(jobId).waitFor();
    expect(page.url()).toMatch(/triggeredBy=session.*triggeredByName=operator-user/);
  });

  test('jumps to a day: before the first run there is nothing, on the day of the last one there are all', async () => {
    await fixture.signedIn('/#/runs?until=2001-02-03');
    await page.getByText('No matches.').waitFor();
    const today = await page.evaluate<string>("new Date().toLocaleDateString('sv')");
    await page.getByRole('textbox', { name: 'Until date' }).fill(today);
    await link(good).waitFor();
    expect(page.url()).toContain(`until=${today}`);
  });

  test('that was left keeps its first thousand rows: the way on is asked for again', async () => {
    await keepOldRuns(fixture.app.consoleDatabaseUrl, 50_001, 51_150);
    const cursors = cursorsAsked();
    await fixture.signedIn('/#/runs?job=Old');
    await link(51_150).waitFor();
    await scrollTo(link(50_001));
    const first = cursors.splice(0);
    expect(first).toHaveLength(11);
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.goBack();
    await scrollTo(link(50_001));
    expect(cursors).toEqual(first.slice(-2));
    await page.getByText('1,150 of 1,150', { exact: true }).waitFor();
  });

  testInFull('writes the times and numbers of its rows without making a format for each', async () => {
    await fixture.signedIn('/#/runs?job=Old');
    await link(51_150).waitFor();
    await page.evaluate(countFormats);
    await scrollTo(link(50_001));
    expect(await page.evaluate('formatsMade')).toBeLessThan(10);
  });

  test('is turned round by its head, and counts what passes', async () => {
    await fixture.signedIn('/#/runs?job=Letters,Gone');
    await page.getByText(/^\d+ of \d+$/).waitFor();
    await page.getByTitle('Sort by Run', { exact: true }).click();
    await page.waitForURL(/sort=oldest/);
    await page
      .getByRole('row')
      .nth(1)
      .getByRole('link', { name: `Run ${good}`, exact: true })
      .waitFor();
  });

  test('is counted once for a filter, and not before its rows have come', async () => {
    // The stream has everything read again when it opens, and at each news: here it never does.
    await page.route('**/api/v1/operations/stream*', () => undefined);
    await fixture.signedIn('/#/runs?job=Letters,Gone');
    await page.getByText(/^\d+ of \d+$/).waitFor();
    const asked: string[] = [];
    await page.route('**/api/v1/operations/runs?*', async (route) => {
      const isCount = route.request().url().includes('count=true');
      if (!isCount) await button('Remove filter State').waitFor();
      asked.push(isCount ? 'count' : 'rows');
      await route.fallback();
    });
    await page.getByRole('combobox', { name: /^State/ }).selectOption({ label: 'Failed' });
    await until(() => asked.length > 1);
    await page.getByText(/^\d+ of \d+$/).waitFor();
    expect(asked).toEqual(['rows', 'count']);
  });

  test('holds nothing that axe finds, with every filter, runs chosen and at the question before their cancel', async () => {
    await fixture.signedIn('/#/runs?status=error&type=Backup');
    await link(failed).waitFor();
    await button('More filters').click();
    await choose(failed);
    await button('Run 1 again').waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });

  test('is gone through and chosen from by keys alone', async () => {
    await fixture.signedIn('/#/runs?job=Letters,Gone&sort=oldest');
    await link(good).waitFor();
    await page.getByRole('row').nth(1).focus();
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('2 runs selected').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`#/runs/${failed}$`));
  });
});

describe('many runs at once', () => {
  test('are run again, and what one was refused is told and tried again', async () => {
    const second = await fixture.runJob('Letters');
    fixture.expectRefusal(/^409 POST .*rerun$/);
    const body = JSON.stringify({ title: 'Conflict', detail: 'A test says no.', code: 'conflict' });
    await page.route(
      `**/operations/runs/${second}/rerun*`,
      (route) => route.fulfill({ status: 409, contentType: 'application/problem+json', body }),
      { times: 1 },
    );
    await fixture.signedIn('/#/runs?job=Letters');
    await choose(good, second);
    await button('Run 2 again').click();
    await page.getByText('1 of 2 runs was started again:').waitFor();
    await page.getByText('A test says no.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await button('Retry these').click();
    await page.getByText('1 of 1 run was started again:').waitFor();
    const started = page.getByRole('region', { name: 'Selected runs' }).getByRole('link');
    const [, jobId] = /runs\/(\d+)/.exec((await started.getAttribute('href'))!)!;
    expect(await fixture.ended(Number(jobId))).toBe('completed');
  });

  test('are canceled after one more question', async () => {
    const [one, other] = [await fixture.startRun('Endless'), await fixture.startRun('Endless')];
    await fixture.signedIn('/#/runs?status=queued,running,waiting');
    await choose(one, other);
    await button('Cancel 2 runs').click();
    await button('Cancel runs').click();
    await page.getByText('2 of 2 runs are being canceled.').waitFor();
    expect([await fixture.ended(one), await fixture.ended(other)]).toEqual(['canceled', 'canceled']);
  });
});

describe('the page of a run', () => {
  test('tells the cause of a failure and the line that shows it, and keeps who has seen it', async () => {
    await fixture.signedIn(`/#/runs/${failed}`);
    const cause = page.locator('.diagnosis');
    await cause.getByText('A path in the fileset does not exist.').waitFor();
    await cause.getByText(`${fixture.source}/no`, { exact: true }).waitFor();
    await cause.getByText(`Could not stat "${fixture.source}/no": ERR=No such file or directory`).waitFor();
    await button('Acknowledge').click();
    await page.getByLabel('Note').fill(`on it ${evil}`);
    await page.getByLabel('Until').selectOption('a date…');
    await page.getByLabel('Date, in the time zone of this browser').fill('2099-01-02T03:04');
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('Acknowledged by admin').waitFor();
    await page.getByText(`on it ${evil}`, { exact: true }).waitFor();
    await page.getByText(/· until/).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await button('Remove acknowledgement').click();
    await button('Acknowledge').waitFor();
    await button('Undo').click();
    await page.getByText(`on it ${evil}`, { exact: true }).waitFor();
    await page.getByText(/· until/).waitFor();
    await button('Undo').waitFor({ state: 'detached' });
    await button('Remove acknowledgement').click();
    await button('Acknowledge').waitFor();
  });

  test('searches its log, shows only problems, and saves the whole of it as text', async () => {
    await fixture.signedIn(`/#/runs/${failed}`);
    const lines = page.getByRole('log').locator('p');
    await page.getByRole('log').getByText('Termination').waitFor();
    const all = await lines.count();
    await page.getByLabel('Only problems').check();
    await page.getByRole('log').getByText('Start Backup').waitFor({ state: 'detached' });
    expect(await lines.count()).toBeGreaterThan(0);
    expect(await violationsOf(page)).toEqual([]);
    await page.getByLabel('Only problems').uncheck();
    await page.getByLabel('Search the log').fill('termination');
    await page.getByText(`1 of ${all} lines`).waitFor();
    await page.getByLabel('Search the log').fill('nowhere in it');
    await page.getByText('No matches.').waitFor();
    const saved = page.waitForEvent('download');
    await button('Download').click();
    const text = readFileSync(await (await saved).path(), 'utf8');
    expect(text.trimEnd().split('\n').length).toBeGreaterThanOrEqual(all);
    expect(text).toContain('Termination');
  });

  test('opens a log at its first problem, steps to the next, and follows only a run that has not ended', async () => {
    await fixture.signedIn(`/#/runs/${failed}`);
    const problems = page.getByRole('group', { name: 'Problems' });
    await problems.getByText('1 of 2 problem lines').waitFor();
    const current = page.getByRole('log').locator('[aria-current]');
    expect(await current.innerText()).toContain('Could not stat');
    await button('Next problem').click();
    await problems.getByText('2 of 2 problem lines').waitFor();
    expect(await current.innerText()).toContain('Nothing that the fileset includes could be read');
    await button('Previous problem').click();
    expect(await button('Previous problem').isDisabled()).toBe(true);
    expect(await page.getByLabel('Follow').count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
  });

  test('shows no problem of a good run, whose report of a real Bacula counts errors: 0', async () => {
    const report = [
      'lab-15-dir JobId 9: Bacula lab-15-dir 15.0.3 (25Mar25):',
      '  Non-fatal FD errors:    0',
      '  SD Errors:              0',
      '  FD termination status:  OK',
      '  Termination:            Backup OK',
    ].join('\n');
    const line = { id: 1, at: '2026-11-20T21:00:00.000Z', text: report };
    await page.route(/\/runs\/\d+\/log\?/, (route) => route.fulfill({ json: { items: [line], nextCursor: null } }));
    await fixture.signedIn(`/#/runs/${good}`);
    await page.getByRole('log').getByText('Non-fatal FD errors').waitFor();
    expect(await page.locator('[data-problem]').count()).toBe(0);
    expect(await page.getByRole('group', { name: 'Problems' }).count()).toBe(0);
  });

  test('with a start time says once when it starts, moves no bar, and shows a requested cancel at once', async () => {
    const admin = await fixture.app.as('admin');
    const order = { job: 'Letters', level: 'Full', when: '2099-01-02T03:04:05Z' };
    const { jobId } = (await admin.post('/operations/jobs/run', order)).body as { jobId: number };
    await fixture.signedIn(`/#/runs/${jobId}`);
    await page.getByText(/^Scheduled to start at /).waitFor();
    expect(await page.locator('.note').innerText()).not.toContain('Waiting for');
    expect(await page.getByRole('progressbar').count()).toBe(0);
    const figures = page.locator('.fact-groups dl > div');
    expect(await figures.filter({ hasText: 'Queued' }).innerText()).toMatch(/^Queued\s+\w+ \d+, \d\d:\d\d:\d\d$/);
    expect(await figures.filter({ hasText: 'Scheduled for' }).innerText()).toContain('2099');
    // A real Director may take half a minute until the run shows that it was canceled.
    const run = (await admin.get(`/operations/runs/${jobId}`)).body as object;
    let isRequested = false;
    await page.route(/\/operations\/runs\/\d+(\/cancel)?\?/, async (route) => {
      const isCancel = route.request().method() === 'POST';
      isRequested ||= isCancel;
      const requested = isRequested ? { cancelRequestedAt: '2026-11-20T21:00:00.000Z' } : {};
      await route.fulfill({ status: isCancel ? 202 : 200, json: { ...run, ...requested } });
    });
    await button('Cancel…').click();
    await button('Cancel run').click();
    await page.getByText('Cancel requested').waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await fixture.cancelRun(jobId);
    expect(await fixture.ended(jobId)).toBe('canceled');
  });

  test('that broke off before its first byte saved 0 B, and an unknown number of files, whatever was counted', async () => {
    const broken = { status: 'canceled', files: 1, bytes: 0 };
    await fixture.alter('/operations/runs/*', (run: object) => ({ ...run, ...broken }));
    await fixture.signedIn(`/#/runs/${good}`);
    const details = page.getByRole('group', { name: 'Details' });
    await details.getByText('0 B', { exact: true }).waitFor();
    await details.getByText('–', { exact: true }).first().waitFor();
  });

  test('whose Director began it anew says how long it took in all, from its planned start', async () => {
    // As Bacula has a run whose client had a script of two minutes before the first file.
    const times = {
      queuedAt: '2026-11-20T20:00:00.000Z',
      scheduledAt: '2026-11-20T21:00:00.000Z',
      startedAt: '2026-11-20T21:02:00.000Z',
      endedAt: '2026-11-20T21:02:01.000Z',
      durationSeconds: 1,
    };
    await page.route(new RegExp(`/operations/runs/${good}(\\?|$)`), async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as object), ...times } });
    });
    await fixture.signedIn(`/#/runs/${good}`);
    const took = page.locator('.fact-groups dl > div').filter({ hasText: 'Duration' });
    await took.getByText('Total: 2 min 1 s').waitFor();
    expect(await took.innerText()).toMatch(/1 s/);
  });

  test('leads to its job, client, pool and storage', async () => {
    await fixture.signedIn(`/#/runs/${good}`);
    const leads = async (name: string, to: RegExp) =>
      expect(await page.getByRole('link', { name, exact: true }).first().getAttribute('href')).toMatch(to);
    await page.getByRole('group', { name: 'Details' }).getByRole('link', { name: 'Default' }).waitFor();
    await leads('Letters', /#\/jobs\/Letters/);
    await leads('local', /#\/clients\/local/);
    await leads('Default', /#\/storage\/pools\/Default/);
    await leads('Local', /#\/storage\/volumes\?storage=Local/);
  });

  test('on a phone says the reason before its buttons, the result before its log, and times and configuration when asked', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await fixture.signedIn(`/#/runs/${failed}`);
    const cause = page.locator('.diagnosis');
    const details = page.getByRole('group', { name: 'Details' });
    const topOf = async (part: Locator) => (await part.boundingBox())!.y;
    await cause.waitFor();
    expect(await topOf(cause)).toBeLessThan(await topOf(button('Run again')));
    expect(await topOf(button('Run again'))).toBeLessThan(await topOf(details));
    expect(await topOf(details)).toBeLessThan(await topOf(page.getByRole('log')));
    expect(await details.getByText('Queued').count()).toBe(0);
    const more = page.getByRole('button', { name: 'Times and configuration' });
    expect(await more.getAttribute('aria-expanded')).toBe('false');
    expect(await violationsOf(page)).toEqual([]);
    // The window was widened meanwhile, and the page with it.
    await page.setViewportSize({ width: 390, height: 844 });
    await more.click();
    await details.getByText('Queued').waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });

  test('has its files, volumes and events behind tabs that the address keeps', async () => {
    await fixture.signedIn(`/#/runs/${good}?tab=files`);
    await page.getByRole('table', { name: 'Files' }).getByText('letters/greeting.txt').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Volumes', exact: true }).click();
    await page.waitForURL(/tab=volumes/);
    const volumes = page.getByRole('table', { name: 'Volumes' });
    // A run may lie on several volumes: its own bytes are another figure.
    await volumes.getByRole('columnheader', { name: 'On this volume' }).waitFor();
    await volumes.getByRole('link', { name: 'Default-0001' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('navigation', { name: 'Run details' }).getByRole('link', { name: 'Events' }).click();
    await page.getByText('job.completed.ok').waitFor();
    await page.reload();
    await page.getByText('job.completed.ok').waitFor();
  });

  test('says with what it is compared, starts it again, and leads to the runs before and after', async () => {
    const ids = [await fixture.runJob('Letters'), await fixture.runJob('Letters'), await fixture.runJob('Letters')];
    await fixture.signedIn(`/#/runs/${ids[2]}`);
    await page
      .locator('.fact-groups dl > div')
      .filter({ hasText: 'Bytes' })
      .getByText(/typically/)
      .waitFor();
    await page.getByRole('link', { name: `‹ Run ${ids[1]}` }).click();
    await page.getByRole('link', { name: `Run ${ids[2]} ›` }).waitFor();
    await button('Run again').click();
    await page.waitForURL((url) => !url.hash.includes(`/${ids[1]}`));
    await page.locator('.verdict').getByText('✓ Succeeded').waitFor();
  });

  test('that waits says for what, and where to look', async () => {
    const first = await fixture.startRun('Endless');
    const waiting = await fixture.startRun('Letters');
    await fixture.signedIn(`/#/runs/${waiting}`);
    await page.getByText('Waiting for another job on client local.').waitFor();
    await page.locator('.note').getByRole('link').click();
    await link(first).waitFor();
    await fixture.cancelRun(first);
    await fixture.ended(waiting);
  });
});
