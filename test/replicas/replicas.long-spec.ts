import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { runToEnd } from '../lab/lab-runs.js';
import { describeWithLab } from '../lab/lab-suites.js';
import { ReplicaLedger } from '../support/replica-ledger.js';
import { director, ReplicaScene } from '../support/replica-scene.js';
import { until } from '../support/until.js';

/** Beyond the minute in which a dead one is followed, for a machine that does much else. */
const takeOverMs = 100_000;
const whole = { status: 200, body: { ok: true, findings: [] } };

await describeWithLab('two consoles on one database before a real Director', ['15'], () => {
  const scene = new ReplicaScene();
  const ledger = new ReplicaLedger(scene);

  beforeAll(() => scene.prepare());
  afterAll(() => scene.remove());

  const silenceOf = async (client: string): Promise<readonly string[]> => {
    const text = `SELECT type FROM event WHERE subject = $1 ORDER BY recorded_at, once_key`;
    return (await scene.rows<{ type: string }>(text, [`client:${director}:${client}`])).map(({ type }) => type);
  };
  const expectSound = async (): Promise<void> => {
    await scene.settle(takeOverMs);
    expect(await ledger.flaws()).toEqual([]);
    for (const console of [scene.first, scene.second]) expect(await scene.verify(console)).toMatchObject(whole);
  };
  const jobsAnswered = (more: number): Promise<true> => {
    const enough = scene.answered.jobIds.size + more;
    return until(() => scene.answered.jobIds.size >= enough, takeOverMs);
  };

  test('both at work: each end and each token is told once, each delivery sent once, each record sealed once', async () => {
    scene.resume();
    await jobsAnswered(24);
    await scene.pause();
    await expectSound();
    expect(ledger.gotTwice()).toEqual([]);
  });

  test('a silence that both find at the same moment is told once, and so is its end', async () => {
    await scene.seenDaysAgo('beta-fd', 2, true);
    await scene.changeClientAtBoth('beta-fd', { warnSeconds: 60, critSeconds: 86_400 * 30 });
    const expected = ['client.silence.warn'];
    for (let round = 0; round < 4; round += 1) {
      const pausedUntil = new Date(Date.now() + 3_600_000).toISOString();
      await scene.changeClientAtBoth('beta-fd', { pausedUntil });
      await scene.changeClientAtBoth('beta-fd', { pausedUntil: null });
      expected.push('client.silence.ok', 'client.silence.warn');
    }
    expect(await silenceOf('beta-fd')).toEqual(expected);
    await runToEnd(scene.lab, 'run job=BackupBeta level=Full yes');
    expected.push('client.silence.ok');
    await until(async () => (await silenceOf('beta-fd')).length >= expected.length, takeOverMs);
    await scene.settle(takeOverMs);
    expect(await silenceOf('beta-fd')).toEqual(expected);
  });

  test('one is killed at work: the other one reads, tells, seals, watches and delivers within a minute, nothing is lost', async () => {
    scene.hold();
    scene.resume();
    const leased = 'SELECT id FROM delivery WHERE lease_owner = $1 AND channel_name = $2';
    await until(async () => (await scene.rows(leased, [scene.firstId, 'held'])).length > 0, takeOverMs);
    await scene.seenDaysAgo('gone-fd', 4, false);
    await scene.first.kill();
    const [{ now: killedAt } = {}] = await scene.rows<{ now: Date }>('SELECT now()');
    expect((await scene.rows(leased, [scene.firstId, 'held'])).length).toBeGreaterThan(0);
    scene.release();
    await jobsAnswered(6);
    await scene.pause();
    await scene.settle(takeOverMs);
    const looked = 'SELECT 1 FROM silence_round WHERE director = $1 AND evaluated_at > $2';
    await until(async () => (await scene.rows(looked, [director, killedAt])).length > 0, takeOverMs);
    await scene.settle(takeOverMs);
    expect(await silenceOf('gone-fd')).toEqual(['client.silence.crit']);
    expect(await ledger.flaws()).toEqual([]);
    expect(await scene.verify(scene.second)).toMatchObject(whole);
  });

  test('the killed one comes back, and both go on', async () => {
    await scene.restartFirst();
    scene.resume();
    await jobsAnswered(12);
    await scene.pause();
    await expectSound();
  });
});
