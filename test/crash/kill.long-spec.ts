import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort } from '../../src/platform/database/embedded-postgres/free-port.js';
import { ConsoleProcess, postmasterOf } from '../support/console-process.js';
import { CrashScene, seeded } from '../support/crash-scene.js';
import { strike, strikeBackend, strikePostgres } from '../support/killing.js';

const rounds = Number(process.env['ROUNDS'] ?? 5);
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const scene = new CrashScene(seeded(seed));
/** Killed restores all go here, so that each one meets what the one before left. */
const target = join(scene.dataDir, 'restores/killed');

const victims = ['console', 'everything', 'starting console', 'postmaster', 'server process'] as const;
type Victim = (typeof victims)[number];
const works = ['full', 'incremental', 'recycling', 'restore', 'queue'] as const;
type Work = (typeof works)[number];

/** How long each work takes when nothing strikes, in milliseconds: measured at first, so that every moment of it can be hit. */
const lasts = new Map<Work, number>();

const pick = <T>(from: readonly T[]): T => from[Math.floor(scene.random() * from.length)]!;

function* deck<T>(cards: readonly T[]): Generator<T, never> {
  for (;;) {
    const left = [...cards];
    while (left.length > 0) yield left.splice(Math.floor(scene.random() * left.length), 1)[0]!;
  }
}

beforeAll(async () => {
  process.stderr.write(`Crash rounds: ROUNDS=${rounds} SEED=${seed}\n`);
  await scene.prepare();
  for (const work of works) {
    const beganMs = performance.now();
    for (const jobId of await begin(work)) await scene.app.waitForEnd(jobId);
    lasts.set(work, performance.now() - beganMs);
  }
});
afterAll(() => scene.remove());

function begin(work: Work): Promise<readonly number[]> {
  const { app } = scene;
  scene.write(`large/new-${Math.floor(scene.random() * 4)}`, 2 ** 20);
  switch (work) {
    case 'full':
      return Promise.all([app.order('Full')]);
    case 'incremental':
      return Promise.all([app.order('Incremental')]);
    case 'recycling':
      return Promise.all([app.order('Full', 'Churn')]);
    case 'restore':
      return Promise.all([app.restore([scene.base], [scene.source], target)]);
    case 'queue':
      return Promise.all([app.order('Incremental'), app.order('Incremental'), app.order('Full', 'Churn')]);
  }
}

/** Milliseconds after the order is sent: around its storing, anywhere, or around the end with its report and its purging. */
function moment(work: Work): number {
  const whole = lasts.get(work) ?? 500;
  return pick([() => scene.random() * 60, () => scene.random() * whole, () => (0.8 + scene.random() * 0.4) * whole])();
}

async function kill(victim: Victim): Promise<void> {
  switch (victim) {
    case 'console':
      return scene.app.kill();
    case 'everything':
      strike(scene.app.pid);
      strikePostgres(scene.dataDir);
      await scene.app.kill();
      return;
    case 'starting console':
      return killTwice();
    case 'postmaster':
      strike(postmasterOf(scene.dataDir).pid);
      return;
    case 'server process':
      return strikeServerProcess();
  }
}

async function strikeServerProcess(): Promise<void> {
  const catalog = await scene.catalog();
  await strikeBackend(catalog);
  await catalog.end().catch(() => undefined);
}

/** The second time while it starts again: in the middle of ending the old PostgreSQL, cutting volumes and marking runs. */
async function killTwice(): Promise<void> {
  const { readyMs } = scene.app;
  await scene.app.kill();
  const starting = ConsoleProcess.spawn(scene.dataDir, await freePort());
  await delay(scene.random() * readyMs);
  const ended = new Promise((resolve) => starting.once('exit', resolve));
  starting.kill('SIGKILL');
  await ended;
}

async function round(work: Work, victim: Victim, afterMs: number): Promise<void> {
  const sent = begin(work).catch(() => null);
  await delay(afterMs);
  await kill(victim);
  await sent;
  const isDead = scene.app.child.signalCode !== null;
  if (isDead) {
    scene.expectNoHalfFiles(target);
    await scene.start();
  }
  await scene.expectSound();
  scene.expectNoHalfFiles(target);
  await scene.expectServing();
}

test(
  'kill -9 at random moments leaves no stuck run, sound volumes, no half file, no litter, and every earlier chain',
  async () => {
    const nextVictim = deck(victims);
    const nextWork = deck(works);
    for (let number = 0; number < rounds; number += 1) {
      const [work, victim] = [nextWork.next().value, nextVictim.next().value];
      const afterMs = moment(work);
      await round(work, victim, afterMs).catch((cause: unknown) => {
        const what = `Round ${number} of SEED=${seed}: ${victim} killed ${Math.round(afterMs)} ms into ${work}.`;
        throw new Error(`${what}\n${String(cause)}`, { cause });
      });
      if (number % 10 === 9) await scene.expectBaseRestores(`after-${number}`);
      if (number % 10 === 9) await scene.expectChainRestores(`chain-${number}`);
    }
    await scene.expectBaseRestores('killed');
    await scene.expectChainRestores('chain');
    expect((await scene.app.run('Full')).status).toBe('completed');
    await scene.expectSound();
  },
  60_000 + rounds * 60_000,
);
