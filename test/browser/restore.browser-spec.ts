import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { violationsOf } from '../harness/browser/browser.js';
import { keepPlans, type KeptPlans, manyFiles, oddName, stepsTo, refOf } from '../harness/browser/stored-plans.js';
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
const restored = () => page.locator('.verdict').getByText('✓ Succeeded').waitFor();
const version = (text: string) =>
  page.getByRole('table', { name: 'Versions' }).getByRole('row').filter({ hasText: text });
const tick = (path: string) => page.getByRole('checkbox', { name: `Select ${path}`, exact: true });
const sentence = () => page.locator('.restore-sentence').innerText();
const inPoint = (run: number, more = '') => `/#/restore?client=local&point=${run}${more}`;

async function holds(): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
}

async function into(folder: string): Promise<string> {
  const target = join(fixture.app.dataDir, 'restores', folder);
  await page.getByLabel('Folder', { exact: true }).fill(target);
  return target;
}

describe('a file first', () => {
  test('comes back as it was yesterday after fewer than six clicks, byte for byte', async () => {
    await fixture.signedIn();
    await page.evaluate('window.presses = 0; addEventListener("pointerdown", () => window.presses++, true);');
    await page.getByRole('link', { name: 'Restore', exact: true }).click();
    await page.getByRole('searchbox').click();
    await page.keyboard.type('plans');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: `Versions of ${kept.plans}` }).click();
    await version('as of yesterday').getByRole('button', { name: 'Add to selection' }).click();
    await button('Restore 1 item').click();
    await restored();
    expect(await page.evaluate('window.presses')).toBe(5);
    expect(readFileSync(join(fixture.app.dataDir, 'restores', kept.plans)).equals(kept.yesterdays)).toBe(true);
  });

  test('has every kept version, each with its actions, and says which is selected', async () => {
    await fixture.signedIn('/#/restore?name=plans');
    await page.getByRole('link', { name: `Versions of ${kept.plans}` }).click();
    await version('as of yesterday').getByText(`run ${kept.first}`).waitFor();
    expect(await version('newest').getByRole('button').allInnerTexts()).toEqual([
      'Restore to original path…',
      'Add to selection',
      'Download',
    ]);
    await version('newest').getByRole('button', { name: 'Add to selection' }).click();
    await page.getByText(`The version of run ${kept.second} is selected.`).waitFor();
    const target = await into('newest');
    await button('Restore 1 item').click();
    await restored();
    expect(readFileSync(join(target, kept.plans)).equals(kept.todays)).toBe(true);
  });

  test('of many versions shows ten and further ones on request, in the list of the page', async () => {
    await fixture.alter('/restore/bvfs/versions?*', ({ items: [one], ...rest }: { items: { jobId: number }[] }) => ({
      ...rest,
      items: Array.from({ length: 23 }, (_, index) => ({ ...one, jobId: 900 - index })),
    }));
    await fixture.signedIn('/#/restore?name=plans');
    await page.getByRole('link', { name: `Versions of ${kept.plans}` }).click();
    const rows = page.getByRole('table', { name: 'Versions' }).locator('tbody tr');
    await rows.first().waitFor();
    expect(await rows.count()).toBe(10);
    await button('Older versions').click();
    await until(async () => (await rows.count()) === 20 || null);
    await button('Older versions').click();
    await until(async () => (await rows.count()) === 23 || null);
    await button('Older versions').waitFor({ state: 'detached' });
    const { scrolls } = await page.evaluate<{ scrolls: boolean }>(`(() => {
      const list = document.querySelector('.version-list');
      return { scrolls: list.scrollHeight > list.clientHeight };
    })()`);
    expect(scrolls).toBe(false);
    await holds();
    await button('‹ Back to files').click();
    await page
      .locator(':focus')
      .and(page.getByRole('row', { name: 'plans.bin' }))
      .waitFor();
  });

  test('is narrowed by days, and marked as of yesterday, in the zone in which times are shown', async () => {
    await page.addInitScript(`localStorage.setItem('backup-console', '{"zone":"director"}')`);
    await page.clock.setFixedTime('2026-11-20T12:00:00Z');
    await fixture.alter('/directors?*', ({ items, ...rest }: { items: object[] }) => ({
      ...rest,
      items: items.map((item) => ({ ...item, timezone: 'Pacific/Auckland' })),
    }));
    // In Auckland that is yesterday, in UTC it is today.
    await fixture.alter('/restore/bvfs/versions?*', ({ items: [one], ...rest }: { items: object[] }) => ({
      ...rest,
      items: [{ ...one, jobId: 900, modifiedAt: '2026-11-20T10:00:00Z' }],
    }));
    const searched = page.waitForRequest(/restore\/files\?.*modifiedSince=2026-11-16T11(:|%3A)00/);
    await fixture.signedIn('/#/restore?name=plans&since=2026-11-17&until=2026-11-17');
    const { searchParams } = new URL((await searched).url());
    expect(searchParams.get('modifiedUntil')).toBe('2026-11-17T11:00:00.000Z');
    await page.goto(`/#/restore?name=plans&file=${refOf(kept.plans)}&fileOf=local`);
    await version('as of yesterday').getByText('run 900').waitFor();
  });

  test('is narrowed by the server, and an empty answer says what to do', async () => {
    await fixture.signedIn('/#/restore?name=plans');
    await page.getByText('1 found.').waitFor();
    await page.getByText('Search filters').click();
    await page.getByLabel('Type').selectOption('folder');
    await page.getByText('No matches.').waitFor();
    expect(page.url()).toContain('type=folder');
    await holds();
  });
});

describe('a client and a time first', () => {
  test('shows the folders down to a file, and brings a folder back as of the chosen run', async () => {
    await fixture.signedIn(inPoint(kept.first));
    await page.getByText(/^Nothing selected from local, as of/).waitFor();
    for (const folder of stepsTo(kept.letters))
      await page.getByRole('link', { name: `Open ${folder}`, exact: true }).click();
    await tick(`${kept.letters}/drafts/`).check();
    expect(await sentence()).toMatch(/drafts\/ from local, as of .+, to local:\//);
    const target = await into('folder');
    await button('Restore 1 item').click();
    await restored();
    expect(readFileSync(join(target, kept.plans)).equals(kept.yesterdays)).toBe(true);
    expect(existsSync(join(target, kept.letters, 'greeting.txt'))).toBe(false);
  });

  test('goes from point to point on the line of time by keys, which the list follows', async () => {
    await fixture.signedIn('/#/restore?by=time');
    const line = page.getByRole('slider', { name: 'Restore point timeline' });
    await line.press('ArrowLeft');
    await page.waitForURL(new RegExp(`point=${kept.first}`));
    expect(await page.getByLabel('As of').inputValue()).toBe(String(kept.first));
    await line.press('End');
    await page.waitForURL(new RegExp(`point=${kept.second}`));
    await page.getByLabel('As of').selectOption(String(kept.first));
    await page.waitForURL(new RegExp(`point=${kept.first}`));
  });

  test('makes one mark of points that would be on each other on the line of time, and says what its marks mean', async () => {
    await fixture.alter('/restore/points?*', (body: object) => {
      const [newest] = (body as { items: readonly { jobId: number; endedAt: string }[] }).items;
      const back = (night: number) => new Date(Date.parse(newest!.endedAt) - night * 86_400_000).toISOString();
      const earlier = Array.from({ length: 29 }, (_, index) => ({
        ...newest,
        jobId: 1000 + index,
        endedAt: back(index + 1),
        level: index % 7 === 0 ? 'Full' : 'Incremental',
      }));
      return { ...body, items: [newest, ...earlier], nextCursor: null };
    });
    await fixture.signedIn('/#/restore?by=time');
    const marks = page.locator('.time-line [data-restorable]');
    await marks.last().waitFor();
    const shapes = marks.locator('> :is(rect, circle:not(.ring))');
    const boxes = await Promise.all((await shapes.all()).map((shape) => shape.boundingBox()));
    const sorted = boxes.map((box) => box!).sort((a, b) => a.x - b.x);
    expect(sorted.filter((box, index) => index > 0 && box.x < sorted[index - 1]!.x + sorted[index - 1]!.width)).toEqual(
      [],
    );
    const numbers = (await marks.locator('.many').allTextContents()).map(Number);
    const singles = (await marks.count()) - numbers.length;
    expect(numbers.reduce((sum, number) => sum + number, singles)).toBe(30);
    const legend = page.getByRole('list', { name: 'Marks of the timeline' });
    const told = (await legend.getByRole('listitem').allInnerTexts()).map((text) => text.split('\n').at(-1));
    expect(told).toEqual(['Full', 'Incremental, Differential', 'several', 'selected']);
    expect(await violationsOf(page)).toEqual([]);
  });

  test('tells what stands in the way before it writes, and replaces in the original place when asked to', async () => {
    await fixture.signedIn(inPoint(kept.first, '&q=greeting'));
    const file = join(kept.letters, 'greeting.txt');
    await tick(file).check();
    await page.getByText('None of these files exists there yet.').waitFor();
    await page.getByText('✓ available').waitFor();
    writeFileSync(file, 'overwritten by mistake');
    await page.getByLabel('Original location').check();
    await page.getByText(/to local: original location$/).waitFor();
    await page.getByText('1 of 1 file already exists (1 modified since the backup).').waitFor();
    await page.getByText('Existing files will be overwritten.').waitFor();
    await page.getByLabel('Existing files').selectOption('never');
    await page.getByText('Existing files will be skipped.').waitFor();
    await page.getByLabel('Existing files').selectOption('always');
    await holds();
    await button('Restore 1 item').click();
    await button('Overwrite').click();
    await restored();
    expect(readFileSync(file, 'utf8')).toBe('good morning');
  });

  test('takes everything of a point, or a name that no text can show', async () => {
    await fixture.signedIn(inPoint(kept.second));
    await page.getByLabel('Entire restore point').check();
    await page.getByText(/^everything from local, as of/).waitFor();
    const all = await into('everything');
    await button('Restore everything').click();
    await restored();
    expect(readFileSync(join(all, kept.plans)).equals(kept.todays)).toBe(true);
    await page.goto(inPoint(kept.second, '&q=odd-*'));
    await page.getByRole('checkbox', { name: /odd-/ }).check();
    const target = await into('odd');
    await button('Restore 1 item').click();
    await restored();
    expect(existsSync(oddName(`${target}${kept.letters}`))).toBe(true);
  });

  test('shows names that others chose as text, wherever they stand', async () => {
    await fixture.signedIn(inPoint(kept.second, '&q=img'));
    await tick(kept.hostile).check();
    await page.getByRole('link', { name: `Versions of ${kept.hostile}` }).click();
    await page.getByRole('heading', { name: `Versions of ${basename(kept.hostile)}` }).waitFor();
    expect(await sentence()).toContain(kept.hostile);
    expect(await page.locator('.basket').innerText()).toContain(kept.hostile);
    expect(await page.locator('main img').count()).toBe(0);
    await holds();
  });

  test('draws only the rows in view of a folder that has very many', async () => {
    await page.route('**/api/v1/restore/bvfs/list?*', (route) => {
      const at = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
      return route.fulfill(manyFiles(at, String(at + 200)));
    });
    await fixture.signedIn(inPoint(kept.second));
    await page.getByRole('row', { name: 'file-1 ' }).first().waitFor();
    await page.getByRole('row').nth(1).focus();
    const last = () => page.locator('[data-index]').last().getAttribute('data-index');
    await until(async () => {
      await page.keyboard.press('End');
      return Number(await last()) >= 799;
    });
    expect(await page.getByRole('row').count()).toBeLessThan(100);
  });
});
