import { type CDPSession, type Page } from 'playwright-core';
import { type ConsoleProcess } from '../../harness/fixtures/console-process.js';

export interface MemorySample {
  /** Since the first look. */
  readonly minutes: number;
  /** MiB of the page's script that are in use after all garbage was collected. */
  readonly heap: number;
  readonly nodes: number;
  readonly listeners: number;
  /** MiB that the process of the console holds; its PostgreSQL is not in it. */
  readonly consoleResident: number;
}

/** Looks at what the page still holds, each time at the same place. */
export class MemoryLooks {
  readonly samples: MemorySample[] = [];
  private readonly startedMs = performance.now();

  private constructor(
    private readonly session: CDPSession,
    private readonly app: ConsoleProcess,
  ) {}

  static async of(page: Page, app: ConsoleProcess): Promise<MemoryLooks> {
    const session = await page.context().newCDPSession(page);
    await session.send('HeapProfiler.enable');
    await session.send('Performance.enable');
    return new MemoryLooks(session, app);
  }

  async look(): Promise<MemorySample> {
    // What was only waiting for the first collection to be let go is found by the second.
    for (let turn = 0; turn < 2; turn += 1) await this.session.send('HeapProfiler.collectGarbage');
    const { metrics } = await this.session.send('Performance.getMetrics');
    const valueOf = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? NaN;
    const sample = {
      minutes: (performance.now() - this.startedMs) / 60_000,
      heap: valueOf('JSHeapUsedSize') / 2 ** 20,
      nodes: valueOf('Nodes'),
      listeners: valueOf('JSEventListeners'),
      consoleResident: this.app.residentMemory() / 2 ** 20,
    };
    this.samples.push(sample);
    return sample;
  }

  /**
   * How much more the page holds in the last third of the looks than in the second, by share. What is never let go raises the least
   * of a third as well; what comes and goes, such as a megabyte of compiled code, does not.
   */
  growth(of: 'heap' | 'nodes' | 'listeners'): number {
    const third = this.samples.length / 3;
    const least = (from: number, to: number) => Math.min(...this.samples.slice(from, to).map((one) => one[of]));
    return least(2 * third, 3 * third) / least(third, 2 * third) - 1;
  }
}
