import { test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { PageFixture } from '../harness/browser/page-fixture.js';
import { shareFixture } from '../harness/browser/share-fixture.js';

let fixture: PageFixture;
let page: Page;

shareFixture({
  start: () => PageFixture.start(),
  started: async (one) => {
    fixture = one;
    await fixture.runJob('Letters');
  },
  opened: (one) => void (page = one),
});

async function inGerman(): Promise<void> {
  // The stream would have views ask again while they are read.
  await page.route('**/api/v1/operations/stream*', (route) => route.abort());
  await fixture.signedIn('/#/account');
  await page.evaluate(`localStorage.setItem('backup-console', '{"language":"de"}')`);
  await page.reload();
}

test('what this machine does not come to is said by its code and values, and by the API where the code is not known', async () => {
  await inGerman();
  const text = 'Waiting for volume T1 of pool Tapes to be mounted on device Drive-0 of storage Changer.';
  const params = { volume: 'T1', pool: 'Tapes', device: 'Drive-0', storage: 'Changer' };
  const waitingFor = { kind: 'media', code: 'volume_to_mount', params, text, hint: 'Mount it.' };
  await fixture.alter('/operations/runs/*', (run: object) => ({ ...run, status: 'waiting', waitingFor }));
  await page.goto('/#/runs/1');
  await page
    .getByText(
      'Wartet darauf, dass Volume T1 aus dem Pool Tapes in Gerät Drive-0 des Speichers Changer eingelegt wird.',
    )
    .waitFor();
  const check = { director: 'embedded', component: 'storage', status: 'warn', observedAt: null, hint: 'Make room.' };
  await fixture.alter('/director/health*', (health: object) => ({
    ...health,
    checks: [
      {
        ...check,
        id: 'pool.Tapes',
        code: 'pool.filling',
        value: 4,
        unit: 'days',
        message: 'Pool Tapes fills.',
        params: { pool: 'Tapes', expected: '2026-11-25T00:00:00Z', earliest: '2026-11-23T00:00:00Z' },
      },
      { ...check, id: 'moon', code: 'moon.full', params: {}, value: null, unit: null, message: 'The moon is full.' },
    ],
  }));
  await page.goto('/#/administration/directors/embedded');
  await page
    .getByText('Pool Tapes ist voraussichtlich am 25.11.2026 voll (frühestens am 23.11.2026).')
    .first()
    .waitFor();
  await page.getByText('The moon is full.').first().waitFor();
});

test('what does not speak the API is named by its status', async () => {
  fixture.expectRefusal(/^502 GET /);
  await inGerman();
  await page.route('**/api/v1/operations/jobs?*', (route) => route.fulfill({ status: 502, body: '<h1>proxy</h1>' }));
  await page.goto('/#/jobs');
  await page.getByText('Die Konsole hat mit Status 502 geantwortet.').first().waitFor();
});

test('a refusal is said by its reason, with the names of what is not there', async () => {
  fixture.expectRefusal(/^404 GET /);
  await inGerman();
  await page.goto('/#/runs/99999');
  await page.getByText('Director embedded hat keinen Lauf mit der Nummer 99999.').first().waitFor();
  await page.getByText('Nicht gefunden.').first().waitFor();
});
