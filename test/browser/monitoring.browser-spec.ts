import { describe, expect, test } from '@jest/globals';
import { type Page, type Route } from 'playwright-core';
import { violationsOf } from '../harness/browser/browser.js';
import { type PageFixture } from '../harness/browser/page-fixture.js';
import { shareFixture } from '../harness/browser/share-fixture.js';
import { until } from '../harness/fixtures/until.js';

const script = '<img src=x onerror=alert(1)>';

let fixture: PageFixture;
let page: Page;

shareFixture({
  started: async (one) => {
    fixture = one;
    const admin = await fixture.app.as('admin');
    // Nothing is allowed to be reached at that address: its deliveries fail, and say so.
    const made = await admin.post('/admin/notifications/channels', {
      name: script,
      kind: 'webhook',
      url: 'http://127.0.0.1:9/',
      patterns: ['job.completed.*'],
    });
    expect(made.status).toBe(201);
    await fixture.runJob('Letters');
    await fixture.runJob('Gone');
    await admin.post('/tokens', { name: 'nightly' }, { 'user-agent': script });
  },
  opened: (one) => void (page = one),
});

async function holds(): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });

describe('events', () => {
  test('that come wait on top until somebody wants to see them, and lead to their run and deliveries', async () => {
    await fixture.signedIn('/#/events?type=job.completed.ok');
    await page.getByRole('link', { name: 'Run 1', exact: true }).waitFor();
    const rows = await page.getByRole('row').count();
    const jobId = await fixture.runJob('Letters');
    await button('1 new').waitFor();
    expect(await page.getByRole('row').count()).toBe(rows);
    await holds();
    await button('1 new').click();
    await page.getByRole('link', { name: `Run ${jobId}`, exact: true }).waitFor();
    expect(
      await page
        .getByRole('table')
        .getByRole('link', { name: /^Deliveries/ })
        .count(),
    ).toBe(0);
    await page
      .getByRole('link', { name: /^Backup "Letters"/ })
      .first()
      .click();
    await heading('Deliveries').waitFor();
    await page.getByRole('link', { name: script }).waitFor();
    await holds();
  });

  test('of a failed run name the zone of the log beside that of their own times', async () => {
    await fixture.signedIn('/#/events?severity=error');
    await page
      .getByRole('link', { name: /^Backup "Gone".*failed/ })
      .first()
      .click();
    await heading('Last log lines').waitFor();
    await page.getByText('Times in the log are in UTC.').waitFor();
    await page.getByText(/^Times in \S+\.$/).waitFor();
    await holds();
  });

  test('are filtered by the address, and say where nothing passes', async () => {
    await fixture.signedIn('/#/events?severity=error');
    await page.getByRole('link', { name: /^Backup "Gone".*failed/ }).waitFor();
    expect(await page.getByRole('link', { name: /"Letters"/ }).count()).toBe(0);
    await page.getByRole('combobox', { name: 'Severity' }).selectOption('critical');
    await page.getByText('No matches.').waitFor();
    await page.waitForURL(/severity=critical/);
    await holds();
  });
});

describe('silence', () => {
  test('thresholds show what they would make of the clients before they are saved', async () => {
    await fixture.alter('/admin/monitoring/clients?*', (body: { items: object[] }) => ({
      ...body,
      items: body.items.map((client) => ({ ...client, ageSeconds: 50 * 3600 })),
    }));
    await fixture.signedIn('/#/administration/silence');
    await page.getByLabel('Warn after (hours)').fill('10');
    await page.getByLabel('Critical after (hours)').fill('5');
    await page.getByText('Critical must be later than warning.').waitFor();
    await page.getByLabel('Critical after (hours)').fill('40');
    await page.getByText('With these thresholds:').locator('..').getByText('1 critically overdue').waitFor();
    await holds();
    await button('Save').click();
    await page.getByText('Takes effect immediately.').waitFor();
    const admin = await fixture.app.as('admin');
    const { body } = await admin.get('/admin/monitoring/thresholds');
    expect(body).toMatchObject({ warnSeconds: 36_000, critSeconds: 144_000 });
  });

  test('counts apart who is muted', async () => {
    await fixture.alter('/admin/monitoring/clients?*', (body: { items: object[] }) => ({
      ...body,
      items: body.items.map((client) => ({ ...client, status: 'ok', pausedUntil: '2099-01-02T03:04:05.000Z' })),
    }));
    await fixture.signedIn('/#/administration/silence');
    const now = page.getByText('Now:').locator('..');
    await now.getByText('1 muted').waitFor();
    await now.getByText('0 up to date').waitFor();
  });

  test('of one client is set and paused on its own page', async () => {
    await fixture.signedIn('/#/administration/silence');
    await page.getByRole('link', { name: 'local' }).click();
    await heading('Backup-age alerts: local').waitFor();
    await page.getByLabel('Source').selectOption('fixed');
    await page.getByLabel('Warn after (hours)').fill('3');
    await button('Save').click();
    await page.getByText('this client', { exact: true }).first().waitFor();
    // Less cuts its minutes.
    expect((await page.getByLabel('Until', { exact: true }).boundingBox())?.width).toBe(220);
    await button('Mute for a day').click();
    await button('Unmute').waitFor();
    await holds();
    await page.getByLabel('Critical after (hours)').fill('9');
    await button('Save').click();
    await page.getByText('3 h / 9 h').first().waitFor();
    await button('Unmute').click();
    await page.getByText('Alerts are no longer muted.').waitFor();
  });

  test('of a muted client stands beside the mute, alike where it is set and where clients are looked at', async () => {
    const paused = { status: 'ok', ageSeconds: 400 * 3600, pausedUntil: '2099-01-02T03:04:05.000Z' };
    const ofOne = (client: object) => ({ ...client, ...paused });
    const ofMany = (body: { items: object[] }) => ({ ...body, items: body.items.map(ofOne) });
    const seen = (client: { silence: object }) => ({ ...client, silence: { ...client.silence, ...paused } });
    await fixture.alter('/admin/monitoring/clients*', ofMany);
    await fixture.alter('/admin/monitoring/clients/local?*', ofOne);
    await fixture.alter('/clients?*', (body: { items: { silence: object }[] }) => ({
      ...body,
      items: body.items.map(seen),
    }));
    await fixture.alter('/clients/local*', seen);
    for (const [address, standing] of [
      ['administration/silence', '✕ Critically overdue'],
      // By its jobs, which the mute of their client does not change either.
      ['clients', '– Not monitored'],
    ] as const) {
      if (address === 'clients') await page.goto(`/#/${address}`);
      else await fixture.signedIn(`/#/${address}`);
      await page
        .getByRole('row')
        .getByText(/– Muted until .*2099/)
        .first()
        .waitFor();
      await page.getByRole('row').getByText(standing).first().waitFor();
      await page.getByRole('link', { name: 'local', exact: true }).click();
      await page.getByText('✕ Critically overdue').first().waitFor();
      await page
        .getByText(/– Muted until .*2099/)
        .first()
        .waitFor();
      await holds();
    }
  });
});

describe('audit', () => {
  test('says that the chain is whole, and in words what is not', async () => {
    await fixture.signedIn('/#/administration/audit');
    await button('Verify the chain').click();
    await page.getByText('no tampering').waitFor();
    await holds();
    const finding = { kind: 'changed', seq: 3, recordId: null, detail: 'seal 3' };
    await fixture.alter('/admin/audit/verify', (body: object) => ({
      ...body,
      ok: false,
      findings: [finding],
      findingCount: 1,
    }));
    await button('Verify the chain').click();
    await page.getByText('Verification failed: 1 finding.').waitFor();
    await page.getByText('record was changed').waitFor();
    await holds();
  });

  test('finds by what the address says, shows a record, and its program as text', async () => {
    await fixture.signedIn('/#/administration/audit?action=api_token.create');
    await page.getByText(script).waitFor();
    expect(await page.getByRole('link', { name: 'job.run' }).count()).toBe(0);
    await page.getByRole('link', { name: 'api_token.create' }).click();
    await page.getByRole('rowheader', { name: 'capabilities' }).waitFor();
    await page.getByText(script).waitFor();
    await holds();
    await page.getByRole('link', { name: 'Tokens', exact: true }).last().click();
    await page.getByText('Who created and revoked which API token').waitFor();
    await page.getByRole('link', { name: 'api_token.create' }).waitFor();
    await holds();
  });

  test('reads like a log: time, who, what, on what and the outcome, of which the action may be hidden', async () => {
    await fixture.signedIn('/#/administration/audit?action=api_token.create');
    const list = page.getByRole('table', { name: 'Audit records' });
    await list.getByText(script).waitFor();
    const heads = list.getByRole('columnheader');
    const wanted = ['Time', 'Who', 'Action', 'Target', 'Outcome'];
    expect((await heads.allInnerTexts()).slice(0, wanted.length)).toEqual(wanted);
    const about = page.getByText('Records are permanent and tamper-evident');
    expect(await about.isVisible()).toBe(false);
    await page.getByText('About these records').click();
    await about.waitFor();
    await holds();
    await button('Columns').click();
    await page.getByRole('checkbox', { name: 'Action' }).uncheck();
    expect(await heads.allInnerTexts()).not.toContain('Action');
  });

  test('is exported with the filters that stand', async () => {
    await fixture.signedIn('/#/administration/audit?action=api_token.create');
    const begun = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download CSV' }).click();
    expect((await begun).suggestedFilename()).toBe('audit.csv');
    expect((await begun).url()).toContain('action=api_token.create');
  });
});

describe('a question that is asked again every few seconds', () => {
  const path = '/administration/notifications/deliveries/nonsense';

  /** How often it was asked so far, and how often the Directors were, which are asked for each minute. */
  function asked(): { readonly refused: number; readonly directors: number } {
    const times = { refused: 0, directors: 0 };
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith('/deliveries/nonsense')) times.refused += 1;
      if (pathname.endsWith('/directors')) times.directors += 1;
    });
    return times;
  }

  test('rests once the API refused it, until somebody asks again', async () => {
    fixture.expectRefusal(/^404 GET .*\/deliveries\/nonsense$/);
    await page.clock.install();
    const times = asked();
    await fixture.signedIn(`/#${path}`);
    await button('Retry').waitFor();
    await until(() => times.directors === 1);
    await page.clock.fastForward(61_000);
    await until(() => times.directors === 2);
    expect(times.refused).toBe(1);
    await button('Retry').click();
    await until(() => times.refused === 2);
  });

  test('is asked on where the failure may pass by itself', async () => {
    fixture.expectRefusal(/^503 GET .*\/deliveries\/nonsense$/);
    await page.route('**/deliveries/nonsense', (route) => route.fulfill({ status: 503 }));
    const times = asked();
    await fixture.signedIn(`/#${path}`);
    await button('Retry').waitFor();
    await until(() => times.refused > 1);
  });

  test('keeps its failure, its Retry and the focus on it while it is asked again', async () => {
    fixture.expectRefusal(/^(404|503) GET .*\/deliveries\/nonsense$/);
    const held: Route[] = [];
    let isFirst = true;
    await page.route('**/deliveries/nonsense', async (route) => {
      if (!isFirst) return void held.push(route);
      isFirst = false;
      await route.fulfill({ status: 503 });
    });
    await fixture.signedIn(`/#${path}`);
    await button('Retry').focus();
    await until(() => held.length > 0);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Retry');
    await page.keyboard.press('Enter');
    await page.locator('button[aria-busy=true]:focus').waitFor();
    await page.getByText('The console answered with status 503.').waitFor();
    // The press gave up what was on its way.
    for (const route of held) await route.fallback().catch(() => undefined);
    await page.getByText('The console answered with status 503.').waitFor({ state: 'detached' });
    await button('Retry').waitFor();
  });
});

test('the page of the API leads to a documentation in which a call can be tried by the session', async () => {
  await fixture.signedIn('/#/administration/api');
  await page.getByText(`curl -H "Authorization: Bearer $TOKEN" '${fixture.app.url}/api/v1/auth/me'`).first().waitFor();
  await holds();
  await page.getByRole('link', { name: 'Open the documentation' }).click();
  // A page of other people's making, with a megabyte of script.
  await page.locator('#operations-auth-whoAmI').waitFor();
  await page.locator('#operations-auth-whoAmI').click();
  await page.getByRole('button', { name: 'Try it out' }).click();
  await page.getByRole('button', { name: 'Execute' }).click();
  await page.getByText('"username": "admin"').first().waitFor();
});

test('who may not read events, thresholds or records finds no tab for them, and reads why', async () => {
  await fixture.makeRole('blind', ['tokens:own']);
  await page.setViewportSize({ width: 1440, height: 900 });
  await fixture.signedIn('/#/administration/api', 'blind');
  const tabs = page.getByRole('navigation', { name: 'Administration' });
  await tabs.getByRole('link', { name: 'API', exact: true }).waitFor();
  expect(await tabs.getByRole('link').allInnerTexts()).toEqual(['API Tokens', 'Sessions', 'API']);
  for (const [view, capability] of [
    ['events', 'notifications:read'],
    ['administration/silence', 'monitoring:read'],
    ['administration/audit', 'audit:read'],
  ] as const) {
    await page.goto(`/#/${view}`);
    await page.getByText(`Your role blind doesn't include ${capability}.`).waitFor();
  }
});
