import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { postmasterOf } from '../support/console-process.js';
import { CrashScene, seeded } from '../support/crash-scene.js';
import { until } from '../support/until.js';

const scene = new CrashScene(seeded(7));

beforeAll(() => scene.prepare());
afterAll(() => scene.remove());

async function untilBytes(jobId: number, bytes: number): Promise<void> {
  await until(async () => {
    const { body } = await scene.app.call<{ progress?: { bytes: number } }>('GET', `/operations/runs/${jobId}`);
    return (body.progress?.bytes ?? 0) > bytes;
  });
}

describe('SIGTERM', () => {
  test('under a backup and a waiting run ends the console by itself, and both have failed with the reason', async () => {
    const running = await scene.app.order('Full');
    const waiting = await scene.app.order('Incremental');
    await untilBytes(running, 2 ** 20);
    await scene.app.stop();
    // Anything else would mean that its patience was over before its work.
    expect(scene.app.child.exitCode).toBe(0);
    await scene.start();
    for (const jobId of [running, waiting]) {
      expect((await scene.app.waitForEnd(jobId)).status).toBe('error');
      expect(await scene.app.log(jobId)).toContain('The console was stopped');
    }
    await scene.expectSound();
  });

  test('under a restore ends the console by itself and leaves neither half files nor temporaries', async () => {
    const where = join(scene.dataDir, 'restores/stopped');
    const jobId = await scene.app.restore([scene.base], [scene.source], where);
    await untilBytes(jobId, 2 ** 20);
    await scene.app.stop();
    expect(scene.app.child.exitCode).toBe(0);
    scene.expectNoHalfFiles(where);
    const names = readdirSync(where, { recursive: true, encoding: 'utf8' });
    expect(names.filter((name) => name.includes('.backup-console.'))).toEqual([]);
    await scene.start();
    expect((await scene.app.waitForEnd(jobId)).status).toBe('error');
    await scene.expectBaseRestores('stopped');
    await scene.expectSound();
  });
});

describe('what breaks under a running console heals without a restart', () => {
  test('a volume folder that is gone fails the run with the reason, and serves again when it is back', async () => {
    renameSync(scene.volumes, `${scene.volumes}.away`);
    const run = await scene.app.run('Full');
    expect(run.status).toBe('error');
    expect(await scene.app.log(run.jobId)).toContain('cannot be written to');
    renameSync(`${scene.volumes}.away`, scene.volumes);
    expect((await scene.app.run('Full')).status).toBe('completed');
    await scene.expectSound();
    await scene.expectBaseRestores('after-folder');
  });

  test('a PostgreSQL that is killed under a backup is started again, and the run ends in a clear state', async () => {
    const jobId = await scene.app.order('Full');
    await untilBytes(jobId, 2 ** 20);
    process.kill(postmasterOf(scene.dataDir).pid, 'SIGKILL');
    expect((await scene.app.waitForEnd(jobId)).status).toBe('error');
    const next = await until(() => scene.app.order('Full').catch(() => null));
    expect((await scene.app.waitForEnd(next)).status).toBe('completed');
    await scene.expectSound();
    await scene.expectBaseRestores('after-postgres');
  });

  test('a PostgreSQL that is killed under a restore leaves a clear end and no half file, and the next restore takes over', async () => {
    const where = join(scene.dataDir, 'restores/cut');
    const jobId = await scene.app.restore([scene.base], [scene.source], where);
    await untilBytes(jobId, 2 ** 20);
    process.kill(postmasterOf(scene.dataDir).pid, 'SIGKILL');
    const { status } = await scene.app.waitForEnd(jobId);
    expect(['error', 'completed']).toContain(status);
    scene.expectNoHalfFiles(where);
    await scene.expectSound();
    await scene.expectServing();
    await scene.expectBaseRestores('cut');
  });

  test('a commit that PostgreSQL made but could not answer any more costs the run, and nothing of the volume', async () => {
    const catalog = await scene.catalog();
    const waitForNobody = async (wait: boolean): Promise<void> => {
      const change = wait ? "SET synchronous_standby_names = 'nobody'" : 'RESET synchronous_standby_names';
      await catalog.query(`ALTER SYSTEM ${change}`);
      await catalog.query('SELECT pg_reload_conf()');
    };
    const jobId = await scene.app.order('Full');
    await untilBytes(jobId, 2 ** 20);
    // Commits are made, and then wait for a second server that never comes.
    await waitForNobody(true);
    const stuck = await until(async () => {
      const { rows } = await catalog.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND application_name LIKE 'backup %'`,
      );
      return rows[0]?.pid ?? null;
    });
    await catalog.query('SELECT pg_terminate_backend($1)', [stuck]);
    await waitForNobody(false);
    await catalog.end();
    expect((await scene.app.waitForEnd(jobId)).status).toBe('error');
    await scene.expectSound();
    await scene.expectBaseRestores('after-lost-answer');
  });
});
