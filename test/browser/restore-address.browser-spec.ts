import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { adminPassword } from '../harness/fixtures/test-console.js';
import { signInWith, violationsOf } from '../harness/browser/browser.js';
import { failsUntilRetry } from '../harness/browser/fails-until-retry.js';
import { fileNumber, keepPlans, type KeptPlans, manyFiles, refOf } from '../harness/browser/stored-plans.js';
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

describe('the address', () => {
  test('holds the whole choice: a reload keeps it, and a colleague sees it', async () => {
    fixture.expectRefusal(/^401 GET /);
    await fixture.signedIn(inPoint(kept.first, '&q=plans'));
    await tick(kept.plans).check();
    const target = await into('told');
    await page.waitForURL(/where=/);
    await page.getByLabel('Existing files').selectOption('ifnewer');
    await page.waitForURL(/replace=ifnewer/);
    const said = await sentence();
    expect(said).toContain(kept.plans);
    expect(said).toContain(`local:${target}`);
    const address = page.url();
    await page.reload();
    await page.getByRole('button', { name: `Remove ${kept.plans}` }).waitFor();
    expect(await sentence()).toBe(said);
    await page.context().clearCookies();
    await page.goto('about:blank');
    await page.goto(address);
    await fixture.app.as('operator');
    await signInWith(page, 'operator password of a test', 'operator-user');
    await page.getByRole('button', { name: `Remove ${kept.plans}` }).waitFor();
    expect(await sentence()).toBe(said);
    expect(await page.getByLabel('Existing files').inputValue()).toBe('ifnewer');
  });

  test('of a client whose Director is away still shows what its runs hold, and that its clients are not listed', async () => {
    await fixture.alter('/directors?*', ({ items, ...body }: { items: readonly object[] }) => ({
      ...body,
      items: items.map((item) => ({ ...item, reachable: false, clients: [], abilities: [], restoreRoots: [] })),
    }));
    await fixture.signedIn(inPoint(kept.first));
    await page.getByText('Director embedded does not answer. Its clients are not listed.').waitFor();
    await page.getByRole('link', { name: 'Open /', exact: true }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Client', exact: true }).inputValue()).toBe('local');
    await holds();
  });

  test('of a client still shows what its runs hold where the Directors cannot be listed, and asks again', async () => {
    fixture.expectRefusal(/^503 GET .*\/directors$/);
    const path = '**/api/v1/directors?*';
    await failsUntilRetry(page, { path, fail: (route) => route.fulfill({ status: 503 }) });
    await fixture.signedIn(inPoint(kept.first));
    await page.getByText('The console answered with status 503.').waitFor();
    await page.getByRole('link', { name: 'Open /', exact: true }).waitFor();
    await button('Retry').click();
    await page.getByText('The console answered with status 503.').waitFor({ state: 'detached' });
  });

  test('of a basket that no link can carry says so, and restores it all the same', async () => {
    await page.route('**/api/v1/restore/bvfs/list?*', (route) => route.fulfill(manyFiles(0, null)));
    await page.route('**/api/v1/restore/plan?*', (route) => route.abort());
    await fixture.signedIn(inPoint(kept.second));
    for (const index of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]) await tick(fileNumber(index).path).check();
    await page.getByText('too long for the address').waitFor();
    await button('Restore 12 items').waitFor();
    await page.reload();
    await page.getByText('The selection of this link was too long').waitFor();
  });
});

describe('the button', () => {
  test('leads to the run, also when it is pressed right after typing', async () => {
    await page.clock.install();
    await fixture.signedIn(inPoint(kept.first, '&q=plans'));
    await tick(kept.plans).check();
    let load: (() => void) | null = null;
    await page.route('**/assets/run.page-*.js', (route) => {
      load = () => void route.continue();
    });
    await into('in-haste');
    await button('Restore 1 item').click();
    await until(() => load !== null);
    await page.clock.fastForward(2_000);
    load!();
    await page.locator('.verdict').getByText('✓ Succeeded').waitFor();
  });

  test('stays where it is when the plan comes in', async () => {
    let answer: (() => void) | null = null;
    await page.route('**/api/v1/restore/plan?*', (route) => {
      answer = () => void route.continue();
    });
    await fixture.signedIn(inPoint(kept.first, '&q=plans'));
    await tick(kept.plans).check();
    await until(() => answer !== null);
    const before = await button('Restore 1 item').boundingBox();
    answer!();
    await page.getByText('✓ available').waitFor();
    expect(await button('Restore 1 item').boundingBox()).toEqual(before);
  });
});

describe('what is not as it should be', () => {
  test('is said: a run without records, a point in parts, an index that is not done, a target that is not allowed', async () => {
    fixture.expectRefusal(/^403 GET .*restore\/plan$/);
    await fixture.signedIn('/#/restore?client=local&point=99999', 'operator');
    await page.getByText('Run 99999 is not a restore point').waitFor();
    await page.getByText('Only the whole run can be restored').waitFor();
    await holds();
    await fixture.alter('/restore/points?*', (body: { items: object[] }) => ({
      ...body,
      items: body.items.map((point) => ({ ...point, restorable: 'partial', reasons: ['A volume is away.'] })),
    }));
    await page.goto(inPoint(kept.first, '&q=plans'));
    await page.reload();
    await page.getByText('A volume is away.').waitFor();
    await tick(kept.plans).check();
    expect(await page.getByLabel('Original location').isDisabled()).toBe(true);
    await page.getByText("doesn't include restore:anywhere").waitFor();
    await page.getByLabel('Folder', { exact: true }).fill('/elsewhere');
    await page.getByText('Restoring to /elsewhere requires restore:anywhere').waitFor();
    await holds();
  });

  test('is said of a point of which nothing is left, where only the whole can still be tried', async () => {
    await fixture.alter('/restore/points?*', (body: { items: object[] }) => ({
      ...body,
      items: body.items.map((point) => ({ ...point, restorable: 'no', reasons: ['All volumes are away.'] })),
    }));
    await fixture.signedIn(inPoint(kept.first));
    await page.getByText('All volumes are away.').waitFor();
    await page.getByLabel('Entire restore point').waitFor();
    expect(await page.getByRole('searchbox').count()).toBe(0);
  });

  test('a Director that still makes runs ready to be browsed is waited for in words', async () => {
    await page.clock.install();
    let answer: () => void = () => undefined;
    await page.route('**/api/v1/restore/bvfs/list?*', (route) => {
      answer = () => void route.continue();
    });
    await fixture.signedIn(inPoint(kept.second));
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    await page.clock.fastForward(7_000);
    await page.getByText('is preparing these runs for browsing').waitFor();
    answer();
    await page
      .getByRole('link', { name: /^Open / })
      .first()
      .waitFor();
  });

  test('more than seven clients are searched by typing', async () => {
    await fixture.alter('/directors?*', ({ items, ...body }: { items: readonly object[] }) => ({
      ...body,
      items: items.map((item) => ({
        ...item,
        clients: Array.from({ length: 9 }, (_, index) => (index === 0 ? 'local' : `web0${index}`)),
      })),
    }));
    fixture.expectRefusal(/^404 GET /);
    await fixture.signedIn('/#/restore?by=time');
    await page.getByRole('combobox', { name: 'Client', exact: true }).fill('web03');
    await page.keyboard.press('Enter');
    await page.waitForURL(/client=web03/);
    await page.getByText('Nothing to restore from this client yet.').waitFor();
    await holds();
  });
});

describe('in German, dark and light, wide and on a phone', () => {
  test('axe finds nothing at each step', async () => {
    await page.addInitScript(`localStorage.setItem('backup-console', '{"language":"de"}')`);
    await page.goto('/#/restore?name=plans');
    await page.locator('[name=username]').fill('admin');
    await page.locator('[name=password]').fill(adminPassword);
    await page.keyboard.press('Enter');
    await page.getByText('1 gefunden.').waitFor();
    for (const step of ['1', '2', '3']) {
      await page.goto(`/#/restore?name=plans&file=${refOf(kept.plans)}&fileOf=local&step=${step}`);
      await page.getByText('Stand von gestern').waitFor();
      await holds();
    }
  });
});
