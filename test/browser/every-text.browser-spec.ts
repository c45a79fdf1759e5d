// Over 20 s: each page of the router is read in both languages.
import { expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { openPage, signInWith } from '../harness/browser/browser.js';
import { PageFixture } from '../harness/browser/page-fixture.js';
import { routesOfThePage, ViewReader } from '../harness/browser/page-texts.js';
import { shareFixture } from '../harness/browser/share-fixture.js';
import { until } from '../harness/fixtures/until.js';

let fixture: PageFixture;
let page: Page;
/** What stands in the place of `$name` and the like, by route. */
let examples: Readonly<Record<string, readonly string[]>>;

shareFixture({
  start: () => PageFixture.start({ WEBHOOK_ALLOW: '127.0.0.1/32' }),
  started: async (one) => {
    fixture = one;
    const admin = await fixture.app.as('admin');
    const webhook = { name: 'Nachtwache', kind: 'webhook', url: 'http://127.0.0.1:9/', patterns: ['**'] };
    const channel = await admin.post('/admin/notifications/channels', webhook);
    const token = await admin.post('/tokens', { name: 'Lager', role: 'readonly' });
    const done = await fixture.runJob('Letters');
    const failed = await fixture.runJob('Gone');
    await fixture.startRun('Endless');
    const waiting = await fixture.startRun('Letters');
    const first = async (path: string) => {
      const answer = await until(async () => {
        const { items } = (await admin.get(path)).body as { items: { id: string; name: string }[] };
        return items[0] ?? null;
      });
      return answer;
    };
    const delivery = await first('/admin/notifications/deliveries');
    const idOf = (made: { readonly body: object }) => (made.body as { id: string }).id;
    const volume = (await first('/storage-media/volumes')) as unknown as { volume: string };
    const pool = (await first('/storage-media/pools')) as unknown as { pool: string };
    examples = {
      '/jobs/$name': ['/jobs/Letters', '/jobs/none'],
      '/runs/$jobId': [...[done, failed, waiting].map((jobId) => `/runs/${jobId}`), '/runs/99999'],
      '/clients/$name': ['/clients/local', '/clients/nobody'],
      '/storage/pools/$name': [`/storage/pools/${pool.pool}`, '/storage/pools/none'],
      '/storage/volumes/$name': [`/storage/volumes/${volume.volume}`, '/storage/volumes/none'],
      '/events/$id': [`/events/${(await first('/admin/events')).id}`, '/events/none'],
      '/administration/users/$id': [`/administration/users/${(await first('/admin/users')).id}`],
      '/administration/audit/$id': [`/administration/audit/${(await first('/admin/audit')).id}`],
      '/administration/roles/$name': ['/administration/roles/operator', '/administration/roles/none'],
      '/administration/tokens/$id': [`/administration/tokens/${idOf(token)}`, '/administration/tokens/none'],
      '/administration/silence/$at/$name': ['/administration/silence/embedded/local'],
      '/administration/notifications/channels/$id': [`/administration/notifications/channels/${idOf(channel)}`],
      '/administration/notifications/deliveries/$id': [`/administration/notifications/deliveries/${delivery.id}`],
      '/administration/directors/$name': ['/administration/directors/embedded'],
      '/administration/directors/$name/console': ['/administration/directors/embedded/console'],
      '/administration/directors/$name/change': ['/administration/directors/embedded/change'],
      '/administration/configuration/$type/$name': [
        ...['pool/Default', 'fileset/Letters', 'job/Letters'].map((one) => `/administration/configuration/${one}`),
        '/administration/configuration/job/none',
      ],
      '/administration/configuration/new/$type': ['schedule', 'job', 'none'].map(
        (type) => `/administration/configuration/new/${type}`,
      ),
      '/administration/configuration/changes/$id': [
        `/administration/configuration/changes/${(await first('/configuration/changes?director=embedded')).id}`,
      ],
      '/restore': ['/restore', '/restore?by=time', '/restore?q=greet', '/restore?q=neverheardof'],
    };
  },
  opened: (one) => void (page = one),
});

async function readerIn(of: Page, language: 'en' | 'de'): Promise<ViewReader> {
  const reader = new ViewReader(of);
  // The stream would have views ask again while they are read.
  await of.route('**/api/v1/operations/stream*', (route) => route.abort());
  await of.goto('/#/account');
  await signInWith(of);
  await of.getByRole('button', { name: 'Sign out' }).waitFor();
  await of.evaluate(`localStorage.setItem('backup-console', '{"language":"${language}"}')`);
  await of.reload();
  return reader;
}

/** Names, and what others wrote: the same in every language. */
const ofOthers: readonly RegExp[] = [
  /^Letters, Endless, Gone$/,
  /^curl /,
  // What a browser calls itself.
  /^Mozilla\//,
  // What the API calls what a Director can do.
  /^run, rerun, estimate,/,
];

/** Without codes such as jobs:read and api_token.create, and paths. */
function wordsIn(text: string): readonly string[] {
  return text.split(' ').filter((word) => /^[^\p{L}/]*\p{L}{2,}[^\p{L}]*$/u.test(word));
}

function isSentence(text: string): boolean {
  return wordsIn(text).length >= 3 && !ofOthers.some((pattern) => pattern.test(text));
}

test('every view of the router says everything in German that it says in English, and times on a clock of 24 hours', async () => {
  fixture.expectRefusal(/^4\d\d GET /);
  const german = await openPage(fixture.browser, fixture.app.url);
  const [inEnglish, inGerman] = await Promise.all([readerIn(page, 'en'), readerIn(german.page, 'de')]);
  const addresses = routesOfThePage().flatMap((path) => examples[path] ?? [path]);
  expect(addresses.filter((address) => address.includes('$'))).toEqual([]);
  expect(addresses.length).toBeGreaterThan(40);
  const left = new Map<string, string>();
  const halfDays = new Map<string, string>();
  for (const address of addresses) {
    const [english, said] = await Promise.all([inEnglish.textsAt(address), inGerman.textsAt(address)]);
    for (const text of english) if (/\d\s[AP]M\b/.test(text)) halfDays.set(text, address);
    for (const text of said) {
      if (english.has(text) && isSentence(text)) left.set(text, address);
    }
  }
  await german.page.unrouteAll({ behavior: 'ignoreErrors' });
  await german.page.context().close();
  expect(Object.fromEntries(left)).toEqual({});
  expect(Object.fromEntries(halfDays)).toEqual({});
});
