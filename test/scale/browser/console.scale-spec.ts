import { cpus, loadavg } from 'node:os';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { LargeFixture } from './large-fixture.js';
import { Life } from './life.js';
import { MemoryLooks, type MemorySample } from './memory.js';
import { options } from './options.js';
import { type KindOfInput } from './stopwatch.js';
import { UseOfPages } from './use-of-pages.js';
import { UseOfRestore } from './use-of-restore.js';
import { UseOfRuns } from './use-of-runs.js';

let fixture: LargeFixture | null = null;
let kinds: readonly KindOfInput[] = [];
let looks: MemoryLooks;
let faults: readonly string[] = [];

beforeAll(async () => {
  fixture = await LargeFixture.start(say);
  await useAllTheTime(fixture);
});

afterAll(() => fixture?.stop());

/** Rounds of everything, one after another, with runs beginning and ending meanwhile; memory is measured between them. */
async function useAllTheTime(large: LargeFixture): Promise<void> {
  const { chain, jobs, console } = large;
  const { watched, stopwatch } = await large.open();
  const pages = new UseOfPages(stopwatch);
  const uses = [new UseOfRuns(stopwatch, jobs.clients), new UseOfRestore(stopwatch, chain), pages];
  const life = await Life.begin(large.urlOfRuns);
  looks = await MemoryLooks.of(watched.page, console.app);
  tellHeads();
  try {
    let round = 0;
    for (let look = 0; look < options.looks; look += 1) {
      const untilMs = performance.now() + (options.minutes * 60_000) / options.looks;
      for (; performance.now() < untilMs; round += 1) for (const use of uses) await use.round(round);
      await pages.rest();
      tellLook(await looks.look());
    }
  } finally {
    await life.end();
    kinds = stopwatch.kinds();
    faults = watched.faults;
    tellKinds(large);
    tellGrowth(large);
  }
}

function say(line: string): void {
  process.stdout.write(`  ${line}\n`);
}

function tellKinds({ chain, jobs }: LargeFixture): void {
  const load = loadavg().map((one) => one.toFixed(1)).join(' '); // prettier-ignore
  say(`${chain.files} files, ${jobs.rows} runs, ${cpus().length} cores, load ${load}`);
  say(`${'milliseconds from input to paint'.padEnd(34)} ${['times', 'p50', 'p95', 'max'].map(column).join('')}`);
  for (const { kind, samples, p50, p95, max } of kinds)
    say(`${kind.padEnd(34)} ${[samples, ...[p50, p95, max].map(Math.round)].map(column).join('')}`);
}

function tellHeads(): void {
  say(['minutes', 'heap MiB', 'nodes', 'listeners', 'console MiB'].map(column).join(''));
}

function tellLook({ minutes, heap, nodes, listeners, consoleResident }: MemorySample): void {
  say([minutes.toFixed(1), heap.toFixed(1), nodes, listeners, Math.round(consoleResident)].map(column).join(''));
}

function tellGrowth({ console }: LargeFixture): void {
  const grown = (['heap', 'nodes', 'listeners'] as const).map((of) => `${of} ${(looks.growth(of) * 100).toFixed(1)} %`);
  const peak = Math.round(console.peakMemory());
  say(`last third above the second: ${grown.join(', ')}; the console held ${peak} MiB at most`);
}

function column(value: string | number): string {
  return String(value).padStart(13);
}

test('what the page holds stays flat while it is used', () => {
  expect(looks.samples).toHaveLength(options.looks);
  expect(looks.growth('heap')).toBeLessThanOrEqual(options.growth);
  expect(looks.growth('nodes')).toBeLessThanOrEqual(options.growth);
  expect(looks.growth('listeners')).toBeLessThanOrEqual(options.growth);
});

test('the catalogs are as large as was asked for, and nothing went wrong in the page', () => {
  expect(fixture?.chain.files).toBeGreaterThanOrEqual(options.files);
  expect(fixture?.jobs.rows).toBeGreaterThanOrEqual(options.runs * 0.99);
  expect(faults).toEqual([]);
});
