import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { violationsOf } from '../harness/browser/browser.js';
import { directorYaml } from '../harness/builders/director-yaml.js';
import { PageFixture } from '../harness/browser/page-fixture.js';
import { until } from '../harness/fixtures/until.js';

const many = Array.from({ length: 300 }, (_, index) => `web${String(index).padStart(4, '0')}`);
const evil = '<img src=x onerror=alert(1)>';

let fixture: PageFixture;
let page: Page;
/** How many names each answer brought to the page. */
let brought: number[];

beforeAll(async () => {
  fixture = await PageFixture.start({}, (dataDir, filesets) => directorYaml(dataDir, filesets, many));
  await fixture.runJob('Letters');
});

afterAll(() => fixture.stop());

beforeEach(async () => {
  await fixture.open();
  page = fixture.page;
  brought = [];
  await fixture.alter('/clients?*', (body: { items: readonly object[] }) => {
    brought.push(body.items.length);
    return body;
  });
});

afterEach(() => fixture.close());

const chooser = (name: string) => page.getByRole('combobox', { name, exact: true });
const options = () => page.locator('.searched').getByRole('option').allInnerTexts();
const option = (name: string) => page.getByRole('option', { name, exact: true });

test('names are asked from the server by what is typed, never all of them, and chosen by keys', async () => {
  await fixture.signedIn('/#/runs');
  await chooser('Client').focus();
  await page.keyboard.type('B029');
  await option('web0290').waitFor();
  await option('web0299').waitFor();
  expect((await options()).slice(0, 10)).toEqual(many.slice(290));
  expect(Math.max(...brought)).toBeLessThanOrEqual(50);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/client=web029\d/);
  await page.getByText(/^Client: web029/).waitFor();
  expect(await violationsOf(page)).toEqual([]);
});

test('its open list holds nothing that axe finds on a phone', async () => {
  // The size that axe begins with: at another the fields would fold and the list go away.
  await page.setViewportSize({ width: 360, height: 740 });
  await fixture.signedIn('/#/runs');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await chooser('Client').fill('web01');
  await option('web0100').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect(await option('web0100').isVisible()).toBe(true);
});

test('what was chosen last stands first, also when the page is loaded again', async () => {
  await fixture.signedIn('/#/runs');
  for (const name of ['web0007', 'web0123']) {
    await chooser('Client').fill(name);
    await option(name).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`client=${name}`));
    await page.getByRole('button', { name: 'Remove filter Client' }).click();
  }
  await page.reload();
  await chooser('Client').click();
  await option('web0000').waitFor();
  expect((await options()).slice(0, 3)).toEqual(['web0123', 'web0007', 'local']);
});

test('who signs in after a log-out is not shown what was chosen before', async () => {
  await fixture.signedIn('/#/runs');
  await chooser('Client').fill('web0123');
  await option('web0123').waitFor();
  await page.keyboard.press('Enter');
  await until(() => page.evaluate<boolean>("Object.keys(localStorage).some((key) => key.includes('recent'))"));
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('User', { exact: true }).waitFor();
  await fixture.signedIn('/#/runs');
  await chooser('Client').click();
  await option('web0000').waitFor();
  expect((await options()).slice(0, 2)).toEqual(['local', 'web0000']);
});

test('a name that is configured no more can be typed, Escape keeps what was chosen, and nothing takes it away', async () => {
  await fixture.signedIn('/#/runs?client=local');
  await chooser('Client').fill('gone');
  await page.keyboard.press('Escape');
  expect(await chooser('Client').inputValue()).toBe('local');
  await chooser('Client').fill('gone');
  await option('“gone” (as typed)').click();
  await page.waitForURL(/client=gone/);
  await page.getByText('No matches.').waitFor();
  await chooser('Client').fill('');
  await page.keyboard.press('Tab');
  await page.waitForURL(/#\/runs$/);
});

test('a restore begins from one of many clients, and only from one that there is', async () => {
  await fixture.signedIn('/#/restore?by=time');
  await chooser('Client').fill('nobody');
  await page.getByText('No matches.').waitFor();
  await page.keyboard.press('Tab');
  expect(await chooser('Client').inputValue()).toBe('local');
  await chooser('Client').fill('web0150');
  await option('web0150').click();
  await page.waitForURL(/client=web0150/);
  await page.getByText('Nothing to restore from this client yet.').waitFor();
  expect(Math.max(...brought)).toBeLessThanOrEqual(50);
  expect(await violationsOf(page)).toEqual([]);
});

test('few names are a list of the browser, many of them are searched where a job is run', async () => {
  await fixture.signedIn('/#/jobs/Letters');
  await page.getByRole('button', { name: 'Run…' }).click();
  await page.getByText('Override settings').click();
  await page.getByLabel('Fileset').selectOption('Endless');
  await chooser('Client').fill('web0042');
  await option('web0042').click();
  const curl = await page.locator('button[title*="/operations/jobs/run"]').getAttribute('title');
  expect(curl).toContain('"client":"web0042"');
  expect(curl).toContain('"fileset":"Endless"');
});

test('a name shows as text, whatever stands in it', async () => {
  await fixture.alter('/clients?*q=*', (body: { items: readonly object[] }) => ({
    ...body,
    items: body.items.map((client) => ({ ...client, name: `web${evil}` })),
  }));
  await fixture.signedIn('/#/runs');
  await chooser('Client').fill('web');
  await option(`web${evil}`).first().waitFor();
});

test('more than seven Directors are searched at the top', async () => {
  const names = Array.from({ length: 8 }, (_, index) => `site-${index}`);
  await fixture.alter('/directors?*', ({ items }: { items: readonly object[] }) => ({
    items: [...items, ...names.map((name) => ({ ...items[0], name, default: false }))],
    nextCursor: null,
  }));
  await fixture.signedIn('/#/runs');
  await chooser('Director').fill('embedded');
  await page.keyboard.press('Enter');
  await chooser('Director').fill('');
  await page.keyboard.press('Enter');
  await page.waitForURL(/director=\*/);
  expect(await violationsOf(page)).toEqual([]);
});
