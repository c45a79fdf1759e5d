import { describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { violationsOf } from '../harness/browser/browser.js';
import { PageFixture } from '../harness/browser/page-fixture.js';
import { shareFixture } from '../harness/browser/share-fixture.js';
import { directorYaml } from '../harness/builders/director-yaml.js';

let fixture: PageFixture;
let page: Page;

/** All three jobs have a schedule that starts once a year. */
const scheduled: typeof directorYaml = (dataDir, filesets) => {
  const yaml = JSON.parse(directorYaml(dataDir, filesets)) as Record<string, object[]>;
  yaml['schedules'] = [{ name: 'Yearly', starts: [{ level: 'Full', at: '0 4 1 1 *' }] }];
  yaml['jobs'] = (yaml['jobs'] ?? []).map((job) => ({ ...job, schedule: 'Yearly' }));
  return JSON.stringify(yaml);
};

shareFixture({
  start: () => PageFixture.start({}, scheduled),
  started: (one) => void (fixture = one),
  opened: (one) => void (page = one),
});

const part = (name: string) => page.getByRole('region', { name, exact: true });
const green = () => page.locator("main [data-look='ok']");

describe('a fresh install is never green', () => {
  test('on the overview', async () => {
    await fixture.signedIn('/');
    await part('Health').getByText('No backups yet: no job has a good backup.').waitFor();
    const clients = part('Clients by protection');
    await clients.getByText('1 never backed up').waitFor();
    await clients.getByText('0 protected').waitFor();
    await clients.getByRole('link', { name: 'local' }).waitFor();
    expect(await green().allInnerTexts()).toEqual([]);
    expect(await violationsOf(page)).toEqual([]);
  });

  test('on the clients, the client and the jobs', async () => {
    await fixture.signedIn('/#/clients');
    await page.getByRole('row').getByText('Never backed up').waitFor();
    expect(await page.getByRole('row').locator("[data-look='ok']").count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
    await page.goto('/#/clients/local');
    await page.getByRole('table', { name: 'Jobs' }).getByText('Never backed up').first().waitFor();
    await page.goto('/#/jobs');
    await page.getByRole('row').getByText('Never backed up').nth(2).waitFor();
    expect(await page.getByRole('row').locator("[data-look='ok']").count()).toBe(0);
  });
});

describe('one good job does not hide a dead one', () => {
  test('the verdict names it, and overview, client, jobs and statistics agree', async () => {
    await fixture.runJob('Letters');
    await fixture.runJob('Gone');
    await fixture.signedIn('/');
    const verdict = part('Health');
    await verdict.getByText('1 job never backed up: Gone of local.').waitFor();
    await part('Clients by protection').getByText('1 never backed up').waitFor();
    await part('Clients by protection').getByText('(2 of 3 jobs)').waitFor();
    await verdict.getByRole('link', { name: /never backed up/ }).click();
    await page.waitForURL(/protection=warn%2Ccrit%2Cnever/);
    // The overview, which is left, names the jobs as well.
    const listed = page.getByRole('table', { name: 'Configured jobs' });
    await listed.getByRole('link', { name: 'Gone', exact: true }).waitFor();
    expect(await listed.getByRole('link', { name: 'Letters', exact: true }).count()).toBe(0);
    await page.goto('/#/clients/local');
    const jobs = page.getByRole('table', { name: 'Jobs' });
    await jobs.getByRole('row').filter({ hasText: 'Letters' }).getByText('✓ Protected').waitFor();
    await jobs.getByRole('row').filter({ hasText: 'Gone' }).getByText('Never backed up').waitFor();
    await page.goto('/#/statistics');
    await page.getByText('1 of 3', { exact: true }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });

  test('its thresholds are set on its page', async () => {
    await fixture.signedIn('/#/jobs/Letters');
    await page.getByLabel('Source').selectOption('own');
    await page.getByLabel('Overdue after (hours)').fill('12');
    await page.getByLabel('Critical after (hours)').fill('24');
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save thresholds' }).click();
    await page.getByText('Source: this job.').waitFor();
    const admin = await fixture.app.as('admin');
    expect((await admin.get('/admin/monitoring/jobs/Letters')).body).toMatchObject({
      warnSeconds: 43_200,
      critSeconds: 86_400,
    });
    await page.getByLabel('Source').selectOption('derived');
    await page.getByRole('button', { name: 'Save thresholds' }).click();
    await page.getByText('Source: this job.').waitFor({ state: 'detached' });
  });
});
