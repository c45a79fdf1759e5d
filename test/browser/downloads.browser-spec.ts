import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
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
  const [name, bytes] = await downloaded('Download');
  expect(kept.plans.endsWith(`/${name}`)).toBe(true);
  expect(bytes.equals(kept.yesterdays)).toBe(true);
  await page.getByRole('radio', { name: 'newest' }).check();
  expect((await downloaded('Download'))[1].equals(kept.todays)).toBe(true);
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

test('somebody who may not is told why the button is grey', async () => {
  await fixture.signedIn('/#/restore?name=plans', 'operator');
  await page.getByRole('link', { name: `Versions of ${kept.plans}` }).click();
  await page.getByText("doesn't include restore:download").waitFor();
  expect(await page.getByRole('button', { name: 'Download', exact: true }).isDisabled()).toBe(true);
});
