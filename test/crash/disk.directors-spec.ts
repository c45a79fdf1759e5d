// Takes over a minute. Fills disks and waits until a console has noticed, gone on and recovered.
import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Client } from 'pg';
import { CrashFixture, seeded } from '../harness/fixtures/crash-fixture.js';
import { onTinyDisks, remount, triesTinyDisks } from '../harness/fixtures/tiny-disks.js';
import { until } from '../harness/fixtures/until.js';

const inTinyDisks = triesTinyDisks() ? describe : describe.skip;
let fixture: CrashFixture;

async function onDisks(mebibytes: Readonly<Record<string, number>>): Promise<void> {
  const inData = Object.entries(mebibytes).map(([name, size]): [string, number] => [join(fixture.dataDir, name), size]);
  for (const [folder] of inData) mkdirSync(folder, { recursive: true, mode: 0o700 });
  fixture.options = { wrap: onTinyDisks(Object.fromEntries(inData)) };
  await fixture.prepare();
}

beforeEach(() => {
  fixture = new CrashFixture(seeded(5));
});
afterEach(() => fixture.remove());

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
    const full = await fixture.app.run('Full');
    expect(full.status).toBe('error');
    expect(await fixture.app.log(full.jobId)).toContain('No space left on device');
    await fixture.expectSound();
    await fixture.expectBaseRestores('while-full');

    remount(fixture.app.pid, fixture.volumes, 'ro,size=200m');
    const readOnly = await fixture.app.run('Full');
    expect(readOnly.status).toBe('error');
    expect(await fixture.app.log(readOnly.jobId)).toContain('Read-only file system');
    await fixture.expectBaseRestores('while-read-only');

    remount(fixture.app.pid, fixture.volumes, 'rw,size=200m');
    expect((await fixture.app.run('Full')).status).toBe('completed');
    await fixture.expectSound();
    await fixture.expectBaseRestores('after');
  });

  test('under the target of a restore', async () => {
    await onDisks({ restores: 16 });
    const where = join(fixture.dataDir, 'restores/short');
    const run = await fixture.app.waitForEnd(await fixture.app.restore([fixture.base], [fixture.source], where));
    expect(run.status).toBe('error');
    expect(await fixture.app.log(run.jobId)).toMatch(/no space|No space left on device/i);
    fixture.expectNoHalfFiles(fixture.seen(where));
    const names = readdirSync(fixture.seen(where), { recursive: true, encoding: 'utf8' });
    expect(names.filter((name) => name.includes('.backup-console.'))).toEqual([]);
    remount(fixture.app.pid, join(fixture.dataDir, 'restores'), 'size=100m');
    await fixture.expectBaseRestores('short');
    await fixture.expectSound();
  });

  test('under PostgreSQL', async () => {
    await onDisks({ postgres: 200 });
    const jobId = await fixture.app.order('Full');
    const filler = fill(fixture.seen(join(fixture.dataDir, 'postgres')));
    const refused = await until(async () => {
      const answer = await fixture.app.call<{ code?: string }>('POST', '/operations/jobs/run', { job: 'Churn' });
      return answer.status === 202 ? null : answer;
    });
    expect(refused).toMatchObject({
      status: 503,
      body: { code: expect.stringMatching(/^(database_unavailable|director_unreachable)$/) },
    });
    const catalog = await fixture.catalog();
    await untilPanic(catalog);
    await until(async () => (await fixture.app.call('GET', '/operations/jobs/recent')).status === 503);

    rmSync(filler);
    expect((await fixture.app.waitForEnd(jobId)).status).toMatch(/error|completed/);
    await fixture.expectSound();
    await fixture.expectServing();
    expect((await fixture.app.run('Full')).status).toBe('completed');
    await fixture.expectBaseRestores('after');
  });
});
