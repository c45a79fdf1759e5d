import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { violationsOf } from '../harness/browser/browser.js';
import { keepPlans, type KeptPlans } from '../harness/browser/stored-plans.js';
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
    await fixture.makeRole('restorer', ['restore:browse', 'restore:run']);
  },
  opened: (one) => void (page = one),
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const rowOf = (director: string) =>
  page.getByRole('row').filter({ has: page.getByRole('cell', { name: director, exact: true }) });
const takeFirst = () => page.getByRole('button', { name: 'Add to selection' }).first();
const versionsAt = (director: string) => rowOf(director).getByRole('link', { name: `Versions of ${kept.plans}` });
const basket = () => page.locator('.basket li');
const ofSecond = /\/restore\/files\?(.*&)?director=second/;

async function holds(): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
}

describe('over all Directors', () => {
  beforeEach(() => fixture.addDirector('second'));

  test('a file is searched at each of them, and each result names its Director', async () => {
    await fixture.signedIn('/#/restore?name=plans&director=*');
    await page.getByText('2 found.').waitFor();
    await versionsAt('embedded').waitFor();
    await versionsAt('second').waitFor();
    expect(await page.getByText('Choose a Director').count()).toBe(0);
    await holds();
  });

  test('the palette finds files of all of them, and names the Director of what it finds', async () => {
    await fixture.signedIn('/#/jobs?director=*');
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('loca');
    const options = page.getByRole('dialog').getByRole('option');
    await options.filter({ hasText: 'second' }).first().waitFor();
    const found = (await options.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
    const named = found.filter((text) => /^(local|Restore from local) /.test(text));
    expect(named).toEqual([
      'local Client · embedded',
      'Restore from local Restore · embedded',
      'local Client · second',
      'Restore from local Restore · second',
    ]);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('plans.bin');
    await options.getByText('Find file “plans.bin”').click();
    await page.getByText('2 found.').waitFor();
  });

  test('one that refuses is named in a line with its reason, and hides no result of the others', async () => {
    fixture.expectRefusal(/^503 GET .*\/restore\/files$/);
    let isAway = true;
    await page.route(ofSecond, (route) => {
      if (!isAway) return route.fallback();
      const json = { title: 'Unavailable', status: 503, code: 'director_unreachable', detail: 'Its catalog is away.' };
      return route.fulfill({ status: 503, contentType: 'application/problem+json', json });
    });
    await fixture.signedIn('/#/restore?name=plans&director=*');
    await versionsAt('embedded').waitFor();
    const line = page.locator('.note').filter({ hasText: 'Director second was not searched: Its catalog is away.' });
    await line.waitFor();
    await holds();
    isAway = false;
    await line.getByRole('button', { name: 'Search again' }).click();
    await versionsAt('second').waitFor();
    await line.waitFor({ state: 'detached' });
  });

  test('one that hangs is named, and is not waited for once another has answered', async () => {
    await page.clock.install();
    let isAsked = false;
    await page.route(ofSecond, () => void (isAsked = true));
    await fixture.signedIn('/#/restore?director=*');
    const answered = page.waitForResponse(/\/restore\/files\?(.*&)?director=embedded/);
    await page.getByRole('searchbox').fill('plans');
    await button('Search').click();
    await (await answered).finished();
    await until(() => isAsked || null);
    await page.clock.fastForward(10_000);
    await page.getByText('Director second did not answer in time.').waitFor();
    await versionsAt('embedded').waitFor();
  });

  test('a selection is of one Director: that of another one is refused in a sentence until it is removed', async () => {
    await fixture.signedIn('/#/restore?name=plans&director=*');
    await versionsAt('embedded').click();
    await takeFirst().click();
    await basket().first().waitFor();
    await button('‹ Back to files').click();
    await versionsAt('second').click();
    const why = page.getByText('Your selection is from Director embedded, and a restore can use only one Director.');
    await why.waitFor();
    expect(await takeFirst().isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Restore to original path…' }).first().isDisabled()).toBe(true);
    await holds();
    await button(`Remove ${kept.plans}`).click();
    await takeFirst().click();
    await why.waitFor({ state: 'detached' });
    await page.waitForURL(/from=second/);
    await page.locator('.restore-sentence').getByText('local · second').waitFor();
    await page.locator('.plan[aria-busy=false]').getByText('✓ available').waitFor();
  });

  test('the Director of what was chosen is the one that plans and restores', async () => {
    const planned: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/restore/plan'))
        planned.push(new URL(request.url()).searchParams.get('director') ?? '');
    });
    let sent: unknown;
    await page.route('**/api/v1/restore/run', (route) => {
      sent = route.request().postDataJSON();
      return route.fulfill({ status: 202, json: { jobId: kept.second, director: 'second' } });
    });
    await fixture.signedIn('/#/restore?name=plans&director=*');
    await versionsAt('second').click();
    await takeFirst().click();
    await page.getByText('✓ available').waitFor();
    await button('Restore 1 item').click();
    await page.waitForURL(new RegExp(`#/runs/${kept.second}\\?director=second$`));
    expect(sent).toMatchObject({ director: 'second' });
    expect([...new Set(planned)]).toEqual(['second']);
  });

  test('clients of all of them are listed with their Director, and the choice settles it', async () => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/restore/points'))
        asked.push(new URL(request.url()).searchParams.get('director') ?? '');
    });
    await fixture.signedIn('/#/restore?by=time&director=*');
    const client = page.getByRole('combobox', { name: 'Client', exact: true });
    await client.waitFor();
    expect(await client.locator('option').allInnerTexts()).toEqual([
      'Select a client',
      'local · embedded',
      'local · second',
    ]);
    await holds();
    await client.selectOption('local · second');
    await page.getByRole('link', { name: 'Open /', exact: true }).waitFor();
    expect(page.url()).toContain('from=second');
    expect([...new Set(asked)]).toEqual(['second']);
  });

  test('a Director that is chosen in the head drops what was chosen of another one', async () => {
    await fixture.signedIn('/#/restore?by=time&client=local&from=second&director=*');
    await page.getByText(/^Nothing selected from local · second, as of/).waitFor();
    await page.getByRole('combobox', { name: 'Director' }).selectOption('embedded');
    await page.getByText(/^Nothing selected from local, as of/).waitFor();
    await page.getByRole('link', { name: 'Find a file' }).click();
    await page.waitForURL((url) => url.hash.includes('by=name') && !url.hash.includes('from='));
  });
});

describe('a role that may restore and not read Directors', () => {
  test('finds a file and restores it, and is told so where it may not see the run', async () => {
    await fixture.signedIn('/#/restore', 'restorer');
    await page.getByRole('searchbox').fill('plans');
    await button('Search').click();
    await page.getByRole('link', { name: `Versions of ${kept.plans}` }).click();
    await takeFirst().click();
    await page.getByLabel('Folder', { exact: true }).fill(join(fixture.app.dataDir, 'restores', 'by-restorer'));
    await page.getByText('✓ available').waitFor();
    await holds();
    await button('Restore 1 item').click();
    const started = page.getByText(/^Restore started as run \d+ of Director embedded\.$/);
    const run = Number(/run (\d+)/.exec(await started.innerText())?.[1]);
    expect(await fixture.ended(run)).toBe('completed');
  });

  test('browses a client, with all Directors as with one', async () => {
    await fixture.addDirector('second');
    await fixture.signedIn('/#/restore?by=time', 'restorer');
    await page.getByRole('link', { name: 'Open /', exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Director' }).selectOption('*');
    await page.getByRole('combobox', { name: 'Client', exact: true }).selectOption('local · second');
    await page.getByRole('link', { name: 'Open /', exact: true }).waitFor();
  });

  test('sees in the sidebar and on the overview what it may read, and nothing that it may not', async () => {
    await fixture.signedIn('/', 'restorer');
    await page.getByText('Your role restorer does not give access to anything on this page.').waitFor();
    const views = page.getByRole('navigation', { name: 'Views' }).locator('> div:not([popover]) > a');
    expect(await views.allInnerTexts()).toEqual(['Overview', 'Restore', 'Administration']);
    expect(await page.getByText("doesn't include").count()).toBe(0);
    await holds();
    await page.locator('main').getByRole('link', { name: 'Restore', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Restore' }).waitFor();
  });
});
