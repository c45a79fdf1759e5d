import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Browser, type Page } from 'playwright-core';
import { startTestConsole, type TestConsole } from '../support/app.js';
import { openBrowser, openPage, signInWith, violationsOf } from '../support/browser.js';
import { directorYaml } from '../support/director-yaml.js';

let app: TestConsole;
let browser: Browser;
let page: Page;
let faults: string[];
let source: string;

beforeAll(async () => {
  source = mkdtempSync(join(tmpdir(), 'backup-console-page-'));
  mkdirSync(join(source, 'letters'));
  writeFileSync(join(source, 'letters', 'greeting.txt'), 'good morning');
  app = await startTestConsole({
    prepare: (dataDir) => writeFileSync(join(dataDir, 'director.yaml'), directorYaml(dataDir, { Letters: [source] })),
  });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await app.close();
  rmSync(source, { recursive: true, force: true });
});

beforeEach(async () => {
  ({ page, faults } = await openPage(browser, app.url));
});

afterEach(async () => {
  await page.context().close();
  expect(faults).toEqual([]);
});

async function signedIn(address = '/'): Promise<void> {
  await page.goto(address);
  await signInWith(page);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
}

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
    await page.goto('/');
    await signInWith(page, 'not the password');
    await page
      .getByRole('alert')
      .getByText(/^Request/)
      .waitFor();
    await signInWith(page);
    await page.getByRole('heading', { name: 'Jobs' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Password').waitFor();
  });

  test('runs a job, shows its end without a reload, and its log', async () => {
    await signedIn();
    const jobId = await runToTheEnd('Full');
    await page.getByRole('log').getByText(/Full/).first().waitFor();
    await page.getByRole('link', { name: 'Runs', exact: true }).first().click();
    await page.getByRole('link', { name: `Run ${jobId}` }).waitFor();
  });

  test('adds runs that others start to the list without a reload', async () => {
    await signedIn('/#/runs');
    const admin = await app.as('admin');
    const started = (await admin.post('/operations/jobs/run', { job: 'Letters', level: 'Full' })).body as {
      jobId: number;
    };
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: `Run ${started.jobId}` }) });
    await row.getByText('completed').waitFor();
  });

  test('finds a file in a run and restores it to its end', async () => {
    await signedIn();
    await runToTheEnd('Full');
    await page.getByRole('link', { name: 'Restore from this run' }).click();
    await page.getByRole('searchbox').fill('greet');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByLabel(join(source, 'letters', 'greeting.txt')).check();
    const target = join(app.dataDir, 'restores', 'by-page');
    await page.getByLabel('Folder').fill(target);
    await page.getByRole('button', { name: 'Restore 1' }).click();
    await page.waitForURL(/#\/runs\/\d+$/);
    await page.locator('.verdict').getByText('completed').waitFor();
    expect(readFileSync(join(target, source, 'letters', 'greeting.txt'), 'utf8')).toBe('good morning');
  });

  test('creates a token that works, shows it once, and revokes it', async () => {
    await signedIn('/#/tokens');
    await page.getByLabel('Name').fill('nightly');
    await page.getByRole('button', { name: 'Create token' }).click();
    const plaintext = await page.locator('.secret code').first().innerText();
    const call = () =>
      fetch(`${app.url}/api/v1/operations/jobs`, { headers: { authorization: `Bearer ${plaintext}` } });
    expect((await call()).status).toBe(200);
    expect(await page.locator('.secret code').last().innerText()).toContain(`Bearer ${plaintext}`);
    await page.getByRole('button', { name: 'I have it' }).click();
    expect(await page.content()).not.toContain(plaintext);
    await page.getByRole('button', { name: 'Revoke nightly' }).click();
    await page.getByRole('button', { name: 'Really revoke nightly' }).click();
    await page.getByText('revoked').waitFor();
    expect((await call()).status).toBe(401);
  });

  test('keeps what was typed when the session ends, and goes on after signing in again', async () => {
    await signedIn('/#/tokens');
    await page.getByLabel('Name').fill('typed before the end');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('dialog').waitFor();
    await signInWith(page);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Name').inputValue()).toBe('typed before the end');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('heading', { name: 'typed before the end is created' }).waitFor();
  });

  test('can be used from sign-in to a finished run with the keyboard alone', async () => {
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await page.goto('/');
    await page.getByLabel('User').waitFor();
    await page.keyboard.type('admin');
    await press('Tab');
    await page.keyboard.type('correct horse battery staple');
    await press('Enter');
    await page.getByRole('button', { name: 'Run Letters' }).waitFor();
    const focused = () => page.evaluate<string | null>("document.activeElement?.getAttribute('aria-label') ?? null");
    for (let steps = 0; steps < 20 && (await focused()) !== 'Run Letters'; steps++) await press('Tab');
    await press('Enter');
    await page.locator('.verdict').getByText('completed').waitFor();
  });

  test.each(['jobs', 'runs', 'runs/1', 'restore', 'restore?q=greet', 'tokens', 'nowhere'])(
    'has nothing that axe objects to, dark and light: %s',
    async (view) => {
      await signedIn(`/#/${view}`);
      await page.waitForLoadState('load');
      await page.locator('table, .log, .basket, .empty').first().waitFor();
      expect(await violationsOf(page)).toEqual([]);
    },
  );

  test('has nothing that axe objects to at the sign-in, dark and light', async () => {
    await page.goto('/');
    await page.getByLabel('User').waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });
});
