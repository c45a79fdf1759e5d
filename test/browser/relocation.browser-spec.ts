import { beforeEach, expect, test } from '@jest/globals';
import { type Page, type Route } from 'playwright-core';
import { violationsOf } from '../harness/browser/browser.js';
import { keepPlans, type KeptPlans, refOf } from '../harness/browser/stored-plans.js';
import { type PageFixture } from '../harness/browser/page-fixture.js';
import { shareFixture } from '../harness/browser/share-fixture.js';

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

interface Sent {
  readonly relocation: { readonly addPrefix?: string; readonly regex?: string };
}

/** The embedded Director cannot do this: it is said to, and the answers are those of one that can. */
async function answerAsAble(route: Route): Promise<void> {
  const answer = await route.fetch();
  const { items, ...rest } = (await answer.json()) as { items: { abilities: string[] }[] };
  const abilities = ['relocate', 'restore-job', 'restore-storage', 'plugin-options'];
  const able = items.map((one) => ({
    ...one,
    abilities: [...one.abilities, ...abilities],
    restoreJobs: ['RestoreFiles', 'RestoreTape'],
    storages: ['Tape'],
  }));
  await route.fulfill({ response: answer, json: { ...rest, items: able } });
}

let sent: unknown;
let previewed: Sent[];

beforeEach(async () => {
  sent = undefined;
  previewed = [];
  await page.route(/\/api\/v1\/directors\?/, answerAsAble);
  await page.route('**/api/v1/restore/relocation-preview', async (route) => {
    const body = route.request().postDataJSON() as Sent;
    previewed.push(body);
    const target = `${body.relocation.addPrefix ?? '/by/expression'}${kept.plans}`;
    await route.fulfill({ json: { samples: [{ path: kept.plans, ref: refOf(kept.plans), target }] } });
  });
  await page.route('**/api/v1/restore/run', (route) => {
    sent = route.request().postDataJSON();
    return route.fulfill({ status: 202, json: { jobId: kept.second, director: 'embedded' } });
  });
  await fixture.signedIn(`/#/restore?client=local&point=${kept.second}&items=${refOf(kept.plans)}`);
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const preview = () => page.getByRole('region', { name: 'Where files would be restored' });

test('the preview of other paths follows what is typed, and the restore is sent as it was shown', async () => {
  await page.getByLabel('Other paths', { exact: true }).check();
  const prefix = page.getByLabel('Put below this folder');
  await prefix.fill('/srv/new');
  await preview().getByText(`/srv/new${kept.plans}`).waitFor();
  await page.getByLabel('Remove this folder from the beginning').fill('/home');
  await page.waitForURL(/strip=/);
  expect(page.url()).toContain('relocate=parts');
  expect(await violationsOf(page)).toEqual([]);
  await button('Restore 1 item').click();
  await page.waitForURL(new RegExp(`#/runs/${kept.second}`));
  expect(sent).toMatchObject({ relocation: { stripPrefix: '/home', addPrefix: '/srv/new' }, replace: 'never' });
  expect(sent).not.toHaveProperty('where');
});

test.each([
  ['Other paths', 'Put below this folder', '//', { addPrefix: '//' }],
  ['Other paths, by regular expression', 'Regular expression', '!^/none!/other!', { regex: '!^/none!/other!' }],
])(
  '%s overwrite files only after a confirmation: some may be the original ones',
  async (way, field, typed, relocation) => {
    await page.getByLabel(way, { exact: true }).check();
    await page.getByLabel(field, { exact: true }).fill(typed);
    await page.getByLabel('Existing files').selectOption('always');
    await page.waitForURL(/replace=always/);
    await button('Restore 1 item').click();
    const dialog = page.getByRole('dialog', { name: 'Overwrite files that exist?' });
    await dialog.waitFor();
    expect(sent).toBeUndefined();
    await dialog.getByRole('button', { name: 'Overwrite' }).click();
    await page.waitForURL(new RegExp(`#/runs/${kept.second}`));
    expect(sent).toMatchObject({ relocation, replace: 'always' });
  },
);

test('Enter in a field of other paths first shows what was typed, and then sends it', async () => {
  await page.getByLabel('Other paths', { exact: true }).check();
  const prefix = page.getByLabel('Put below this folder');
  await prefix.fill('/srv/old');
  await preview().getByText(`/srv/old${kept.plans}`).waitFor();
  await prefix.fill('/srv/new');
  await prefix.press('Enter');
  await preview().getByText(`/srv/new${kept.plans}`).waitFor();
  expect(sent).toBeUndefined();
  await prefix.press('Enter');
  await page.waitForURL(new RegExp(`#/runs/${kept.second}`));
  expect(sent).toMatchObject({ relocation: { addPrefix: '/srv/new' } });
});

test('an expression relocates, and another selects files', async () => {
  await page.getByLabel('Other paths, by regular expression').check();
  await page.getByLabel('Regular expression', { exact: true }).fill('!^/home!/srv!');
  await preview().getByText('/by/expression').waitFor();
  await page.getByLabel('Also all files whose path matches this regular expression').fill('[.]bin$');
  await page.waitForURL(/match=/);
  await button('Restore').click();
  await page.waitForURL(new RegExp(`#/runs/${kept.second}`));
  expect(sent).toMatchObject({ relocation: { regex: '!^/home!/srv!' }, expression: '[.]bin$' });
});

test('restore job, storage and the parts of the bpipe plugin are sent as the Director takes them', async () => {
  await page.getByText('More options').click();
  await page.getByLabel('Restore job').selectOption('RestoreTape');
  await page.getByLabel('Read volumes at storage').selectOption('Tape');
  await page.getByRole('combobox', { name: 'Plugin', exact: true }).selectOption('bpipe');
  await page.getByLabel('Path in the backup').fill('/a.sql');
  await page.getByLabel('Reader command').fill('none');
  await page.getByLabel('Writer command').fill('tee /tmp/a.sql');
  expect(await violationsOf(page)).toEqual([]);
  await button('Restore 1 item').click();
  await page.waitForURL(new RegExp(`#/runs/${kept.second}`));
  expect(sent).toMatchObject({
    restoreJob: 'RestoreTape',
    storage: 'Tape',
    pluginOptions: 'bpipe:file=/a.sql:reader=none:writer=tee /tmp/a.sql',
  });
});
