import { describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { type PageFixture } from '../harness/browser/page-fixture.js';
import { shareFixture } from '../harness/browser/share-fixture.js';
import { rowsInFull } from '../harness/fixtures/in-full.js';

let fixture: PageFixture;
let page: Page;

shareFixture({
  started: (one) => void (fixture = one),
  opened: (one) => void (page = one),
});

describe('runs and tokens in a browser', () => {
  test('cancels a run when asked twice, and lets it run when not', async () => {
    const jobId = await fixture.startRun('Endless');
    await fixture.signedIn(`/#/runs/${jobId}`);
    await page.getByRole('button', { name: 'Cancel…' }).click();
    await page.getByRole('button', { name: 'Keep running' }).click();
    await page.getByRole('button', { name: 'Cancel…' }).click();
    await page.getByRole('button', { name: 'Cancel run' }).click();
    await page.locator('.verdict').getByText('Canceled').waitFor();
    expect(await fixture.ended(jobId)).toBe('canceled');
  });

  test('adds runs that others start to the list without a reload', async () => {
    await fixture.signedIn('/#/runs');
    const jobId = await fixture.startRun('Letters');
    await page.getByRole('button', { name: '1 new' }).click();
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: `Run ${jobId}`, exact: true }) });
    await row.getByText('✓ Succeeded').waitFor();
  });

  test('creates a token that works, and revokes it', async () => {
    await fixture.signedIn('/#/tokens');
    await page.getByLabel('Name').fill('nightly');
    await page.getByRole('button', { name: 'Create token' }).click();
    const plaintext = await page.locator('.secret code').first().innerText();
    const call = () =>
      fetch(`${fixture.app.url}/api/v1/operations/jobs`, { headers: { authorization: `Bearer ${plaintext}` } });
    expect((await call()).status).toBe(200);
    expect(await page.locator('.secret code').nth(1).innerText()).not.toContain(plaintext);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Revoke nightly' }).click();
    await page.getByRole('button', { name: 'Revoke token nightly' }).click();
    await page.getByText('nightly revoked').waitFor();
    expect((await call()).status).toBe(401);
  });

  test("shows a token's secret once: it is nowhere after leaving, by whatever way", async () => {
    await fixture.signedIn('/#/tokens');
    const create = async (name: string): Promise<string> => {
      await page.getByLabel('Name').fill(name);
      await page.getByRole('button', { name: 'Create token' }).click();
      await page.getByRole('heading', { name: `${name} created` }).waitFor();
      return page.locator('.secret code').first().innerText();
    };
    const first = await create('told');
    await page.getByRole('button', { name: 'Done' }).click();
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
    await page.getByText('Selected. Press Ctrl+C').waitFor();
    expect(await page.evaluate('String(getSelection())')).toBe(plaintext);
  });

  test.each(rowsInFull(['/#/nowhere', '/#/runs/%E0%A4%A'], ['/#/runs/x', '/#/tokens/7']))(
    'says that there is nothing at an address without a view: %s',
    async (address) => {
      await fixture.signedIn(address);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
      expect(await page.title()).toBe('Page not found · Backup Console');
      await page.getByRole('link', { name: 'Go to overview' }).click();
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
    },
  );
});
