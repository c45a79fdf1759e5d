import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { violationsOf } from '../harness/browser/browser.js';
import { keepPlans, type KeptPlans, refOf } from '../harness/browser/stored-plans.js';
import { type PageFixture } from '../harness/browser/page-fixture.js';
import { shareFixture } from '../harness/browser/share-fixture.js';
import { until } from '../harness/fixtures/until.js';

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

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog', { name: 'Restore to the original path?' });
const older = () =>
  page
    .getByRole('table', { name: 'Versions' })
    .getByRole('row')
    .filter({ hasText: `run ${kept.first},` });
const report = () => page.getByRole('region', { name: 'Restore' });

async function ended(state: string): Promise<void> {
  await page.locator('.verdict').getByText(state).waitFor();
}

async function chooseInPlace(policy: string): Promise<void> {
  const items = refOf(join(kept.letters, 'greeting.txt'));
  await fixture.signedIn(`/#/restore?client=local&point=${kept.first}&items=${items}&where=/&replace=${policy}`);
}

describe('an older version', () => {
  test('comes back in place three clicks after the search: its name, Restore to original path, and one confirmation', async () => {
    await fixture.signedIn('/#/restore?name=plans');
    expect(readFileSync(kept.plans).equals(kept.todays)).toBe(true);
    await page.evaluate('window.presses = 0; addEventListener("pointerdown", () => window.presses++, true);');
    await page.getByRole('link', { name: `Versions of ${kept.plans}` }).click();
    await older().getByRole('button', { name: 'Restore to original path…' }).click();
    await dialog().getByText('1 of 1 file already exists').waitFor();
    expect(await page.evaluate('window.presses')).toBe(2);
    expect(await dialog().innerText()).toContain(`${kept.plans} on local`);
    expect(await violationsOf(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Overwrite' }).click();
    await ended('✓ Succeeded');
    expect(await page.evaluate('window.presses')).toBe(3);
    expect(readFileSync(kept.plans).equals(kept.yesterdays)).toBe(true);
  });

  test('is not restored when the question is left by Escape', async () => {
    writeFileSync(kept.plans, kept.todays);
    await fixture.signedIn('/#/restore?name=plans');
    await page.getByRole('link', { name: `Versions of ${kept.plans}` }).click();
    await older().getByRole('button', { name: 'Restore to original path…' }).click();
    await dialog().waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    expect(readFileSync(kept.plans).equals(kept.todays)).toBe(true);
    await button('Restore 1 item').waitFor();
  });

  test('is offered in place only to those who may write anywhere', async () => {
    await fixture.signedIn('/#/restore?name=plans', 'operator');
    await page.getByRole('link', { name: `Versions of ${kept.plans}` }).click();
    await page.locator('#not-in-place').getByText("doesn't include restore:anywhere").waitFor();
    const inPlace = older().getByRole('button', { name: 'Restore to original path…' });
    expect(await inPlace.isDisabled()).toBe(true);
    expect(await inPlace.getAttribute('aria-describedby')).toBe('not-in-place');
    expect(await older().getByRole('button', { name: 'Add to selection' }).isEnabled()).toBe(true);
  });
});

describe('the root', () => {
  const todays = 'not to be overwritten unasked';
  const greeting = () => join(kept.letters, 'greeting.txt');

  test.each(['/', '//', '/.', '/./'])(
    'typed as a folder is the original location: %s asks as that does',
    async (root) => {
      writeFileSync(greeting(), todays);
      await fixture.signedIn(`/#/restore?client=local&point=${kept.first}&items=${refOf(greeting())}&replace=always`);
      await page.getByLabel('Folder', { exact: true }).fill(root);
      await button('Restore 1 item').click();
      await dialog().getByText('1 of 1 file already exists').waitFor();
      await dialog().getByRole('button', { name: 'Overwrite' }).waitFor();
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
      expect(await page.getByLabel('Original location').isChecked()).toBe(true);
      expect(await page.getByLabel('Existing files').inputValue()).toBe('always');
      expect(readFileSync(greeting(), 'utf8')).toBe(todays);
    },
  );

  test('written in another way in a link is the original location too', async () => {
    writeFileSync(greeting(), todays);
    await fixture.signedIn(`/#/restore?client=local&point=${kept.first}&items=${refOf(greeting())}&where=//`);
    await button('Restore 1 item').click();
    await dialog().getByText('1 of 1 file already exists').waitFor();
    expect(await page.getByLabel('Original location').isChecked()).toBe(true);
    expect(await page.locator('.restore-sentence').innerText()).toContain('local: original location');
    expect(readFileSync(greeting(), 'utf8')).toBe(todays);
  });
});

describe('the run of a restore', () => {
  test('says where it wrote, how much, and what became of each file, and leads back to the same selection', async () => {
    const greeting = join(kept.letters, 'greeting.txt');
    writeFileSync(greeting, 'overwritten by mistake');
    await chooseInPlace('always');
    await button('Restore 1 item').click();
    await button('Overwrite').click();
    await ended('✓ Succeeded');
    await report()
      .getByText(/^Restored 1 of 1 files and folders to local:\/, existing files: overwritten, from run \d+\./)
      .waitFor();
    expect(
      await report()
        .getByRole('link', { name: `run ${kept.first}`, exact: true })
        .count(),
    ).toBe(1);
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Files', exact: true }).click();
    const row = page.getByRole('row', { name: greeting });
    expect(await row.innerText()).toMatch(/restored/);
    await page.getByRole('link', { name: 'Volumes', exact: true }).click();
    await page.getByText('A restore writes no volumes.').waitFor();
    await page.getByRole('link', { name: 'Open the same selection' }).click();
    await page.getByRole('button', { name: `Remove ${greeting}` }).waitFor();
    expect(await page.getByLabel('Original location').isChecked()).toBe(true);
    expect(await page.getByLabel('Existing files').inputValue()).toBe('always');
  });

  test('that kept what was there is a warning that says so', async () => {
    await chooseInPlace('never');
    await page.getByText('Existing files will be skipped.').waitFor();
    await button('Restore 1 item').click();
    await ended('Succeeded with warnings');
    await report()
      .getByText(
        /^Restored 0 of 1 files and folders, 1 skipped \(already exists\) to local:\/, existing files: skipped/,
      )
      .waitFor();
  });
});

test('a client with several filesets is taken whole, as of one time', async () => {
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(request.url()));
  await fixture.alter('/restore/points?*', (body: { items: { jobId: number }[] }) => ({
    ...body,
    items: body.items.map((point) => (point.jobId === kept.first ? { ...point, fileset: 'Notes' } : point)),
  }));
  await fixture.signedIn(`/#/restore?client=local&point=${kept.second}`);
  await page.getByLabel('All filesets of this client at this time').check();
  await page.waitForURL(/whole=1/);
  await until(() => asked.some((url) => url.includes('perFileset=true') && url.includes('before=')));
  await page.getByText(/^Combined: /).waitFor();
  await page.getByLabel('All filesets of this client at this time').uncheck();
  await page.getByText(/^Combined: /).waitFor({ state: 'detached' });
  expect(page.url()).not.toContain('whole');
});
