import { expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { violationsOf } from '../harness/browser/browser.js';
import { type PageFixture } from '../harness/browser/page-fixture.js';
import { shareFixture } from '../harness/browser/share-fixture.js';
import { until } from '../harness/fixtures/until.js';

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
    await fixture.alter('/directors?*', ({ items }: Items) => ({ items: both(items), nextCursor: null }));
  },
});

/** The same at a second Director, which the page is told of. */
function both(items: readonly object[]): readonly object[] {
  return [...items, ...items.map((item) => ({ ...item, director: 'second', name: nameAtSecond(item) }))];
}

function nameAtSecond(item: object): unknown {
  return 'kind' in item ? 'second' : (item as { readonly name?: string }).name;
}

const offered = () => page.locator('.empty li').allInnerTexts();

test.each([
  ['a pool', '/storage/pools/Default', 'Forecast'],
  ['a job', '/jobs/Letters', 'Run now'],
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
  await page.goto('/#/restore?director=*');
  await page.getByText('Choose a Director').waitFor();
  expect(await offered()).toEqual(['second', 'embedded']);
  await page.getByRole('link', { name: 'embedded', exact: true }).click();
  await page.getByRole('link', { name: 'Browse a client' }).waitFor();
  expect(page.url()).toContain('director=embedded');
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

test.each([
  ['clients', '/clients', 'Clients and their protection'],
  ['configured jobs', '/jobs', 'Configured jobs'],
  ['runs', '/runs', 'Runs'],
  ['volumes', '/storage/volumes', 'Volumes'],
  ['storages', '/storage/devices', 'Storages'],
  ['devices', '/storage/devices', 'Devices'],
  ['monitored clients', '/administration/silence', 'Clients'],
])('the list of %s of all Directors names the Director of each', async (_, address, name) => {
  await fixture.signedIn(`/#${address}?director=*`);
  const table = page.getByRole('table', { name, exact: true });
  await table.getByRole('columnheader', { name: 'Director', exact: true }).waitFor();
  await table.getByRole('cell', { name: 'embedded', exact: true }).first().waitFor();
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
