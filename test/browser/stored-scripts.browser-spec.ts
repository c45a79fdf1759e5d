import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { adminPassword } from '../harness/fixtures/test-console.js';
import { readRoutes } from '../harness/browser/page-sources.js';
import { file, missing, scripted, type StoredScripts, storeScripts } from '../harness/browser/stored-scripts.js';
import { testOptions } from '../harness/fixtures/test-options.js';
import { until } from '../harness/fixtures/until.js';
import { testInFull } from '../harness/fixtures/in-full.js';

/** What is looked for on a page: the texts that it shows at this address. */
type Visit = readonly [address: string, ...texts: readonly string[]];

let stored: StoredScripts;
let page: Page;

beforeAll(async () => {
  stored = await storeScripts();
});

afterAll(() => stored.close());

beforeEach(async () => {
  await stored.fixture.open();
  page = stored.fixture.page;
  page.on('dialog', (dialog) => void dialog.dismiss());
  await page.addInitScript('globalThis.p = () => { globalThis.struck = true; };');
});

// Breaches of the policy and errors of scripts are told there.
afterEach(() => stored.fixture.close());

const encoded = (place: string): string => encodeURIComponent(scripted(place));

/** For each page of the router where it is looked at, and what of others it shows there. */
function visits(): Readonly<Record<string, readonly Visit[]>> {
  const { good, failed, volume, ids } = stored;
  const [job, client, pool, storage, schedule] = ['job', 'client', 'pool', 'storage', 'schedule'].map(scripted);
  const texts = (...all: readonly (string | undefined)[]) => all.filter((text) => text !== undefined);
  const [channel, note, token] = ['channel', 'note', 'token'].map(scripted);
  const run = (tab: string) => `/runs/${good}?tab=${tab}`;
  return {
    '/': [['/', ...texts(client, pool)]],
    '/jobs': [['/jobs', ...texts(job, client)]],
    '/jobs/$name': [[`/jobs/${encoded('job')}`, ...texts(job, client, schedule, pool, storage), scripted('fileset')]],
    '/runs': [['/runs', ...texts(job, client), scripted('failing')]],
    '/runs/$jobId': [
      [`/runs/${failed}`, ...texts(client, note), scripted('failing')],
      [`/runs/${failed}?tab=log`, missing],
      [run('log'), ...texts(job)],
      [run('files'), file.path],
      [run('volumes'), ...texts(pool)],
      [run('events'), ...texts(job)],
    ],
    '/calendar': [['/calendar', ...texts(job)]],
    '/restore': [
      [`/restore?name=${encodeURIComponent(file.name)}`, file.name],
      [`/restore?client=${encoded('client')}&point=${good}&q=script`, file.path, ...texts(client)],
    ],
    '/clients': [['/clients', ...texts(client)]],
    '/clients/$name': [[`/clients/${encoded('client')}`, ...texts(client, job)]],
    '/storage': [['/storage', ...texts(pool)]],
    '/storage/pools/$name': [[`/storage/pools/${encoded('pool')}`, ...texts(pool)]],
    '/storage/volumes': [['/storage/volumes', ...texts(pool, storage)]],
    '/storage/volumes/$name': [
      [`/storage/volumes/${volume}`, ...texts(pool, storage, job)],
      [`/storage/volumes/${volume}?act=purge`, ...texts(client)],
    ],
    '/storage/label': [['/storage/label', ...texts(pool, storage)]],
    '/storage/devices': [['/storage/devices', ...texts(storage)]],
    '/statistics': [['/statistics', ...texts(client, job, pool)]],
    '/events': [['/events', ...texts(job), scripted('failing')]],
    '/events/$id': [[`/events/${ids.event}`, scripted('failing'), ...texts(channel)]],
    '/administration': [['/administration']],
    '/administration/tokens': [['/administration/tokens', ...texts(token)]],
    '/administration/tokens/$id': [[`/administration/tokens/${ids.token}`, ...texts(token)]],
    '/tokens': [['/tokens', ...texts(token)]],
    '/administration/users': [['/administration/users', 'watcher']],
    '/administration/users/$id': [[`/administration/users/${ids.user}`, 'admin']],
    '/administration/roles': [['/administration/roles', scripted('role')]],
    '/administration/new-role': [['/administration/new-role', 'watcher']],
    '/administration/roles/$name': [['/administration/roles/watcher', 'watcher']],
    '/administration/directors': [['/administration/directors', 'second']],
    '/administration/add-director': [['/administration/add-director']],
    '/administration/directors/$name': [
      ['/administration/directors/embedded', ...texts(client, pool, storage), scripted('fileset')],
      ['/administration/directors/second', scripted('root')],
    ],
    '/administration/directors/$name/console': [['/administration/directors/second/console', 'second']],
    '/administration/directors/$name/change': [['/administration/directors/second/change', scripted('root')]],
    '/new-backup': [['/new-backup', ...texts(storage, schedule)]],
    '/administration/configuration': [['/administration/configuration', ...texts(client, pool, job)]],
    '/administration/configuration/$type/$name': [
      [`/administration/configuration/job/${encoded('job')}`, ...texts(job, client, pool, storage, schedule)],
      [`/administration/configuration/pool/${encoded('pool')}`, ...texts(pool, job)],
    ],
    '/administration/configuration/new/$type': [['/administration/configuration/new/job', ...texts(pool, storage)]],
    '/administration/configuration/text': [['/administration/configuration/text']],
    '/administration/configuration/changes': [['/administration/configuration/changes', scripted('comment')]],
    '/administration/configuration/changes/$id': [
      [`/administration/configuration/changes/${ids.change}`, scripted('comment')],
    ],
    '/administration/notifications': [['/administration/notifications', ...texts(channel)]],
    '/administration/notifications/new': [['/administration/notifications/new']],
    '/administration/notifications/channels/$id': [
      [`/administration/notifications/channels/${ids.channel}`, ...texts(channel, job)],
    ],
    '/administration/notifications/deliveries': [['/administration/notifications/deliveries', ...texts(channel, job)]],
    '/administration/notifications/deliveries/$id': [
      [`/administration/notifications/deliveries/${ids.delivery}`, ...texts(channel), scripted('answer')],
    ],
    '/administration/silence': [['/administration/silence', ...texts(client)]],
    '/administration/silence/$at/$name': [[`/administration/silence/embedded/${encoded('client')}`, ...texts(client)]],
    '/administration/audit': [['/administration/audit', scripted('agent')]],
    '/administration/audit/tokens': [['/administration/audit/tokens', scripted('agent')]],
    '/administration/audit/$id': [
      [`/administration/audit/${ids.denial}`, scripted('agent')],
      [`/administration/audit/${ids.order}`, scripted('failing')],
      [`/administration/audit/${ids.roleMade}`, scripted('role')],
    ],
    '/administration/api': [['/administration/api', 'curl']],
    '/account': [['/account']],
    '/administration/sessions': [['/administration/sessions', scripted('agent')]],
  };
}

/** Whatever of the page is no text of its own: elements, handlers and links that only a script would have made, and whether one ran. */
function struck(): Promise<unknown> {
  return page.evaluate(`(() => {
    const made = 'img, image, iframe, object, embed, base, style, body script, [onerror], [onload], [onfocus], [onclick], [srcdoc], form[action]';
    const links = [...document.querySelectorAll('[href], [src]')]
      .flatMap((element) => [element.getAttribute('href'), element.getAttribute('src')])
      .filter((address) => /^\\s*(javascript|data|vbscript):/i.test(address ?? ''));
    const elements = [...document.querySelectorAll(made)].map((element) => element.outerHTML);
    return { elements, links, ran: globalThis.struck === true };
  })()`);
}

const unhurt = { elements: [], links: [], ran: false };

/** Whether the text stands on the page as it is: as text, in a field, or as what a pointer is told. */
async function shows(text: string): Promise<boolean> {
  const places = `(() => {
    const told = [...document.querySelectorAll('main *')].flatMap((element) => [element.value, element.title, element.ariaLabel]);
    return [document.querySelector('main')?.textContent, ...told].some((told) => String(told ?? '').includes(${JSON.stringify(text)}));
  })()`;
  return until(() => page.evaluate<boolean>(places), 5_000).catch(() => false);
}

/** Goes there inside the page; `isNew`: from a page that is none of its own, so that its heading is a new one. */
async function go(address: string, isNew: boolean): Promise<void> {
  if (isNew) await go('/nowhere', false);
  await page.evaluate(`document.querySelectorAll('main h1').forEach((one) => one.setAttribute('data-left', ''))`);
  await page.evaluate(`location.hash = ${JSON.stringify(address)}`);
  if (isNew || address === '/nowhere') await page.locator('main h1:not([data-left])').first().waitFor();
}

/** What is wrong there; null where all is text. */
async function look([address, ...texts]: Visit): Promise<unknown> {
  // Where there are texts, they tell that it is drawn.
  await go(address, texts.length === 0);
  for (const text of texts) if (!(await shows(text))) return `${address} does not show ${text}`;
  await until(() => page.evaluate<boolean>(`document.querySelector('main .placeholder') === null`));
  // What is folded away is drawn too.
  await page.evaluate(`document.querySelectorAll('main details').forEach((one) => { one.open = true; })`);
  const seen = await struck();
  return JSON.stringify(seen) === JSON.stringify(unhurt) ? null : { address, seen };
}

async function lookAtAll(visits: readonly Visit[]): Promise<void> {
  const wrong: unknown[] = [];
  for (const visit of visits) wrong.push(await look(visit));
  expect(wrong.filter((one) => one !== null)).toEqual([]);
}

async function signedIn(language: 'en-GB' | 'de-DE'): Promise<void> {
  await page.addInitScript(
    `Object.defineProperty(navigator, 'languages', { get: () => [${JSON.stringify(language)}] })`,
  );
  await page.goto('/#/account');
  const [user, password, enter] = { 'en-GB': english, 'de-DE': german }[language];
  await page.getByLabel(user).fill('admin');
  await page.getByLabel(password).fill(adminPassword);
  await page.getByRole('button', { name: enter }).click();
  await page.locator('nav.rail').waitFor();
}

const english = ['User', 'Password', 'Sign in'] as const;
const german = ['Benutzer', 'Passwort', 'Anmelden'] as const;

describe('a script that others stored as a name', () => {
  test('is looked for on every page that the router knows', () => {
    expect(Object.keys(visits()).sort()).toEqual(
      readRoutes()
        .map(({ path }) => path)
        .sort(),
    );
  });

  const languages = testOptions.isFull ? (['en-GB', 'de-DE'] as const) : (['en-GB'] as const);

  test.each(languages)('is shown as text on every page: %s', async (language) => {
    // Nobody answers where the second Director is said to be.
    stored.fixture.expectRefusal(/^503 GET /);
    // What would be lost is told by a refusal.
    stored.fixture.expectRefusal(/^409 POST .*\/purge$/);
    await signedIn(language);
    await lookAtAll(Object.values(visits()).flat());
  });

  test('is shown as text by the palette', async () => {
    await signedIn('en-GB');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill(scripted('job'));
    await page
      .getByRole('option')
      .filter({ hasText: scripted('job') })
      .first()
      .waitFor();
    expect(await struck()).toEqual(unhurt);
    await page.getByRole('dialog').getByRole('combobox').fill(scripted('client'));
    await page
      .getByRole('option')
      .filter({ hasText: scripted('client') })
      .first()
      .waitFor();
    expect(await struck()).toEqual(unhurt);
  });
});

/** Filters that a page shows as they stand in the address. */
const shownOfQuery: Readonly<Record<string, readonly string[]>> = {
  '/jobs': ['name', 'client', 'type'],
  '/runs': ['status', 'job', 'client', 'level', 'type', 'pool', 'triggeredBy', 'triggeredByName', 'triggeredById'],
  '/clients': ['name'],
  '/storage/volumes': ['q', 'pool', 'storage'],
  '/events': ['subject', 'type'],
  '/administration/audit': ['action', 'actor', 'target', 'ip', 'byTokenId', 'aboutTokenId'],
  '/administration/users': ['username'],
  '/administration/tokens': ['name', 'owner'],
  '/administration/silence': ['name'],
};

describe('a script in an address', () => {
  testInFull('is text for every page, in its place and in its query', async () => {
    stored.fixture.expectRefusal(/^(400|404|503) GET /);
    await signedIn('en-GB');
    const addresses = readRoutes().map(({ path, query }): Visit => {
      if (path.includes('$')) return [path.replaceAll(/\$\w+/g, encoded('address'))];
      const words = [...query, 'director'].map((name) => `${name}=${encoded(name)}`);
      return [`${path}?${words.join('&')}`, ...(shownOfQuery[path] ?? []).map(scripted)];
    });
    await lookAtAll(addresses);
    await page.goto(`/#/nowhere/${encoded('address')}`);
    await page.reload();
    await page.locator('main h1').waitFor();
    expect(await struck()).toEqual(unhurt);
  });

  test('is text before the sign-in, in its form and in a one-time link', async () => {
    stored.fixture.expectRefusal(/^40[0-9] POST /);
    await page.goto(`/#/jobs?name=${encoded('job')}`);
    await page.getByLabel('User').fill(scripted('user'));
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('Wrong username or password.').waitFor();
    expect(await struck()).toEqual(unhurt);
    await page.goto(`/#/welcome/${encoded('secret')}`);
    await page.locator('main h1').waitFor();
    expect(await struck()).toEqual(unhurt);
  });
});
