import { type Browser } from 'playwright-core';
import { BenchConsole } from '../../../bench/bench-console.js';
import { type JobHistory, makeJobHistory } from '../../../bench/generators/job-history.js';
import { Scratch } from '../../../bench/scratch.js';
import { openBrowser, openPage, signInWith, type WatchedPage } from '../../harness/browser/browser.js';
import { processPassword } from '../../harness/fixtures/console-process.js';
import { until } from '../../harness/fixtures/until.js';
import { type ChainHistory, chainRuns, makeChainHistory } from './chain-history.js';
import { options } from './options.js';
import { Stopwatch } from './stopwatch.js';

// What the page does is measured, not how the browser glides to where it was told to go.
const atOnce = ['--disable-smooth-scrolling'];
const cacheMegabytes = 2048;
const feedLimitMs = 3_600_000;
const databases = { files: `chain_${options.files}`, runs: `runs_${options.runs}` };

interface Opened {
  readonly watched: WatchedPage;
  readonly stopwatch: Stopwatch;
}

/** A catalog with very many runs, one with a very long chain, a console that has read both, and a browser before it. */
export class LargeFixture {
  private constructor(
    readonly scratch: Scratch,
    readonly console: BenchConsole,
    private readonly browser: Browser,
    readonly chain: ChainHistory,
    readonly jobs: JobHistory,
  ) {}

  static async start(say: (line: string) => void): Promise<LargeFixture> {
    const scratch = await Scratch.start({ cacheMegabytes });
    const timed = timedBy(say);
    try {
      const chain = await timed('make the chain', () =>
        scratch.baculaCatalog(databases.files, (client) => makeChainHistory(client, options.files)),
      );
      const jobs = await timed('make the runs', () =>
        scratch.baculaCatalog(databases.runs, (client) => makeJobHistory(client, options.runs)),
      );
      const console = await BenchConsole.startWithCatalogs(
        scratch,
        `chain_${options.files}_${options.runs}`,
        databases,
      );
      return await LargeFixture.withConsole(scratch, console, { chain, jobs }, timed);
    } catch (error) {
      await scratch.stop();
      throw error;
    }
  }

  private static async withConsole(
    scratch: Scratch,
    console: BenchConsole,
    { chain, jobs }: { readonly chain: ChainHistory; readonly jobs: JobHistory },
    timed: ReturnType<typeof timedBy>,
  ): Promise<LargeFixture> {
    try {
      await timed('put the runs on record', () => console.waitForRuns('runs', jobs.rows));
      await timed('put the names into the index', () => until(() => hasNames(console), feedLimitMs));
      await timed('come to rest', async () => {
        if ((await console.waitUntilIdle()) === 'busy')
          throw new Error('The console is busy ten minutes after its start.');
      });
      return new LargeFixture(scratch, console, await openBrowser(atOnce), chain, jobs);
    } catch (error) {
      await console.stop();
      throw error;
    }
  }

  get urlOfRuns(): string {
    return this.scratch.url(databases.runs);
  }

  /** The page, signed in. */
  async open(): Promise<Opened> {
    const watched = await openPage(this.browser, this.console.app.url);
    const stopwatch = await Stopwatch.before(watched.page);
    await watched.page.goto('/#/account?director=runs');
    await signInWith(watched.page, processPassword);
    await watched.page.getByRole('button', { name: 'Sign out' }).waitFor();
    return { watched, stopwatch };
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.console.stop();
    await this.scratch.stop();
  }
}

async function hasNames(console: BenchConsole): Promise<boolean> {
  const { runs, waiting } = await console.searchIndex('files');
  return runs === chainRuns && waiting === 0;
}

function timedBy(say: (line: string) => void) {
  return async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const startedMs = performance.now();
    const result = await work();
    say(`${what}: ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
    return result;
  };
}
