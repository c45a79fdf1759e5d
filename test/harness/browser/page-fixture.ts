import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { type Browser, type Page, type Route } from 'playwright-core';
import { adminPassword, startTestConsole, type TestConsole } from '../fixtures/test-console.js';
import { openPage, sharedBrowser, type WatchedPage } from './browser.js';
import { directorYaml } from '../builders/director-yaml.js';
import { until } from '../fixtures/until.js';

interface SeenRun {
  readonly jobId: number;
  readonly job: string;
  readonly status: string;
}

/**
 * A console with three jobs, and a browser before it: `Letters` is over in a moment, `Endless` has to be canceled, `Gone`
 * fails. Each test gets a page of its own, on which nothing may go wrong but what the test expects.
 */
export class PageFixture {
  private watched: WatchedPage | null = null;
  private expected: RegExp[] = [];
  private expectedFaults: RegExp[] = [];

  private constructor(
    readonly app: TestConsole,
    readonly browser: Browser,
    readonly source: string,
  ) {}

  /** `yamlOf` makes the director.yaml of the three filesets, where it is to be another one. */
  static async start(
    environment: Readonly<Record<string, string>> = {},
    yamlOf: typeof directorYaml = directorYaml,
  ): Promise<PageFixture> {
    const source = mkdtempSync(join(tmpdir(), 'backup-console-page-'));
    for (const folder of ['letters', 'endless']) mkdirSync(join(source, folder));
    writeFileSync(join(source, 'letters', 'greeting.txt'), 'good morning');
    writeFileSync(join(source, 'endless', 'holes'), 'not one hole, which would not be read');
    truncateSync(join(source, 'endless', 'holes'), 200 * 2 ** 30);
    const filesets = {
      Letters: [join(source, 'letters')],
      Endless: [join(source, 'endless')],
      Gone: [join(source, 'no')],
    };
    const app = await startTestConsole({
      environment,
      prepare: (dataDir) => writeFileSync(join(dataDir, 'director.yaml'), yamlOf(dataDir, filesets)),
    });
    return new PageFixture(app, await sharedBrowser(), source);
  }

  async stop(): Promise<void> {
    await this.app.close();
    rmSync(this.source, { recursive: true, force: true });
  }

  get page(): Page {
    if (!this.watched) throw new Error('Open a page first.');
    return this.watched.page;
  }

  async open(): Promise<void> {
    this.watched = await openPage(this.browser, this.app.url);
    // Who asks at the sign-in whether somebody is signed in is told that nobody is.
    this.expected = [/^401 GET \/api\/v1\/auth\/me$/];
    this.expectedFaults = [];
  }

  /** This refusal belongs to what the test does. */
  expectRefusal(refusal: RegExp): void {
    this.expected.push(refusal);
  }

  /** This error of the page's script belongs to what the test does. */
  expectFault(fault: RegExp): void {
    this.expectedFaults.push(fault);
  }

  async close(): Promise<void> {
    const { page, faults, refusals } = this.watched!;
    // Read before the routes of the test are removed: a pending request then reaches the real server, which may reject it.
    const unexpected = refusals.filter((refusal) => !this.expected.some((expected) => expected.test(refusal)));
    const unexpectedFaults = faults.filter((fault) => !this.expectedFaults.some((expected) => expected.test(fault)));
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
    expect([...unexpectedFaults, ...unexpected]).toEqual([]);
  }

  /** Opens this address signed in, as admin or as a user of this role, who is made at first use. The form has tests of its own. */
  async signedIn(address = '/#/jobs', role = 'admin'): Promise<void> {
    await this.app.as(role);
    const [username, password] =
      role === 'admin' ? ['admin', adminPassword] : [`${role}-user`, `${role} password of a test`];
    const answer = await this.page.request.post('/api/v1/auth/login', { data: { username, password } });
    if (!answer.ok()) throw new Error(`cannot sign in as ${username}: ${await answer.text()}`);
    // A page that is open already stays who it was until it is loaded anew.
    const wasOpen = this.page.url() !== 'about:blank';
    await this.page.goto(address);
    if (wasOpen) await this.page.reload();
    await this.page.getByRole('button', { name: 'Sign out' }).waitFor();
  }

  /**
   * Ends the session; the press of this button is then the first request that shows it. What the page asks by itself is held back, for
   * its answer would put the sign-in over the button.
   */
  async endSessionAtPress(name: string): Promise<void> {
    const held: Route[] = [];
    const all = '**/api/v1/**';
    await this.page.route(all, async (route) => {
      if (route.request().method() === 'GET') held.push(route);
      else await route.continue();
    });
    await this.page.context().clearCookies();
    await this.page.getByRole('button', { name }).click();
    await this.page.getByRole('dialog').waitFor();
    await this.page.unroute(all);
    await Promise.all(held.map((route) => route.continue()));
  }

  /** A role with these capabilities alone. */
  async makeRole(name: string, capabilities: readonly string[]): Promise<void> {
    const admin = await this.app.as('admin');
    const made = await admin.post('/admin/roles', { name, description: 'of a test', capabilities });
    if (made.status !== 201) throw new Error(made.text);
  }

  async startRun(job: string): Promise<number> {
    const admin = await this.app.as('admin');
    const answer = await admin.post('/operations/jobs/run', { job, level: 'Full' });
    if (answer.status !== 202) throw new Error(answer.text);
    return (answer.body as SeenRun).jobId;
  }

  /** Runs the job and waits for its end. */
  async runJob(job: string): Promise<number> {
    const jobId = await this.startRun(job);
    await this.ended(jobId);
    return jobId;
  }

  async ended(jobId: number): Promise<string> {
    const admin = await this.app.as('admin');
    return until(async () => {
      const { status } = (await admin.get(`/operations/runs/${jobId}?wait=5`)).body as SeenRun;
      return ['queued', 'running', 'waiting'].includes(status) ? null : status;
    });
  }

  async cancelRun(jobId: number): Promise<void> {
    const admin = await this.app.as('admin');
    await admin.post(`/operations/runs/${jobId}/cancel`);
    await this.ended(jobId);
  }

  async runsOf(job: string): Promise<readonly SeenRun[]> {
    const admin = await this.app.as('admin');
    const { items } = (await admin.get('/operations/jobs/recent?limit=200')).body as { items: SeenRun[] };
    return items.filter((run) => run.job === job);
  }

  /** Answers a path of the API as the page gets it, changed by the test: for states that this machine does not come to. */
  async alter(path: string, change: (body: never) => unknown): Promise<void> {
    await this.page.route(`**/api/v1${path}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: change((await response.json()) as never) });
    });
  }

  /** A second Director with the same in it: what the page asks of it is answered by the first one, under its own name. */
  async addDirector(name: string): Promise<void> {
    const renamed = (text: string) => text.replaceAll('"director":"embedded"', `"director":"${name}"`);
    await this.page.route(new RegExp(`/api/v1/[^?]*[?](.*&)?director=${name}(&|$)`), async (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set('director', 'embedded');
      const response = await route.fetch({ url: url.href });
      await route.fulfill({ response, body: renamed(await response.text()) });
    });
    // What lists all Directors has each row twice.
    await this.page.route(/\/api\/v1\/(?!operations\/stream)[^?]*[?](.*&)?director=(\*|%2A)(&|$)/, async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { readonly items?: readonly object[] };
      const items = body.items?.flatMap((item) => [item, JSON.parse(renamed(JSON.stringify(item))) as object]);
      await route.fulfill({ response, json: items ? { ...body, items } : body });
    });
    for (const path of ['/directors?*', '/restore/directors?*'])
      await this.alter(path, ({ items }: { readonly items: readonly object[] }) => ({
        items: [...items, ...items.map((item) => ({ ...item, name, default: false }))],
        nextCursor: null,
      }));
  }
}
