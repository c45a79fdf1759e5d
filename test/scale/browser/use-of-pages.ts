import { type Page } from 'playwright-core';
import { type Stopwatch } from './stopwatch.js';

const views = ['Overview', 'Clients', 'Storage', 'Statistics', 'Events'];
const titles: Readonly<Record<string, string>> = { Storage: 'Pools' };
const tabs = ['Files', 'Volumes'];

/** Goes through the other pages, as somebody does who has the console open all day. */
export class UseOfPages {
  private readonly page: Page;

  constructor(private readonly stopwatch: Stopwatch) {
    this.page = stopwatch.page;
  }

  async round(): Promise<void> {
    await this.page.goto('/#/runs?director=runs');
    const run = this.page.locator('main [data-index] a').nth(3);
    await run.waitFor();
    await this.stopwatch.take('open a page', 'pointerdown', { sign: 'page', title: 'backup-' }, () => run.click());
    for (const tab of tabs) await this.page.getByRole('link', { name: tab, exact: true }).click();
    for (const view of views) {
      const link = this.page.locator('.rail').getByRole('link', { name: view, exact: true });
      const title = titles[view] ?? view;
      await this.stopwatch.take('open a page', 'pointerdown', { sign: 'page', title }, () => link.click());
    }
  }

  /**
   * Ends on a page that shows next to nothing, once the cache of the others has expired: what is still held then was left behind.
   * How much was cached would only say how fast the last minute was.
   */
  async rest(): Promise<void> {
    await this.page.goto('/#/administration/roles?director=runs');
    await this.page.getByRole('heading', { name: 'Roles', exact: true }).waitFor();
    await this.stopwatch.cacheExpired();
    await this.page.goto('/#/account?director=runs');
    await this.page.getByRole('heading', { name: 'Your account' }).waitFor();
  }
}
