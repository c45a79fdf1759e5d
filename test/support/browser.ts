import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from 'playwright-core';
import { adminPassword } from './app.js';

/** Set by jest.config.js. */
declare const chromiumPath: string;

// Chromium of its own accord phones home at its first start; a test speaks with the console alone.
const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];

export function openBrowser(): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', ...quiet];
  return chromium.launch({ executablePath: chromiumPath, args });
}

export interface WatchedPage {
  readonly page: Page;
  /** Errors of the page's script and breaches of its policy, as the browser's console names them. */
  readonly faults: string[];
}

/** A page in a profile of its own. Refused requests are the API's business and no faults of the page. */
export async function openPage(browser: Browser, baseURL: string): Promise<WatchedPage> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1200, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text());
  });
  return { page, faults };
}

/** Signs in with the form that is in view. */
export async function signInWith(page: Page, password = adminPassword): Promise<void> {
  await page.getByLabel('User').fill('admin');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** What axe finds wrong, in dark and in light; empty when all is well. */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    const result = await new AxeBuilder({ page }).analyze();
    for (const { id, nodes } of result.violations) {
      found.push(`${colorScheme}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    }
  }
  return found;
}
