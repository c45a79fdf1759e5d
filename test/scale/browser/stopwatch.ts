import { fileURLToPath } from 'node:url';
import { type Page } from 'playwright-core';
import { quantile } from '../../../bench/figures.js';
import { until } from '../../harness/fixtures/until.js';

const inPage = fileURLToPath(new URL('./in-page.js', import.meta.url));

/** What the page shows when the answer is there; see in-page.js. */
export type Sign =
  | { readonly sign: 'list'; readonly hash: string; readonly head?: string; readonly texts?: readonly string[] }
  | { readonly sign: 'folder'; readonly path: string }
  | { readonly sign: 'asOf'; readonly hash: string }
  | { readonly sign: 'found'; readonly hash: string; readonly text: string }
  | { readonly sign: 'scrolled'; readonly by: number }
  | { readonly sign: 'grown' }
  | { readonly sign: 'page'; readonly title: string };

/** The event by which the page hears of the input. */
type Input = 'pointerdown' | 'keydown' | 'input' | 'wheel';

export interface KindOfInput {
  readonly kind: string;
  readonly samples: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

/** Takes, in the browser, how long each input was without its answer; by kind, in milliseconds. */
export class Stopwatch {
  private readonly taken = new Map<string, number[]>();

  private constructor(readonly page: Page) {}

  /** Before the page is opened. */
  static async before(page: Page): Promise<Stopwatch> {
    await page.addInitScript({ path: inPage });
    return new Stopwatch(page);
  }

  async take(kind: string, on: Input, sign: Sign, act: () => Promise<unknown>): Promise<void> {
    await this.page.evaluate(`stopwatch.arm(${JSON.stringify({ on, ...sign })})`);
    await act();
    const ms = await this.page.evaluate<number>('stopwatch.outcome()').catch((cause: unknown) => {
      throw new Error(`${kind}, ${JSON.stringify(sign)}: no answer was seen. ${String(cause)}`, { cause });
    });
    this.taken.set(kind, [...(this.taken.get(kind) ?? []), ms]);
  }

  /** Paths of the folders in view. */
  folders(): Promise<readonly string[]> {
    return this.page.evaluate<readonly string[]>('stopwatch.folders()');
  }

  /** Waits until nothing of what the page reads ahead is on its way. */
  async settled(): Promise<void> {
    await until(async () => !(await this.page.evaluate<boolean>('stopwatch.isReading()')), 30_000);
  }

  /** Waits until all answers that the page has cached now have expired. */
  async cacheExpired(): Promise<void> {
    const cached = await this.page.evaluate<number>('stopwatch.markCached()');
    if (cached === 0) throw new Error('The page has cached nothing: does in-page.js still know for how long it does?');
    await until(() => this.page.evaluate<boolean>('stopwatch.isExpired()'), 300_000);
  }

  kinds(): readonly KindOfInput[] {
    return [...this.taken].map(([kind, taken]) => {
      const [p50 = NaN, p95 = NaN, max = NaN] = [0.5, 0.95, 1].map((share) => quantile(taken, share));
      return { kind, samples: taken.length, p50, p95, max };
    });
  }
}
