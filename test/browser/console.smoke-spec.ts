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
  await page.getByLabel('Level of Letters').selectOption(level);
  await page.getByRole('button', { name: 'Run Letters' }).click();
  await page.waitForURL(/#\/runs\/\d+$/);
  await page.locator('.verdict').getByText('completed').waitFor();
  return /\d+$/.exec(page.url())![0];
}

describe('the console in a browser', () => {
  test('refuses a wrong password in the words of the API, takes the right one, and ends the session on demand', async () => {
    fixture.expectRefusal(/^401 POST .*login$/);
    await page.goto('/');
    await signInWith(page, 'not the password');
    await page
      .getByRole('alert')
      .getByText(/^Request/)
      .waitFor();
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

  test('adds runs that others start to the list without a reload', async () => {
    await fixture.signedIn('/#/runs');
    const jobId = await fixture.startRun('Letters');
    await page.getByRole('button', { name: '1 new' }).click();
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: `Run ${jobId}`, exact: true }) });
    await row.getByText('completed').waitFor();
  });

  test('finds a file in a run and restores it to its end', async () => {
    const file = join(fixture.source, 'letters', 'greeting.txt');
    await fixture.signedIn();
    await runToTheEnd('Full');
    await page.getByRole('link', { name: 'Restore from this run' }).click();
    // Until its page is there the log of the run has a search of its own.
    await page.getByRole('heading', { name: 'Restore', exact: true }).waitFor();
    await page.getByRole('searchbox').fill('greet');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('checkbox', { name: file }).check();
    await page.getByRole('button', { name: `Leave out ${file}` }).click();
    await page.getByText('Nothing is ticked yet.').waitFor();
    expect(await page.getByRole('button', { name: 'Restore' }).isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: file }).check();
    const target = join(fixture.app.dataDir, 'restores', 'by-page');
    await page.getByLabel('Folder', { exact: true }).fill(target);
    await page.getByRole('button', { name: 'Restore 1' }).click();
    await page.waitForURL(/#\/runs\/\d+$/);
    await page.locator('.verdict').getByText('completed').waitFor();
    expect(readFileSync(join(target, file), 'utf8')).toBe('good morning');
  });

  test('cancels a run when asked twice, and lets it run when not', async () => {
    const jobId = await fixture.startRun('Endless');
    await fixture.signedIn(`/#/runs/${jobId}`);
    await page.getByRole('button', { name: 'Cancel the run' }).click();
    await page.getByRole('button', { name: 'Let it run' }).click();
    await page.getByRole('button', { name: 'Cancel the run' }).click();
    await page.getByRole('button', { name: 'Really cancel' }).click();
    await page.locator('.verdict').getByText('canceled').waitFor();
    expect(await fixture.ended(jobId)).toBe('canceled');
  });

  test('creates a token that works, and revokes it', async () => {
    await fixture.signedIn('/#/tokens');
    await page.getByLabel('Name').fill('nightly');
    await page.getByRole('button', { name: 'Create token' }).click();
    const plaintext = await page.locator('.secret code').first().innerText();
    const call = () =>
      fetch(`${fixture.app.url}/api/v1/operations/jobs`, { headers: { authorization: `Bearer ${plaintext}` } });
    expect((await call()).status).toBe(200);
    expect(await page.locator('.secret code').nth(1).innerText()).toContain(`Bearer ${plaintext}`);
    await page.getByRole('button', { name: 'I have it' }).click();
    await page.getByRole('button', { name: 'Revoke nightly' }).click();
    await page.getByRole('button', { name: 'Really revoke nightly' }).click();
    await page.getByText('nightly is revoked').waitFor();
    expect((await call()).status).toBe(401);
  });

  test("shows a token's secret once: it is nowhere after leaving, by whatever way", async () => {
    await fixture.signedIn('/#/tokens');
    const create = async (name: string): Promise<string> => {
      await page.getByLabel('Name').fill(name);
      await page.getByRole('button', { name: 'Create token' }).click();
      await page.getByRole('heading', { name: `${name} is created` }).waitFor();
      return page.locator('.secret code').first().innerText();
    };
    const first = await create('told');
    await page.getByRole('button', { name: 'I have it' }).click();
    expect(await page.content()).not.toContain(first);
    const second = await create('left');
    expect(page.url()).not.toContain(second);
    await page.getByRole('link', { name: 'Jobs', exact: true }).click();
    await page.getByRole('heading', { name: 'Jobs' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'left', exact: true }).waitFor();
    const stored = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, document.cookie])';
    expect((await page.content()) + (await page.evaluate<string>(stored))).not.toContain(second);
  });

  test('copies the secret to the clipboard, and selects it where a browser gives none', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await fixture.signedIn('/#/tokens');
    await page.getByLabel('Name').fill('for the clipboard');
    await page.getByRole('button', { name: 'Create token' }).click();
    const plaintext = await page.locator('.secret code').first().innerText();
    await page.getByRole('button', { name: 'Copy: Token' }).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(plaintext);
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await page.getByRole('button', { name: 'Copy: Token' }).click();
    await page.getByText('Selected: press Ctrl C').waitFor();
    expect(await page.evaluate('String(getSelection())')).toBe(plaintext);
  });

  test.each(['/#/nowhere', '/#/runs/x', '/#/runs/%E0%A4%A', '/#/tokens/7'])(
    'says that there is nothing at an address without a view: %s',
    async (address) => {
      await fixture.signedIn(address);
      await page.getByRole('heading', { name: 'Nothing here' }).waitFor();
      await page.getByRole('link', { name: 'To the overview' }).click();
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
    },
  );
});
