import { describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { violationsOf } from '../harness/browser/browser.js';
import { type PageFixture } from '../harness/browser/page-fixture.js';
import { shareFixture } from '../harness/browser/share-fixture.js';
import { until } from '../harness/fixtures/until.js';

let fixture: PageFixture;
let page: Page;
let jobId: number;

shareFixture({
  started: async (one) => {
    fixture = one;
    jobId = await fixture.runJob('Letters');
    await fixture.makeRole('onlooker', ['directors:read', 'tokens:own']);
  },
  opened: (one) => void (page = one),
});

const script = '<img src=x onerror=alert(1)>';

interface QueryContent {
  readonly name: string;
  readonly version: string | null;
  readonly silence: { readonly status: string };
}

/** Makes the client silent in what the page is told. */
function silent(change: object = {}): (client: never) => unknown {
  return (client) => {
    const shown = client as QueryContent;
    return { ...shown, silence: { ...shown.silence, status: 'crit', ageSeconds: 400_000 }, ...change };
  };
}

async function watched(): Promise<{ pausedUntil: string | null; thresholds: { from: string } }> {
  const admin = await fixture.app.as('admin');
  return (await admin.get('/admin/monitoring/clients/local')).body;
}

const cell = (text: string) => page.getByRole('cell', { name: text, exact: true });

describe('the list of clients', () => {
  test('tells how each stands, and keeps its filters in the address', async () => {
    await fixture.signedIn('/#/clients');
    await page.getByRole('link', { name: 'local', exact: true }).waitFor();
    await cell('Not monitored').waitFor();
    await page.getByRole('combobox', { name: 'Backup age' }).selectOption('crit');
    await page.getByText('No matches.').waitFor();
    expect(page.url()).toContain('status=crit');
    await page.reload();
    await page.getByRole('link', { name: 'Show all clients' }).click();
    await page.getByRole('link', { name: 'local', exact: true }).waitFor();
    await page.getByLabel('Client', { exact: true }).fill('nobody');
    await page.getByLabel('Client', { exact: true }).press('Enter');
    await page.getByText('No matches.').waitFor();
  });

  test('counts them by protection, and each count leads to those alone', async () => {
    await fixture.signedIn('/#/clients');
    const strip = page.getByRole('navigation', { name: 'Clients by protection' });
    await strip.getByRole('link', { name: '1 All' }).waitFor();
    await strip.getByRole('link', { name: '0 critically overdue' }).click();
    await page.getByText('No matches.').waitFor();
    await strip.getByRole('link', { name: '1 not monitored' }).click();
    await page.getByRole('link', { name: 'local', exact: true }).waitFor();
    expect(await strip.locator('[aria-current]').innerText()).toContain('Not monitored');
  });

  test('says once what the squares of their days mean and which days they are, and of each square its own', async () => {
    await fixture.signedIn('/#/clients');
    const row = page.getByRole('group', { name: /^Last 14 days: / });
    const today = row.getByRole('img', { name: /: succeeded, 1 run$/ });
    await today.waitFor();
    expect(await today.getAttribute('title')).toBe(await today.getAttribute('aria-label'));
    expect(await row.getByRole('img').count()).toBe(14);
    const legend = page.getByRole('list', { name: 'Legend' });
    expect(await legend.getByRole('listitem').allInnerTexts()).toContain('succeeded');
    await page.getByText(/^[A-Z][a-z]+ \d+\s–\s.*\d+ \(UTC\), today at the right:$/).waitFor();
    await page.getByRole('link', { name: 'local', exact: true }).click();
    const month = page.getByRole('group', { name: /^Last 30 days: / });
    await month.waitFor();
    expect(await month.innerText()).toMatch(/^[A-Z][a-z]+ \d+\s–\s.*\d+$/);
    await legend.getByText('succeeded').waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });

  test('stands on a phone below a strip of counts in pairs of one size', async () => {
    await fixture.signedIn('/#/clients');
    await page.setViewportSize({ width: 390, height: 844 });
    const tiles = page.getByRole('navigation', { name: 'Clients by protection' }).getByRole('link');
    await tiles.last().waitFor();
    const boxes = await Promise.all((await tiles.all()).map((tile) => tile.boundingBox()));
    expect(new Set(boxes.map((box) => Math.round(box!.height))).size).toBe(1);
    expect(new Set(boxes.map((box) => Math.round(box!.width))).size).toBe(1);
    expect(new Set(boxes.map((box) => Math.round(box!.x))).size).toBe(2);
  });

  test('leads to a client by the keyboard alone', async () => {
    await fixture.signedIn('/#/clients');
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'local', exact: true }) });
    await row.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'local', level: 1 }).waitFor();
  });
});

describe('the page of a client', () => {
  test('shows its last good backup, its jobs and its runs', async () => {
    await fixture.signedIn('/#/clients/local');
    const topOf = async (name: string) => (await page.getByRole('heading', { name, exact: true }).boundingBox())!.y;
    await page.getByRole('heading', { name: 'Mute alerts' }).waitFor();
    await page.getByRole('heading', { name: 'Last good backup by level' }).waitFor();
    expect(await topOf('Last good backup by level')).toBeLessThan(await topOf('Mute alerts'));
    // It is not overdue.
    expect(await page.getByRole('heading', { name: 'Acknowledgement' }).count()).toBe(0);
    const good = page.getByRole('region', { name: 'Last good backup by level' });
    await good.getByRole('link', { name: `Run ${jobId}` }).waitFor();
    await good.getByText('none', { exact: true }).first().waitFor();
    await page.getByRole('region', { name: 'Jobs' }).getByRole('rowheader', { name: 'Letters' }).waitFor();
    const history = page.getByRole('table', { name: 'Runs' });
    await history.getByRole('link', { name: `Run ${jobId}` }).waitFor();
    const slider = page.getByRole('slider', { name: 'Selected backup' });
    expect(await slider.getAttribute('aria-valuetext')).toContain('Full');
    await page.getByRole('link', { name: 'Restore from this client' }).click();
    await page.waitForURL(/#\/restore\?client=local/);
  });

  test('begins with its last run where that failed', async () => {
    await fixture.alter('/operations/runs?*', (body: { items: object[] }) => ({
      ...body,
      items: body.items.map((run) => ({ ...run, status: 'error' })),
    }));
    await fixture.signedIn('/#/clients/local');
    const lead = page.getByRole('paragraph').filter({ hasText: 'The last backup run failed.' });
    await lead.getByRole('link', { name: /^Run \d+$/ }).waitFor();
  });

  test('pauses the watch until a time, is counted as muted alone meanwhile, and takes it up again', async () => {
    await fixture.signedIn('/#/clients/local');
    await page.getByRole('button', { name: 'Mute', exact: true }).click();
    await page
      .getByRole('definition')
      .getByText(/Up to date.*Muted until/)
      .waitFor();
    const { pausedUntil } = await watched();
    await page.goto('/#/clients');
    const strip = page.getByRole('navigation', { name: 'Clients by protection' });
    await strip.getByRole('link', { name: '0 not monitored' }).waitFor();
    await strip.getByRole('link', { name: '1 muted' }).click();
    await page.getByRole('row', { name: /Muted until/ }).waitFor();
    await page.goto('/#/');
    await page.getByRole('region', { name: 'Clients by protection' }).getByText('1 muted').waitFor();
    await page.goto('/#/clients/local');
    expect(Date.parse(pausedUntil ?? '') - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    await page.getByRole('button', { name: 'Unmute' }).click();
    await page.getByText('✓ monitored').waitFor();
    expect((await watched()).pausedUntil).toBeNull();
  });

  test('gives it thresholds of its own, refuses nonsense in the words of the API, and takes them back', async () => {
    fixture.expectRefusal(/^400 PATCH .*monitoring\/clients\/local$/);
    await fixture.signedIn('/#/clients/local');
    await page.getByLabel('Source').selectOption('own');
    await page.getByLabel('Warn after (hours)').fill('12');
    await page.getByLabel('Critical after (hours)').fill('6');
    await page.getByRole('button', { name: 'Save thresholds' }).click();
    await page
      .getByRole('alert')
      .getByText(/^Request/)
      .waitFor();
    await page.getByLabel('Critical after (hours)').fill('24');
    await page.getByRole('button', { name: 'Save thresholds' }).click();
    await page.getByText('Saved. Takes effect immediately.').waitFor();
    expect((await watched()).thresholds).toEqual({ warnSeconds: 43_200, critSeconds: 86_400, from: 'client' });
    await page.getByLabel('Source').selectOption('global');
    await page.getByRole('button', { name: 'Save thresholds' }).click();
    await until(async () => (await watched()).thresholds.from === 'global');
  });

  test('does not overwrite thresholds that somebody else changed meanwhile', async () => {
    fixture.expectRefusal(/^412 PATCH .*monitoring\/clients\/local$/);
    await fixture.signedIn('/#/clients/local');
    const admin = await fixture.app.as('admin');
    // At the last moment: what was saved before that is shown anew, and would be seen.
    await page.route('**/api/v1/admin/monitoring/clients/local?*', async (route) => {
      const isChange = route.request().method() === 'PATCH';
      if (isChange) await admin.patch('/admin/monitoring/clients/local', { warnSeconds: 7200, critSeconds: 14_400 });
      await route.continue();
    });
    await page.getByLabel('Source').selectOption('own');
    await page.getByRole('button', { name: 'Save thresholds' }).click();
    await page
      .getByRole('alert')
      .getByText(/^Request/)
      .waitFor();
    expect((await watched()).thresholds).toMatchObject({ warnSeconds: 7200 });
    await admin.patch('/admin/monitoring/clients/local', { warnSeconds: null, critSeconds: null });
  });

  test('marks a silence as seen with a note, and shows what others said as text', async () => {
    let sent: unknown;
    const acknowledgement = {
      at: new Date().toISOString(),
      until: null,
      note: script,
      by: { kind: 'session', name: script },
    };
    await fixture.alter('/clients/local', silent({ version: script, address: script }));
    await page.route('**/api/v1/clients/local/acknowledgement*', async (route) => {
      sent = route.request().postDataJSON();
      await page.unroute('**/api/v1/clients/local');
      await fixture.alter('/clients/local', silent({ acknowledgement }));
      await route.fulfill({ json: {} });
    });
    await fixture.signedIn('/#/clients/local');
    await page.getByText('Critically overdue').first().waitFor();
    await page.getByText(script).first().waitFor();
    await page.getByRole('button', { name: 'Acknowledge' }).click();
    await page.getByLabel('Note').fill(' The disk is on its way. ');
    await page.getByRole('button', { name: 'Acknowledge' }).click();
    await page.getByText(`Acknowledged by ${script}`).waitFor();
    expect(sent).toEqual({ note: 'The disk is on its way.' });
    await page.getByRole('button', { name: 'Remove acknowledgement' }).waitFor();
    expect(await page.locator('main img').count()).toBe(0);
  });

  test('greys what its reader may not do, and says what is missing', async () => {
    await fixture.signedIn('/#/clients/local', 'onlooker');
    await page.getByText(/doesn't include monitoring:read/).waitFor();
    await page.getByText(/doesn't include jobs:read/).waitFor();
    await page.getByText(/doesn't include restore:browse/).waitFor();
  });

  test('says that there is no such client', async () => {
    fixture.expectRefusal(/^404 GET .*\/nobody$/);
    await fixture.signedIn('/#/clients/nobody');
    await page
      .getByRole('alert')
      .getByText(/^Request/)
      .first()
      .waitFor();
  });
});

describe('axe, dark and light, wide and on a phone, and the zoomed page find nothing', () => {
  test('on the list, full and empty', async () => {
    await fixture.signedIn('/#/clients');
    await page.getByRole('link', { name: 'local', exact: true }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.goto('/#/clients?status=crit');
    await page.getByText('No matches.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });

  test('on a client that is silent and was marked as seen, and for who may do nothing', async () => {
    const acknowledgement = {
      at: new Date().toISOString(),
      until: null,
      note: 'Seen.',
      by: { kind: 'session', name: 'eve' },
    };
    await fixture.alter('/clients/local', silent({ acknowledgement }));
    await fixture.signedIn('/#/clients/local');
    await page.getByText('Acknowledged by eve').waitFor();
    await page.getByRole('slider').waitFor();
    await page.getByText('Show as table').click();
    expect(await violationsOf(page)).toEqual([]);
  });
});
