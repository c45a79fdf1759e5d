import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connectBehind } from '../support/console-process.js';
import { CrashScene, seeded } from '../support/crash-scene.js';
import { until } from '../support/until.js';

const rounds = Number(process.env['ROUNDS'] ?? 5);
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const scene = new CrashScene(seeded(seed));

beforeAll(async () => {
  process.stderr.write(`Crash rounds: ROUNDS=${rounds} SEED=${seed}\n`);
  await scene.prepare();
}, 60_000);
afterAll(() => scene.remove(), 30_000);

/** A backup of something new, or a restore of the first Full, killed at a random moment of its way. */
async function killedRound(round: number): Promise<void> {
  const where = join(scene.dataDir, 'restores', `killed-${round}`);
  if (round % 2 === 0) {
    scene.write(`large/file-of-round-${round % 8}`, 3 * 2 ** 20);
    await scene.app.order(scene.random() < 0.5 ? 'Full' : 'Incremental');
  } else await scene.app.restore([scene.base], [scene.source], where);
  await delay(scene.random() * 900);
  await scene.app.kill();
  scene.expectNoHalfFiles(where);
  await scene.start();
  await scene.expectSound();
}

describe('kill -9 of a whole console', () => {
  test(
    'at random moments leaves no stuck run, sound volumes, no half file, and every earlier chain',
    async () => {
      for (let round = 0; round < rounds; round += 1) {
        await killedRound(round);
        if (round % 10 === 9) await scene.expectBaseRestores(`after-${round}`);
      }
      await scene.expectBaseRestores('after-all');
      expect((await scene.app.run('Full')).status).toBe('completed');
      await scene.expectSound();
    },
    60_000 + rounds * 20_000,
  );

  test('between the start of a run and our answer lets the retried Idempotency-Key find that run', async () => {
    const own = await connectBehind(scene.dataDir, 'console');
    const catalog = await connectBehind(scene.dataDir, 'embedded_catalog');
    const counted = async (): Promise<number> => {
      const { rows } = await catalog.query<{ runs: number }>(
        "SELECT count(*)::int AS runs FROM job WHERE name = 'Source'",
      );
      return rows[0]!.runs;
    };
    const before = await counted();
    // Whoever notes the outcome of an order falls asleep: the run has begun, and its answer never leaves.
    await own.query(
      `CREATE FUNCTION stall() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(60); RETURN NEW; END'`,
    );
    await own.query('CREATE TRIGGER stall BEFORE UPDATE ON run_order FOR EACH ROW EXECUTE FUNCTION stall()');
    const order = { job: 'Source', level: 'Full' };
    const key = { 'idempotency-key': `lost-answer-${seed}` };
    const answer = scene.app.call('POST', '/operations/jobs/run', order, key).catch(() => null);
    await until(async () => ((await counted()) > before ? true : null));
    await scene.app.kill();
    expect(await answer).toBeNull();
    await own.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()'); // prettier-ignore
    await own.query('DROP TRIGGER stall ON run_order; DROP FUNCTION stall()');
    // As if the caller retried later: while the lost request could still be under way, it is told to come again.
    await own.query("UPDATE run_order SET created_at = created_at - interval '5 minutes' WHERE state = 'asked'");
    const begun = await catalog.query<{ jobid: number }>('SELECT max(jobid) AS jobid FROM job');
    await Promise.all([own.end(), catalog.end()]);

    await scene.start();
    const retried = await until(async () => {
      const seen = await scene.app.call<{ jobId: number }>('POST', '/operations/jobs/run', order, key);
      return seen.status === 409 ? null : seen;
    }, 60_000);
    expect(retried).toMatchObject({ status: 202, body: { jobId: begun.rows[0]!.jobid } });
    const after = await connectBehind(scene.dataDir, 'embedded_catalog');
    const { rows } = await after.query("SELECT jobid FROM job WHERE name = 'Source'");
    await after.end();
    expect(rows).toHaveLength(before + 1);
  }, 120_000);
});
