// Takes about two minutes: all Directors are polled once a second for a minute, which is what is promised.
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testedVersions } from '../harness/lab/bacula-version.js';
import { describeWithLab } from '../harness/lab/lab-suites.js';
import { type Caller } from '../harness/fixtures/test-console.js';
import { until } from '../harness/fixtures/until.js';
import { labDirectors, type LabConsole, startLabConsole } from './lab-console.js';

const polls = 60;

await describeWithLab('health of a Director on which nothing happens', testedVersions, () => {
  let console: LabConsole;
  let caller: Caller;

  beforeAll(async () => {
    console = await startLabConsole();
    caller = await console.app.withToken('admin');
  });
  afterAll(() => console.close());

  test('is 304 for at least 57 of 60 polls, once a second', async () => {
    const directors = ['embedded', ...labDirectors];
    const paths = directors.map((director) => `/director/health?director=${director}`);
    // What a start brings about has come to its end when an answer stays the same.
    for (const path of paths) {
      await until(() => isEvaluated(path), 120_000);
      await until(async () => (await poll(path, await tagOf(path))) === 304, 120_000);
    }
    const tags = new Map<string, string>();
    for (const path of paths) tags.set(path, await tagOf(path));
    const counts = new Map(paths.map((path) => [path, 0]));
    for (let round = 0; round < polls; round += 1) {
      // The pace of the polls, not a wait for something.
      await setTimeout(1_000);
      for (const path of paths) {
        const status = await poll(path, tags.get(path) ?? '');
        if (status === 304) counts.set(path, (counts.get(path) ?? 0) + 1);
        else tags.set(path, await tagOf(path));
      }
    }
    for (const path of paths) expect([path, (counts.get(path) ?? 0) >= 57]).toEqual([path, true]);
  }, 400_000);

  /** Clients are evaluated at each full minute; the first time, a check is added. */
  async function isEvaluated(path: string): Promise<boolean> {
    const { checks } = (await caller.get(path)).body as { checks: { id: string }[] };
    return checks.some(({ id }) => id === 'silence.evaluated');
  }

  async function tagOf(path: string): Promise<string> {
    return (await caller.get(path)).headers.get('etag') ?? '';
  }

  async function poll(path: string, etag: string): Promise<number> {
    return (await caller.get(path, { 'if-none-match': etag })).status;
  }
});
