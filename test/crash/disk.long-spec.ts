import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Client } from 'pg';
import { CrashScene, seeded } from '../support/crash-scene.js';
import { onTinyDisks, remount, triesTinyDisks } from '../support/tiny-disks.js';
import { until } from '../support/until.js';

const inTinyDisks = triesTinyDisks() ? describe : describe.skip;
let scene: CrashScene;

async function onDisks(mebibytes: Readonly<Record<string, number>>): Promise<void> {
  const inData = Object.entries(mebibytes).map(([name, size]): [string, number] => [join(scene.dataDir, name), size]);
  for (const [folder] of inData) mkdirSync(folder, { recursive: true, mode: 0o700 });
  scene.options = { wrap: onTinyDisks(Object.fromEntries(inData)) };
  await scene.prepare();
}

beforeEach(() => {
  scene = new CrashScene(seeded(5));
});
afterEach(() => scene.remove());

/** Takes the last byte of a disk. */
function fill(folder: string): string {
  const file = join(folder, 'filler');
  const descriptor = openSync(file, 'w');
  try {
    for (const size of [2 ** 20, 2 ** 12, 1]) writeWhileRoom(descriptor, Buffer.alloc(size));
  } finally {
    closeSync(descriptor);
  }
  return file;
}

function writeWhileRoom(descriptor: number, chunk: Buffer): void {
  try {
    for (;;) writeSync(descriptor, chunk);
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
  }
}

/** Asks for one more file of the write-ahead log, and one more, until PostgreSQL can make none and gives up whole. */
async function untilPanic(catalog: Client): Promise<void> {
  const another = "SELECT pg_logical_emit_message(false, 'x', 'x'), pg_switch_wal()";
  await until(async () => {
    const failure = await catalog.query(another).then(
      () => null,
      (error: unknown) => error as Error & { readonly code?: string },
    );
    return failure !== null && failure.code !== '53100';
  });
}

inTinyDisks('a disk that is full or read-only fails the run with the reason, and serves again by itself', () => {
  test('under the volumes', async () => {
    await onDisks({ volumes: 60 });
    const full = await scene.app.run('Full');
    expect(full.status).toBe('error');
    expect(await scene.app.log(full.jobId)).toContain('No space left on device');
    await scene.expectSound();
    await scene.expectBaseRestores('while-full');

    remount(scene.app.pid, scene.volumes, 'ro,size=200m');
    const readOnly = await scene.app.run('Full');
    expect(readOnly.status).toBe('error');
    expect(await scene.app.log(readOnly.jobId)).toContain('Read-only file system');
    await scene.expectBaseRestores('while-read-only');

    remount(scene.app.pid, scene.volumes, 'rw,size=200m');
    expect((await scene.app.run('Full')).status).toBe('completed');
    await scene.expectSound();
    await scene.expectBaseRestores('after');
  });

  test('under the target of a restore', async () => {
    await onDisks({ restores: 16 });
    const where = join(scene.dataDir, 'restores/short');
    const run = await scene.app.waitForEnd(await scene.app.restore([scene.base], [scene.source], where));
    expect(run.status).toBe('error');
    expect(await scene.app.log(run.jobId)).toMatch(/no space|No space left on device/i);
    scene.expectNoHalfFiles(scene.seen(where));
    const names = readdirSync(scene.seen(where), { recursive: true, encoding: 'utf8' });
    expect(names.filter((name) => name.includes('.backup-console.'))).toEqual([]);
    remount(scene.app.pid, join(scene.dataDir, 'restores'), 'size=100m');
    await scene.expectBaseRestores('short');
    await scene.expectSound();
  });

  test('under PostgreSQL', async () => {
    await onDisks({ postgres: 200 });
    const jobId = await scene.app.order('Full');
    const filler = fill(scene.seen(join(scene.dataDir, 'postgres')));
    const refused = await until(async () => {
      const answer = await scene.app.call<{ code?: string }>('POST', '/operations/jobs/run', { job: 'Churn' });
      return answer.status === 202 ? null : answer;
    });
    expect(refused).toMatchObject({
      status: 503,
      body: { code: expect.stringMatching(/^(database_unavailable|director_unreachable)$/) },
    });
    const catalog = await scene.catalog();
    await untilPanic(catalog);
    await until(async () => (await scene.app.call('GET', '/operations/jobs/recent')).status === 503);

    rmSync(filler);
    expect((await scene.app.waitForEnd(jobId)).status).toMatch(/error|completed/);
    await scene.expectSound();
    await scene.expectServing();
    expect((await scene.app.run('Full')).status).toBe('completed');
    await scene.expectBaseRestores('after');
  });
});
