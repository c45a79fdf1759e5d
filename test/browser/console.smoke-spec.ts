import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { signInWith } from '../harness/browser/browser.js';
import { type PageFixture } from '../harness/browser/page-fixture.js';
import { shareFixture } from '../harness/browser/share-fixture.js';

let fixture: PageFixture;
let page: Page;

shareFixture({
  started: (one) => void (fixture = one),
  opened: (one) => void (page = one),
});

/** Runs the job at the level and waits on its page for the end; answers the run's number. */
async function runToTheEnd(level: string): Promise<string> {
  await page.getByRole('link', { name: 'Letters', exact: true }).click();
  await page.getByRole('button', { name: 'Run…' }).click();
  await page.getByRole('combobox', { name: 'Level', exact: true }).selectOption(level);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.waitForURL(/#\/runs\/\d+$/);
  await page.locator('.verdict').getByText('✓ Succeeded').waitFor();
  return /\d+$/.exec(page.url())![0];
}

describe('the console in a browser', () => {
  test('refuses a wrong password in the words of the API, takes the right one, and ends the session on demand', async () => {
    fixture.expectRefusal(/^401 POST .*login$/);
    await page.goto('/');
    await signInWith(page, 'not the password');
    const said = page.getByRole('alert').getByText('Wrong username or password.');
    await said.waitFor();
    // No title of HTTP and no number of a request: it is a typing mistake.
    expect(await page.getByRole('alert').innerText()).toBe('Wrong username or password.');
    await signInWith(page);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Password').waitFor();
  });

  test('runs a job, shows its end without a reload, and its log', async () => {
    await fixture.signedIn();
    const jobId = await runToTheEnd('Full');
    await page.getByRole('log').getByText(/Full/).first().waitFor();
    await page.getByRole('link', { name: 'Runs', exact: true }).first().click();
    await page.getByRole('link', { name: `Run ${jobId}` }).waitFor();
  });

  test('finds a file in a run and restores it to its end', async () => {
    const file = join(fixture.source, 'letters', 'greeting.txt');
    await fixture.signedIn();
    await runToTheEnd('Full');
    await page.getByRole('link', { name: 'Restore from this run' }).click();
    // Until its page is there the log of the run has a search of its own.
    await page.getByRole('heading', { name: 'Restore', exact: true }).waitFor();
    await page.getByRole('searchbox').fill('greet');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('checkbox', { name: file }).check();
    await page.getByRole('button', { name: `Remove ${file}` }).click();
    await page.getByText('Nothing selected yet.').waitFor();
    expect(await page.getByRole('button', { name: 'Restore' }).isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: file }).check();
    const target = join(fixture.app.dataDir, 'restores', 'by-page');
    await page.getByLabel('Folder', { exact: true }).fill(target);
    await page.getByRole('button', { name: 'Restore 1 item' }).click();
    await page.waitForURL(/#\/runs\/\d+$/);
    await page.locator('.verdict').getByText('✓ Succeeded').waitFor();
    expect(readFileSync(join(target, file), 'utf8')).toBe('good morning');
  });
});
