import { describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { violationsOf } from '../harness/browser/browser.js';
import { type PageFixture } from '../harness/browser/page-fixture.js';
import { shareFixture } from '../harness/browser/share-fixture.js';

interface Items {
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

const evil = '<img src=x onerror=alert(1)>';
let fixture: PageFixture;
let page: Page;

shareFixture({
  started: (one) => void (fixture = one),
  opened: (one) => void (page = one),
});

const button = (name: string) => page.getByRole('button', { name, exact: true });

async function holds(): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
}

/** Each row of a list as this test would have it. */
const eachItem = (change: object) => (body: Items) => ({
  ...body,
  items: body.items.map((item) => ({ ...item, ...change })),
});

describe('devices', () => {
  test('stand with their storage, and offer nothing to mount where that is a folder', async () => {
    await fixture.signedIn('/#/storage/devices');
    const devices = page.getByRole('table', { name: 'Devices' });
    await devices.getByText('Idle').waitFor();
    expect(await devices.getByRole('button').count()).toBe(0);
    expect(await devices.getByRole('columnheader').allInnerTexts()).not.toContain('Action');
    await page.getByRole('table', { name: 'Storages' }).getByText('✓ Responding').waitFor();
    await holds();
  });

  test('of a changer say what they wait for, are mounted from a slot, and its places are gone through by keys', async () => {
    await withChanger();
    let sent: unknown = null;
    await page.route('**/api/v1/storage-media/devices/Local/mount', async (route) => {
      sent = route.request().postDataJSON();
      const answer = { drive: 1, device: 'Local', storage: 'Local', director: 'embedded', words: `3001 OK ${evil}` };
      await route.fulfill({ json: answer });
    });
    await fixture.signedIn('/#/storage/devices');
    await page.getByText('Waits for: Tape-0007').waitFor();
    await page.getByText('drive 1 of Robot').waitFor();
    await page.getByLabel(/^Slot to mount on Local/).fill('3');
    await button('Mount on Local').click();
    await page.getByText(`3001 OK ${evil}`).waitFor();
    expect(sent).toEqual({ director: 'embedded', drive: 1, slot: 3 });
    await button('Slots of Local').click();
    await button('Slot 2: Default-0001').focus();
    await page.getByText('Slot 2: Default-0001').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.locator('.slot-told').getByText(`${evil} · not in the catalog`).waitFor();
    await page.keyboard.press('End');
    await page.locator('.slot-told').getByText('Import/export slot 1: empty').waitFor();
    await page.getByText('Show as table').click();
    expect(await page.getByRole('table', { name: 'Slots of Local' }).getByRole('row').count()).toBe(5);
    await holds();
  });

  test('of a Director that is not asked about them are not made up', async () => {
    fixture.expectRefusal(/^422 GET .*devices$/);
    const problem = { title: 'Unprocessable', detail: 'No.', code: 'not_supported_by_director', status: 422 };
    await page.route('**/api/v1/storage-media/devices?*', (route) => route.fulfill({ status: 422, json: problem }));
    await fixture.signedIn('/#/storage/devices');
    await page.getByText('The console does not query the storages and devices of this Director.').waitFor();
  });

  test('are told of in German too', async () => {
    await fixture.signedIn('/#/storage/devices');
    await page.evaluate(`localStorage.setItem('backup-console', JSON.stringify({ language: 'de' }))`);
    await page.reload();
    await page.getByRole('table', { name: 'Geräte' }).getByText('frei').waitFor();
  });
});

/** The one storage as a changer with four places, and a Director that can mount. */
async function withChanger(): Promise<void> {
  await fixture.alter(
    '/directors?*',
    (body: { items: { abilities: string[] }[] }) =>
      ({ ...body, items: body.items.map((one) => ({ ...one, abilities: [...one.abilities, 'mount'] })) }) as const,
  );
  const drive = { status: 'blocked', waitsFor: 'Tape-0007', autochanger: 'Robot', drive: 1 };
  await fixture.alter('/storage-media/devices?*', eachItem(drive));
  await fixture.alter('/storage-media/storages?*', eachItem({ autochanger: true }));
  const place = { volume: null, status: null, pool: null };
  await fixture.alter('/storage-media/storages/Local/slots?*', () => ({
    nextCursor: null,
    items: [
      { ...place, kind: 'slot', slot: 1 },
      { kind: 'slot', slot: 2, volume: 'Default-0001', status: 'Append', pool: 'Default' },
      { ...place, kind: 'slot', slot: 3, volume: evil },
      { ...place, kind: 'exchange', slot: 1 },
    ],
  }));
}
