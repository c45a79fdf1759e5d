import { describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { type Caller } from '../harness/fixtures/test-console.js';
import { violationsOf } from '../harness/browser/browser.js';
import { type PageFixture } from '../harness/browser/page-fixture.js';
import { shareFixture } from '../harness/browser/share-fixture.js';
import { until } from '../harness/fixtures/until.js';
import { rowsInFull } from '../harness/fixtures/in-full.js';

interface Items {
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

const evil = '<img src=x onerror=alert(1)>';
let fixture: PageFixture;
let page: Page;
let admin: Caller;

shareFixture({
  started: async (one) => {
    fixture = one;
    admin = await fixture.app.as('admin');
    await fixture.makeRole('blind', ['tokens:own']);
    await fixture.runJob('Letters');
  },
  opened: (one) => void (page = one),
});

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });

async function holds(): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
}

/** The volume as the API has it. */
async function volume(name: string): Promise<Readonly<Record<string, unknown>>> {
  return (await admin.get(`/storage-media/volumes/${name}`)).body;
}

async function label(name: string): Promise<void> {
  const made = await admin.post('/storage-media/volumes', { volume: name, pool: 'Default', storage: 'Local' });
  expect(made.status).toBe(201);
}

/** Each row of a list as this test would have it. */
const eachItem = (change: object) => (body: Items) => ({
  ...body,
  items: body.items.map((item) => ({ ...item, ...change })),
});

describe('pools', () => {
  test('show their room, their volumes by status, and why it is not known when they are full', async () => {
    await fixture.signedIn('/#/storage');
    await page.getByText('Not enough data: needs 7 days of history.').waitFor();
    await page.getByText('Limited by free disk space').waitFor();
    await page.getByText('Retention 60 days').waitFor();
    // A bar of the pool's own bytes alone would show a full disk as empty.
    expect(await page.getByRole('img', { name: /of its capacity is used$/ }).count()).toBe(0);
    await holds();
    await page.getByRole('link', { name: '1 volume', exact: true }).click();
    await page.waitForURL(/#\/storage\/volumes\?pool=Default$/);
  });

  test('have a page with what was written each day, by arrow keys and as a table', async () => {
    await fixture.signedIn('/#/storage');
    await page.getByRole('link', { name: 'Default', exact: true }).click();
    const days = page.getByRole('slider', { name: 'Backed up to Default per day' });
    const told = () => days.getAttribute('aria-valuetext');
    await page.getByText(/ backed up in 90 days \(job totals\)/).waitFor();
    await days.focus();
    expect(await told()).toMatch(/ in [1-9]\d* runs?$/);
    await page.keyboard.press('ArrowLeft');
    expect(await told()).toMatch(/: 0 B in 0 runs$/);
    await page.keyboard.press('End');
    expect(await told()).toMatch(/ in [1-9]\d* runs?$/);
    await page.getByText('Show as table').click();
    await page.getByRole('table', { name: 'Backed up to Default per day' }).waitFor();
    await holds();
  });

  test('tell the day on which they are full, and between which days, as sure as it is', async () => {
    const day = 86_400_000;
    const at = (days: number) => new Date(Math.floor(Date.now() / day) * day + days * day).toISOString();
    const forecast = {
      state: 'fills',
      gap: null,
      confidence: 0.8,
      days: 30,
      horizonDays: 120,
      bytesPerDay: 2 ** 30,
      stddevBytesPerDay: 2 ** 20,
      earliest: at(3),
      expected: at(5),
      latest: at(9),
    };
    await fixture.alter('/storage-media/pools?*', eachItem({ forecast }));
    await fixture.signedIn('/#/storage/pools/Default');
    await page.getByText('Full: around ').waitFor();
    await page.getByText(/^Between .* \(80.?% confidence\)\.$/).waitFor();
    await page.getByText('1.00 GiB a day on the volumes (± 1.00 MiB)').waitFor();
    await page.locator('.fill-line[data-look=warn]').waitFor();
    await holds();
    const late = { ...forecast, expected: null, latest: null, stddevBytesPerDay: 2 ** 40 };
    const room = { limitedBy: 'disk', usedBytes: 2 ** 20, remainingBytes: 2 ** 30, capacityBytes: 2 ** 20 + 2 ** 30 };
    await fixture.alter('/storage-media/pools?*', eachItem({ forecast: late, ...room }));
    await page.goto('/#/storage');
    await page.getByText('Full: not within 120 days').waitFor();
    await page.getByText('1.00 GiB a day on the volumes, from 30 days of history. A longer').waitFor();
    expect(await page.getByText('±').count()).toBe(0);
    await page.getByText('1.00 MiB stored; 1.00 GiB left on the disk, shared by all pools there').waitFor();
    await page.goto('/#/');
    await page.getByText('1.00 MiB; 1.00 GiB left on the disk', { exact: true }).waitFor();
    const full = { ...forecast, state: 'full', earliest: null, expected: null, latest: null };
    const none = { limitedBy: 'pool', remainingBytes: 0, capacityBytes: 2 ** 30 };
    await fixture.alter('/storage-media/pools?*', eachItem({ forecast: full, pool: evil, ...none }));
    await page.goto('/#/storage');
    // The list was read before.
    await page.reload();
    await page.getByText(/^\S Full: now$/).waitFor();
    await page.getByRole('img', { name: '100% of its capacity is used' }).waitFor();
    await page.getByRole('link', { name: evil }).waitFor();
    await holds();
  });

  test('show keep rules beside the retention, and why there is no forecast', async () => {
    const forecast = { state: 'unknown', gap: 'keep_rules', earliest: null, expected: null, latest: null };
    const keep = { last: 3, daily: 14, weekly: null, monthly: 12, yearly: null };
    const days = { days: 30, horizonDays: 120, bytesPerDay: 1, stddevBytesPerDay: 1, confidence: null };
    await fixture.alter('/storage-media/pools?*', eachItem({ keep, forecast: { ...forecast, ...days } }));
    await fixture.signedIn('/#/storage');
    await page.getByText('Retention 60 days, beyond that: last 3, 14 daily, 12 monthly').waitFor();
    await page.getByText('No forecast: keep rules decide which space is freed.').waitFor();
    await holds();
    await page.goto('/#/');
    await page.getByText('No forecast: keep rules decide which space is freed.').waitFor();
  });
});

describe('volumes', () => {
  test('are filtered and sorted by the address, counted, and opened by a key', async () => {
    await fixture.signedIn('/#/storage/volumes');
    await page.getByText('1 of 1', { exact: true }).waitFor();
    await holds();
    await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('Full');
    await page.getByText('No matches.').waitFor();
    await page.waitForURL(/status=Full/);
    await button('Remove filter Status').click();
    await page.getByLabel('Name contains').fill('default-');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=default-/);
    await page.getByText('1 of 1', { exact: true }).waitFor();
    await page
      .getByRole('columnheader', { name: /^Bytes/ })
      .getByRole('button')
      .click();
    await page.waitForURL(/sort=bytes/);
    const row = page.getByRole('row').filter({ hasText: 'Default-0001' });
    await row.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/storage\/volumes\/Default-0001$/);
    await heading('Default-0001').waitFor();
    await page.getByText(/^Retained until .*, then eligible for recycling\.$/).waitFor();
    await page.getByRole('table', { name: 'Runs on this volume' }).getByText('Letters').first().waitFor();
    await holds();
  });

  test('show what others named them as text', async () => {
    // The real catalog has no volume of that name.
    fixture.expectRefusal(/^404 GET .*\/runs$/);
    const names = { volume: evil, pool: evil, storage: evil };
    await fixture.alter('/storage-media/volumes?*', eachItem(names));
    await fixture.signedIn('/#/storage/volumes');
    await page.getByRole('link', { name: evil }).waitFor();
    expect(await page.locator('.list').getByText(evil).count()).toBe(3);
    await fixture.alter('/storage-media/volumes/*', (body: object) => ({ ...body, ...names }));
    await page.goto('/#/storage/volumes/Default-0001');
    await page.locator('.figures').getByRole('link', { name: evil }).waitFor();
    expect(await page.locator('.figures').getByText(evil).count()).toBe(2);
  });

  test('are labelled with keys alone, and a name that is taken is refused', async () => {
    fixture.expectRefusal(/^409 POST .*volumes$/);
    await fixture.signedIn('/#/storage/volumes');
    await page.getByRole('link', { name: 'Label a volume' }).focus();
    await page.keyboard.press('Enter');
    await until(() => button('Label').isEnabled());
    await page.getByLabel('Name').focus();
    await page.keyboard.type('By-Keys');
    await page.keyboard.press('Enter');
    await heading('By-Keys').waitFor();
    await page.getByText('Not written yet.').waitFor();
    expect(await volume('By-Keys')).toMatchObject({ pool: 'Default', storage: 'Local', status: 'Append' });
    await page.goBack();
    await page.getByLabel('Name').fill('By-Keys');
    await button('Label').click();
    await page.getByText('already has a volume named By-Keys').waitFor();
    await holds();
  });

  test('that were just labeled do not say that they are not, and call enabled what is', async () => {
    await label('Fresh');
    // A catalog of Bacula may have the time of a label only after the first write.
    await fixture.alter('/storage-media/volumes/Fresh*', (body: object) => ({ ...body, labeledAt: null }));
    await fixture.signedIn('/#/storage/volumes/Fresh');
    const figure = (name: string) =>
      page.locator('.figures div').filter({ has: page.getByText(name, { exact: true }) });
    await figure('Labeled').getByText('not recorded').waitFor();
    expect(await figure('First written').locator('dd').innerText()).toBe('not yet');
    expect(await figure('Enabled').locator('dd').innerText()).toBe('yes');
    // With Bacula that is a status.
    expect(await figure('Used').count()).toBe(0);
  });

  test('are changed in what was touched alone, and follow what others did meanwhile', async () => {
    fixture.expectRefusal(/^412 PATCH /);
    await label('Edited');
    await fixture.signedIn('/#/storage/volumes/Edited');
    await button('Edit').click();
    expect(await button('Save').isDisabled()).toBe(true);
    await page.getByLabel('Retention (days)').fill('90');
    await holds();
    await admin.patch('/storage-media/volumes/Edited', { status: 'Used' });
    await button('Save').click();
    await page.getByText('has changed since you read it').waitFor();
    await page.locator('.verdict').getByText('Used').waitFor();
    expect(await page.getByLabel('Retention (days)').inputValue()).toBe('90');
    await button('Save').click();
    await page.getByText('Edited changed.').waitFor();
    expect(await volume('Edited')).toMatchObject({ status: 'Used', retentionSeconds: 90 * 86_400 });
  });

  test('keep as long as they do where the caller may not let backups go', async () => {
    await label('Guarded');
    await fixture.signedIn('/#/storage/volumes/Guarded?act=edit', 'operator');
    await page.getByLabel('Retention (days)').fill('1');
    await page.locator('#no-change').getByText("Your role operator doesn't include media:destroy.").waitFor();
    expect(await button('Save').isDisabled()).toBe(true);
    expect(await button('Purge…').isDisabled()).toBe(true);
    await holds();
    await page.getByLabel('Retention (days)').fill('61');
    await button('Save').click();
    await page.getByText('Guarded changed.').waitFor();
    await fixture.signedIn('/#/storage/volumes/Guarded?act=edit', 'operator');
    await page.getByLabel('Retention (days)').fill('0');
    await button('Save').click();
    await page.getByText('Guarded changed.').waitFor();
    expect(await volume('Guarded')).toMatchObject({ retentionSeconds: null });
  });
});

describe('a purge', () => {
  test('shows what is lost by whom, and asks anew when that has changed before it is done', async () => {
    fixture.expectRefusal(/^409 POST .*purge$/);
    await fixture.signedIn('/#/storage/volumes/Default-0001');
    await button('Purge…').click();
    const losses = page.getByRole('table', { name: 'By client' });
    await losses.getByText('loses its last Full').waitFor();
    await losses.getByRole('rowheader', { name: 'local' }).waitFor();
    await page.locator('.action-section').getByText('Backed-up bytes').waitFor();
    await page.getByText('This removes the last Full backup of 1 fileset.').waitFor();
    await holds();
    const runs = page.locator('.action-section .figures > div').first();
    const before = Number((await runs.innerText()).replace(/\D/g, ''));
    const confirm = page.getByLabel('Type Default-0001 to confirm');
    await confirm.fill('Default-0001');
    expect(await button('Purge volume').isDisabled()).toBe(true);
    await page.getByLabel('Delete this last Full anyway').check();
    await confirm.fill('default-0001');
    expect(await button('Purge volume').isDisabled()).toBe(true);
    await confirm.fill('Default-0001');
    await fixture.runJob('Letters');
    await button('Purge volume').click();
    await page.getByText('The impact has changed since it was shown.').waitFor();
    expect(Number((await runs.innerText()).replace(/\D/g, ''))).toBe(before + 1);
    expect(await confirm.inputValue()).toBe('');
    expect(await volume('Default-0001')).toMatchObject({ status: 'Append' });
    await page.getByLabel('Delete this last Full anyway').check();
    await confirm.fill('Default-0001');
    await button('Purge volume').click();
    await page.getByText(`Default-0001 purged: ${before + 1} runs deleted.`).waitFor();
    await page.getByText('The catalog has no runs on this volume.').waitFor();
    await holds();
    const left = (await admin.get('/storage-media/volumes/Default-0001/runs')).body as Items;
    expect(left.items).toEqual([]);
  });

  test('and a prune without anything to forget say so, and can be left with nothing done', async () => {
    fixture.expectRefusal(/^409 POST .*(purge|prune)$/);
    await label('Kept');
    await fixture.signedIn('/#/storage/volumes/Kept?act=prune');
    await page.getByText('Nothing to prune').waitFor();
    await button('Cancel').click();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Kept');
    expect(page.url()).not.toContain('act=');
    expect(await volume('Kept')).toMatchObject({ status: 'Append' });
  });
});

test.each(rowsInFull(['storage'], ['storage/volumes', 'storage/volumes/x', 'storage/devices']))(
  'who may not see media reads on %s which capability is missing',
  async (view) => {
    await fixture.signedIn(`/#/${view}`, 'blind');
    await page.getByText("Your role blind doesn't include media:read.").waitFor();
  },
);
