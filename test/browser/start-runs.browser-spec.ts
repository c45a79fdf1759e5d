import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type Page, type Route } from 'playwright-core';
import { signInWith } from '../harness/browser/browser.js';
import { type PageFixture } from '../harness/browser/page-fixture.js';
import { shareFixture } from '../harness/browser/share-fixture.js';

const runs = '**/api/v1/operations/jobs/run';
const restores = '**/api/v1/restore/run';

let fixture: PageFixture;
let page: Page;
let keys: string[];

shareFixture({
  started: async (one) => {
    fixture = one;
    await fixture.runJob('Letters');
  },
  opened: (one) => {
    page = one;
    keys = [];
    page.on('request', (request) => {
      const key = request.headers()['idempotency-key'];
      if (key !== undefined) keys.push(key);
    });
  },
});

/** The order arrives and is carried out; its answer does not come back. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort('connectionreset');
}

const problem = (status: number, code: string) => ({
  status,
  contentType: 'application/problem+json',
  body: JSON.stringify({ title: 'Conflict', detail: 'A test says no.', code }),
});

async function tickGreeting(): Promise<void> {
  await page.getByRole('searchbox').fill('greet');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('checkbox', { name: join(fixture.source, 'letters', 'greeting.txt') }).check();
}

describe('an order of a run', () => {
  test('starts one run when its answer is lost and it is sent again', async () => {
    const before = await fixture.runsOf('Letters');
    await fixture.signedIn();
    await page.route(runs, loseAnswer, { times: 1 });
    const button = page.getByRole('button', { name: 'Run Letters' });
    await button.click();
    await page.getByText('it does not start twice').waitFor();
    await button.click();
    await page.locator('.verdict').getByText('✓ Succeeded').waitFor();
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    expect((await fixture.runsOf('Letters')).length).toBe(before.length + 1);
  });

  test('restores once when its answer is lost and it is sent again', async () => {
    const before = await fixture.runsOf('RestoreFiles');
    await fixture.signedIn('/#/restore?by=time');
    await tickGreeting();
    await page.route(restores, loseAnswer, { times: 1 });
    await page.getByRole('button', { name: 'Restore 1 item' }).click();
    await page.getByText('it does not start twice').waitFor();
    await page.getByRole('button', { name: 'Restore 1 item' }).click();
    await page.locator('.verdict').getByText('✓ Succeeded').waitFor();
    expect(new Set(keys).size).toBe(1);
    expect((await fixture.runsOf('RestoreFiles')).length).toBe(before.length + 1);
  });

  test('is sent once for two clicks in one moment', async () => {
    await fixture.signedIn();
    const button = page.getByRole('button', { name: 'Run Letters' });
    await button.waitFor();
    await page.evaluate(
      '{ const button = document.querySelector(\'[aria-label="Run Letters"]\'); button.click(); button.click(); }',
    );
    await page.locator('.verdict').getByText('✓ Succeeded').waitFor();
    expect(keys).toHaveLength(1);
  });

  test('is another wish, with another key, after an answer without doubt and at another level', async () => {
    fixture.expectRefusal(/^(409|422|503) POST .*run$/);
    await fixture.signedIn('/#/jobs/Letters');
    await page.getByRole('button', { name: 'Run…' }).click();
    const run = page.getByRole('button', { name: 'Run', exact: true });
    const answers = [
      problem(409, 'idempotency_in_flight'),
      problem(503, 'database_unavailable'),
      problem(422, 'unknown_job'),
      problem(409, 'idempotency_outcome_unknown'),
    ];
    for (const answer of answers) {
      await page.route(runs, (route) => route.fulfill(answer), { times: 1 });
      await run.click();
      await page.getByText('A test says no.').waitFor();
      await expect(page.getByText('it does not start twice').count()).resolves.toBe(
        answer.status === 503 || answer === answers[0] ? 1 : 0,
      );
    }
    await page.route(runs, (route) => route.abort(), { times: 1 });
    await run.click();
    await page.getByText("Can't reach the console").waitFor();
    await page.getByRole('combobox', { name: 'Level', exact: true }).selectOption('Differential');
    await run.click();
    await page.waitForURL(/#\/runs\/\d+$/);
    // In doubt twice and then refused: one key. Refused for good: one. No answer: one. Another level: one.
    expect(keys.map((key) => keys.indexOf(key))).toEqual([0, 0, 0, 3, 4, 5]);
  });

  test('goes on after the session ended: what was ticked and typed is kept, and so is the place of the focus', async () => {
    fixture.expectRefusal(/^401 (GET|POST) /);
    await fixture.signedIn('/#/restore?by=time');
    await tickGreeting();
    const target = join(fixture.app.dataDir, 'restores', 'after-the-end');
    await page.getByLabel('Folder', { exact: true }).fill(target);
    await page.getByLabel('Existing files').selectOption('always');
    await fixture.endSessionAtPress('Restore 1 item');
    expect(await page.getByLabel('User').inputValue()).toBe('admin');
    await page.keyboard.press('Escape');
    await signInWith(page, 'not the password');
    await page.getByRole('dialog').getByRole('alert').getByText('Wrong username or password.').waitFor();
    await signInWith(page);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const below = await page.locator('main [role=alert]').allInnerTexts();
    expect(below.filter((text) => text !== '')).toEqual(['Your session had ended. Try again.']);
    expect(await page.getByLabel('Folder', { exact: true }).inputValue()).toBe(target);
    expect(await page.getByLabel('Existing files').inputValue()).toBe('always');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Restore 1 item');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/runs\/\d+$/);
    await page.locator('.verdict').getByText('✓ Succeeded').waitFor();
  });

  test('keeps the name of a token that was typed when the session ended', async () => {
    fixture.expectRefusal(/^401 (GET|POST) /);
    await fixture.signedIn('/#/tokens');
    await page.getByLabel('Name').fill('typed before the end');
    await fixture.endSessionAtPress('Create token');
    await signInWith(page);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Name').inputValue()).toBe('typed before the end');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('heading', { name: 'typed before the end created' }).waitFor();
  });

  test('shows a token whose answer was lost, so that it can be revoked', async () => {
    await fixture.signedIn('/#/tokens');
    await page.route('**/api/v1/tokens', loseAnswer, { times: 1 });
    await page.getByLabel('Name').fill('lost on the way');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByText("Can't reach the console").waitFor();
    await page.getByRole('button', { name: 'Revoke lost on the way' }).waitFor();
  });
});
