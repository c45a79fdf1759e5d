import { describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { violationsOf } from '../harness/browser/browser.js';
import { type PageFixture } from '../harness/browser/page-fixture.js';
import { shareFixture } from '../harness/browser/share-fixture.js';
import { finding, madeHealth } from '../harness/builders/overview.js';
import { makeCertificates } from '../harness/fakes/peer-certificates.js';

let fixture: PageFixture;
let page: Page;

shareFixture({
  started: (one) => void (fixture = one),
  opened: (one) => void (page = one),
});

const script = '<img src=x onerror=alert(1)>';
const button = (name: string) => page.getByRole('button', { name, exact: true });
const addPage = '/#/administration/add-director';

/** Port 1 of this machine: nobody listens there. */
const found = {
  kind: 'bareos',
  name: 'site-dir',
  address: '127.0.0.1',
  port: 1,
  source: '/etc/bareos/bconsole.conf',
  catalog: { database: 'bareos', address: '127.0.0.1', port: 1, user: 'bareos' },
  known: false,
  unreadable: ['/etc/bareos/bareos-dir.d'],
};

async function tellsOf(...items: readonly object[]): Promise<void> {
  await fixture.alter('/admin/discovered-directors*', () => ({ items, nextCursor: null }));
}

async function fillSecrets(): Promise<void> {
  await page.getByLabel('Console password').fill('a console: secret');
  await page.getByLabel('Role password').fill('a role/@ secret');
}

describe('the Directors', () => {
  test('are listed with what they are, and each has its health in words', async () => {
    await fixture.signedIn('/#/administration/directors');
    await page.getByRole('cell', { name: 'embedded', exact: true }).first().waitFor();
    await page.getByText('✓ Answering').waitFor();
    await page.getByRole('link', { name: 'embedded', exact: true }).click();
    await page.getByRole('heading', { name: 'embedded', level: 1 }).waitFor();
    // What is in order is folded.
    expect(await page.locator('.checks').getByText('clients.silence').isVisible()).toBe(false);
    await page.getByText(/checks? passed$/).click();
    await page.locator('.checks').getByText('clients.silence').waitFor();
    await page.getByText('This Director is part of the console').waitFor();
  });

  test('have their search index built anew when asked twice', async () => {
    await fixture.signedIn('/#/administration/directors/embedded');
    await button('Rebuild').click();
    await button('Cancel').click();
    await button('Rebuild').click();
    await button('Discard and rebuild index').click();
    await page.getByText('The index is being rebuilt.').waitFor();
    // After the second time the page says the same; the question is closed all the same.
    await button('Rebuild').click();
    await button('Discard and rebuild index').click();
    await button('Rebuild').and(page.locator(':focus')).waitFor();
    const admin = await fixture.app.as('admin');
    const { items } = (await admin.get('/admin/audit?limit=5')).body as { items: { action: string }[] };
    expect(items.map(({ action }) => action)).toContain('search_index.rebuild');
  });

  test('are shown to who may not manage them, with what is missing', async () => {
    await fixture.signedIn('/#/administration/directors', 'readonly');
    await page.getByText(/doesn't include directors:manage/).waitFor();
    expect(await page.getByRole('link', { name: 'Add a Director' }).count()).toBe(0);
    await page.goto('/#/administration/directors/embedded');
    await button('Rebuild').waitFor();
    expect(await button('Rebuild').isDisabled()).toBe(true);
  });

  test('tell of a last known health only where one was known', async () => {
    const health = (codes: readonly string[]) => (body: object) => ({
      ...madeHealth(body, [...codes.map((code) => ({ ...finding(code, 'crit'), code })), finding('runs.none_failed')]),
      stale: true,
    });
    await fixture.alter('/director/health?*', health(['director.never_answered', 'catalog.never_answered']));
    await fixture.signedIn('/#/administration/directors/embedded');
    await page.locator('.checks').getByText('director.never_answered').waitFor();
    expect(await page.getByText(/last known health|check passed/).count()).toBe(0);
    await fixture.alter('/director/health?*', health(['director.no_answer']));
    await page.reload();
    await page.getByText('Showing the last known health.').waitFor();
    await page.getByText('1 check passed').waitFor();
  });

  test('that were never read have no complete search index', async () => {
    const searchIndex = { runs: 0, waiting: 0, entries: 0, readAt: null, failure: null };
    const unread = (record: object) => ({ ...record, searchIndex });
    await fixture.alter('/directors?*', (body: { items: object[] }) => ({ ...body, items: body.items.map(unread) }));
    await fixture.alter('/directors/embedded', unread);
    await fixture.signedIn('/#/administration/directors');
    await page.getByText('not checked yet').waitFor();
    await page.getByRole('link', { name: 'embedded', exact: true }).click();
    const index = page.getByRole('region', { name: 'Search index' });
    await index.getByText('The catalog has not been read yet.').waitFor();
    expect(await index.getByText('0 of 0').count()).toBe(0);
  });

  test('show what others named as text', async () => {
    await fixture.alter('/directors/embedded', (record) => ({
      ...(record as object),
      reachable: false,
      problem: script,
      clients: [script],
      version: script,
    }));
    await fixture.signedIn('/#/administration/directors/embedded');
    await page.getByText(script).first().waitFor();
    expect(await page.locator('main img').count()).toBe(0);
  });
});

describe('the way to connect a Director', () => {
  test('takes over what is found, tests before it saves, and says beside its fields what is wrong', async () => {
    await tellsOf(found, { ...found, name: script, source: script });
    await fixture.signedIn(addPage);
    await page.getByText('The console is not allowed to read /etc/bareos/bareos-dir.d').first().waitFor();
    await button('Use these settings: site-dir').click();
    expect(await page.getByRole('combobox', { name: 'Type', exact: true }).inputValue()).toBe('bareos');
    expect(await page.getByLabel('Database', { exact: true }).inputValue()).toBe('bareos');
    await fillSecrets();
    expect(await button('Add Director').isDisabled()).toBe(true);
    await button('Test').click();
    await page.getByText('Some checks failed').waitFor();
    const ofDirector = page.getByRole('region', { name: '1. Director' });
    await ofDirector.locator('[data-stage=port]').getByText('Failed').waitFor();
    await page
      .getByRole('region', { name: '2. Catalog' })
      .locator('[data-stage=catalog]')
      .getByText('Failed')
      .waitFor();
    await page.getByLabel('Port', { exact: true }).fill('2');
    await page.getByText('The settings have changed since this test.').waitFor();
    expect(await button('Add Director').isDisabled()).toBe(true);
    expect(await page.locator('main img').count()).toBe(0);
  });

  test('adds one all the same, changes it without its secrets, and forgets it when its name is typed', async () => {
    const { ca } = makeCertificates();
    await tellsOf(found);
    await fixture.signedIn(addPage);
    await button('Use these settings: site-dir').click();
    await fillSecrets();
    await page.getByText('TLS certificates for the database').click();
    await page.getByLabel('CA that signed the database certificate').fill(ca);
    await button('Test').click();
    const added = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/admin/directors'),
    );
    await button('Add anyway').click();
    expect((await added).postDataJSON()).toMatchObject({
      name: 'site-dir',
      kind: 'bareos',
      password: 'a console: secret',
      tls: { mode: 'required' },
      catalogUrl: 'postgresql://backup_console:a%20role%2F%40%20secret@127.0.0.1:1/bareos',
      catalogTls: { ca, certificate: null },
    });
    await page.getByRole('heading', { name: 'site-dir', level: 1 }).waitFor();
    await page.getByRole('definition').filter({ hasText: /^CA$/ }).waitFor();
    await button('Test connection and catalog').click();
    await page.locator('[data-stage=port]').getByText('Failed').waitFor();
    await page.locator('.page-actions').getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Console resource').fill('web');
    await button('Save').click();
    await page.getByRole('definition').filter({ hasText: /^web$/ }).waitFor();
    await page.getByText('Remove Director').click();
    await page.getByLabel('Type site-dir to confirm').fill('site');
    expect(await button('Remove').isDisabled()).toBe(true);
    await page.getByLabel('Type site-dir to confirm').fill('site-dir');
    await button('Remove').click();
    await page.getByRole('heading', { name: 'Directors', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'embedded', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'site-dir', exact: true }).count()).toBe(0);
  });

  test('makes a console and a role of its own, whose passwords are nowhere after leaving', async () => {
    await tellsOf();
    await fixture.signedIn(addPage);
    await page.getByText('No Bacula or Bareos configuration was found').waitFor();
    await button('Generate console resource').click();
    const password = await page.getByLabel('Console password').inputValue();
    expect(password).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(await page.locator('.paste pre').first().innerText()).toContain(`Password = "${password}"`);
    await button('Generate database role').click();
    await page.getByText('GRANT SELECT ON ALL TABLES').waitFor();
    await page.getByRole('link', { name: 'Directors', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Directors', level: 1 }).waitFor();
    const stored = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, document.cookie])';
    expect((await page.content()) + page.url() + (await page.evaluate<string>(stored))).not.toContain(password);
  });

  test('goes by the keyboard alone', async () => {
    await tellsOf(found);
    await fixture.signedIn(addPage);
    await button('Use these settings: site-dir').focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Console password').focus();
    await page.keyboard.type('secret');
    await page.getByLabel('Role password').focus();
    await page.keyboard.type('secret');
    await page.keyboard.press('Enter');
    await page.getByText('Some checks failed').waitFor();
  });
});

describe('axe, dark and light, wide and on a phone, and the zoomed page find nothing', () => {
  test('on the list and on the page of a Director', async () => {
    await fixture.signedIn('/#/administration/directors');
    await page.getByText('✓ Answering').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.goto('/#/administration/directors/embedded');
    await page.getByText(/checks? passed$/).click();
    await page.locator('.checks').getByText('clients.silence').waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });

  test('on the way to connect one, with what was found, what to paste and what a test showed', async () => {
    await tellsOf(found);
    await fixture.signedIn(addPage);
    await button('Use these settings: site-dir').click();
    await fillSecrets();
    await button('Generate console resource').click();
    await page.getByText('Certificates (empty').click();
    await page.getByText('TLS certificates for the database').click();
    await page.getByText('More settings').click();
    await button('Test').click();
    await page.getByText('Some checks failed').waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });
});
