import { describe, expect, test } from '@jest/globals';
import { type Page, type Route } from 'playwright-core';
import { failsUntilRetry } from '../harness/browser/fails-until-retry.js';
import { type PageFixture } from '../harness/browser/page-fixture.js';
import { shareFixture } from '../harness/browser/share-fixture.js';
import { until } from '../harness/fixtures/until.js';

const stream = '**/api/v1/operations/stream*';
/** A page that repeats nothing cannot ask by itself: what changes on it came by the stream. */
const withoutTimers = 'window.setInterval = () => 0;';

let fixture: PageFixture;
let page: Page;

shareFixture({
  started: (one) => void (fixture = one),
  opened: (one) => void (page = one),
});

const light = (state: string) => page.getByRole('banner').getByRole('status').filter({ hasText: state });
const figure = (name: string) => page.locator('.fact-groups dl > div').filter({ hasText: name }).locator('dd');
const bytesNow = () => figure('Bytes').innerText();

describe('what the page is told', () => {
  test('comes by the stream while a run works: its log, its figures and its end', async () => {
    await page.addInitScript(withoutTimers);
    await fixture.signedIn();
    await light('Live').waitFor();
    await page.getByRole('button', { name: 'Run Endless' }).click();
    await page.getByRole('log').getByText('Extended attributes').waitFor();
    const first = await bytesNow();
    await until(async () => (await bytesNow()) !== first);
    const jobId = Number(/\d+$/.exec(page.url())![0]);
    await fixture.cancelRun(jobId);
    await page.locator('.verdict').getByText('Canceled').waitFor();
    await page.getByRole('log').getByText('Backup Canceled').waitFor();
  });

  test('is asked for while there is no stream, and the page says so', async () => {
    await page.route(stream, (route) => route.abort());
    await fixture.signedIn();
    await light('Reconnecting').waitFor();
    await page.getByRole('button', { name: 'Run Letters' }).click();
    await page.locator('.verdict').getByText('✓ Succeeded').waitFor();
    await page.getByRole('log').getByText('Termination').waitFor();
  });

  test('is marked as nobody’s asking when nobody has touched the page, so that it does not keep the session alive', async () => {
    await page.clock.install();
    await page.route(stream, (route) => route.abort());
    await fixture.signedIn('/#/runs');
    await light('Reconnecting').waitFor();
    const asked = (mark: string | undefined) =>
      page.waitForRequest(
        (request) => request.url().includes('/operations/runs?') && request.headers()['x-background'] === mark,
      );
    await Promise.all([asked('1'), page.clock.fastForward(40_000)]);
    await Promise.all([asked(undefined), page.keyboard.press('Shift')]);
  });

  test('comes by a new stream after one that was refused', async () => {
    fixture.expectRefusal(/^429 GET .*stream$/);
    await page.clock.install();
    await page.route(stream, (route) => route.fulfill({ status: 429 }), { times: 1 });
    await fixture.signedIn('/#/tokens');
    await light('Reconnecting').waitFor();
    await page.clock.fastForward(20_000);
    await light('Live').waitFor();
  });

  test('takes up again by itself after the console was stopped and started; until then the page shows what it knows', async () => {
    const known = await fixture.runJob('Letters');
    await fixture.signedIn('/#/runs');
    await light('Live').waitFor();
    await page.getByRole('link', { name: `Run ${known}`, exact: true }).waitFor();
    const stopped = await fixture.app.down();
    await light('Reconnecting').waitFor();
    await page.getByText("Can't reach the console").waitFor();
    await page.getByText(/^Last known data/).waitFor();
    await page.getByRole('link', { name: `Run ${known}`, exact: true }).waitFor();
    await stopped.start();
    await light('Live').waitFor();
    await page.getByText("Can't reach the console").waitFor({ state: 'detached' });
    const next = await fixture.startRun('Letters');
    await page.getByRole('button', { name: '1 new' }).click();
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: `Run ${next}`, exact: true }) });
    await row.getByText('✓ Succeeded').waitFor();
  });

  test('of a long log is read to its end, page by page', async () => {
    const jobId = await fixture.runJob('Letters');
    await page.route(`**/api/v1/operations/runs/${jobId}/log*`, (route) => {
      const isSecond = route.request().url().includes('cursor=second');
      const ids = isSecond ? [3] : [1, 2];
      const items = ids.map((id) => ({ id, at: '2026-11-21T20:00:00Z', text: `line ${id}` }));
      return route.fulfill({ json: { items, nextCursor: isSecond ? null : 'second' } });
    });
    await fixture.signedIn(`/#/runs/${jobId}`);
    await page.getByText('line 3').waitFor();
    expect(await page.getByRole('log').locator('p').count()).toBe(3);
  });
});

describe('when something fails', () => {
  test('the first question has a Retry', async () => {
    await page.route('**/api/v1/auth/me', (route) => route.abort(), { times: 1 });
    await page.goto('/');
    await page.getByRole('alert').getByText("Can't reach the console").waitFor();
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByLabel('Password').waitFor();
  });

  test('what does not speak the API is named by its status, and Retry gives the focus to the heading', async () => {
    fixture.expectRefusal(/^502 GET .*jobs$/);
    const fail = (route: Route) => route.fulfill({ status: 502, body: '<h1>proxy</h1>' });
    await failsUntilRetry(page, { path: '**/api/v1/operations/jobs?*', fail });
    await fixture.signedIn('/#/nowhere');
    await page.getByRole('link', { name: 'Jobs', exact: true }).click();
    await page.getByText('The console answered with status 502.').waitFor();
    await page.getByRole('button', { name: 'Retry' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Run Letters' }).waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Jobs');
  });

  test('a sign-out that finds no console says so, and what it gave up is asked again', async () => {
    await fixture.signedIn('/#/tokens');
    await light('Live').waitFor();
    const [held, again] = [new Set<string>(), new Set<string>()];
    let isGivenUp = false;
    await page.route('**/api/v1/operations/jobs?*', async (route) => {
      (isGivenUp ? again : held).add(route.request().url());
      if (isGivenUp) await route.fallback();
    });
    await page.route('**/api/v1/auth/logout', (route) => route.abort());
    await page.getByRole('link', { name: 'Jobs', exact: true }).click();
    // The list and its count.
    await until(() => held.size === 2);
    isGivenUp = true;
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('banner').getByText("Can't reach the console").waitFor();
    await until(() => again.size === 2);
    await page.getByRole('button', { name: 'Run Letters' }).waitFor();
  });

  test('a sign-out gives up what is still being asked', async () => {
    const jobs = '**/api/v1/operations/jobs?*';
    let isAsked = false;
    // Never answered.
    await page.route(jobs, () => void (isAsked = true));
    await fixture.signedIn('/#/jobs');
    await until(() => isAsked);
    const givenUp = page.waitForEvent('requestfailed', (request) => request.url().includes('/operations/jobs?'));
    // Before the session ends: what came to its answer after that would be refused.
    await page.route('**/api/v1/auth/logout', (route) => givenUp.then(() => route.fallback()));
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Password').waitFor();
  });

  test('a sign-out under way lets nothing new be asked', async () => {
    await fixture.signedIn('/#/jobs');
    await page.getByRole('button', { name: 'Run Letters' }).waitFor();
    const asked: string[] = [];
    let end = (): void => undefined;
    const mayEnd = new Promise<void>((resolve) => (end = resolve));
    await page.route('**/api/v1/auth/logout', (route) => mayEnd.then(() => route.fallback()));
    const leaving = page.waitForRequest('**/api/v1/auth/logout');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await leaving;
    page.on('request', (request) => void asked.push(request.url()));
    await page.getByRole('link', { name: 'Clients', exact: true }).click();
    await page.getByRole('heading', { name: 'Clients' }).waitFor();
    end();
    await page.getByLabel('Password').waitFor();
    expect(asked.filter((url) => url.includes('/api/v1/clients'))).toEqual([]);
  });

  test('a log that cannot be read has a Retry, and the run is still shown', async () => {
    fixture.expectRefusal(/^503 GET .*log$/);
    const jobId = await fixture.runJob('Letters');
    const path = `**/api/v1/operations/runs/${jobId}/log*`;
    await failsUntilRetry(page, { path, fail: (route) => route.fulfill({ status: 503 }) });
    await fixture.signedIn(`/#/runs/${jobId}`);
    await page.getByText('The console answered with status 503.').waitFor();
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('log').getByText('Termination').waitFor();
  });
});
