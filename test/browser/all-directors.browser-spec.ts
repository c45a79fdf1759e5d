import { describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { madeSilent } from '../harness/builders/overview.js';
import { violationsOf } from '../harness/browser/browser.js';
import { type PageFixture } from '../harness/browser/page-fixture.js';
import { shareFixture } from '../harness/browser/share-fixture.js';
import { until } from '../harness/fixtures/until.js';
import { rowsInFull } from '../harness/fixtures/in-full.js';

interface Items {
  readonly items: readonly object[];
}

let fixture: PageFixture;
let page: Page;
let jobId: number;

shareFixture({
  started: async (one) => {
    fixture = one;
    jobId = await fixture.runJob('Letters');
  },
  opened: async (one) => {
    page = one;
    await fixture.alter('/directors?*', ({ items }: Items) => ({
      items: [...items, ...items.map((item) => ({ ...item, name: 'second', clients: [] }))],
      nextCursor: null,
    }));
  },
});

/** The same at the second Director. */
function both(items: readonly object[]): readonly object[] {
  return [...items, ...items.map((item) => ({ ...item, director: 'second' }))];
}

const offered = () => page.locator('.empty li').allInnerTexts();

test.each([
  ['a pool', '/storage/pools/Default', 'Forecast'],
  ['a job', '/jobs/Letters', 'Latest runs'],
  ['a client', '/clients/local', 'Backup age'],
])('%s that one Director alone has is gone on with', async (_, address, heading) => {
  await fixture.signedIn(`/#${address}?director=*`);
  await page.waitForURL(/director=embedded/);
  await page.getByRole('heading', { name: heading }).first().waitFor();
});

test('a restore from a client goes on at the only Director that has it', async () => {
  await fixture.signedIn('/#/restore?client=local&director=*');
  await page.waitForURL(/director=embedded/);
  await page.getByRole('heading', { name: 'Source' }).waitFor();
});

test('of several Directors one is chosen in place by one press, and the last one stands first from then on', async () => {
  await fixture.signedIn(`/#/runs/${jobId}?director=*`);
  await page.getByText('Choose a Director').waitFor();
  expect(await offered()).toEqual(['embedded', 'second']);
  expect(await violationsOf(page)).toEqual([]);
  fixture.expectRefusal(/^404 GET .*\/operations\/runs\//);
  await page.getByRole('link', { name: 'second', exact: true }).click();
  await page.waitForURL(/director=second/);
  await page.goto(`/#/runs/${jobId}?director=*`);
  await page.getByText('Choose a Director').waitFor();
  expect(await offered()).toEqual(['second', 'embedded']);
  await page.getByRole('link', { name: 'embedded', exact: true }).click();
  await page.waitForURL(/director=embedded/);
  await page.getByRole('heading', { name: 'Letters Full' }).waitFor();
});

test('the choice of a Director is a row of buttons without the marks of a list', async () => {
  await fixture.signedIn(`/#/runs/${jobId}?director=*`);
  await page.getByText('Choose a Director').waitFor();
  const [first, second] = await Promise.all([0, 1].map((index) => page.locator('.empty li').nth(index).boundingBox()));
  expect(first!.y).toBe(second!.y);
  expect(await page.evaluate("getComputedStyle(document.querySelector('.empty li')).listStyleType")).toBe('none');
});

test('what several Directors have is offered of those alone', async () => {
  await fixture.alter('/storage-media/pools?*name=Default*', ({ items }: Items) => ({
    items: both(items),
    nextCursor: null,
  }));
  await fixture.signedIn('/#/storage/pools/Default?director=*');
  await page.getByText('Choose a Director').waitFor();
  expect(await offered()).toEqual(['embedded', 'second']);
});

test.each(
  rowsInFull(
    [['runs', '/runs', 'Runs']],
    [
      ['clients', '/clients', 'Clients and their protection'],
      ['configured jobs', '/jobs', 'Configured jobs'],
      ['volumes', '/storage/volumes', 'Volumes'],
      ['storages', '/storage/devices', 'Storages'],
      ['devices', '/storage/devices', 'Devices'],
      ['monitored clients', '/administration/silence', 'Clients'],
    ],
  ),
)('the list of %s of all Directors names the Director of each', async (_, address, name) => {
  await fixture.signedIn(`/#${address}?director=*`);
  const table = page.getByRole('table', { name, exact: true });
  await table.getByRole('columnheader', { name: 'Director', exact: true }).waitFor();
  await table.getByRole('cell', { name: 'embedded', exact: true }).first().waitFor();
});

describe('names have their Director beside them', () => {
  test('in the lists of the overview', async () => {
    const forecast = { state: 'unknown', gap: null, days: 0, expected: null, earliest: null, latest: null };
    const pool = { pool: 'Default', director: 'embedded', usedBytes: 0, capacityBytes: null, forecast };
    await fixture.alter('/storage-media/pools?*', () => ({ items: both([pool]), nextCursor: null }));
    await fixture.alter('/operations/jobs?*nextRun*', ({ items: [first] }: { items: object[] }) => ({
      items: both([{ ...first, director: 'embedded', nextRunAt: '2036-01-01T00:00:00Z' }]),
      nextCursor: null,
    }));
    await fixture.alter('/clients?*protection=crit*', (body: object) => ({ ...body, items: [madeSilent('web07', 9)] }));
    await fixture.signedIn('/#/?director=*');
    const part = (name: string) => page.getByRole('region', { name, exact: true });
    for (const director of ['embedded', 'second']) {
      await part('Pools')
        .getByRole('link', { name: `Default · ${director}`, exact: true })
        .waitFor();
      await part('Next runs').getByText(`local · ${director}`).first().waitFor();
    }
    await part('Clients by protection').getByRole('link', { name: 'web07 · embedded', exact: true }).waitFor();
  });

  test('in the calendar', async () => {
    await fixture.signedIn('/#/calendar?director=*');
    const entry = page.getByRole('link', { name: /Letters on local, Full · embedded/ });
    await entry.first().waitFor();
    await entry.first().locator('.spot-director').getByText('embedded', { exact: true }).waitFor();
  });

  test('in statistics, also where one Director alone has any', async () => {
    await fixture.signedIn('/#/statistics?director=*');
    for (const name of ['Top clients', 'Written to pools'])
      await page.getByRole('table', { name }).getByRole('columnheader', { name: 'Director', exact: true }).waitFor();
  });

  test('not where there is one Director', async () => {
    await page.unroute('**/api/v1/directors?*');
    await fixture.signedIn('/#/clients?director=*');
    const table = page.getByRole('table', { name: 'Clients and their protection', exact: true });
    await table.getByRole('cell', { name: 'local' }).first().waitFor();
    await table.getByRole('columnheader', { name: 'Director', exact: true }).waitFor({ state: 'detached' });
    await page.goto('/#/calendar?director=*');
    await page
      .getByRole('link', { name: /Letters on local, Full · / })
      .first()
      .waitFor();
    expect(await page.locator('main').getByText('embedded').count()).toBe(0);
  });
});

describe('the chooser in the head', () => {
  const chooser = () => page.getByRole('combobox', { name: 'Director' });

  test('shows the Director of the page of a Director, and leads to that of another one', async () => {
    fixture.expectRefusal(/^404 GET .*\/second/);
    await fixture.signedIn('/#/administration/directors/second?director=embedded');
    await page.getByRole('heading', { level: 1, name: /second/ }).waitFor();
    expect(await chooser().inputValue()).toBe('second');
    await chooser().selectOption('embedded');
    await page.getByRole('heading', { level: 1, name: /embedded/ }).waitFor();
    await page.waitForURL(/#\/administration\/directors\/embedded\?director=embedded$/);
    expect(await chooser().inputValue()).toBe('embedded');
    await chooser().selectOption('*');
    await page.getByRole('heading', { level: 1, name: 'Directors' }).waitFor();
    expect(await chooser().inputValue()).toBe('*');
  });
});

test('Directors that come in late do not call back to the overview who is on the way to another page', async () => {
  const answers: (() => void)[] = [];
  await page.route('**/api/v1/directors?*', (route) => void answers.push(() => void route.fallback()));
  const loads: (() => void)[] = [];
  await page.route('**/assets/jobs.page-*.js', (route) => void loads.push(() => void route.continue()));
  fixture.expectRefusal(/^404 GET /);
  await fixture.signedIn('/');
  await page.getByRole('grid').waitFor();
  await page.getByRole('link', { name: 'Jobs', exact: true }).click();
  await until(() => loads.length > 0 && answers.length > 0);
  for (const answer of answers) answer();
  await page.getByRole('combobox', { name: 'Director' }).waitFor();
  for (const load of loads) load();
  await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
  expect(page.url()).toMatch(/#\/jobs$/);
});
