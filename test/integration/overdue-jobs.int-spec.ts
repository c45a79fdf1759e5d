import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { copyDatabase } from '../harness/fixtures/database.js';
import { makeJob } from '../harness/builders/domain-records.js';
import { until } from '../harness/fixtures/until.js';
import { SilenceFixture, type ToldEvent } from '../harness/fixtures/silence-fixture.js';

let url: string;
let fixture: SilenceFixture;

/** Client laptop has two jobs, `Home` and `Mail`, each with a fileset of its name; the plan is not known. */
beforeEach(async () => {
  url = await copyDatabase('template_console');
  fixture = await SilenceFixture.open(url);
  fixture.director.jobs.push(job('Home'), job('Mail'));
  await fixture.database.query('UPDATE run_sync_state SET filled_from = 0');
});

afterEach(() => fixture.close());

function job(name: string) {
  return makeJob({ name, fileset: name, nextRunAt: null });
}

const run = (name: string, hoursAgo = 0) => fixture.run(hoursAgo, { job: name, fileset: name });

async function later(hours: number): Promise<void> {
  await fixture.readRecord();
  await fixture.later(hours);
}

/** Oldest first. */
function events(from = fixture): Promise<ToldEvent[]> {
  return from.database.query(
    `SELECT type, once_key AS "onceKey", data, summary, links, dedup_key AS "dedupKey", severity, subject
     FROM event WHERE type LIKE 'job.overdue.%' ORDER BY "timestamp", once_key`,
  );
}

async function types(): Promise<string[]> {
  return (await events()).map(
    ({ type, data }) => `${type.replace('job.overdue.', '')} ${String(data['job'])} ${String(data['cause'])}`,
  );
}

test('a job that one good job of its client hides has its events, begin and end, once each', async () => {
  await run('Home');
  await run('Mail');
  await later(0);
  await later(35);
  await run('Home');
  await later(2);
  await later(0);
  expect(await types()).toEqual(['warn Mail time']);
  await run('Home');
  await later(36);
  expect(await types()).toEqual(['warn Mail time', 'crit Mail time']);
  await run('Mail');
  await later(0);
  expect(await types()).toEqual(['warn Mail time', 'crit Mail time', 'ok Mail backup']);
});

test('a backup that read no file and ended with warnings does not end it', async () => {
  await run('Home');
  await run('Mail', 40);
  await later(0);
  await fixture.run(0, { job: 'Mail', fileset: 'Mail', status: 'warning', statusCode: 'W', files: 0, bytes: 0 });
  await later(0);
  expect(await types()).toEqual(['warn Mail time']);
});

test('what subscribers are told names the job, its client and why', async () => {
  await run('Home');
  await run('Mail', 40);
  await later(0);
  expect(await events()).toMatchObject([
    {
      type: 'job.overdue.warn',
      severity: 'warning',
      subject: 'job:one:Mail',
      dedupKey: 'overdue:one:Mail:laptop',
      summary:
        'Job Mail of client laptop on Director one has had no good backup for 40 hours, more than its warning threshold of 36 hours.',
      data: {
        job: 'Mail',
        client: 'laptop',
        fileset: 'Mail',
        director: 'one',
        previousStatus: 'ok',
        lastGoodAt: '2026-11-19T05:00:00.000Z',
        ageSeconds: 144_000,
        thresholdSeconds: 129_600,
        cause: 'time',
        directorReachable: true,
      },
      links: {
        page: 'http://console.example/#/jobs/Mail?director=one',
        job: 'http://console.example/api/v1/operations/jobs?name=Mail&director=one',
      },
    },
  ]);
});

test('a job that was never backed up warns when its first scheduled start has passed, and is critical after its threshold', async () => {
  fixture.director.jobs[1] = { ...job('Mail'), nextRunAt: new Date(fixture.clock.now().getTime() + 3_600_000) };
  await run('Home');
  await later(0);
  expect(await types()).toEqual([]);
  await run('Home');
  await later(1);
  expect(await types()).toEqual(['warn Mail time']);
  await run('Home');
  await later(72);
  expect(await types()).toEqual(['warn Mail time', 'crit Mail time']);
});

test('what the silence of the client says already is not said of its jobs', async () => {
  await run('Home', 40);
  await run('Mail', 40);
  await later(0);
  await later(40);
  expect(await fixture.toldTypes()).toEqual(['client.silence.warn', 'client.silence.crit']);
  expect(await types()).toEqual([]);
  await run('Home');
  await until(async () => (await events()).length > 0);
  expect(await types()).toEqual(['crit Mail time']);
});

test('the only monitored job of a client has no events of its own: its silence has them', async () => {
  fixture.director.jobs[0] = { ...job('Home'), enabled: false };
  await run('Home');
  await run('Mail', 40);
  await later(0);
  expect(await types()).toEqual([]);
});

test('a paused client has no events of its jobs before the pause is over', async () => {
  await run('Home');
  await run('Mail', 40);
  await fixture.set({ pausedUntil: new Date(fixture.clock.now().getTime() + 3_600_000) });
  await later(0);
  expect(await types()).toEqual([]);
  await later(2);
  expect(await types()).toEqual(['warn Mail time']);
});

test('a record of runs that is behind alarms nobody', async () => {
  await run('Home');
  await run('Mail', 30);
  await later(0);
  await fixture.database.query(`UPDATE run_sync_state SET read_at = now() - interval '10 minutes'`);
  await fixture.later(10);
  expect(await types()).toEqual([]);
  await later(0);
  expect(await types()).toEqual(['warn Mail time']);
});

test('a job that is taken out, or no longer configured, is over', async () => {
  fixture.director.jobs.push(job('Disk'));
  await run('Home');
  await run('Mail', 40);
  await run('Disk', 40);
  await later(0);
  fixture.director.jobs[1] = { ...job('Mail'), enabled: false };
  fixture.director.jobs.pop();
  await later(0);
  expect((await types()).sort()).toEqual([
    'ok Disk removed',
    'ok Mail unmonitored',
    'warn Disk time',
    'warn Mail time',
  ]);
});

test('two consoles that look at the same time, and one that starts anew, say each change once', async () => {
  await run('Home');
  await run('Mail', 40);
  const other = await SilenceFixture.open(url, fixture.clock);
  other.director.jobs.push(...fixture.director.jobs);
  try {
    await Promise.all([
      fixture.evaluation.evaluate({ director: 'one' }),
      other.evaluation.evaluate({ director: 'one' }),
    ]);
    await Promise.all([fixture.monitor.tick(), other.monitor.tick()]);
    await Promise.all([
      fixture.evaluation.evaluate({ director: 'one' }),
      other.evaluation.evaluate({ director: 'one' }),
    ]);
    expect(await types()).toEqual(['warn Mail time']);
  } finally {
    await other.close();
  }
});

test('a run with another fileset or client is no backup of the job', async () => {
  await run('Home');
  await run('Mail', 40);
  await fixture.run(0, { job: 'Mail', fileset: 'Other' });
  await fixture.run(0, { job: 'Mail', fileset: 'Mail', client: 'desk' });
  await later(0);
  expect(await types()).toEqual(['warn Mail time']);
});
