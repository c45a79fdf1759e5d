import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { violationsOf } from '../harness/browser/browser.js';
import { type PageFixture } from '../harness/browser/page-fixture.js';
import { shareFixture } from '../harness/browser/share-fixture.js';

let fixture: PageFixture;
let page: Page;

shareFixture({
  started: async (one) => {
    fixture = one;
    await fixture.runJob('Letters');
    await fixture.runJob('Gone');
  },
  opened: (one) => void (page = one),
});

/** A planned start of the job. */
const start = {
  job: 'Letters',
  director: 'embedded',
  client: 'local',
  fileset: 'Letters',
  schedule: 'Nightly',
  pool: 'Default',
  priority: 10,
  type: 'Backup',
};
type Item = { name: string; client: string; schedule: string | null };
const button = (name: string) => page.getByRole('button', { name, exact: true });
const rowOf = (job: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: job, exact: true }) });

async function isEnabled(job: string): Promise<boolean> {
  const admin = await fixture.app.as('admin');
  return ((await admin.get(`/operations/jobs/${job}`)).body as { enabled: boolean }).enabled;
}

describe('the configured jobs', () => {
  test('tell their last results and when they were last good', async () => {
    await fixture.signedIn('/#/jobs');
    const results = (job: string, text: RegExp) => rowOf(job).getByRole('group', { name: text });
    await results('Letters', /^Last 1 run: 1 succeeded, 0 with warnings, 0 failed/).waitFor();
    const gone = results('Gone', /^Last 1 run: 0 succeeded, 0 with warnings, 1 failed/);
    const square = gone.getByRole('img', { name: /\d\d:\d\d, run \d+: failed$/ });
    expect(await square.getAttribute('title')).toBe(await square.getAttribute('aria-label'));
    expect(await gone.innerText()).toMatch(/^[A-Z][a-z]+ \d+$/);
    const legend = page.getByRole('list', { name: 'Legend' });
    await legend.getByText('with warnings').waitFor();
    await legend.getByText('unusually small or slow').waitFor();
    await rowOf('Gone')
      .getByRole('cell')
      .filter({ hasText: /^never$/ })
      .waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });

  test('show the days with missed starts among their last results', async () => {
    await fixture.alter('/operations/jobs?*', (body: { items: { protection: object }[] }) => ({
      ...body,
      items: body.items.map((job) => ({ ...job, protection: { ...job.protection, status: 'ok', countsAs: 'ok' } })),
    }));
    const days = [
      { day: '2020-01-01', missed: 1 },
      { day: '2098-01-01', missed: 0 },
      { day: '2099-01-01', missed: 2 },
    ];
    await fixture.alter('/stats/jobs/days?*', () => ({ items: [{ director: 'embedded', days }], nextCursor: null }));
    await fixture.signedIn('/#/jobs');
    const results = rowOf('Letters').getByRole('group', { name: /^Last 1 run: .* Missed starts on 1 day\.$/ });
    await results.waitFor();
    expect(await results.getByRole('img').count()).toBe(2);
    const missed = results.getByRole('img', { name: /^.*1.* \(UTC\): 2 starts missed$/ });
    expect(await missed.getAttribute('title')).toBe(await missed.getAttribute('aria-label'));
    await page.getByRole('list', { name: 'Legend' }).getByText('missed').waitFor();
  });

  test('are filtered by the server, and the address keeps it', async () => {
    await fixture.signedIn('/#/jobs');
    await rowOf('Gone').waitFor();
    await page.getByLabel('Job', { exact: true }).fill('Letters');
    await page.keyboard.press('Enter');
    await rowOf('Gone').waitFor({ state: 'detached' });
    expect(page.url()).toContain('name=Letters');
    await page.reload();
    await rowOf('Letters').waitFor();
    await button('Remove filter Job').click();
    await rowOf('Gone').waitFor();
  });

  test('that are none are to be added to the configuration of the Director, of whatever kind it is', async () => {
    await fixture.alter('/operations/jobs?*', (page: object) => ({ ...page, items: [], nextCursor: null }));
    await fixture.signedIn('/#/jobs');
    await page.getByText('No jobs configured. Add one to the configuration of the Director.').waitFor();
    expect(await page.getByText('director.yaml').count()).toBe(0);
  });

  test('go out of their schedule and, undone, back into it', async () => {
    await fixture.alter('/operations/jobs?*', ({ items, ...rest }: { items: Item[] }) => ({
      ...rest,
      items: items.map((job) => ({ ...job, schedule: 'Nightly' })),
    }));
    await fixture.signedIn('/#/jobs');
    await button('Columns').click();
    await page.getByLabel('Schedule', { exact: true }).check();
    await page.keyboard.press('Escape');
    await button('Disable schedule of Letters').click();
    await page.getByText(/^Letters's schedule is disabled/).waitFor();
    await button('Enable schedule of Letters').waitFor();
    await button('Undo').click();
    await button('Disable schedule of Letters').waitFor();
    expect(await isEnabled('Letters')).toBe(true);
    await button('Disable schedule of Letters').click();
    await button('Enable schedule of Letters').waitFor();
    expect(await isEnabled('Letters')).toBe(false);
    expect(await violationsOf(page)).toEqual([]);
    await button('Enable schedule of Letters').click();
    await button('Disable schedule of Letters').waitFor();
  });
});

describe('one job', () => {
  test('has its actions in its head: a form to run it below, and the restore from its newest good run', async () => {
    const good = (await fixture.runsOf('Letters'))[0]!.jobId;
    await fixture.signedIn('/#/jobs/Letters');
    const restore = page.locator('.page-head').getByRole('link', { name: 'Restore' });
    const run = page.locator('.page-head').getByRole('button', { name: 'Run…' });
    await restore.and(page.locator(`[href*="point=${good}"]`)).waitFor();
    expect((await run.boundingBox())!.y).toBeLessThan(160);
    await run.click();
    await page.getByRole('form', { name: 'Run Letters now' }).waitFor();
    const [form, facts] = await Promise.all(
      ['.run-form', '.fact-groups'].map((part) => page.locator(part).boundingBox()),
    );
    expect(form!.y).toBeLessThan(facts!.y);
    await page.locator(':focus').and(page.getByLabel('Level')).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await button('Cancel').click();
    await page.locator('.run-form').waitFor({ state: 'detached' });
    await restore.click();
    await page.getByText(/^Nothing selected from local, as of/).waitFor();
    await page.goto('/#/jobs/Gone');
    await page.getByRole('heading', { name: 'Gone' }).waitFor();
    await page.getByRole('table', { name: 'Latest runs' }).waitFor();
    expect(await page.locator('.page-head').getByRole('link', { name: 'Restore' }).count()).toBe(0);
  });

  test('is taken out of its schedule in its head, which says what was done', async () => {
    await fixture.alter('/operations/jobs/Letters', (job: object) => ({ ...job, schedule: 'Nightly' }));
    await fixture.signedIn('/#/jobs/Letters');
    const head = page.locator('.page-head');
    await head.getByRole('button', { name: 'Disable schedule of Letters' }).click();
    await page.getByText(/^Letters's schedule is disabled/).waitFor();
    await head.getByRole('button', { name: 'Enable schedule of Letters' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await button('Undo').click();
    await head.getByRole('button', { name: 'Disable schedule of Letters' }).waitFor();
    expect(
      await page
        .locator('.fact-groups')
        .getByRole('button', { name: /schedule/ })
        .count(),
    ).toBe(0);
  });

  test('shows what its runs did before the limits of when it is overdue', async () => {
    await fixture.signedIn('/#/jobs/Letters');
    await page.getByRole('heading', { name: 'Overdue thresholds' }).waitFor();
    const heads = await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts();
    expect(heads.indexOf('Latest runs')).toBeGreaterThan(0);
    expect(heads.at(-1)).toBe('Overdue thresholds');
  });

  test('is estimated and run with what is said instead of its configuration', async () => {
    await fixture.signedIn('/#/jobs/Letters');
    await button('Run…').click();
    await page.getByLabel('Level').selectOption('Full');
    await button('Estimate').click();
    await page.getByText(/^A Full backup would save [1-9]/).waitFor();
    await page.getByText('Override settings').click();
    await page.getByLabel('Priority').fill('7');
    const curl = await page.locator('button[title*="/operations/jobs/run"]').getAttribute('title');
    expect(curl).toContain('"job":"Letters"');
    expect(curl).toContain('"priority":7');
    const sent = page.waitForRequest((request) => request.url().endsWith('/operations/jobs/run'));
    await button('Run').click();
    expect((await sent).postDataJSON()).toMatchObject({ job: 'Letters', level: 'Full', priority: 7 });
    await page.locator('.verdict').getByText('✓ Succeeded').waitFor();
  });

  test('tells its paths, its schedule in words and the next starts by the clock, and leads to client, pool and storage', async () => {
    const now = new Date();
    const nightly = Array.from({ length: 62 }, (_, day) => {
      const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() + day, 23, 5);
      const sunday = at.getDate() <= 7 ? 'Full' : 'Differential';
      return { ...start, at: at.toISOString(), level: at.getDay() === 0 ? sunday : 'Incremental' };
    });
    let starts: readonly object[] = nightly;
    await fixture.alter('/operations/jobs/Letters', (job: object) => ({ ...job, schedule: 'Nightly' }));
    await fixture.alter('/operations/schedule?*', () => ({ items: starts, nextCursor: null }));
    await fixture.signedIn('/#/jobs/Letters');
    const facts = page.getByRole('group', { name: 'Status and configuration' });
    for (const line of [
      'Full: first Sunday of the month 23:05',
      'Differential: second–fifth Sunday of the month 23:05',
      'Incremental: Mon–Sat 23:05',
    ])
      await facts.getByText(line, { exact: true }).waitFor();
    await facts.getByText('today 23:05', { exact: true }).waitFor();
    expect(await facts.locator('.starts li').count()).toBe(5);
    await facts.getByText(join(fixture.source, 'letters'), { exact: true }).waitFor();
    await facts.getByText('access control lists (ACLs) are not backed up').waitFor();
    const leads = async (name: string, to: RegExp) =>
      expect(await facts.getByRole('link', { name, exact: true }).getAttribute('href')).toMatch(to);
    await leads('local', /#\/clients\/local/);
    await leads('Default', /#\/storage\/pools\/Default/);
    await leads('Local', /#\/storage\/volumes\?storage=Local/);
    expect(await violationsOf(page)).toEqual([]);
    starts = Array.from({ length: 200 }, (_, index) => {
      return { ...start, at: new Date(now.getTime() + index * 900_000).toISOString(), level: 'Incremental' };
    });
    await page.reload();
    await facts.getByText('Incremental: every 15 min', { exact: true }).waitFor();
  });

  test('that verifies backups is not said to back anything up', async () => {
    const none = { client: '', fileset: '', pool: '', storage: '' };
    const verify = { type: 'Verify', level: 'Data', allowedLevels: ['Data'], ...none };
    await fixture.alter('/operations/jobs/Letters', (job: object) => ({ ...job, ...verify }));
    await fixture.signedIn('/#/jobs/Letters');
    const facts = page.getByRole('group', { name: 'Status and configuration' });
    await facts.getByText('Data', { exact: true }).waitFor();
    expect(await facts.getByRole('heading').allTextContents()).toEqual(['Status', 'Schedule', 'Settings']);
    expect(await facts.getByText('access control lists').count()).toBe(0);
  });

  test('that verifies backups names their jobs and which of their runs it reads', async () => {
    const reads = async (verifies: object): Promise<void> => {
      const verify = { type: 'Verify', client: '', fileset: '', pool: '', storage: '', verifies };
      await fixture.alter('/operations/jobs/Letters', (job: object) => ({ ...job, ...verify }));
      await fixture.signedIn('/#/jobs/Letters');
      await page.reload();
    };
    const facts = page.getByRole('group', { name: 'Status and configuration' });
    await reads({ jobs: ['Endless'], runs: 'all' });
    await facts.getByRole('link', { name: 'Endless' }).waitFor();
    await facts.getByText('each retained run', { exact: true }).waitFor();
    await reads({ jobs: null, runs: 'newest' });
    await facts.getByText('all jobs', { exact: true }).waitFor();
    await facts.getByText('what a restore of the newest state reads', { exact: true }).waitFor();
  });

  test('shows what its fileset leaves out by patterns, presets and marker files', async () => {
    const excludePresets = [{ name: 'trash', patterns: ['.Trash/', '.Trash-*/'] }];
    await fixture.alter('/operations/filesets?*', ({ items }: { items: object[] }) => ({
      items: items.map((fileset) => ({ ...fileset, exclude: ['*.iso'], excludePresets, markerFiles: ['.nobackup'] })),
      nextCursor: null,
    }));
    await fixture.signedIn('/#/jobs/Letters');
    const facts = page.getByRole('group', { name: 'Status and configuration' });
    for (const line of ['*.iso', '.nobackup', 'The contents of a folder with one of these files are left out.'])
      await facts.getByText(line, { exact: true }).waitFor();
    await facts.getByText('trash', { exact: true }).click();
    await facts.getByText('.Trash-*/', { exact: true }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });

  test('of which the Director tells neither paths nor plan says so', async () => {
    await fixture.alter('/operations/jobs/Letters', (job: object) => ({ ...job, schedule: 'Nightly' }));
    await fixture.alter('/operations/filesets?*', ({ items }: { items: object[] }) => ({
      items: items.map((fileset) => ({ ...fileset, include: null, exclude: null })),
      nextCursor: null,
    }));
    const body = { type: 'about:blank', title: 'Unprocessable Content', status: 422, detail: 'No plan.' };
    await page.route('**/api/v1/operations/schedule?*', (route) =>
      route.fulfill({
        status: 422,
        contentType: 'application/problem+json',
        body: JSON.stringify({ ...body, code: 'not_supported_by_director' }),
      }),
    );
    fixture.expectRefusal(/^422 GET .*\/operations\/schedule/);
    await fixture.signedIn('/#/jobs/Letters');
    await page.getByText('The Director does not report its schedule.').waitFor();
    await page.getByText('The Director does not report the paths.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });

  test('shows what its runs saved and how long they took, as bars and as a table', async () => {
    await fixture.runJob('Letters');
    await fixture.runJob('Letters');
    await fixture.signedIn('/#/jobs/Letters');
    const bytes = page.getByRole('slider', { name: /^Bytes by run/ });
    await page.getByRole('slider', { name: /^Duration by run/ }).waitFor();
    const newest = await bytes.getAttribute('aria-valuetext');
    expect(newest).toMatch(/^Run \d+, .*: Full, Succeeded, \d/);
    await bytes.focus();
    await page.keyboard.press('ArrowLeft');
    expect(await bytes.getAttribute('aria-valuetext')).not.toBe(newest);
    await page.getByText('Show as table').click();
    const rows = page.getByRole('table', { name: /^Last \d+ runs over time/ }).getByRole('row');
    expect(await rows.nth(1).innerText()).toContain('Succeeded');
    expect(await violationsOf(page)).toEqual([]);
  });

  test('holds nothing that axe finds, and leads to its runs', async () => {
    await fixture.signedIn('/#/jobs/Gone');
    await page.getByRole('table', { name: 'Latest runs' }).getByText('Failed').waitFor();
    await button('Run…').click();
    await page.getByText('Override settings').click();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'All runs of this job' }).click();
    await page.waitForURL(/#\/runs\?job=Gone$/);
    await page.getByRole('table', { name: 'Runs' }).getByText('Gone').waitFor();
  });

  test('that is overdue is acknowledged with a note, until the acknowledgement is removed', async () => {
    const admin = await fixture.app.as('admin');
    const told = async () => (await admin.get('/operations/jobs/Gone')).body as { acknowledgement?: { note: string } };
    await admin.patch('/admin/monitoring/jobs/Gone', { warnSeconds: 3600 });
    await fixture.signedIn('/#/jobs/Gone');
    await button('Acknowledge').click();
    await page.getByLabel('Note to others').fill(' The disk is ordered. ');
    await button('Acknowledge').click();
    await page.getByText('Acknowledged by admin').waitFor();
    expect((await told()).acknowledgement).toMatchObject({ note: 'The disk is ordered.' });
    expect(await violationsOf(page)).toEqual([]);
    await button('Change acknowledgement').click();
    expect(await page.getByLabel('Note to others').inputValue()).toBe('The disk is ordered.');
    await button('Cancel').click();
    await button('Remove acknowledgement').click();
    await page.getByText('Acknowledged by admin').waitFor({ state: 'detached' });
    expect(await told()).not.toHaveProperty('acknowledgement');
    await admin.patch('/admin/monitoring/jobs/Gone', { warnSeconds: null });
  });

  test('that is not configured is named with what the API says', async () => {
    fixture.expectRefusal(/^404 GET .*jobs\/Nobody$/);
    await fixture.signedIn('/#/jobs/Nobody');
    await page.getByText('has no job named Nobody').waitFor();
  });

  test('is greyed for who may not run it, and the reason is read with it', async () => {
    await fixture.signedIn('/#/jobs/Letters', 'readonly');
    await page.getByText("Your role readonly doesn't include jobs:run.").waitFor();
    expect(await button('Run…').isDisabled()).toBe(true);
    expect(await page.locator('.run-form').count()).toBe(0);
  });
});
