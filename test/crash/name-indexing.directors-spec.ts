// Takes over half a minute. Every round kills a console in the midst of its work and starts it again.
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ConsoleProcess, postmasterOf } from '../harness/fixtures/console-process.js';
import { seeded } from '../harness/fixtures/crash-fixture.js';
import { copyDatabase } from '../harness/fixtures/database.js';
import { IndexedConsole, foundBy } from '../harness/fixtures/indexed-console.js';
import { GrowingCatalog } from '../harness/builders/growing-catalog.js';
import { flawsOfIndex } from '../harness/model/index-invariants.js';
import { killProcess, killPostgres } from '../harness/fixtures/kill-process.js';
import { flawsOfSums } from '../harness/model/recomputed-sums.js';
import { until } from '../harness/fixtures/until.js';
import { testOptions } from '../harness/fixtures/test-options.js';

const rounds = testOptions.roundsOr(testOptions.isFull ? 50 : 2);
const { seed } = testOptions;
const random = seeded(seed);
const isRare = (share: number): boolean => random() < share;

const victims = ['console', 'everything', 'console', 'server process', 'starting console', 'postmaster'] as const;
type Victim = (typeof victims)[number];
const largeNames = 60_000;

let catalog: GrowingCatalog;
let killed: IndexedConsole;
/** How long the feed is at work on a large Full when nothing strikes, in milliseconds. */
let lastsMs = 0;
const tally = { kills: 0, 'in the midst of a feed': 0 };

beforeAll(async () => {
  process.stderr.write(`Crash rounds of the index of names: ROUNDS=${rounds} SEED=${seed}\n`);
  catalog = await GrowingCatalog.open(random);
  killed = new IndexedConsole(catalog.readerUrl);
  await catalog.begin();
  await catalog.makeLargeFull(largeNames);
  await killed.spawn();
  await untilReading('1970-01-01');
  const beganMs = performance.now();
  // The newest data comes first.
  await until(async () => (await killed.ask('SELECT 1 FROM name_job')).length > 0);
  lastsMs = performance.now() - beganMs;
});
afterAll(async () => {
  await killed.remove();
  await catalog.close();
});

/** Until a console asks the catalog for names; whatever else is known of it, this happens while it is at work. */
async function untilReading(since: string, limitMs = 60_000): Promise<void> {
  const reading = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'backup-console indexing'
    AND query LIKE '%WITH portion AS%' AND query_start > $1::timestamptz`;
  await until(async () => (await catalog.rows(reading, [since])).length > 0, limitMs);
}

async function clock(): Promise<string> {
  const [row] = await catalog.rows<{ now: string }>('SELECT clock_timestamp()::text AS now');
  return row!.now;
}

async function strikeServerProcess(): Promise<void> {
  const backends = `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
    ORDER BY state <> 'active', state_change DESC LIMIT 3`;
  const pids = await killed.ask<{ pid: number }>(backends).catch(() => []);
  const victim = pids[Math.floor(random() * pids.length)];
  if (victim) killProcess(victim.pid);
}

async function kill(victim: Victim): Promise<void> {
  if (victim === 'server process') return strikeServerProcess();
  if (victim === 'postmaster') {
    killProcess(postmasterOf(killed.dataDir).pid);
    return;
  }
  if (victim === 'everything') killProcess(killed.child!.pid!);
  if (victim === 'everything') killPostgres(killed.dataDir);
  await killed.end();
}

/** Something to read, or something that makes what is read or was read wrong. */
async function makeWork(number: number): Promise<void> {
  await catalog.grow();
  if (number % 2 === 0) await catalog.makeLargeFull(largeNames);
  else await catalog.makeLargeDifferential(largeNames / 2);
}

async function meddle(number: number): Promise<void> {
  // Early, for whatever went wrong before is made anew with it.
  if (number === Math.floor(rounds / 10)) await catalog.startOver();
  else if (isRare(0.3)) await catalog.purgeLargeFull();
  else if (isRare(0.6)) await catalog.grow();
}

async function noteHit(): Promise<void> {
  tally.kills += 1;
  const halfWritten = 'SELECT 1 FROM name_segment_set WHERE writer IS NOT NULL';
  const rows = await killed.ask(halfWritten).catch(() => []);
  if (rows.length > 0) tally['in the midst of a feed'] += 1;
}

async function round(number: number, victim: Victim): Promise<void> {
  const since = await clock();
  await makeWork(number);
  if (!killed.isAlive) await killed.spawn();
  if (victim === 'starting console') await delay(random() * 2_000);
  // Where nothing is to be read, any moment is as good.
  else await untilReading(since).catch(() => undefined);
  await Promise.all([meddle(number), delay(random() * lastsMs * 0.7)]);
  await noteHit();
  await kill(victim);
  // What retired is removed at the next start, and that is struck as well.
  if (isRare(0.5)) await forgetRetired();
}

async function forgetRetired(): Promise<void> {
  const text = "UPDATE name_segment_set SET retired_at = now() - interval '2 hours' WHERE retired_at IS NOT NULL";
  await killed.ask(text).catch(() => undefined);
}

/** Whatever the kills left is mended without anybody's help. */
async function expectSound(console: IndexedConsole): Promise<void> {
  const recorded = await catalog.kept();
  await console.untilWhole([...recorded.keys()]);
  expect((await flawsOfIndex(console.ask, recorded)).slice(0, 20)).toEqual([]);
}

async function searched(app: ConsoleProcess): Promise<readonly string[][]> {
  const chain = (await catalog.largeChain()).join(',');
  const found: string[][] = [];
  for (const q of ['77 quarterly*', '9999', 'BIG.doc*', '7'] as const) {
    found.push(await foundBy(app, `/restore/files?q=${encodeURIComponent(q)}&client=ada`));
    if (chain !== '' && q !== '7') found.push(await foundBy(app, `/restore/bvfs/search?jobids=${chain}&q=${encodeURIComponent(q)}`)); // prettier-ignore
  }
  return found;
}

describe(`kill -9 at random moments of the feed of the index of names (SEED=${seed})`, () => {
  test(
    'leaves an index that is that of a new console, and sums that are those of the record',
    async () => {
      for (let number = 0; number < rounds; number += 1) {
        await round(number, victims[number % victims.length]!);
        if (number % 10 < 9) continue;
        await killed.end();
        await killed.spawn();
        await expectSound(killed);
      }
      await killed.end();
      await catalog.endRuns();
      await catalog.makeLargeFull(largeNames / 10);
      const fresh = new IndexedConsole(catalog.readerUrl, await copyDatabase('template_console'));
      try {
        const [app, other] = await Promise.all([killed.start(), fresh.start()]);
        await forgetRetired();
        await Promise.all([expectSound(killed), expectSound(fresh)]);
        process.stderr.write(`  ${JSON.stringify(tally)}\n`);
        expect(await searched(app)).toEqual(await searched(other));
        expect(await flawsOfSums(killed.ask)).toEqual([]);
      } finally {
        await fresh.remove();
      }
    },
    60_000 + rounds * 30_000,
  );

  test('of one of two consoles, after another one believed that it had the turn: nothing is missing or there twice', async () => {
    await killed.end();
    const [database, key] = [await copyDatabase('template_console'), randomBytes(32).toString('hex')];
    const [first, second] = [1, 2].map(() => new IndexedConsole(catalog.readerUrl, database, key)) as [
      IndexedConsole,
      IndexedConsole,
    ];
    try {
      await first.start();
      const holder = await until(() => first.holderOfTurn());
      await second.start();
      const since = await clock();
      await catalog.makeLargeFull(largeNames);
      await untilReading(since);
      await first.ask('SELECT pg_terminate_backend($1)', [holder]);
      await until(async () => ![null, holder].includes(await first.holderOfTurn()));
      await delay(random() * lastsMs);
      await first.end();
      await expectSound(second);
    } finally {
      await Promise.all([first.remove(), second.remove()]);
    }
  });
});
