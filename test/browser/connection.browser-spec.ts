import { describe, expect, test } from '@jest/globals';
import { type Page, type Route } from 'playwright-core';
import { violationsOf } from '../harness/browser/browser.js';
import { type PageFixture } from '../harness/browser/page-fixture.js';
import { shareFixture } from '../harness/browser/share-fixture.js';
import { until } from '../harness/fixtures/until.js';
import { rowsInFull } from '../harness/fixtures/in-full.js';

let fixture: PageFixture;
let page: Page;

shareFixture({
  started: (one) => void (fixture = one),
  opened: (one) => void (page = one),
});

const band = () => page.locator('.connection').getByText("Can't reach the console");
const faults = () => page.locator('.fault');
const views = () => page.getByRole('navigation', { name: 'Views' });
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const view = (name: string) => page.getByRole('link', { name, exact: true });
const missing = (route: Route) => route.fulfill({ status: 404, json: {} });

/** Counts how often the document itself is loaded from now on. */
function countLoads(): () => number {
  let loads = 0;
  page.on('request', (request) => (loads += request.isNavigationRequest() ? 1 : 0));
  return () => loads;
}

describe('while the console is stopped', () => {
  test('one band says so, lists show the age of their data, and a page that was never open opens when it is back', async () => {
    await fixture.signedIn('/#/jobs');
    await page.getByRole('button', { name: 'Run Letters' }).waitFor();
    const stopped = await fixture.app.down();
    await band().waitFor();
    await page.getByText(/^Last known data: /).waitFor();
    await page.getByRole('button', { name: 'Run Letters' }).waitFor();
    expect(await faults().count()).toBe(1);
    await view('Statistics').click();
    await heading('Page not loaded').waitFor();
    await page.getByText('It opens when the console is back.').waitFor();
    expect([await views().isVisible(), await faults().count()]).toEqual([true, 1]);
    // What axe would read of the console again.
    fixture.expectFault(/^Couldn't load preload assets/);
    expect(await violationsOf(page)).toEqual([]);
    await stopped.start();
    await heading('Statistics').waitFor();
    expect(await faults().count()).toBe(0);
  });

  test('a page that was open shows nothing but the band for each of its panels, and fills when it is back', async () => {
    await fixture.signedIn('/');
    await page.locator('.verdicts .verdict').first().waitFor();
    const stopped = await fixture.app.down();
    await band().waitFor();
    await page
      .getByText(/^Last known data: /)
      .first()
      .waitFor();
    // A panel that was asking when the console went away knows a moment later.
    await until(async () => (await faults().count()) === 1);
    await stopped.start();
    await band().waitFor({ state: 'detached' });
    await page
      .getByText(/^Last known data: /)
      .first()
      .waitFor({ state: 'detached' });
    expect(await faults().count()).toBe(0);
  });

  test('what was pressed in vain says so until the console is back', async () => {
    await fixture.signedIn('/#/jobs');
    await page.getByRole('button', { name: 'Run Letters' }).waitFor();
    const stopped = await fixture.app.down();
    await band().waitFor();
    await page.getByRole('button', { name: 'Run Letters' }).click();
    await faults().nth(1).waitFor();
    await stopped.start();
    await faults().first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Run Letters' }).waitFor();
  });

  test('the answers of a proxy in front of it are taken for what they are', async () => {
    fixture.expectRefusal(/^502 /);
    await fixture.signedIn('/#/jobs');
    await page.getByRole('button', { name: 'Run Letters' }).waitFor();
    await page.route('**/api/v1/**', (route) => route.fulfill({ status: 502, body: '<h1>proxy</h1>' }));
    await view('Runs').click();
    await band().waitFor();
    await page.getByText('Not loaded yet.').first().waitFor();
    expect(await page.getByText('status 502').count()).toBe(0);
    await page.unroute('**/api/v1/**');
    await page.locator('.connection').getByRole('button', { name: 'Retry' }).click();
    await band().waitFor({ state: 'detached' });
    await page.getByRole('table', { name: 'Runs' }).or(page.getByText('No runs yet.')).waitFor();
  });
});

describe('where a file of the page is gone, as after an upgrade', () => {
  test.each(rowsInFull(['js'], ['css']))('one reload brings the page (%s)', async (kind) => {
    fixture.expectRefusal(/^404 GET \/assets\/statistics/);
    await fixture.signedIn('/#/jobs');
    await heading('Jobs').waitFor();
    const loads = countLoads();
    await page.route(`**/assets/statistics*.${kind}`, (route) => (loads() === 0 ? missing(route) : route.fallback()));
    await view('Statistics').click();
    await heading('Statistics').waitFor();
    expect(loads()).toBe(1);
  });

  test('and a reload does not bring it, the frame stays, nothing loops, and Reload opens it later', async () => {
    fixture.expectRefusal(/^404 GET \/assets\/statistics/);
    await fixture.signedIn('/#/jobs');
    await heading('Jobs').waitFor();
    const loads = countLoads();
    await page.route('**/assets/statistics*.js', missing);
    await view('Statistics').click();
    await heading('This page cannot be shown').waitFor();
    await views().waitFor();
    expect(await page.getByText('MissingChunk').isVisible()).toBe(false);
    await page.getByText('Details', { exact: true }).click();
    await page.getByText('MissingChunk').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await view('Jobs').click();
    await page.getByRole('button', { name: 'Run Letters' }).waitFor();
    await view('Statistics').click();
    await heading('This page cannot be shown').waitFor();
    expect(loads()).toBe(1);
    await page.unroute('**/assets/statistics*.js');
    await page.getByRole('button', { name: 'Reload' }).click();
    await heading('Statistics').waitFor();
    expect(loads()).toBe(2);
  });

  test('a part of the page says so, and nothing that was typed is lost to a reload', async () => {
    fixture.expectRefusal(/^404 GET \/assets\/command-palette/);
    await fixture.signedIn('/#/tokens');
    await page.getByLabel('Name').fill('typed before');
    const loads = countLoads();
    await page.route('**/assets/command-palette*.js', missing);
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByText('This part of the page could not be loaded.').waitFor();
    expect([loads(), await page.getByLabel('Name').inputValue()]).toEqual([0, 'typed before']);
  });
});

test('an error of a page leaves the frame and the other pages, and Retry reads again', async () => {
  fixture.expectFault(/./);
  let isBroken = true;
  await page.route('**/api/v1/operations/jobs?*', (route) =>
    isBroken ? route.fulfill({ json: { items: [null], nextCursor: null } }) : route.fallback(),
  );
  await fixture.signedIn('/#/jobs');
  await heading('This page cannot be shown').waitFor();
  await view('Clients').click();
  await heading('Clients').waitFor();
  await view('Jobs').click();
  await heading('This page cannot be shown').waitFor();
  isBroken = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('button', { name: 'Run Letters' }).waitFor();
});
