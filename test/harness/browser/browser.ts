import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from 'playwright-core';
import { adminPassword } from '../fixtures/test-console.js';
import { testOptions } from '../fixtures/test-options.js';

// Chromium of its own accord phones home at its first start; a test speaks with the console alone.
const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];

export function openBrowser(more: readonly string[] = []): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', ...quiet, ...more];
  // Set by jest.config.js.
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell';
  return chromium.launch({ executablePath, args });
}

let shared: Promise<Browser> | undefined;

/** One browser for all suites of a worker: it is the contexts of pages that keep tests apart. It ends with the worker. */
export function sharedBrowser(): Promise<Browser> {
  return (shared ??= openBrowser());
}

export interface WatchedPage {
  readonly page: Page;
  /** Errors and warnings of the page's script, and breaches of its policy. */
  readonly faults: string[];
  /** Answers that were refusals: `401 GET /api/v1/auth/me`. */
  readonly refusals: string[];
}

// The browser's own line on a breach may say less than the event does.
const tellBreaches = `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  console.error('policy breached: ' + violatedDirective + ' ' + blockedURI));`;

/** A page in a profile of its own, in this machine's zone unless told otherwise. */
export async function openPage(
  browser: Browser,
  baseURL: string,
  options: { readonly timezoneId?: string } = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1200, height: 800 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.addInitScript(tellBreaches);
  const faults: string[] = [];
  const refusals: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    // Refusals are told apart below; what a test cuts off is its own doing.
    if (['error', 'warning'].includes(message.type()) && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text());
  });
  page.on('response', (response) => {
    const path = new URL(response.url()).pathname;
    if (response.status() >= 400) refusals.push(`${response.status()} ${response.request().method()} ${path}`);
  });
  return { page, faults, refusals };
}

/** Signs in with the form that is in view. */
export async function signInWith(page: Page, password = adminPassword, username = 'admin'): Promise<void> {
  await page.getByLabel('User').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const wide = { width: 1200, height: 800 };
const phone = { width: 360, height: 740 };
/** 1280 × 800 at 200 % and at 400 %: what people who see badly get. */
const zoomed = [
  { width: 640, height: 400 },
  { width: 320, height: 256 },
];

/**
 * What is wrong with the page as it stands: what axe finds, on a phone in light and, with FULL=1, wide in dark, and where it has to be
 * scrolled sideways, zoomed too. Empty when all is well.
 */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  // Colors do not depend on the width: two passes see both of each, and the phone's in light is the stricter one.
  const passes = [[phone, 'light'], ...(testOptions.isFull ? [[wide, 'dark'] as const] : [])] as const;
  for (const [size, colorScheme] of passes) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    // Without the selectors of all that passed, which nobody reads, an analysis is a third cheaper.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
    const { violations } = await axe.analyze();
    for (const { id, nodes } of violations)
      found.push(`${size.width} ${colorScheme}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }
  for (const size of [wide, phone, ...zoomed]) {
    await page.setViewportSize(size);
    const tooWide = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    if (tooWide > 0) found.push(`${size.width}: ${tooWide} px wider than the window`);
  }
  await page.setViewportSize(wide);
  return found;
}
