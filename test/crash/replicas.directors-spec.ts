// Takes about a minute. A dead console is followed by the other one after a minute at most.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { runToEnd } from '../harness/lab/lab-runs.js';
import { describeWithLab } from '../harness/lab/lab-suites.js';
import { ReplicaInvariants } from '../harness/model/replica-invariants.js';
import { director, ReplicaFixture } from '../harness/fixtures/replica-fixture.js';
import { until } from '../harness/fixtures/until.js';

/** Beyond the minute in which a dead one is followed, for a machine that does much else. */
const takeOverMs = 100_000;
const whole = { status: 200, body: { ok: true, findings: [] } };

await describeWithLab('two consoles on one database before a real Director', ['15'], () => {
  const fixture = new ReplicaFixture();
  const ledger = new ReplicaInvariants(fixture);

  beforeAll(() => fixture.prepare());
  afterAll(() => fixture.remove());

  const silenceOf = async (client: string): Promise<readonly string[]> => {
    const text = `SELECT type FROM event WHERE subject = $1 ORDER BY recorded_at, once_key`;
    return (await fixture.rows<{ type: string }>(text, [`client:${director}:${client}`])).map(({ type }) => type);
  };
  const expectSound = async (): Promise<void> => {
    await fixture.settle(takeOverMs);
    expect(await ledger.flaws()).toEqual([]);
    for (const console of [fixture.first, fixture.second]) expect(await fixture.verify(console)).toMatchObject(whole);
  };
  const jobsAnswered = (more: number): Promise<true> => {
    const enough = fixture.answered.jobIds.size + more;
    return until(() => fixture.answered.jobIds.size >= enough, takeOverMs);
  };

  test('both at work: each end and each token is told once, each delivery sent once, each record sealed once', async () => {
    fixture.resume();
    await jobsAnswered(24);
    await fixture.pause();
    await expectSound();
    expect(ledger.gotTwice()).toEqual([]);
  });

  test('a silence that both find at the same moment is told once, and so is its end', async () => {
    await fixture.seenDaysAgo('beta-fd', 2, true);
    await fixture.changeClientAtBoth('beta-fd', { warnSeconds: 60, critSeconds: 86_400 * 30 });
    const expected = ['client.silence.warn'];
    for (let round = 0; round < 4; round += 1) {
      const pausedUntil = new Date(Date.now() + 3_600_000).toISOString();
      await fixture.changeClientAtBoth('beta-fd', { pausedUntil });
      await fixture.changeClientAtBoth('beta-fd', { pausedUntil: null });
      expected.push('client.silence.ok', 'client.silence.warn');
    }
    expect(await silenceOf('beta-fd')).toEqual(expected);
    await runToEnd(fixture.lab, 'run job=BackupBeta level=Full yes');
    expected.push('client.silence.ok');
    await until(async () => (await silenceOf('beta-fd')).length >= expected.length, takeOverMs);
    await fixture.settle(takeOverMs);
    expect(await silenceOf('beta-fd')).toEqual(expected);
  });

  test('one is killed at work: the other one reads, tells, seals, watches and delivers within a minute, nothing is lost', async () => {
    fixture.hold();
    fixture.resume();
    const leased = 'SELECT id FROM delivery WHERE lease_owner = $1 AND channel_name = $2';
    await until(async () => (await fixture.rows(leased, [fixture.firstId, 'held'])).length > 0, takeOverMs);
    await fixture.seenDaysAgo('gone-fd', 4, false);
    await fixture.first.kill();
    const [{ now: killedAt } = {}] = await fixture.rows<{ now: Date }>('SELECT now()');
    expect((await fixture.rows(leased, [fixture.firstId, 'held'])).length).toBeGreaterThan(0);
    fixture.release();
    await jobsAnswered(6);
    await fixture.pause();
    await fixture.settle(takeOverMs);
    const looked = 'SELECT 1 FROM silence_evaluation_run WHERE director = $1 AND evaluated_at > $2';
    await until(async () => (await fixture.rows(looked, [director, killedAt])).length > 0, takeOverMs);
    await fixture.settle(takeOverMs);
    expect(await silenceOf('gone-fd')).toEqual(['client.silence.crit']);
    expect(await ledger.flaws()).toEqual([]);
    expect(await fixture.verify(fixture.second)).toMatchObject(whole);
  });

  test('the killed one comes back, and both go on', async () => {
    await fixture.restartFirst();
    fixture.resume();
    await jobsAnswered(12);
    await fixture.pause();
    await expectSound();
  });
});
