import { describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { violationsOf } from '../harness/browser/browser.js';
import { type PageFixture } from '../harness/browser/page-fixture.js';
import { shareFixture } from '../harness/browser/share-fixture.js';

let fixture: PageFixture;
let page: Page;

shareFixture({
  started: (one) => void (fixture = one),
  opened: (one) => void (page = one),
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const problem = { type: 'about:blank', instance: '/', requestId: '1', title: 'Conflict', status: 409 };
const impact = {
  director: 'embedded',
  runs: 1,
  jobids: [1],
  partlyElsewhere: 0,
  copiedElsewhere: 0,
  files: 2,
  bytes: 3,
  pointsLost: 1,
  pointsBroken: 0,
  lastFulls: 0,
  clients: [],
  clientsTotal: 0,
  truncated: false,
};
const impactHash = 'A'.repeat(43);

async function withAbilities(...more: readonly string[]): Promise<void> {
  await fixture.alter(
    '/directors?*',
    (body: { items: { abilities: string[] }[] }) =>
      ({ ...body, items: body.items.map((one) => ({ ...one, abilities: [...one.abilities, ...more] })) }) as const,
  );
}

describe('a run', () => {
  test('is deleted after its job id was typed, and is then no longer offered for a restore', async () => {
    fixture.expectRefusal(/^409 POST .*delete/);
    await withAbilities('delete-run');
    const jobId = await fixture.runJob('Letters');
    const sent: unknown[] = [];
    await page.route(`**/api/v1/operations/runs/${jobId}/delete?*`, async (route) => {
      const body = route.request().postDataJSON() as { confirm?: string };
      sent.push(body);
      if (body.confirm !== String(jobId)) {
        const refused = { ...problem, code: 'confirmation_required', detail: 'Check.', impact, impactHash };
        return route.fulfill({ status: 409, json: refused });
      }
      await fixture.alter(`/operations/runs/${jobId}*`, (run: object) => ({ ...run, retained: false }));
      return route.fulfill({ json: { director: 'embedded', jobId, lastFulls: 0, words: 'Deleted.' } });
    });
    await fixture.signedIn(`/#/runs/${jobId}`);
    await page.getByRole('link', { name: 'Restore from this run' }).waitFor();
    await button('Delete…').click();
    await page.locator('.action-section').getByText('Restore points lost').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(await button('Delete run').isDisabled()).toBe(true);
    await page.getByLabel(`Type ${jobId} to confirm`).fill(String(jobId));
    await button('Delete run').click();
    await page.getByText(`Run ${jobId} deleted from the catalog.`).waitFor();
    await page.getByText('The catalog no longer retains this backup.').waitFor();
    expect(await page.getByRole('link', { name: 'Restore from this run' }).count()).toBe(0);
    expect(sent.at(-1)).toEqual({ confirm: String(jobId), impactHash });
  });
});

describe('several volumes', () => {
  test('are changed and purged together, and what came of each is told', async () => {
    const admin = await fixture.app.as('admin');
    for (const volume of ['Bulk-0001', 'Bulk-0002']) {
      await admin.post('/storage-media/volumes', { volume, pool: 'Default', storage: 'Local' });
    }
    await fixture.signedIn('/#/storage/volumes?q=Bulk');
    const choose = async () => {
      for (const name of ['Bulk-0001', 'Bulk-0002'])
        await page.getByRole('checkbox', { name: new RegExp(name) }).check();
    };
    await choose();
    await button('Edit…').click();
    const bar = page.getByRole('region', { name: 'Selected volumes' });
    await bar.getByLabel('Status').selectOption('Archive');
    expect(await violationsOf(page)).toEqual([]);
    await button('Change 2 volumes').click();
    await page.getByText('2 of 2 volumes done.').waitFor();
    await button('Close').click();
    await admin.patch('/storage-media/volumes/Bulk-0001', { status: 'Used' });
    fixture.expectRefusal(/^409 POST .*purge/);
    await choose();
    await button('Purge…').click();
    await button('Show the impact on 2 volumes').click();
    await page.getByLabel('Type 2, the number of volumes, to confirm').fill('2');
    await button('Purge 2 volumes').click();
    await page.getByText('1 of 2 volumes done.').waitFor();
    await bar.getByText('Bulk-0001: done').waitFor();
    await bar.getByText(/Bulk-0002: .*Archive/).waitFor();
  });

  test('of which the impact could not be read are not said to lose nothing, and are left as they are', async () => {
    const admin = await fixture.app.as('admin');
    const names = ['Away-0001', 'Away-0002'];
    for (const volume of names)
      await admin.post('/storage-media/volumes', { volume, pool: 'Default', storage: 'Local' });
    const away = new Set(names);
    await page.route('**/storage-media/volumes/Away-*/delete?*', (route) =>
      names.some((name) => away.has(name) && route.request().url().includes(name))
        ? route.fulfill({ status: 503, json: { ...problem, status: 503, code: 'made', detail: 'Not now' } })
        : route.continue(),
    );
    fixture.expectRefusal(/^(503|409) POST .*delete/);
    await fixture.signedIn('/#/storage/volumes?q=Away');
    for (const name of names) await page.getByRole('checkbox', { name: new RegExp(name) }).check();
    await button('Delete…').click();
    await button('Show the impact on 2 volumes').click();
    await page.getByText('2 volumes are left as they are: their impact could not be read.').waitFor();
    expect(await page.getByText('will be lost').count()).toBe(0);
    expect(await page.getByRole('textbox', { name: /to confirm$/ }).count()).toBe(0);
    away.delete('Away-0001');
    await button('Show the impact on 2 volumes').click();
    await page.getByText('1 volume is left as it is: its impact could not be read.').waitFor();
    await page.getByText('0 runs and 0 restore points will be lost.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByLabel('Type 1, the number of volumes, to confirm').fill('1');
    await button('Delete 1 volume').click();
    await page.getByText('1 of 1 volume done.').waitFor();
    expect((await admin.get('/storage-media/volumes/Away-0001')).status).toBe(404);
    expect((await admin.get('/storage-media/volumes/Away-0002')).status).toBe(200);
  });
});

test('volumes that others changed since they were listed are left as they are', async () => {
  const admin = await fixture.app.as('admin');
  for (const volume of ['Seen-0001', 'Seen-0002']) {
    await admin.post('/storage-media/volumes', { volume, pool: 'Default', storage: 'Local' });
  }
  await fixture.signedIn('/#/storage/volumes?q=Seen');
  for (const name of ['Seen-0001', 'Seen-0002']) await page.getByRole('checkbox', { name: new RegExp(name) }).check();
  await admin.patch('/storage-media/volumes/Seen-0002', { retentionSeconds: 86_400 });
  await button('Edit…').click();
  const bar = page.getByRole('region', { name: 'Selected volumes' });
  await bar.getByLabel('Recycle').selectOption('no');
  await button('Change 2 volumes').click();
  await page.getByText('1 of 2 volumes done.').waitFor();
  await bar.getByText('Seen-0001: done').waitFor();
  await bar.getByText(/Seen-0002: .*has changed/).waitFor();
  const recycled = await Promise.all(
    ['Seen-0001', 'Seen-0002'].map(async (name) => (await admin.get(`/storage-media/volumes/${name}`)).body),
  );
  expect(recycled).toMatchObject([{ recycle: false }, { recycle: true }]);
});

test('the filter offers the statuses that volumes of the Director can have', async () => {
  await fixture.signedIn('/#/storage/volumes');
  const offered = () => page.getByRole('combobox', { name: 'Status' }).locator('option').allTextContents();
  // Until the Directors are known, all statuses are offered.
  const known = async () => {
    await page.getByRole('option', { name: 'Append' }).waitFor({ state: 'attached' });
    await page.getByRole('option', { name: 'Scratch' }).waitFor({ state: 'detached' });
  };
  await known();
  const any = (await offered())[0]!;
  const settable = ['Append', 'Full', 'Used'];
  expect(await offered()).toEqual([any, ...settable, 'Purged', 'Error', 'Archive', 'Read-Only', 'Disabled']);
  await fixture.alter('/directors?*', (body: { items: object[] }) => ({
    ...body,
    items: body.items.map((one) => ({ ...one, kind: 'bareos' })),
  }));
  await page.reload();
  await known();
  expect(await offered()).toEqual([
    any,
    ...settable,
    'Recycle',
    'Purged',
    'Error',
    'Archive',
    'Read-Only',
    'Disabled',
    'Cleaning',
    'Unlabeled',
  ]);
});

test('a relabel of a volume in an autochanger names storage, slot and drive', async () => {
  fixture.expectRefusal(/^409 POST .*relabel/);
  await withAbilities('relabel');
  const admin = await fixture.app.as('admin');
  await admin.post('/storage-media/volumes', { volume: 'Loaded-0001', pool: 'Default', storage: 'Local' });
  await fixture.alter('/storage-media/storages?*', (body: { items: object[] }) => ({
    ...body,
    items: body.items.map((item) => ({ ...item, autochanger: true })),
  }));
  const sent: unknown[] = [];
  await page.route('**/api/v1/storage-media/volumes/Loaded-0001/relabel?*', async (route) => {
    sent.push(route.request().postDataJSON());
    await route.fulfill({ status: 409, json: { ...problem, code: 'conflict', detail: 'Not purged.' } });
  });
  await fixture.signedIn('/#/storage/volumes/Loaded-0001');
  await button('Relabel…').click();
  const form = page.locator('.action-section');
  await form.getByLabel('New name', { exact: true }).fill('Loaded-0002');
  await form.getByLabel(/slot/i).fill('4');
  await form.getByLabel('Drive').fill('1');
  await form.getByLabel('Type Loaded-0001 to confirm').fill('Loaded-0001');
  await form.getByRole('button', { name: /^Relabel/ }).click();
  await form.getByText('Not purged.').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect(sent).toEqual([{ newName: 'Loaded-0002', pool: 'Default', storage: 'Local', slot: 4, drive: 1 }]);
});

describe('an autochanger', () => {
  test('is told which slots to label, and its answer is shown', async () => {
    await withAbilities('label-barcodes', 'update-slots');
    await fixture.alter('/storage-media/storages?*', (body: { items: object[] }) => ({
      ...body,
      items: body.items.map((item) => ({ ...item, autochanger: true })),
    }));
    let sent: unknown = null;
    await page.route('**/api/v1/storage-media/storages/Local/label-barcodes?*', async (route) => {
      sent = route.request().postDataJSON();
      await route.fulfill({ json: { storage: 'Local', director: 'embedded', words: 'Slot 2 labeled.' } });
    });
    await fixture.signedIn('/#/storage/devices');
    await button('Slots of Local').click();
    await page.getByLabel('Slots', { exact: true }).fill('1-2, 5');
    await page.getByLabel('Pool of new volumes').selectOption('Default');
    await button('Label by barcode').click();
    await page.getByText('Slot 2 labeled.').waitFor();
    expect(sent).toEqual({ pool: 'Default', slots: [1, 2, 5] });
    expect(await button('Import').count()).toBe(0);
  });
});
