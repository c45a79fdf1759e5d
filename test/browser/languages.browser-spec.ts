import { describe, expect, test } from '@jest/globals';
import { type Page, type Route } from 'playwright-core';
import { violationsOf } from '../harness/browser/browser.js';
import { type PageFixture } from '../harness/browser/page-fixture.js';
import { ViewReader } from '../harness/browser/page-texts.js';
import { shareFixture } from '../harness/browser/share-fixture.js';

let fixture: PageFixture;
let page: Page;

shareFixture({
  started: async (one) => {
    fixture = one;
    await fixture.runJob('Letters');
  },
  opened: (one) => void (page = one),
});

/** One text of each language, which every page shows. */
const skip = { en: 'Skip to content', de: 'Zum Inhalt' } as const;
type Language = keyof typeof skip;

const files = {
  en: '**/assets/en-*.js',
  de: '**/assets/de-*.js',
  germanSentences: '**/assets/api-sentences.de-*.js',
} as const;
const missing = (route: Route) => route.fulfill({ status: 404, json: {} });
const notice = (language: Language) =>
  page.getByText(
    {
      en: 'English ließ sich nicht laden. Die Seite bleibt auf Deutsch.',
      de: 'Deutsch could not be loaded. The page stays in English.',
    }[language],
  );

const shownLanguage = () => page.evaluate('document.documentElement.lang');

/** This browser reads German, as its user chose earlier. */
const readsGerman = () => page.addInitScript(`localStorage.setItem('backup-console', '{"language":"de"}')`);

/** In the settings of this browser, which it leaves. */
async function choose(language: Language): Promise<void> {
  await page.getByRole('button', { name: 'admin', exact: true }).click();
  await page.getByLabel('Language').or(page.getByLabel('Sprache')).selectOption(language);
  await page.keyboard.press('Escape');
}

/** In which languages the page loads texts from now on. */
function languagesLoaded(): () => Promise<readonly string[]> {
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url());
  });
  return async () => {
    const answers = await Promise.all([...scripts].map((url) => page.request.get(url)));
    const code = (await Promise.all(answers.map((answer) => answer.text()))).join('\n');
    return Object.entries(skip).flatMap(([language, text]) => (code.includes(text) ? [language] : []));
  };
}

test('who reads English loads no German texts', async () => {
  const loaded = languagesLoaded();
  await fixture.signedIn('/#/jobs');
  await page.getByText(skip.en).waitFor({ state: 'attached' });
  expect(await loaded()).toEqual(['en']);
});

test('who reads German loads no English texts', async () => {
  await readsGerman();
  const loaded = languagesLoaded();
  await page.goto('/#/jobs');
  await page.getByRole('button', { name: 'Anmelden' }).waitFor();
  expect([await loaded(), await shownLanguage()]).toEqual([['de'], 'de']);
});

test('another language is loaded when it is chosen, and every text follows without a reload', async () => {
  // The stream would have views ask again while they are read.
  await page.route('**/api/v1/operations/stream*', (route) => route.abort());
  const reader = new ViewReader(page);
  const loaded = languagesLoaded();
  await fixture.signedIn('/#/jobs');
  await reader.textsAt('/jobs');
  expect(await loaded()).toEqual(['en']);
  let loads = 0;
  page.on('request', (request) => (loads += request.isNavigationRequest() ? 1 : 0));
  await choose('de');
  await page.getByText(skip.de).waitFor({ state: 'attached' });
  const followed = await reader.textsAt('/jobs');
  expect([await loaded(), await shownLanguage(), loads]).toEqual([['en', 'de'], 'de', 0]);
  expect(await page.title()).toBe('Jobs · Backup Console');
  await page.reload();
  const loadedAnew = await reader.textsAt('/jobs');
  // Ages have changed meanwhile.
  const withoutFigures = (texts: ReadonlySet<string>) => [...texts].filter((text) => !/\d/.test(text)).sort();
  expect(withoutFigures(followed)).toEqual(withoutFigures(loadedAnew));
  expect(withoutFigures(followed).length).toBeGreaterThan(40);
});

/** Fails at the German sign-in with what the API calls "Wrong username or password.". */
async function failLogin(): Promise<void> {
  fixture.expectRefusal(/^401 POST .*login/);
  await readsGerman();
  await page.goto('/');
  await page.getByLabel('Benutzer').fill('admin');
  await page.getByLabel('Passwort').fill('wrong');
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByText('Wrong username or password.').waitFor();
}

test('a rejected login has the text of the API until the German sentences are loaded', async () => {
  const held: Route[] = [];
  await page.route(files.germanSentences, (route) => void held.push(route));
  await failLogin();
  await Promise.all(held.map((route) => route.continue()));
  await page.getByText('Benutzername oder Passwort ist falsch.').waitFor();
});

test('a rejected login has the text of the API if the German sentences cannot be loaded', async () => {
  fixture.expectRefusal(/^404 GET .*api-sentences/);
  await page.route(files.germanSentences, missing);
  await failLogin();
});

describe('where a language cannot be loaded', () => {
  test('the page stays in its own and says so, until the language is loaded or no longer wanted', async () => {
    fixture.expectRefusal(/^404 GET \/assets\/de-/);
    await fixture.signedIn('/#/jobs');
    await page.route(files.de, missing);
    await choose('de');
    await notice('de').waitFor();
    await page.getByRole('button', { name: 'Run Letters' }).waitFor();
    expect([await shownLanguage(), await page.getByText(skip.de).count()]).toEqual(['en', 0]);
    expect(await violationsOf(page)).toEqual([]);
    await choose('en');
    await notice('de').waitFor({ state: 'detached' });
    await choose('de');
    await notice('de').waitFor();
    await page.unroute(files.de);
    await page.getByRole('button', { name: 'Reload', exact: true }).click();
    await page.getByText(skip.de).waitFor({ state: 'attached' });
    expect([await shownLanguage(), await notice('de').count()]).toEqual(['de', 0]);
  });

  test('a page that is just opened takes the other one, and says so before the login too', async () => {
    fixture.expectRefusal(/^404 GET \/assets\/en-/);
    await page.route(files.en, missing);
    await page.goto('/');
    await notice('en').waitFor();
    await page.getByRole('button', { name: 'Anmelden' }).waitFor();
    expect(await shownLanguage()).toBe('de');
  });

  test('and the other one neither, the page says in both languages that it lacks its texts', async () => {
    fixture.expectRefusal(/^404 GET \/assets\/(en|de)-/);
    await page.route(files.en, missing);
    await page.route(files.de, missing);
    await page.goto('/');
    await page.getByText('The texts of this page could not be loaded.').waitFor();
    await page.getByText('Die Texte dieser Seite ließen sich nicht laden.').waitFor();
  });
});
