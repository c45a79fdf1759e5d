import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { fullScope } from '../../src/domain/principal.js';
import { EmbeddedMachine } from '../harness/fixtures/embedded-machine.js';
import { until } from '../harness/fixtures/until.js';

const hour = 3_600_000;
const day = 24 * hour;
let machine: EmbeddedMachine;

beforeEach(async () => {
  machine = await EmbeddedMachine.make();
  machine.configure();
  writeFileSync(join(machine.source, 'file'), 'content');
});
afterEach(() => machine.remove());

const scheduled = async (): Promise<{ level: string; name: string }[]> => {
  const { rows } = await machine.catalog.query<{ level: string; name: string }>(
    "SELECT level, name FROM job WHERE comment LIKE 'schedule:%' ORDER BY jobid",
  );
  return rows;
};

/** Cron expression of the minute that is `minutes` before the machine's present. */
function minutesAgo(minutes: number): string {
  const at = new Date(machine.clock.now().getTime() - minutes * 60_000);
  return `${at.getUTCMinutes()} ${at.getUTCHours()} * * *`;
}

function schedule(...starts: (readonly [level: string, at: string])[]): void {
  const lines = starts.map(([level, at]) => `{ level: ${level}, at: "${at}" }`);
  machine.configure({
    schedules: `director: { timezone: UTC }\nschedules: [{ name: Often, starts: [${lines.join(', ')}] }]`,
    job: ', schedule: Often',
  });
}

const servedUntil = async (at: Date): Promise<void> => {
  await machine.catalog.query('UPDATE console_schedule SET served_until = $1', [at.toISOString().replace('Z', '')]);
};

/** The machine has served its schedules once, and is stopped. */
async function serveOnce(): Promise<void> {
  await machine.start();
  await until(async () => {
    const { rows } = await machine.catalog.query("SELECT to_regclass('console_schedule') IS NOT NULL AS made");
    if (!(rows[0] as { made: boolean }).made) return null;
    return (await machine.catalog.query('SELECT 1 FROM console_schedule')).rowCount === 1;
  });
  await machine.stop();
}

describe('retention', () => {
  const volume = (): string => join(machine.volumes, 'Default-0001.tar.gz');

  async function twoVolumes(): Promise<void> {
    machine.configure({ pool: 'volumeSize: 1 MB, retention: 60 days' });
    writeFileSync(
      join(machine.source, 'file'),
      Buffer.from(Array.from({ length: 3_000_000 }, () => Math.random() * 256)),
    );
    await machine.start();
    await machine.run('Full');
    await machine.run('Full');
    await machine.stop();
  }

  test('purges nothing while the clock is in doubt, and says so once; by hand neither', async () => {
    await twoVolumes();
    machine.clock.shiftMs = 3650 * day;
    machine.deletionClock = { believedNow: () => Promise.resolve(null), doubtSince: () => Promise.resolve(null) };
    await machine.start();
    await machine.run('Full');
    const { words } = await machine.director.pruneVolume(fullScope, 'Default-0001');
    expect(words).toContain('the clock may be wrong');
    expect(await machine.director.prunableRuns(fullScope, 'Default-0001')).toEqual([]);
    await machine.stop();
    expect(existsSync(volume())).toBe(true);
    expect(machine.notices.filter((notice) => notice.includes('clock may be wrong'))).toHaveLength(1);
  });

  test('purges what has expired by a clock that is believed', async () => {
    await twoVolumes();
    machine.clock.shiftMs = 3650 * day;
    await machine.start();
    await until(() => !existsSync(volume()));
  });

  test('dates of a run that was made while the clock was ahead are brought back, and later runs build upon it', async () => {
    machine.clock.shiftMs = 3650 * day;
    await machine.start();
    const full = await machine.run('Full');
    machine.clock.shiftMs = 0;
    const next = await machine.run('Incremental');
    expect(next.level).toBe('I');
    const { rows } = await machine.catalog.query<{ ahead: number; written: boolean }>(
      `SELECT (SELECT count(*)::int FROM job WHERE jobtdate > date_part('epoch', now()) + 60) AS ahead,
         (SELECT bool_and(lastwritten < now() AT TIME ZONE 'UTC' + interval '1 minute') FROM media) AS written`,
    );
    expect(rows).toEqual([{ ahead: 0, written: true }]);
    expect(await machine.log(next.jobid)).toContain('Incremental, since=');
    expect(full.status).toBe('T');
  });
});

test('a clock that is a day behind moves no last write of a volume back', async () => {
  const volumes = async (): Promise<readonly { lastwritten: string; volwrites: string }[]> => {
    const { rows } = await machine.catalog.query<{ lastwritten: string; volwrites: string }>(
      'SELECT lastwritten::text, volwrites FROM media',
    );
    return rows;
  };
  await machine.start();
  expect(await machine.run('Full')).toMatchObject({ status: 'T' });
  const [before] = await volumes();
  machine.clock.shiftMs = -day;
  expect(await machine.run('Full')).toMatchObject({ status: 'T' });
  const after = await volumes();
  expect(after).toEqual([{ lastwritten: before?.lastwritten, volwrites: expect.any(String) }]);
  expect(Number(after[0]?.volwrites)).toBeGreaterThan(Number(before?.volwrites));
});

describe('a start that was missed', () => {
  test('while the console was down is made up for once, the newest of its job at the most thorough level', async () => {
    schedule(['Full', minutesAgo(180)], ['Incremental', minutesAgo(120)]);
    await serveOnce();
    await servedUntil(new Date(machine.clock.now().getTime() - 4 * hour));
    await machine.start();
    await until(async () => (await scheduled()).length > 0);
    await machine.stop();
    await machine.start();
    await machine.run('Full', 'Second Job');
    expect(await scheduled()).toEqual([{ level: 'F', name: 'Source' }]);
    expect(machine.notices.filter((notice) => notice.includes('missed its start'))).toHaveLength(1);
  });

  test('is not repeated where its run was started before the stop', async () => {
    schedule(['Full', minutesAgo(180)]);
    await serveOnce();
    await servedUntil(new Date(machine.clock.now().getTime() - 4 * hour));
    await machine.catalog.query(
      `INSERT INTO job (job, name, type, level, jobstatus, schedtime, comment)
       VALUES ('Source.1', 'Source', 'B', 'F', 'T', $1, 'schedule:Often')`,
      [new Date(machine.clock.now().getTime() - 2 * hour).toISOString().replace('Z', '')],
    );
    await machine.start();
    await machine.run('Full', 'Second Job');
    expect(await scheduled()).toHaveLength(1);
    expect(machine.notices.join()).not.toContain('missed its start');
  });

  test('is made up for although a run of its job was started while the clock was ahead', async () => {
    schedule(['Full', minutesAgo(180)]);
    await serveOnce();
    await servedUntil(new Date(machine.clock.now().getTime() - 4 * hour));
    await machine.catalog.query(
      `INSERT INTO job (job, name, type, level, jobstatus, schedtime, comment)
       VALUES ('Source.1', 'Source', 'B', 'F', 'T', $1, 'schedule:Often')`,
      [new Date(machine.clock.now().getTime() + 30 * day).toISOString().replace('Z', '')],
    );
    await machine.start();
    await until(() => machine.notices.some((notice) => notice.includes('missed its start')));
  });

  test('before the first start of the console is none', async () => {
    schedule(['Full', minutesAgo(60)]);
    await machine.start();
    await machine.run('Full', 'Second Job');
    expect(await scheduled()).toEqual([]);
  });
});

test('a waiting run takes the more thorough level of a start that falls due, with a line in its log', async () => {
  schedule(['Incremental', '0 1 * * *'], ['Full', '0 2 * * *']);
  machine.makeEndless();
  const at = (time: string): number => new Date(`2031-05-05T${time}Z`).getTime() - Date.now();
  machine.clock.shiftMs = at('00:30:00');
  await machine.start();
  const busy = await machine.order('Source', 'Full');
  await machine.untilReading(busy);
  machine.clock.shiftMs = at('01:00:01');
  await until(async () => (await scheduled()).length === 1);
  machine.clock.shiftMs = at('02:00:01');
  await until(async () => (await scheduled())[0]?.level === 'F');
  expect(await scheduled()).toHaveLength(1);
  writeFileSync(join(machine.source, 'endless'), '');
  await machine.director.cancelRun(fullScope, busy);
  await machine.waitForEnd(busy);
  const { rows } = await machine.catalog.query<{ jobid: number }>(
    "SELECT jobid FROM job WHERE comment LIKE 'schedule:%'",
  );
  expect(await machine.waitForEnd(rows[0]!.jobid)).toMatchObject({ status: 'T', level: 'F' });
  expect(await machine.log(rows[0]!.jobid)).toContain('Incremental becomes Full');
});

test('a start time that never comes is a warning at the start and in health, and no reason not to start', async () => {
  schedule(['Full', '0 3 30 2 *'], ['Full', '0 3 29 2 *']);
  await machine.start();
  expect(machine.notices.filter((notice) => notice.includes('never occurs'))).toEqual([
    'Schedule Often in director.yaml has a start time that never occurs: 0 3 30 2 *.',
  ]);
  const found = (await machine.director.observe(fullScope)).find(({ code }) => code === 'jobs.never_start');
  expect(found).toMatchObject({ status: 'warn', params: { starts: 'Often (0 3 30 2 *)' } });
});
