import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page, type Request } from 'playwright-core';
import { until } from '../harness/fixtures/until.js';
import { type ShownPage } from './pages.js';

/** As it stands in the pictures; the browser is led to where the console really listens. */
export const shownOrigin = 'http://127.0.0.1:8080';
const quality = 70;
const sizes = { wide: { width: 1280, height: 860 }, narrow: { width: 390, height: 844 } } as const;
const schemes = ['light', 'dark'] as const;

/** The names of the four pictures of each page. */
export const kinds = (['wide', 'narrow'] as const).flatMap((size) =>
  schemes.map((scheme) => ({ size, scheme, name: `${size}-${scheme}` })),
);

export interface PhotographerOptions {
  /** Where the console really listens. */
  readonly url: string;
  readonly folder: string;
  /** Names of pages; null: all. */
  readonly only: readonly string[] | null;
  /** The whole length of each page, for looking at them. */
  readonly isFull: boolean;
}

/** A browser that takes four pictures of each page. */
export class Photographer {
  private readonly pending = new Set<Request>();
  readonly taken: ShownPage[] = [];

  private constructor(
    private readonly browser: Browser,
    private readonly context: BrowserContext,
    private readonly page: Page,
    private readonly camera: CDPSession,
    private readonly options: PhotographerOptions,
  ) {
    // The live stream is never over.
    page.on('request', (request) => {
      if (!request.url().includes('/stream')) this.pending.add(request);
    });
    page.on('requestfinished', (request) => this.pending.delete(request));
    page.on('requestfailed', (request) => this.pending.delete(request));
  }

  static async open(options: PhotographerOptions): Promise<Photographer> {
    const executablePath = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));
    if (executablePath === undefined) throw new Error('No Chromium (Debian: apt-get install chromium-headless-shell).');
    const rules = `MAP ${new URL(shownOrigin).host} ${new URL(options.url).host}`;
    const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];
    const browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', ...quiet, `--host-resolver-rules=${rules}`],
    });
    const userAgent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Safari/537.36`;
    const context = await browser.newContext({
      baseURL: shownOrigin,
      viewport: sizes.wide,
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
      userAgent,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    mkdirSync(options.folder, { recursive: true });
    return new Photographer(browser, context, page, await context.newCDPSession(page), options);
  }

  async signIn(password: string): Promise<void> {
    await this.page.goto('/#/account');
    await this.page.getByLabel('User').fill('admin');
    await this.page.getByLabel('Password').fill(password);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
    await this.page.getByRole('button', { name: 'Sign out' }).waitFor();
  }

  async take(pages: readonly ShownPage[]): Promise<void> {
    for (const shown of pages) {
      if (this.options.only !== null && !this.options.only.includes(shown.name)) continue;
      process.stderr.write(`${shown.name}\n`);
      await this.goTo(shown);
      for (const kind of kinds) await this.takeOne(shown, kind);
      this.taken.push(shown);
    }
  }

  async close(): Promise<void> {
    await this.context.close();
    await this.browser.close();
  }

  private async goTo({ address, then }: ShownPage): Promise<void> {
    await this.page.setViewportSize(sizes.wide);
    // Not by the hash alone: nothing of the page before, such as an open dialog, is to be left.
    await this.page.goto('about:blank');
    this.pending.clear();
    await this.page.goto(`/#${address}`);
    await this.settle();
    if (then) {
      await then(this.page);
      await this.settle();
    }
  }

  /** Nothing is asked for and nothing is said to be on its way, for a quarter of a second. */
  private async settle(): Promise<void> {
    await this.page.locator('h1, dialog').first().waitFor();
    let calmSince: number | null = null;
    await until(async () => {
      const isBusy = this.pending.size > 0 || (await this.page.locator('.placeholder').count()) > 0;
      calmSince = isBusy ? null : (calmSince ?? performance.now());
      return calmSince !== null && performance.now() - calmSince >= 250;
    }, 20_000);
  }

  private async takeOne({ name }: ShownPage, kind: (typeof kinds)[number]): Promise<void> {
    const { size, scheme } = kind;
    const file = join(this.options.folder, `${name}-${kind.name}`);
    await this.page.setViewportSize(sizes[size]);
    await this.page.emulateMedia({ colorScheme: scheme });
    await this.settle();
    if (this.options.isFull) {
      await this.page.screenshot({ path: `${file}.png`, fullPage: true });
      return;
    }
    const { data } = await this.camera.send('Page.captureScreenshot', { format: 'webp', quality });
    writeFileSync(`${file}.webp`, Buffer.from(data, 'base64'));
  }
}
