import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { violationsOf } from '../harness/browser/browser.js';
import { type PageFixture } from '../harness/browser/page-fixture.js';
import { shareFixture } from '../harness/browser/share-fixture.js';
import { keepPlans, type KeptPlans } from '../harness/browser/stored-plans.js';

let fixture: PageFixture;
let page: Page;
let kept: KeptPlans;

shareFixture({
  started: async (one) => {
    fixture = one;
    kept = await keepPlans(fixture);
  },
  opened: (one) => void (page = one),
});

/** Presses the button; answers the name that the browser gave the file, and its bytes. */
async function downloaded(button: string): Promise<readonly [string, Buffer]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  expect(await download.failure()).toBeNull();
  return [download.suggestedFilename(), readFileSync(await download.path())];
}

test('a version of a file is downloaded byte for byte, under its own name', async () => {
  await fixture.signedIn('/#/restore?name=plans');
  await page.getByRole('link', { name: `Versions of ${kept.plans}` }).click();
  const [name, bytes] = await downloaded(`Download (run ${kept.first})`);
  expect(kept.plans.endsWith(`/${name}`)).toBe(true);
  expect(bytes.equals(kept.yesterdays)).toBe(true);
  expect((await downloaded(`Download (run ${kept.second})`))[1].equals(kept.todays)).toBe(true);
  expect(await violationsOf(page)).toEqual([]);
});

test('a selection is downloaded as an archive of the same tree', async () => {
  await fixture.signedIn(`/#/restore?client=local&point=${kept.first}&items=*`);
  const place = mkdtempSync(join(tmpdir(), 'backup-console-unpacked-'));
  try {
    const [name, bytes] = await downloaded('Download tar');
    expect(name).toBe('local.tar');
    execFileSync('tar', ['-xf', '-', '-C', place], { input: bytes });
    const greeting = join(kept.letters, 'greeting.txt');
    expect(readFileSync(join(place, greeting))).toEqual(readFileSync(greeting));
    expect((await downloaded('Download zip'))[0]).toBe('local.zip');
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
});

describe('a download that a client restores first', () => {
  const progress = { files: 3, bytes: 4096, bytesPerSecond: 1, currentFile: null, fraction: 0.5 };
  let after: object;

  /** The console's own download, as one that a restore has to prepare; `after` is what becomes of it. */
  beforeEach(async () => {
    after = {};
    let made: object = {};
    const preparing = { state: 'preparing', jobId: 12, progress };
    await fixture.signedIn('/#/restore?name=plans');
    await page.route('**/api/v1/restore/downloads', async (route) => {
      made = (await (await route.fetch()).json()) as object;
      await route.fulfill({ status: 201, json: { ...made, ...preparing } });
    });
    await page.route(/\/api\/v1\/restore\/downloads\/[^/]+$/, (route) =>
      route.fulfill({ json: { ...made, ...preparing, ...after } }),
    );
    await page.getByRole('link', { name: `Versions of ${kept.plans}` }).click();
  });

  test('shows how far the restore is, and begins by itself when it has ended', async () => {
    const begun = page.waitForEvent('download');
    await page.getByRole('button', { name: `Download (run ${kept.first})` }).click();
    const status = page.getByText('A client restores the files for the download.').locator('..');
    await status.getByText('3 files, 4.00 KiB').waitFor();
    expect(await status.getByRole('link', { name: 'Restore 12' }).getAttribute('href')).toContain('/runs/12?director=');
    expect(await violationsOf(page)).toEqual([]);
    after = { state: 'ready', progress: null };
    expect(readFileSync(await (await begun).path()).equals(kept.yesterdays)).toBe(true);
    await status.waitFor({ state: 'detached' });
  });

  test('says why it was not made', async () => {
    after = { state: 'failed', progress: null, problem: 'The restore (job id 12) ended as error.' };
    await page.getByRole('button', { name: `Download (run ${kept.first})` }).click();
    await page.getByText('The restore (job id 12) ended as error.').waitFor();
    expect(await page.getByText('A client restores the files').count()).toBe(0);
  });
});

test('somebody who may not is told why the button is grey', async () => {
  await fixture.signedIn('/#/restore?name=plans', 'operator');
  await page.getByRole('link', { name: `Versions of ${kept.plans}` }).click();
  await page.getByText("doesn't include restore:download").waitFor();
  expect(await page.getByRole('button', { name: `Download (run ${kept.first})` }).isDisabled()).toBe(true);
});
