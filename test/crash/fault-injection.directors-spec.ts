// Takes half a minute. Kills the processes of a whole console and waits for each recovery.
import { mkdirSync, mkdtempSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { postmasterOf } from '../harness/fixtures/console-process.js';
import { CrashFixture, seeded } from '../harness/fixtures/crash-fixture.js';
import { until } from '../harness/fixtures/until.js';

const fixture = new CrashFixture(seeded(7));

beforeAll(() => fixture.prepare());
afterAll(() => fixture.remove());

/** Until a run is at work and has read or written so much, or has ended. */
async function untilBytes(jobId: number, bytes: number): Promise<void> {
  await until(async () => {
    const path = `/operations/runs/${jobId}`;
    const { body } = await fixture.app.call<{ status: string; progress?: { bytes: number } }>('GET', path);
    return (body.progress?.bytes ?? 0) > bytes || !['queued', 'waiting', 'running'].includes(body.status);
  });
}

describe('SIGTERM', () => {
  test('under a backup and a waiting run ends the console by itself, and both have failed with the reason', async () => {
    const running = await fixture.app.order('Full');
    const waiting = await fixture.app.order('Incremental');
    await untilBytes(running, 2 ** 20);
    await fixture.app.stop();
    // Anything else would mean that its patience was over before its work.
    expect(fixture.app.child.exitCode).toBe(0);
    await fixture.start();
    for (const jobId of [running, waiting]) {
      expect((await fixture.app.waitForEnd(jobId)).status).toBe('error');
      expect(await fixture.app.log(jobId)).toContain('The console was stopped');
    }
    await fixture.expectSound();
  });

  test('under a restore ends the console by itself and leaves neither half files nor temporaries', async () => {
    // On a busy machine a restore may have ended before the signal came: the next one is caught.
    await until(async () => {
      mkdirSync(join(fixture.dataDir, 'restores'), { recursive: true });
      const where = mkdtempSync(join(fixture.dataDir, 'restores/stopped-'));
      const jobId = await fixture.app.restore([fixture.base], [fixture.source], where);
      await untilBytes(jobId, 2 ** 20);
      await fixture.app.stop();
      expect(fixture.app.child.exitCode).toBe(0);
      fixture.expectNoHalfFiles(where);
      const names = readdirSync(where, { recursive: true, encoding: 'utf8' });
      expect(names.filter((name) => name.includes('.backup-console.'))).toEqual([]);
      await fixture.start();
      return (await fixture.app.waitForEnd(jobId)).status === 'error';
    });
    await fixture.expectBaseRestores('stopped');
    await fixture.expectSound();
  });
});

describe('what breaks under a running console heals without a restart', () => {
  test('a volume folder that is gone fails the run with the reason, and serves again when it is back', async () => {
    renameSync(fixture.volumes, `${fixture.volumes}.away`);
    const run = await fixture.app.run('Full');
    expect(run.status).toBe('error');
    expect(await fixture.app.log(run.jobId)).toContain('cannot be written to');
    renameSync(`${fixture.volumes}.away`, fixture.volumes);
    expect((await fixture.app.run('Full')).status).toBe('completed');
    await fixture.expectSound();
    await fixture.expectBaseRestores('after-folder');
  });

  test('a PostgreSQL that is killed under a backup is started again, and the run ends in a clear state', async () => {
    const jobId = await fixture.app.order('Full');
    await untilBytes(jobId, 2 ** 20);
    process.kill(postmasterOf(fixture.dataDir).pid, 'SIGKILL');
    expect((await fixture.app.waitForEnd(jobId)).status).toBe('error');
    const next = await until(() => fixture.app.order('Full').catch(() => null));
    expect((await fixture.app.waitForEnd(next)).status).toBe('completed');
    await fixture.expectSound();
    await fixture.expectBaseRestores('after-postgres');
  });

  test('a PostgreSQL that is killed under a restore leaves a clear end and no half file, and the next restore takes over', async () => {
    const where = join(fixture.dataDir, 'restores/cut');
    const jobId = await fixture.app.restore([fixture.base], [fixture.source], where);
    await untilBytes(jobId, 2 ** 20);
    process.kill(postmasterOf(fixture.dataDir).pid, 'SIGKILL');
    const { status } = await fixture.app.waitForEnd(jobId);
    expect(['error', 'completed']).toContain(status);
    fixture.expectNoHalfFiles(where);
    await fixture.expectSound();
    await fixture.expectServing();
    await fixture.expectBaseRestores('cut');
  });

  test('a commit that PostgreSQL made but could not answer any more costs the run, and nothing of the volume', async () => {
    const catalog = await fixture.catalog();
    const waitForNobody = async (wait: boolean): Promise<void> => {
      const change = wait ? "SET synchronous_standby_names = 'nobody'" : 'RESET synchronous_standby_names';
      await catalog.query(`ALTER SYSTEM ${change}`);
      await catalog.query('SELECT pg_reload_conf()');
    };
    const jobId = await fixture.app.order('Full');
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
    expect((await fixture.app.waitForEnd(jobId)).status).toBe('error');
    await fixture.expectSound();
    await fixture.expectBaseRestores('after-lost-answer');
  });
});
