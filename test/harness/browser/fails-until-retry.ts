import { type Page, type Route } from 'playwright-core';

interface FailingRoute {
  readonly path: string;
  readonly fail: (route: Route) => Promise<void>;
  /** What the button says that asks once more. */
  readonly button?: string;
}

/**
 * Lets what `path` asks for fail until its button is pressed. To let it succeed before the press would be a race: the
 * page asks by itself as well, and takes the button away with the first answer. Called before the page is opened.
 */
export async function failsUntilRetry(page: Page, { path, fail, button = 'Retry' }: FailingRoute): Promise<void> {
  // A press counts from its beginning: where the button is replaced before its end, there is no click.
  await page.addInitScript(`for (const kind of ['pointerdown', 'click']) addEventListener(kind, ({ target }) => {
    if (target.closest('button')?.textContent === ${JSON.stringify(button)}) window.isRetried = true;
  }, true)`);
  await page.route(path, async (route) => {
    // A page that is closed meanwhile cannot say.
    const isRetried = await page.evaluate('window.isRetried === true').catch(() => false);
    await (isRetried ? route.fallback() : fail(route));
  });
}
