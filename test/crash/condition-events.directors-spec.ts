/*
 * Takes about a minute, with FULL=1 about ten. Each event of docs/integrate/events.md, "Beginnings and ends", from a real cause, over a real console that is
 * killed while it begins and while it ends. Hours and minutes pass by the rows that they are counted from.
 *
 * | Event               | Embedded Director                             | Bacula 15                                                       |
 * | ------------------- | --------------------------------------------- | --------------------------------------------------------------- |
 * | job.overdue.*       | last good backup 50 hours ago; a backup       | the same                                                        |
 * | job.missed          | a start of the plan two hours ago; a backup   | the same                                                        |
 * | run.waiting         | cannot in the time of a test, see below       | a pool without a volume to write to; the run is canceled        |
 * | director.*          | it is part of the console: never unreachable  | its process is killed; it is started again                      |
 * | storage.error       | its disk is unmounted; it is mounted          | a volume in error, a killed storage daemon; both are put right  |
 * | storage.filling     | a small disk is filled (root only); emptied   | a pool that may have no more volumes; it may have more          |
 * | channel.*           | of the console: a receiver refuses; it takes again                                                              |
 * | auth.failures       | of the console: wrong passwords again and again; an hour without                                                |
 *
 * A run of the embedded Director waits for an operator after five minutes without progress, and its event comes five minutes later: both are measured by the
 * clock of its process. test/api/added-events.api-spec.ts, "a run that waits for a medium, also where it ends instead of going on", has the event,
 * test/embedded/abandoned.directors-spec.ts what such a run says it waits for.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { type Lab } from '../harness/lab/lab.js';
import { queue, runToEnd } from '../harness/lab/lab-runs.js';
import { describeWithLab } from '../harness/lab/lab-suites.js';
import { startLab } from '../harness/lab/start-lab.js';
import { ConditionConsole, type ExpectedChange, labName, type Phase } from '../harness/fixtures/condition-console.js';
import { seeded } from '../harness/fixtures/crash-fixture.js';
import { testOptions } from '../harness/fixtures/test-options.js';

const rounds = testOptions.roundsOr(testOptions.isFull ? 10 : 1);
const { seed } = testOptions;
const random = seeded(seed);
const pool = 'FullPool';

/** An incident, from its key and the types of the events that begin and end it; null: its end is no event. */
type Incident = readonly [key: string, begins: string, ends: string | null];

function begins(incidents: readonly Incident[]): ExpectedChange[] {
  return incidents.map(([key, type]) => ({ key, type, action: 'trigger' }));
}

function ends(incidents: readonly Incident[]): ExpectedChange[] {
  return incidents.map(([key, , type]) => ({ key, type, action: 'resolve' }));
}

await describeWithLab('events of conditions', ['15'], () => {
  let lab: Lab;
  let fixture: ConditionConsole;

  beforeAll(async () => {
    process.stderr.write(`Condition event rounds: ROUNDS=${rounds} SEED=${seed}\n`);
    lab = await startLab({ version: '15' });
    fixture = new ConditionConsole(lab, random);
    await fixture.prepare();
  });
  afterAll(async () => {
    await fixture.remove();
    await lab.stop();
  });

  async function inCatalog<T extends object>(sql: string): Promise<T> {
    const client = new Client({ connectionString: lab.catalogUrl });
    await client.connect();
    try {
      const { rows } = await client.query<T>(sql);
      return rows[0]!;
    } finally {
      await client.end();
    }
  }

  /** So far back that `warn` has passed and `crit` has not. */
  async function makeOverdue(director: string, job: string): Promise<void> {
    const back = `UPDATE job_outcome SET good_at = now() - interval '50 hours' WHERE director = $1 AND job = $2`;
    await fixture.rows(back, [director, job]);
  }

  /** The next planned start was two hours ago. The same statement changes nothing more. */
  async function makeMissed(director: string, job: string, at: Date): Promise<void> {
    await fixture.rows(
      `UPDATE planned_start p SET at = $3 WHERE director = $1 AND job = $2
         AND at = (SELECT min(at) FROM planned_start WHERE director = $1 AND job = $2 AND at > now())
         AND NOT EXISTS (SELECT FROM planned_start WHERE director = $1 AND job = $2 AND at = $3)`,
      [director, job, at],
    );
  }

  async function tryPasswords(): Promise<void> {
    const begun = fixture.messages().filter(({ type }) => type === 'auth.failures');
    if (begun.length === 2) return;
    const body = JSON.stringify({ username: 'admin', password: 'a wrong password' });
    const headers = { 'content-type': 'application/json' };
    for (let number = 0; number < 20; number += 1) {
      await fetch(`${fixture.app.url}/api/v1/auth/login`, { method: 'POST', headers, body });
    }
  }

  /** Everything that can happen at the same time. */
  function manyThings(number: number): readonly [Incident[], Phase, Phase] {
    // Later in each round: a start that was missed in one is no news in the next.
    const plannedAt = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 2 * 3_600_000 + number * 60_000);
    let jobId = 0;
    let waiting = '';
    let volume = '';
    const incidents: Incident[] = [
      ['storage:embedded:Away', 'storage.error', 'storage.ok'],
      ...(fixture.hasTinyDisk ? [['filling:embedded:Small', 'storage.filling', 'storage.ok'] as const] : []),
      ['overdue:embedded:Protected:local', 'job.overdue.warn', 'job.overdue.ok'],
      ['job:embedded:Protected', 'job.missed', 'job.completed.ok'],
      [`storage:${labName}:File1`, 'storage.error', 'storage.ok'],
      [`filling:${labName}:${pool}`, 'storage.filling', 'storage.ok'],
      [`overdue:${labName}:BackupAlpha:alpha-fd`, 'job.overdue.warn', 'job.overdue.ok'],
      [`job:${labName}:BackupAlpha`, 'job.missed', 'job.completed.ok'],
      [`channel:${fixture.lostChannel}`, 'channel.failing', 'channel.recovered'],
      ['auth:admin', 'auth.failures', null],
      ['auth:127.0.0.1', 'auth.failures', null],
    ];
    const begin = async (): Promise<void> => {
      const found = await inCatalog<{ volumename: string }>(
        `SELECT volumename FROM media JOIN pool USING (poolid) WHERE pool.name = '${pool}' ORDER BY mediaid DESC LIMIT 1`,
      );
      volume = found.volumename;
      await lab.changeCatalog(
        `UPDATE media SET volstatus = 'Used' FROM pool WHERE pool.poolid = media.poolid AND pool.name = '${pool}' AND volumename <> '${volume}';
         UPDATE pool SET labelformat = '*', maxvols = (SELECT count(*) FROM media WHERE media.poolid = pool.poolid) WHERE name = '${pool}'`,
      );
      fixture.shortenVolume(volume);
      jobId = await queue(lab, 'run job=BackupBeta level=Full yes');
      waiting = (await inCatalog<{ job: string }>(`SELECT job FROM job WHERE jobid = ${jobId}`)).job;
      incidents.push([`run:${labName}:${waiting}`, 'run.waiting', 'run.resumed']);
      fixture.lost.answerWith({ status: 503 });
      fixture.unmountAway();
      if (fixture.hasTinyDisk) fixture.fillSmall();
      for (const [director, job] of [
        ['embedded', 'Protected'],
        [labName, 'BackupAlpha'],
      ] as const) {
        await makeOverdue(director, job);
        await makeMissed(director, job, plannedAt);
      }
    };
    const goodRun = fixture.goodRuns('Protected');
    const end = async (): Promise<void> => {
      await lab.changeCatalog(`UPDATE pool SET labelformat = 'Full-', maxvols = 100 WHERE name = '${pool}'`);
      await lab.bconsole([`update volume=${volume} volstatus=Used`, `cancel jobid=${jobId} yes`]);
      fixture.lost.answerWith({ status: 204 });
      fixture.mountAway();
      if (fixture.hasTinyDisk) fixture.emptySmall();
      expect((await runToEnd(lab, 'run job=BackupAlpha level=Full yes')).status).toBe('T');
    };
    const hourPasses = async (): Promise<void> => {
      await fixture.rows(
        `UPDATE condition_state SET checked_at = now() - interval '61 minutes' WHERE kind = 'log_ins'`,
      );
    };
    return [
      incidents,
      { cause: begin, again: tryPasswords, expected: () => begins(incidents) },
      {
        cause: end,
        again: async () => {
          await hourPasses();
          await goodRun();
        },
        expected: () => ends(incidents),
      },
    ];
  }

  /** First the storage daemon dies, then the Director, of whose storages and runs nothing is known from then on. */
  function daemonsDie(): readonly [Incident[], Phase, Phase] {
    const director: Incident = [`director:${labName}`, 'director.unreachable', 'director.recovered'];
    const storages = ['File1', 'File2'].map((name): Incident => [
      `storage:${labName}:${name}`,
      'storage.error',
      'storage.ok',
    ]);
    const haveBegun = (): boolean =>
      storages.every(([key]) => fixture.messages().some((message) => message.key === key));
    const incidents = [...storages, director];
    return [
      incidents,
      {
        cause: () => lab.killStorage(),
        again: async () => {
          if (haveBegun()) await lab.killDirector();
        },
        expected: () => begins(incidents),
      },
      {
        cause: async () => {
          await lab.startStorage();
          await lab.startDirector();
        },
        again: () => Promise.resolve(),
        expected: () => ends(incidents),
      },
    ];
  }

  /** One message of each beginning and of each end, and no other but of ends of runs. */
  function expectOnce(incidents: readonly Incident[]): void {
    const isOfKey = new Set(incidents.map(([key]) => key));
    const messages = fixture.messages();
    const found = incidents.map(([key]) => {
      const types = messages.filter((message) => message.key === key).map(({ type }) => type);
      // A kill ends a run of the embedded Director, too.
      return [key, types.filter((type) => type !== 'job.completed.error'), fixture.incident(key)];
    });
    const wanted = incidents.map(([key, begin, end]) => {
      return [key, end === null ? [begin] : [begin, end], ['trigger', 'resolve']];
    });
    expect(found).toEqual(wanted);
    const others = messages.filter(({ type, key }) => !isOfKey.has(key) && !type.startsWith('job.completed.'));
    expect(others).toEqual([]);
  }

  async function round([incidents, begin, end]: readonly [Incident[], Phase, Phase]): Promise<void> {
    await fixture.forgetMessages();
    // With one round one of the two phases is struck.
    const struck = rounds > 1 ? ['begin', 'end'] : [random() < 0.5 ? 'begin' : 'end'];
    await fixture.pass(begin, struck.includes('begin'));
    await fixture.pass(end, struck.includes('end'));
    expectOnce(incidents);
  }

  test(
    `kill -9 at random moments: each begins and ends once, at a webhook and at a service that keeps incidents (SEED=${seed})`,
    async () => {
      for (let number = 0; number < rounds; number += 1) {
        const where = (cause: unknown): never => {
          throw new Error(`Round ${number} of SEED=${seed}: ${String(cause)}`, { cause });
        };
        await round(manyThings(number)).catch(where);
        await round(daemonsDie()).catch(where);
      }
      process.stderr.write(`  ${fixture.deaths} kills\n`);
    },
    120_000 + rounds * 180_000,
  );
});
