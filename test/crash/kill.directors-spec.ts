// Takes over half a minute. Every round kills a console in the midst of its work and starts it again.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort } from '../harness/fixtures/free-port.js';
import { ConsoleProcess, postmasterOf } from '../harness/fixtures/console-process.js';
import { CrashFixture, seeded } from '../harness/fixtures/crash-fixture.js';
import { killProcess, strikeBackend, killPostgres } from '../harness/fixtures/kill-process.js';
import { testOptions } from '../harness/fixtures/test-options.js';

const rounds = testOptions.roundsOr(testOptions.isFull ? 50 : 2);
const { seed } = testOptions;
const fixture = new CrashFixture(seeded(seed));
/** Killed restores all go here, so that each one meets what the one before left. */
const target = join(fixture.dataDir, 'restores/killed');

const victims = ['console', 'everything', 'starting console', 'postmaster', 'server process'] as const;
type Victim = (typeof victims)[number];
const works = ['full', 'incremental', 'recycling', 'restore', 'queue'] as const;
type Work = (typeof works)[number];

/** How long each work takes when nothing strikes, in milliseconds: measured at first, so that every moment of it can be hit. */
const lasts = new Map<Work, number>();

const pick = <T>(from: readonly T[]): T => from[Math.floor(fixture.random() * from.length)]!;

function* deck<T>(cards: readonly T[]): Generator<T, never> {
  for (;;) {
    const left = [...cards];
    while (left.length > 0) yield left.splice(Math.floor(fixture.random() * left.length), 1)[0]!;
  }
}

beforeAll(async () => {
  process.stderr.write(`Crash rounds: ROUNDS=${rounds} SEED=${seed}\n`);
  await fixture.prepare();
  for (const work of works) {
    const beganMs = performance.now();
    for (const jobId of await begin(work)) await fixture.app.waitForEnd(jobId);
    lasts.set(work, performance.now() - beganMs);
  }
});
afterAll(() => fixture.remove());

function begin(work: Work): Promise<readonly number[]> {
  const { app } = fixture;
  fixture.write(`large/new-${Math.floor(fixture.random() * 4)}`, 2 ** 20);
  switch (work) {
    case 'full':
      return Promise.all([app.order('Full')]);
    case 'incremental':
      return Promise.all([app.order('Incremental')]);
    case 'recycling':
      return Promise.all([app.order('Full', 'Churn')]);
    case 'restore':
      return Promise.all([app.restore([fixture.base], [fixture.source], target)]);
    case 'queue':
      return Promise.all([app.order('Incremental'), app.order('Incremental'), app.order('Full', 'Churn')]);
  }
}

/** Milliseconds after the order is sent: around its storing, anywhere, or around the end with its report and its purging. */
function indexVersion(work: Work): number {
  const whole = lasts.get(work) ?? 500;
  return pick([
    () => fixture.random() * 60,
    () => fixture.random() * whole,
    () => (0.8 + fixture.random() * 0.4) * whole,
  ])();
}

async function kill(victim: Victim): Promise<void> {
  switch (victim) {
    case 'console':
      return fixture.app.kill();
    case 'everything':
      killProcess(fixture.app.pid);
      killPostgres(fixture.dataDir);
      await fixture.app.kill();
      return;
    case 'starting console':
      return killTwice();
    case 'postmaster':
      killProcess(postmasterOf(fixture.dataDir).pid);
      return;
    case 'server process':
      return strikeServerProcess();
  }
}

async function strikeServerProcess(): Promise<void> {
  const catalog = await fixture.catalog();
  await strikeBackend(catalog);
  await catalog.end().catch(() => undefined);
}

/** The second time while it starts again: in the middle of ending the old PostgreSQL, cutting volumes and marking runs. */
async function killTwice(): Promise<void> {
  const { readyMs } = fixture.app;
  await fixture.app.kill();
  const starting = ConsoleProcess.spawn(fixture.dataDir, await freePort());
  await delay(fixture.random() * readyMs);
  const ended = new Promise((resolve) => starting.once('exit', resolve));
  starting.kill('SIGKILL');
  await ended;
}

async function round(work: Work, victim: Victim, afterMs: number): Promise<void> {
  const sent = begin(work).catch(() => null);
  await delay(afterMs);
  await kill(victim);
  await sent;
  const isDead = fixture.app.child.signalCode !== null;
  if (isDead) {
    fixture.expectNoHalfFiles(target);
    await fixture.start();
  }
  await fixture.expectSound();
  fixture.expectNoHalfFiles(target);
  await fixture.expectServing();
}

test(
  'kill -9 at random moments leaves no stuck run, sound volumes, no half file, no litter, and every earlier chain',
  async () => {
    const nextVictim = deck(victims);
    const nextWork = deck(works);
    for (let number = 0; number < rounds; number += 1) {
      const [work, victim] = [nextWork.next().value, nextVictim.next().value];
      const afterMs = indexVersion(work);
      await round(work, victim, afterMs).catch((cause: unknown) => {
        const what = `Round ${number} of SEED=${seed}: ${victim} killed ${Math.round(afterMs)} ms into ${work}.`;
        throw new Error(`${what}\n${String(cause)}`, { cause });
      });
      if (number % 10 === 9) await fixture.expectBaseRestores(`after-${number}`);
      if (number % 10 === 9) await fixture.expectChainRestores(`chain-${number}`);
    }
    await fixture.expectBaseRestores('killed');
    await fixture.expectChainRestores('chain');
    expect((await fixture.app.run('Full')).status).toBe('completed');
    await fixture.expectSound();
  },
  60_000 + rounds * 60_000,
);
