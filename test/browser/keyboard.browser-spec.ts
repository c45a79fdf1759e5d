import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type Locator, type Page } from 'playwright-core';
import { adminPassword } from '../harness/fixtures/test-console.js';
import { type PageFixture } from '../harness/browser/page-fixture.js';
import { shareFixture } from '../harness/browser/share-fixture.js';
import { until } from '../harness/fixtures/until.js';

let fixture: PageFixture;
let page: Page;

shareFixture({
  started: (one) => void (fixture = one),
  opened: (one) => void (page = one),
});

interface Focus {
  readonly name: string;
  readonly isVisible: boolean;
}

/** What has the focus, and whether a ring or a caret shows it. A heading shows it by being on top. */
const focusScript = `(() => {
  const element = document.activeElement;
  if (element === document.body) return { name: 'nothing', isVisible: true };
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const name = element.getAttribute('aria-label') ?? (element.labels?.[0]?.innerText || element.innerText || element.name || '');
  const isHeading = /^H[12]$/.test(element.tagName);
  return { name: name.trim().split('\\n')[0], isVisible: isHeading || (outlineStyle !== 'none' && outlineWidth !== '0px') };
})()`;

const focus = (): Promise<Focus> => page.evaluate<Focus>(focusScript);

/** Tabs to the control of this name; each stop on the way must be seen. */
async function tabTo(name: string): Promise<void> {
  for (let steps = 0; steps < 60; steps++) {
    const at = await focus();
    if (!at.isVisible) throw new Error(`The focus on "${at.name}" cannot be seen.`);
    if (at.name === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never comes to "${name}".`);
}

/** Goes to the list of jobs and by arrows to the row of this one: only there its buttons are stops. */
async function toJob(name: string): Promise<void> {
  const rows = page.getByRole('table', { name: 'Configured jobs' }).getByRole('row');
  const has = async (wanted: Locator) => (await page.locator(':focus').and(wanted).count()) > 0;
  for (let steps = 0; steps < 60 && !(await has(rows)); steps++) await page.keyboard.press('Tab');
  for (let steps = 0; steps < 10 && !(await has(rows.filter({ hasText: name }))); steps++) {
    const before = await focus();
    await page.keyboard.press('ArrowDown');
    await until(async () => (await focus()).name !== before.name || null);
  }
}

async function press(name: string): Promise<void> {
  await tabTo(name);
  await page.keyboard.press('Enter');
}

async function arrivedAt(heading: RegExp, title: RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  expect((await focus()).name).toMatch(heading);
  expect(await page.title()).toMatch(title);
}

async function signIn(): Promise<void> {
  await page.goto('/#/jobs');
  await page.getByLabel('User').waitFor();
  await page.keyboard.type('admin');
  await page.keyboard.press('Tab');
  await page.keyboard.type(adminPassword);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Run Letters' }).waitFor();
}

describe('without a mouse', () => {
  test('a job is run and followed, a file found and restored, a token made and revoked', async () => {
    const file = join(fixture.source, 'letters', 'greeting.txt');
    await signIn();
    await arrivedAt(/^Jobs/, /^Jobs · /);
    await toJob('Letters');
    await press('Run Letters');
    await page.locator('.verdict').getByText('✓ Succeeded').waitFor();
    await arrivedAt(/^Letters/, /^Run \d+ · /);
    await tabTo('Log lines');
    await page.keyboard.press('Home');
    await page.getByRole('heading', { level: 1 }).focus();
    await press('Restore from this run');
    await arrivedAt(/^Restore/, /^Restore · /);
    await page.getByRole('searchbox').waitFor();
    await tabTo('Part of a name (* and ? allowed)');
    await page.keyboard.type('greet');
    await page.keyboard.press('Enter');
    await page.getByText('1 found.').waitFor();
    await tabTo('greeting.txt');
    await page.keyboard.press('Space');
    await press(`Remove ${file}`);
    expect((await focus()).name).toBe('Selection');
    await page.getByRole('searchbox').focus();
    await tabTo('greeting.txt');
    await page.keyboard.press('Space');
    await press('Restore 1 item');
    await page.locator('.verdict').getByText('✓ Succeeded').waitFor();
    await arrivedAt(/^RestoreFiles/, /^Run \d+ · /);
    await page.keyboard.press('Shift+Tab');
    await page.getByRole('link', { name: 'Backup Console' }).focus();
    await press('Administration');
    await arrivedAt(/^API Tokens/, /^API Tokens · /);
    await tabTo('Name');
    await page.keyboard.type('by keys');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'by keys created' }).waitFor();
    expect((await focus()).name).toBe('by keys created');
    await press('Done');
    expect((await focus()).name).toBe('API Tokens');
    await press('Revoke by keys');
    expect((await focus()).name).toBe('Revoke token by keys');
    await page.keyboard.press('Escape');
    expect((await focus()).name).toBe('Revoke by keys');
    await page.keyboard.press('Enter');
    await press('Cancel by keys');
    expect((await focus()).name).toBe('Revoke by keys');
    await page.keyboard.press('Enter');
    await press('Revoke token by keys');
    await page.getByText('by keys revoked').waitFor();
    await page.getByRole('cell', { name: 'Revoked', exact: true }).waitFor();
    expect((await focus()).name).toBe('API Tokens');
  });

  test('a run is canceled, and the focus goes to its heading when the buttons are gone', async () => {
    await signIn();
    await toJob('Endless');
    await press('Run Endless');
    await page.getByRole('button', { name: 'Cancel…' }).waitFor();
    await press('Cancel…');
    await press('Cancel run');
    await page.locator('.verdict').getByText('Canceled').waitFor();
    expect((await focus()).name).toMatch(/^Endless/);
  });

  test('the first stop of a page leads past its head', async () => {
    await signIn();
    await page.reload();
    await page.getByRole('button', { name: 'Run Letters' }).waitFor();
    await page.evaluate('document.activeElement.blur(); getSelection().removeAllRanges()');
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    expect(await page.getByRole('link', { name: 'Skip to content' }).boundingBox()).toMatchObject({ y: 8 });
    await page.keyboard.press('Enter');
    expect((await focus()).name).toBe('Jobs');
    await page.keyboard.press('Tab');
    expect((await focus()).name).toBe('New backup');
  });
});
