import { describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { violationsOf } from '../harness/browser/browser.js';
import { Keyboard } from '../harness/browser/keyboard.js';
import { type PageFixture } from '../harness/browser/page-fixture.js';
import { shareFixture } from '../harness/browser/share-fixture.js';
import { rowsInFull } from '../harness/fixtures/in-full.js';

let fixture: PageFixture;
let page: Page;
let keys: Keyboard;
let jobId: number;

shareFixture({
  started: async (one) => {
    fixture = one;
    jobId = await fixture.runJob('Letters');
    await fixture.makeRole('blind', ['tokens:own']);
  },
  opened: (one) => {
    page = one;
    keys = new Keyboard(page);
  },
});

const palette = () => page.getByRole('dialog', { name: 'Search or jump to…' });
const field = () => page.getByRole('combobox', { name: 'Search or jump to…' });
const options = () => palette().getByRole('option').allInnerTexts();
const chosen = (name: string) => page.getByRole('option', { name, exact: true, selected: true });
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const help = () => page.getByRole('dialog', { name: 'Keyboard shortcuts' });

async function open(): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await keys.arrivesAt(field());
}

/** Types, and waits until this is the first that is found. */
async function find(text: string, first: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
  await chosen(first).waitFor();
}

describe('the palette', () => {
  test.each(rowsInFull(['/', '/nowhere'], ['/jobs', '/restore', '/administration/audit']))(
    'opens over %s by Ctrl K, and Escape gives the focus back',
    async (address) => {
      await fixture.signedIn(`/#${address}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const link = page.getByRole('link', { name: 'Events', exact: true });
      await keys.tabTo(link);
      await open();
      await page.keyboard.press('Escape');
      await palette().waitFor({ state: 'detached' });
      await keys.arrivesAt(link);
    },
  );

  test('opens by its button, and gives the focus back to that', async () => {
    await fixture.signedIn('/#/jobs');
    const button = page.getByRole('button', { name: 'Search or jump to… Ctrl K' });
    await button.click();
    await keys.arrivesAt(field());
    await page.keyboard.press('Escape');
    await keys.arrivesAt(button);
  });

  test('has what was typed while it came', async () => {
    let come = (): void => undefined;
    const coming = new Promise<void>((resolve) => (come = resolve));
    let ask = (): void => undefined;
    const asked = new Promise<void>((resolve) => (ask = resolve));
    // From the page's beginning: Chromium may let by what is asked for just after.
    await page.route('**/assets/command-palette-*.js', async (route) => {
      ask();
      await coming;
      await route.continue();
    });
    await fixture.signedIn('/#/runs');
    await heading('Runs').waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await asked;
    await page.keyboard.type('/?volx');
    await page.keyboard.press('Backspace');
    come();
    await keys.arrivesAt(field());
    expect(await field().inputValue()).toBe('/?vol');
    expect(await help().count()).toBe(0);
    await page.keyboard.press('Escape');
    await open();
    expect(await field().inputValue()).toBe('');
  });

  test('has the server find a name beyond the first five hundred', async () => {
    await fixture.alter('/clients?*', (body: { items: readonly object[] }) => ({
      ...body,
      items: [],
      nextCursor: 'more',
    }));
    await page.route('**/api/v1/clients?*q=loca*', (route) => route.continue());
    await fixture.signedIn('/#/jobs');
    await open();
    await find('loca', 'local Client');
  });

  test('goes to pages, clients, jobs, volumes and runs, by arrows and Enter', async () => {
    await fixture.signedIn('/#/jobs');
    for (const [text, first, title] of [
      ['audi', 'Audit Page', 'Audit'],
      ['label', 'Label a volume Page', 'Label a volume'],
      ['loca', 'local Client', 'local'],
      ['lett', 'Letters Job', 'Letters'],
      ['0001', 'Default-0001 Volume', 'Default-0001'],
      [String(jobId), `Run ${jobId} Go`, 'Letters Full'],
    ] as const) {
      await open();
      await find(text, first);
      await page.keyboard.press('Enter');
      await keys.arrivesAt(heading(title));
    }
    await open();
    await find('lett', 'Letters Job');
    await page.keyboard.press('ArrowDown');
    await chosen('Run Letters… Action').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('form', { name: 'Run Letters now' }).waitFor();
    await open();
    await find('lett', 'Letters Job');
    await page.keyboard.press('ArrowUp');
    await chosen('Find file “lett” Restore').waitFor();
    await page.keyboard.press('ArrowUp');
    await chosen('Runs of Letters Job').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/runs\?job=Letters$/);
    await keys.arrivesAt(heading('Runs'));
  });

  test('goes to the search for a file of a name that nothing else has', async () => {
    await fixture.signedIn('/#/jobs');
    await open();
    await find('greeting.txt', 'Find file “greeting.txt” Restore');
    expect(await options()).toHaveLength(1);
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/restore\?name=greeting\.txt$/);
  });

  test('does what can be done from anywhere', async () => {
    await fixture.signedIn('/#/jobs');
    await open();
    await find('dark', 'Theme: dark Action');
    await page.keyboard.press('Enter');
    await palette().waitFor({ state: 'detached' });
    expect(await page.evaluate('document.documentElement.dataset.scheme')).toBe('dark');
    await keys.keepsFocus();
    await open();
    await find('keyboard', 'Keyboard shortcuts Action');
    await page.keyboard.press('Enter');
    await help().waitFor();
    await page.keyboard.press('Escape');
    await help().waitFor({ state: 'detached' });
    await keys.keepsFocus();
    await open();
    await find('sign o', 'Sign out Action');
    await page.keyboard.press('Enter');
    await page.getByLabel('Password').waitFor();
  });

  test('keeps the Director that is looked at', async () => {
    await fixture.signedIn('/#/jobs?director=*');
    await open();
    await find('clients', 'Clients Page');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/clients\?director=\*$/);
    await open();
    await find('loca', 'local Client');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/clients\/local\?director=embedded$/);
  });

  test('offers only what the caller may see, and says when there is nothing', async () => {
    const asked: string[] = [];
    await fixture.signedIn('/#/account', 'blind');
    page.on('request', (request) => asked.push(request.url()));
    await open();
    await find('tok', 'API Tokens Page');
    expect(await options()).toHaveLength(1);
    for (const text of ['letters', 'users', 'runs', 'restore', String(jobId)]) {
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
      await page.getByText('No matches.').waitFor();
      expect(await options()).toEqual([]);
    }
    await page.keyboard.press('Enter');
    expect(await palette().isVisible()).toBe(true);
    expect(asked.filter((url) => url.includes('/api/'))).toEqual([]);
    expect(await violationsOf(page)).toEqual([]);
  });

  test('is found to be in order by axe, with what is found', async () => {
    await fixture.signedIn('/#/jobs');
    await open();
    await chosen('Overview Page').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await find('l', 'Label a volume Page');
    expect(await violationsOf(page)).toEqual([]);
  });
});

describe('the keys', () => {
  test('are listed by ?, and by nothing where single letters are switched off, except the palette', async () => {
    await fixture.signedIn('/#/runs');
    await page.getByRole('table', { name: 'Runs' }).waitFor();
    await page.keyboard.press('?');
    await help().getByText('this list').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('ControlOrMeta+k');
    expect(await palette().count()).toBe(0);
    await page.keyboard.press('Escape');
    await keys.arrivesAt(heading('Runs'));
    await page.evaluate("localStorage.setItem('backup-console', JSON.stringify({ bareKeys: false }))");
    await page.reload();
    await page.getByRole('row').nth(1).focus();
    await page.keyboard.press('?');
    await page.keyboard.press('x');
    await open();
    expect([await help().count(), await page.getByText('run selected').count()]).toEqual([0, 0]);
    await find('keyboard', 'Keyboard shortcuts Action');
    await page.keyboard.press('Enter');
    await help().getByText('Single-key shortcuts are turned off').waitFor();
  });

  test('are letters where somebody types', async () => {
    await fixture.signedIn('/#/restore');
    await page.getByRole('searchbox').waitFor();
    await page.keyboard.press('/');
    await keys.arrivesAt(page.getByRole('searchbox'));
    await page.keyboard.type('?/');
    expect(await page.getByRole('searchbox').inputValue()).toBe('?/');
    expect(await help().count()).toBe(0);
  });
});
