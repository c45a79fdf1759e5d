import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { Keyboard } from '../harness/browser/keyboard.js';
import { keepPlans, type KeptPlans } from '../harness/browser/stored-plans.js';
import { PageFixture } from '../harness/browser/page-fixture.js';

let fixture: PageFixture;
let page: Page;
let keys: Keyboard;
let kept: KeptPlans;

beforeAll(async () => {
  fixture = await PageFixture.start();
  kept = await keepPlans(fixture);
  await fixture.open();
  page = fixture.page;
  keys = new Keyboard(page);
  await page.goto('/');
});

afterAll(async () => {
  await fixture.close();
  await fixture.stop();
});

// One person at one page: what a test left open is closed by a key too.
beforeEach(() => page.keyboard.press('Escape'));

const list = (name: string) => page.getByRole('combobox', { name, exact: true });
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const heading = (name: string | RegExp) => page.getByRole('heading', { name, exact: true });
const link = (name: string) => page.getByRole('link', { name, exact: true });
const verdict = (state: string) => page.locator('.verdict').getByText(state).waitFor();

/** The number of the run whose page is in view. */
const runInView = () => Number(/#\/runs\/(\d+)/.exec(page.url())![1]);

describe('by the keyboard alone', () => {
  test('one signs in, and begins at the heading of the overview', async () => {
    await keys.signIn();
    await keys.arrivesAt(heading('Overview'));
  });

  test('a job is estimated, and run at another level with another priority', async () => {
    await keys.goTo('Jobs');
    await keys.toRow('Configured jobs', /^Letters/);
    await page.keyboard.press('Enter');
    await keys.arrivesAt(heading('Letters'));
    await keys.press(button('Run…'));
    await keys.arrivesAt(list('Level'));
    await keys.choose(list('Level'), 'Incremental');
    await keys.press(page.getByText('Override settings'));
    await keys.write(page.getByLabel('Priority'), '7');
    await keys.press(button('Estimate'));
    await page.getByText(/^An Incremental backup would save /).waitFor();
    await keys.tabTo(button('Run'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await verdict('✓ Succeeded');
    await keys.arrivesAt(heading(/^Letters Incremental/));
    await page.getByRole('log').getByText('Termination').waitFor();
  });

  test('a run is watched, and canceled after a second question, which Escape declines', async () => {
    await keys.goTo('Jobs');
    await keys.toRow('Configured jobs', /^Endless/);
    await keys.press(button('Run Endless'));
    await page.getByRole('log').getByText('Extended attributes').waitFor();
    await keys.press(button('Cancel…'));
    await keys.arrivesAt(button('Cancel run'));
    await page.keyboard.press('Escape');
    await keys.arrivesAt(button('Cancel…'));
    await page.keyboard.press('Enter');
    await keys.arrivesAt(button('Cancel run'));
    await page.keyboard.press('Enter');
    await verdict('Canceled');
    await keys.arrivesAt(heading(/^Endless/));
  });

  test('a run that failed is marked as seen, and no longer', async () => {
    const failed = await fixture.runJob('Gone');
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type(String(failed));
    await page.getByRole('option', { name: `Run ${failed} Go`, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await verdict('Failed');
    await keys.press(button('Acknowledge'));
    await keys.arrivesAt(page.getByLabel('Note'));
    await keys.press(button('Cancel'));
    await keys.arrivesAt(button('Acknowledge'));
    await page.keyboard.press('Enter');
    await page.keyboard.type('the folder is gone');
    await page.keyboard.press('Enter');
    await page.getByText('Acknowledged by admin').waitFor();
    await keys.arrivesAt(heading(/^Gone/));
    await keys.press(button('Remove acknowledgement'));
    await button('Acknowledge').waitFor();
  });

  test('runs are filtered, a chip is taken away, and the focus stays near', async () => {
    await keys.goTo('Runs');
    await keys.choose(list('State'), 'Failed');
    await button('Remove filter State').waitFor();
    await keys.write(list('Job'), 'Gone');
    await page.keyboard.press('Enter');
    await button('Remove filter Job').waitFor();
    await keys.arrivesAt(list('Job'));
    await keys.write(page.getByLabel('Until date'), '12/31/2099');
    await page.waitForURL(/status=error&job=Gone&until=2099-12-31/);
    await keys.arrivesAt(page.getByLabel('Until date'));
    await keys.press(button('Remove filter State'));
    await keys.arrivesAt(button('Remove filter Job'));
    await keys.press(button('Clear filters'));
    await page.waitForURL(/#\/runs$/);
    await keys.press(page.getByTitle('Sort by Run', { exact: true }));
    await page.waitForURL(/sort=/);
    // The list is read anew, its heads with it.
    await keys.arrivesAt(heading('Runs'));
  });

  test('runs are chosen by x and run again together', async () => {
    await keys.goTo('Runs');
    await keys.toRow('Runs', /^(?!.*Restore).*Letters/);
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('2 runs selected').waitFor();
    await keys.press(button('Run 2 again'));
    await page.getByText('2 of 2 runs were started again:').waitFor();
    await keys.keepsFocus();
    await keys.press(button('Close'));
    for (const { jobId } of await fixture.runsOf('Letters')) await fixture.ended(jobId);
  });

  test('the calendar is gone through by weeks, months and entries', async () => {
    await keys.goTo('Calendar');
    await keys.press(link('Previous week'));
    await keys.arrivesAt(link('Previous week'));
    await keys.press(link('Next week'));
    await keys.press(link('Month'));
    await page.waitForURL(/view=month/);
    await keys.press(link('Today'));
    await keys.tabTo(page.locator('.spot'));
    await page.keyboard.press('End');
    await keys.keepsFocus();
    await page.keyboard.press('Home');
    await keys.keepsFocus();
    await keys.press(page.getByText('Show as table'));
    await keys.toRow('Calendar', 'Letters');
  });

  test('a file comes back as it was yesterday, found by its name', async () => {
    await keys.goTo('Restore');
    await page.getByRole('searchbox').waitFor();
    await page.keyboard.press('/');
    await keys.arrivesAt(page.getByRole('searchbox'));
    await page.keyboard.type('plans');
    await page.keyboard.press('Enter');
    await keys.toRow('Files', 'plans.bin');
    await page.keyboard.press('Enter');
    await keys.arrivesAt(heading('Versions of plans.bin'));
    await keys.press(button(`Add to selection (run ${kept.first})`));
    const target = join(fixture.app.dataDir, 'restores', 'by-keys');
    await keys.write(page.getByLabel('Folder', { exact: true }), target);
    await keys.choose(list('Existing files'), 'overwrite if older');
    await keys.press(button('Restore 1 item'));
    await verdict('✓ Succeeded');
    await keys.arrivesAt(heading(/^RestoreFiles/));
    expect(readFileSync(join(target, kept.plans)).equals(kept.yesterdays)).toBe(true);
  });

  test('a folder of a run comes back, gone down to through its tree', async () => {
    await keys.goTo('Restore');
    await keys.press(link('Browse a client'));
    await keys.tabTo(page.getByRole('slider', { name: 'Restore point timeline' }));
    await page.keyboard.press('Home');
    await page.waitForURL(new RegExp(`point=${kept.first}`));
    await keys.toRow('Files', /.+/);
    const folders = ['', ...kept.letters.split('/').filter((name) => name !== '')];
    for (const folder of folders.slice(0, -1)) {
      await keys.toRow('Files', `${folder}/`);
      await page.keyboard.press('Enter');
    }
    await keys.toRow('Files', 'letters/');
    await page.keyboard.press('Space');
    await keys.press(button(`Remove ${kept.letters}/`));
    await keys.arrivesAt(heading('Selection'));
    await keys.tabTo(page.getByRole('table', { name: 'Files' }).getByRole('row'), 'Shift+Tab');
    await page.keyboard.press('Space');
    const target = join(fixture.app.dataDir, 'restores', 'a-folder');
    await keys.write(page.getByLabel('Folder', { exact: true }), target);
    await keys.press(button('Restore 1 item'));
    await verdict('✓ Succeeded');
    expect(readFileSync(join(target, kept.plans)).equals(kept.yesterdays)).toBe(true);
    expect(await fixture.ended(runInView())).toBe('completed');
  });
});
