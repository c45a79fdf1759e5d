import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { signInWith, violationsOf } from '../harness/browser/browser.js';
import { type PageFixture } from '../harness/browser/page-fixture.js';
import { shareFixture } from '../harness/browser/share-fixture.js';

let fixture: PageFixture;
let page: Page;
let done: number;
let failed: number;
let canceled: number;

shareFixture({
  started: async (one) => {
    fixture = one;
    done = await fixture.runJob('Letters');
    failed = await fixture.runJob('Gone');
    canceled = await fixture.startRun('Endless');
    await fixture.cancelRun(canceled);
    await fixture.makeRole('blind', ['tokens:own']);
  },
  opened: (one) => void (page = one),
});

const nothing = { items: [], nextCursor: null };
const button = (name: string) => page.getByRole('button', { name, exact: true });

async function holds(): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
}

describe('axe, dark and light, wide and on a phone, and the zoomed page find nothing', () => {
  test('at the sign-in, with and without a refusal', async () => {
    fixture.expectRefusal(/^401 POST .*login$/);
    await page.goto('/');
    await page.getByLabel('User').waitFor();
    await holds();
    await signInWith(page, 'not the password');
    await page.getByRole('alert').getByText('Wrong username or password.').waitFor();
    await holds();
  });

  test('before a console that does not answer', async () => {
    await page.route('**/api/v1/auth/me', (route) => route.abort());
    await page.goto('/');
    await button('Retry').waitFor();
    await holds();
  });

  test.each(['jobs', 'runs', 'restore', 'tokens', 'nowhere'])('on %s', async (view) => {
    await fixture.signedIn(`/#/${view}`);
    await page.locator('table, .list, .empty').first().waitFor();
    await page.locator('[role=table], .empty').first().waitFor();
    await holds();
  });

  test.each([
    ['jobs', 'operations/jobs?*', 'No jobs configured.'],
    ['runs', 'operations/runs?*', 'No runs yet.'],
    ['tokens', 'tokens?*', 'You have no tokens.'],
    ['restore?by=time', 'restore/points*', 'Nothing to restore from this client yet.'],
  ])('on %s when %s is empty', async (view, path, words) => {
    await fixture.alter(`/${path}`, () => nothing);
    await fixture.signedIn(`/#/${view}`);
    await page.getByText(words).waitFor();
    await holds();
  });

  test('on restore when the Director has no clients', async () => {
    await fixture.alter('/directors?*', (body: { items: object[] }) => ({
      ...body,
      items: body.items.map((director) => ({ ...director, clients: [] })),
    }));
    await fixture.signedIn('/#/restore');
    await page.getByText('No clients configured yet.').waitFor();
    await holds();
  });

  test.each(['jobs', 'runs', 'restore?by=time', 'tokens'])(
    'on %s while it is loaded, and when that fails',
    async (view) => {
      const fail: (() => void)[] = [];
      await page.route(/api\/v1\/(operations\/(jobs|runs)|restore\/points|tokens)/, (route) => {
        fail.push(() => void route.abort());
      });
      await fixture.signedIn(`/#/${view}`);
      await page.getByRole('status', { name: 'Loading' }).waitFor();
      await holds();
      for (const abort of fail) abort();
      await page.getByText("Can't reach the console").waitFor();
      await holds();
    },
  );

  test('on what was known when the console stopped answering', async () => {
    await fixture.signedIn('/#/jobs');
    await button('Run Letters').waitFor();
    await page.route('**/api/v1/**', (route) => route.abort());
    await button('Run Letters').click();
    await page.getByText('it does not start twice').waitFor();
    await holds();
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await button('Retry').waitFor();
    await holds();
  });

  test('on runs that are done, failed, canceled and unknown', async () => {
    fixture.expectRefusal(/^404 GET .*99999(\/log)?$/);
    await fixture.signedIn(`/#/runs/${done}`);
    for (const [jobId, words] of [
      [done, 'Termination'],
      [failed, 'A path in the fileset does not exist.'],
      [canceled, 'Backup Canceled'],
      [99_999, 'has no run with job id 99999'],
    ] as const) {
      await page.goto(`/#/runs/${jobId}`);
      await page.getByText(words).waitFor();
      await holds();
    }
  });

  test('on a run at work, on one that waits for it, and at the question before its cancel', async () => {
    const jobId = await fixture.startRun('Endless');
    const waiting = await fixture.startRun('Letters');
    await fixture.signedIn(`/#/runs/${waiting}`);
    await page.getByText('Waiting for another job on client local.').waitFor();
    await holds();
    await page.goto(`/#/runs/${jobId}`);
    await page.getByText(join(fixture.source, 'endless', 'holes'), { exact: true }).waitFor();
    await page.getByRole('log').getByText('Extended attributes').waitFor();
    await holds();
    await button('Cancel…').click();
    await holds();
    await button('Cancel run').click();
    await page.locator('.verdict').getByText('Canceled').waitFor();
    await fixture.ended(waiting);
  });

  test('on a restore: nothing found, found, ticked, refused, partial, and at work', async () => {
    fixture.expectRefusal(/^4\d\d (POST .*restore\/run|GET .*restore\/plan)$/);
    // What the stream tells of the run is not what this test shows.
    await page.route('**/api/v1/operations/stream', (route) => route.abort());
    await fixture.alter('/restore/points?*', (body: { items: object[] }) => ({
      ...body,
      items: body.items.map((point) => ({ ...point, restorable: 'partial', reasons: ['A volume is away.'] })),
    }));
    await fixture.alter('/directors/*', (body: object) => ({
      ...body,
      searchIndex: { runs: 1200, waiting: 788, entries: 9, readAt: null, failure: null },
    }));
    await fixture.signedIn('/#/restore?q=neverheardof');
    await fixture.page.getByText('412 of 1,200 runs are in the search index').waitFor();
    await page.getByText('No matches').waitFor();
    await page.getByText('A volume is away.').waitFor();
    await holds();
    await page.getByRole('searchbox').fill('greet');
    await button('Search').click();
    await page.getByRole('checkbox', { name: join(fixture.source, 'letters', 'greeting.txt') }).check();
    await holds();
    await page.getByLabel('Folder', { exact: true }).fill('not/from/the/root');
    await button('Restore 1 item').click();
    await page
      .getByRole('alert')
      .getByText(/^Request/)
      .waitFor();
    await holds();
    const progress = { files: 1, bytes: 5, bytesPerSecond: 1, currentFile: '/a'.repeat(200), fraction: 0.5 };
    await fixture.alter('/operations/runs/*', (run: object) => ({ ...run, status: 'running', progress }));
    const where = join(fixture.app.dataDir, 'restores', 'at-work');
    await page.getByLabel('Folder', { exact: true }).fill(where);
    await button('Restore 1 item').click();
    await page.getByRole('progressbar').waitFor();
    await page.getByRole('log').getByText('Termination').waitFor();
    await holds();
  });

  test('on a fresh token, at the question before its revocation, and after it', async () => {
    await fixture.signedIn('/#/tokens');
    await page
      .getByLabel('Name')
      .fill('a long name of a token that somebody has chosen with care '.repeat(2).slice(0, 100));
    await button('Create token').click();
    await button('Done').waitFor();
    await holds();
    await button('Done').click();
    await page.getByRole('button', { name: 'Revoke a long name' }).click();
    await holds();
    await page.getByRole('button', { name: 'Revoke token a long name' }).click();
    await page.getByText('Its next request is rejected').waitFor();
    await holds();
  });

  test('on the form over a page whose session has ended', async () => {
    fixture.expectRefusal(/^401 /);
    await fixture.signedIn('/#/tokens');
    await page.getByLabel('Name').fill('typed');
    await fixture.endSessionAtPress('Create token');
    await holds();
  });
});

describe('who may not', () => {
  test('run, cancel and restore finds these greyed or absent, and reads why', async () => {
    const jobId = await fixture.startRun('Endless');
    await fixture.signedIn('/#/jobs', 'readonly');
    await page.getByText("Your role readonly doesn't include jobs:run.").waitFor();
    expect(await button('Run Letters').isDisabled()).toBe(true);
    expect(await button('Run Letters').getAttribute('aria-describedby')).toBe('no-run');
    await holds();
    await page.goto(`/#/runs/${jobId}`);
    await page.getByText("doesn't include jobs:cancel").waitFor();
    expect(await button('Cancel…').isDisabled()).toBe(true);
    await fixture.cancelRun(jobId);
    await page.goto('/#/restore?q=greet');
    await page.getByRole('checkbox', { name: join(fixture.source, 'letters', 'greeting.txt') }).check();
    await page.getByText("doesn't include restore:run").waitFor();
    expect(await button('Restore 1 item').isDisabled()).toBe(true);
    await holds();
  });

  test.each([
    ['jobs', 'jobs:read'],
    ['runs', 'jobs:read'],
    ['runs/1', 'jobs:read'],
    ['restore', 'restore:browse'],
    ['administration/users', 'users:manage'],
    ['administration/users/x', 'users:manage'],
    ['administration/roles', 'roles:manage'],
    ['administration/new-role', 'roles:manage'],
  ])('see %s reads that %s is missing, and nothing is asked of the API', async (view, capability) => {
    await fixture.signedIn(`/#/${view}`, 'blind');
    await page.getByText(`Your role blind doesn't include ${capability}.`).waitFor();
    await holds();
  });

  test('run any more, since the role was changed meanwhile, is refused and then greyed', async () => {
    fixture.expectRefusal(/^403 POST .*jobs\/run$/);
    await fixture.signedIn('/#/jobs', 'operator');
    await button('Run Letters').waitFor();
    const admin = await fixture.app.as('admin');
    const { items } = (await admin.get('/admin/users')).body as { items: { id: string; username: string }[] };
    const user = items.find(({ username }) => username === 'operator-user')!;
    expect((await admin.patch(`/admin/users/${user.id}`, { role: 'readonly' })).status).toBe(200);
    await button('Run Letters').click();
    await page
      .getByRole('alert')
      .getByText(/^Request/)
      .waitFor();
    await page.getByText("Your role readonly doesn't include jobs:run.").waitFor();
    expect(await button('Run Letters').isDisabled()).toBe(true);
  });
});
