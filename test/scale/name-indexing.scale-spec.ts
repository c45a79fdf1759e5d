import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ConsoleProcess } from '../harness/fixtures/console-process.js';
import { copyDatabase } from '../harness/fixtures/database.js';
import { IndexedConsole } from '../harness/fixtures/indexed-console.js';
import { GrowingCatalog } from '../harness/builders/growing-catalog.js';

const names = 2_000_000;
const mostMemory = 400 * 2 ** 20;
const limitMs = 900_000;

let catalog: GrowingCatalog;
let console: IndexedConsole;

beforeAll(async () => {
  catalog = await GrowingCatalog.open(() => 0.5);
  console = new IndexedConsole(catalog.readerUrl, await copyDatabase('template_console'));
  await catalog.makeLargeFull(names);
}, limitMs);
afterAll(async () => {
  await console.remove();
  await catalog.close();
});

test(
  'memory stays below 400 MiB while a Full of 2 million names comes into the index',
  async () => {
    const beganMs = performance.now();
    const app: ConsoleProcess = await console.start();
    await console.untilWhole([1], limitMs);
    const seconds = Math.round((performance.now() - beganMs) / 1000);
    const [{ entries } = { entries: '' }] = await console.ask<{ entries: string }>(
      'SELECT entries FROM name_segment_set',
    );
    const peak = app.peakMemory();
    process.stderr.write(
      `Peak memory of the console, ${entries} names fed in ${seconds} s: ${Math.round(peak / 2 ** 20)} MiB\n`,
    );
    expect(Number(entries)).toBeGreaterThan(names * 0.99);
    expect(peak).toBeLessThan(mostMemory);
  },
  limitMs,
);
