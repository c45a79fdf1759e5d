// Takes about a minute. Every test edits director.yaml of a Director that runs.
import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { EmbeddedDirector } from '../../src/directors/embedded/embedded-director.js';
import { fullScope } from '../../src/domain/principal.js';
import { EmbeddedMachine } from '../harness/fixtures/embedded-machine.js';
import { until } from '../harness/fixtures/until.js';

let machine: EmbeddedMachine;

beforeEach(async () => {
  machine = await EmbeddedMachine.make();
  machine.configure();
  writeFileSync(join(machine.source, 'small'), 'small');
});
afterEach(() => machine.remove());

const file = (): string => join(machine.data, 'director.yaml');
const text = (): string => readFileSync(file(), 'utf8');
/** As editors do it: a new file takes the place of the old one. */
const save = (content: string): void => {
  writeFileSync(`${file()}~`, content);
  renameSync(`${file()}~`, file());
};
const jobs = async (director = machine.director): Promise<string[]> =>
  (await director.listJobs(fullScope)).filter(({ type }) => type === 'Backup').map(({ name }) => name);
const problem = async () =>
  (await machine.director.observe(fullScope)).find(({ id }) => id === 'configuration.file') ?? null;
const noticed = (words: string): Promise<true> => until(() => machine.notices.some((notice) => notice.includes(words)));
const third = '  - { name: Third, client: second, fileset: Source, storage: Local, pool: Default }';
const paths = async (jobId: number): Promise<string[]> => (await machine.files(jobId)).map(({ path }) => path);
const filesetOf = async (jobId: number): Promise<number> => {
  const { rows } = await machine.catalog.query<{ id: number }>('SELECT filesetid AS id FROM job WHERE jobid = $1', [
    jobId,
  ]);
  return rows[0]!.id;
};
/** Starts a run and stops its process in the middle of its work; returns what lets it go on. */
async function startPaused(job: string): Promise<{ readonly jobId: number; readonly resume: () => void }> {
  writeFileSync(join(machine.source, 'big'), 'not one hole, which would not be read');
  truncateSync(join(machine.source, 'big'), 2 ** 30);
  const jobId = await machine.order(job, 'Full');
  const pidFile = join(machine.data, 'director', `task-${jobId}.pid`);
  const pid = await until(() => (existsSync(pidFile) && Number.parseInt(readFileSync(pidFile, 'utf8'), 10)) || null);
  process.kill(pid, 'SIGSTOP');
  return { jobId, resume: () => void process.kill(pid, 'SIGCONT') };
}

describe('a change of director.yaml', () => {
  test('is in force within seconds: a new job runs, and the log names it', async () => {
    await machine.start();
    machine.configure({ more: third });
    await until(async () => (await jobs()).includes('Third'));
    expect(await machine.run('Full', 'Third')).toMatchObject({
      status: 'T',
      name: expect.stringMatching(/^Third/) as unknown,
    });
    expect(machine.notices).toContain('Took over director.yaml: jobs added: Third.');
  });

  test('does not reach a run that is in progress; the next one follows it', async () => {
    await machine.start();
    const { jobId: running, resume } = await startPaused('Source');
    const other = join(machine.folder, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'else'), 'else');
    machine.configure({ fileset: `include: [${JSON.stringify(other)}]` });
    await noticed('filesets changed: Source');
    resume();
    expect(await machine.waitForEnd(running)).toMatchObject({ status: 'T' });
    expect(await paths(running)).toContain('small');
    const next = await machine.run('Incremental');
    expect(next).toMatchObject({ status: 'T', level: 'F' });
    expect(await paths(next.jobid)).toContain(join(other, 'else'));
    expect(await filesetOf(next.jobid)).not.toBe(await filesetOf(running));
  });

  test('reaches a run that waits: it reads by the definition that its record names', async () => {
    await machine.start();
    const { jobId: running, resume } = await startPaused('Source');
    const waiting = await machine.order('Source', 'Full');
    machine.configure({ fileset: `include: [${JSON.stringify(machine.source)}], exclude: [small, big]` });
    await noticed('filesets changed: Source');
    resume();
    await machine.waitForEnd(running);
    expect(await machine.waitForEnd(waiting)).toMatchObject({ status: 'T' });
    expect(await paths(waiting)).not.toContain('small');
    expect(await filesetOf(waiting)).not.toBe(await filesetOf(running));
    expect(await machine.run('Incremental')).toMatchObject({ level: 'I' });
  });

  test('of the maximum run time reaches a run that waits', async () => {
    machine.makeEndless();
    await machine.start();
    const hour = 3_600_000;
    const waiting = await machine.order('Source', 'Full', { when: new Date(machine.clock.now().getTime() + hour) });
    machine.configure({ job: ', maxRunTime: 1 second' });
    await noticed('jobs changed: Source');
    machine.clock.shiftMs = hour;
    expect(await machine.waitForEnd(waiting)).toMatchObject({ status: 'A' });
    expect(await machine.log(waiting)).toContain('the run was ended after 1 s');
  });

  test('that makes a backup job a verify job, or the reverse, cancels its waiting runs', async () => {
    const verify = '  - { name: Third, type: Verify }';
    const later = { when: new Date(machine.clock.now().getTime() + 3_600_000) };
    machine.configure({ more: verify });
    await machine.start();
    const verifying = await machine.order('Third', 'Data', later);
    machine.configure({ more: third });
    expect(await machine.waitForEnd(verifying)).toMatchObject({ status: 'A' });
    expect(await machine.log(verifying)).toContain('was removed from director.yaml while the run waited');
    const saving = await machine.order('Third', 'Full', later);
    machine.configure({ more: verify });
    expect(await machine.waitForEnd(saving)).toMatchObject({ status: 'A' });
  });

  test('that removes a job cancels its waiting runs, which say why, and lets the running one end', async () => {
    machine.configure({ more: third.replace('second', 'local') });
    await machine.start();
    const { jobId: running, resume } = await startPaused('Third');
    const waiting = await machine.order('Third', 'Full');
    const other = await machine.order('Source', 'Full');
    machine.configure();
    expect(await machine.waitForEnd(waiting)).toMatchObject({ status: 'A' });
    expect(await machine.log(waiting)).toContain('was removed from director.yaml while the run waited');
    resume();
    expect(await machine.waitForEnd(running)).toMatchObject({ status: 'T' });
    expect(await machine.waitForEnd(other)).toMatchObject({ status: 'T' });
    expect(await jobs()).toEqual(['Source', 'Second Job']);
  });

  test('of the time zone moves the next start', async () => {
    const at = (zone: string): void =>
      machine.configure({
        schedules: `director: { timezone: ${zone} }\nschedules: [{ name: Daily, starts: [{ at: "0 12 * * *" }] }]`,
        job: ', schedule: Daily',
      });
    at('UTC');
    await machine.start();
    const hour = async (): Promise<number | undefined> =>
      (await machine.director.listJobs(fullScope)).find(({ name }) => name === 'Source')?.nextRunAt?.getUTCHours();
    expect(await hour()).toBe(12);
    let changes = 0;
    const stop = machine.director.onConfigurationChange(() => (changes += 1));
    at('Asia/Tokyo');
    await until(async () => (await hour()) === 3);
    expect(changes).toBe(1);
    stop();
  });

  test('to a shorter retention lets no volume expire during the next minutes, and after a restart it does', async () => {
    machine.configure({ pool: 'volumeSize: 1 MB, retention: 60 days' });
    writeFileSync(
      join(machine.source, 'big'),
      Buffer.from(Array.from({ length: 3_000_000 }, () => Math.random() * 256)),
    );
    await machine.start();
    await machine.run('Full');
    await machine.run('Full');
    machine.configure({ pool: 'volumeSize: 1 MB, retention: 1 second' });
    await noticed('No volume expires during the next 10 minutes');
    machine.clock.shiftMs = 3_600_000;
    // The end of each run starts an expiry, which the next run outlasts.
    for (const level of ['Full', 'Full', 'Incremental']) await machine.run(level);
    expect((await machine.media())[0]).toMatchObject({ name: 'Default-0001', status: 'Full' });
    await machine.stop();
    await machine.start();
    await until(async () => (await machine.media())[0]!.status === 'Purged');
  });
});

describe('the retention of a volume', () => {
  const day = 86_400;
  const configure = (days: number): void =>
    machine.configure({ pool: `volumeSize: 1 GiB${days === 0 ? '' : `, retention: ${days} days`}` });
  const label = (volume: string) =>
    machine.director.labelVolume(fullScope, { volume, pool: 'Default', storage: 'Local' });
  const set = (volume: string, days: number) =>
    machine.director.changeVolume(fullScope, volume, { retentionSeconds: days * day });
  const poolHas = (days: number): Promise<true> =>
    until(async () => {
      const { rows } = await machine.catalog.query('SELECT FROM pool WHERE volretention = $1', [days * day]);
      return rows.length === 1;
    });
  const apply = (days: number): Promise<true> => {
    configure(days);
    return poolHas(days);
  };
  /** In days, by volume. */
  const retentions = async (): Promise<Readonly<Record<string, number>>> => {
    const { rows } = await machine.catalog.query<{ name: string; days: number }>(
      `SELECT volumename AS name, (volretention / ${day})::int AS days FROM media`,
    );
    return Object.fromEntries(rows.map(({ name, days }) => [name, days]));
  };

  test('that a user set stays when the pool gets the same and then another; all others follow the pool', async () => {
    await machine.start();
    for (const volume of ['Plain', 'Own', 'Back', 'Forever', 'Kept']) await label(volume);
    await set('Own', 30);
    await set('Back', 30);
    await set('Back', 60);
    await set('Forever', 0);
    await apply(30);
    expect(await retentions()).toEqual({ Plain: 30, Own: 30, Back: 30, Forever: 0, Kept: 30 });
    await apply(0);
    await set('Kept', 0);
    await apply(7);
    expect(await retentions()).toEqual({ Plain: 7, Own: 30, Back: 7, Forever: 0, Kept: 0 });
  });

  test('that a run in progress takes after a change of the pool is the new one, as is the maximum size', async () => {
    machine.configure({ pool: 'volumeSize: 1 MB, retention: 60 days' });
    writeFileSync(join(machine.source, 'small'), randomBytes(1_500_000));
    await machine.start();
    await machine.run('Full');
    const [recycled] = await machine.media();
    await machine.director.purgeVolume(fullScope, recycled!.name);
    const { jobId, resume } = await startPaused('Source');
    const before = (await machine.media()).length;
    await apply(7);
    resume();
    expect(await machine.waitForEnd(jobId)).toMatchObject({ status: 'T' });
    expect((await machine.media()).length).toBeGreaterThan(before);
    const { rows } = await machine.catalog.query<{ days: number; bytes: number }>(
      `SELECT DISTINCT (volretention / ${day})::int AS days, maxvolbytes::float8 AS bytes FROM media`,
    );
    expect(rows).toEqual([{ days: 7, bytes: 2 ** 30 }]);
  });

  test('that a user sets while that of the pool changes stays', async () => {
    configure(0);
    await machine.start();
    await label('Kept');
    const waiting = (count: number): Promise<true> =>
      until(async () => {
        const { rows } = await machine.catalog.query(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        );
        return rows.length === count;
      });
    await machine.catalog.query('BEGIN');
    await machine.catalog.query('SELECT FROM pool FOR UPDATE');
    const change = set('Kept', 0);
    await waiting(1);
    configure(7);
    await waiting(2);
    await machine.catalog.query('COMMIT');
    await change;
    await poolHas(7);
    expect(await retentions()).toEqual({ Kept: 0 });
  });

  test('that a user set ends when the volume is recycled or deleted', async () => {
    const own = async () => (await machine.catalog.query('SELECT FROM backup_console_own_retention')).rows.length;
    await machine.start();
    for (const volume of ['Recycled', 'Deleted']) {
      await label(volume);
      await set(volume, 0);
    }
    await machine.director.deleteVolume(fullScope, 'Deleted');
    expect(await own()).toBe(1);
    await machine.director.purgeVolume(fullScope, 'Recycled');
    await machine.run('Full');
    expect(await own()).toBe(0);
    expect(await retentions()).toEqual({ Recycled: 60 });
    await apply(7);
    expect(await retentions()).toEqual({ Recycled: 7 });
  });
});

describe('a job that a user disabled', () => {
  const isEnabled = async () =>
    (await machine.director.listJobs(fullScope)).find(({ name }) => name === 'Source')?.enabled;
  const decisions = async () =>
    (await machine.catalog.query<{ name: string }>('SELECT name FROM backup_console_job_switch')).rows;
  const set = async (value: boolean) => {
    const { configuration } = machine.director;
    const steps = [{ op: 'set', type: 'job', name: 'Source', path: 'enabled', value }] as const;
    await configuration.apply({ ...(await configuration.edit(steps)), id: `enabled ${value}` });
  };

  test('is enabled again by a change that enables it, for good', async () => {
    await machine.start();
    await machine.director.setJobEnabled(fullScope, 'Source', false);
    await set(false);
    expect(await isEnabled()).toBe(false);
    await set(true);
    expect(await isEnabled()).toBe(true);
    expect(await decisions()).toEqual([]);
    await machine.stop();
    await machine.start();
    expect(await isEnabled()).toBe(true);
  });

  test('is enabled again by an edit of the file, also while no console runs', async () => {
    machine.configure({ job: ', enabled: false' });
    await machine.start();
    await machine.director.setJobEnabled(fullScope, 'Source', true);
    machine.configure({ job: ', enabled: true' });
    await noticed('Took over director.yaml');
    expect(await decisions()).toEqual([]);
    await machine.director.setJobEnabled(fullScope, 'Source', false);
    machine.configure({ job: ', enabled: false' });
    await until(async () => (await decisions()).length === 0);
    await machine.director.setJobEnabled(fullScope, 'Source', true);
    await machine.stop();
    machine.configure({ job: '' });
    await machine.start();
    expect(await decisions()).toEqual([]);
    expect(await isEnabled()).toBe(true);
  });

  test('stays disabled by changes of anything else, and by a restart', async () => {
    await machine.start();
    await machine.director.setJobEnabled(fullScope, 'Source', false);
    machine.configure({ job: ', priority: 7' });
    await noticed('jobs changed: Source');
    expect(await isEnabled()).toBe(false);
    await machine.stop();
    machine.configure({ job: ', priority: 8' });
    await machine.start();
    expect(await isEnabled()).toBe(false);
  });
});

describe('a director.yaml that is not valid', () => {
  test('changes nothing, is named with line and column, and is forgotten when it is valid', async () => {
    await machine.start();
    const good = text();
    save(good.replace('fileset: Source, storage', 'fileset: Nope, storage'));
    const found = await until(problem);
    expect(found).toMatchObject({
      status: 'warn',
      code: 'configuration.invalid',
      params: {
        error: 'jobs[0].fileset: there is no fileset named Nope',
        line: 7,
        column: 36,
        more: 0,
        configured: 'yes',
      },
      message:
        'director.yaml is not valid: jobs[0].fileset: there is no fileset named Nope (line 7, column 36). The last valid configuration remains in force.',
    });
    expect(await machine.run('Full')).toMatchObject({ status: 'T' });
    save(good);
    await until(async () => (await problem()) === null);
    expect(machine.notices.filter((notice) => notice.includes('not valid'))).toHaveLength(1);
  });

  test('at a restart leaves the last valid one in force', async () => {
    await machine.start();
    await machine.stop();
    save(`${text()}\n  - nonsense`);
    await machine.start();
    expect(await problem()).toMatchObject({ code: 'configuration.invalid', status: 'warn' });
    expect(await machine.run('Full')).toMatchObject({ status: 'T' });
    machine.configure({ more: third });
    await until(async () => (await jobs()).includes('Third'));
    expect(await problem()).toBeNull();
  });

  test('at the first start lets nothing run, says why, and the Director begins when it is valid', async () => {
    save('jobs: [');
    await machine.start();
    expect(await machine.director.observe(fullScope)).toMatchObject([
      { code: 'configuration.invalid', status: 'crit', params: { line: 1, configured: 'no' } },
    ]);
    const refused = { code: 'director_error', extras: { reason: 'no_configuration' } };
    await expect(jobs()).rejects.toMatchObject(refused);
    await expect(machine.order('Source', 'Full')).rejects.toMatchObject(refused);
    await expect(machine.director.purgeVolume(fullScope, 'Default-0001')).rejects.toMatchObject(refused);
    machine.configure();
    await until(async () => (await machine.director.observe(fullScope)).some(({ code }) => code === 'director.runs'));
    expect(await machine.run('Full')).toMatchObject({ status: 'T' });
    expect(await problem()).toBeNull();
  });
});

test('a director.yaml that vanishes loses nothing: the jobs run, also after a restart, and a copy of its text is beside it', async () => {
  await machine.start();
  const good = text();
  rmSync(file());
  expect(await until(problem)).toMatchObject({ code: 'configuration.missing', status: 'warn' });
  expect(await machine.run('Full')).toMatchObject({ status: 'T' });
  const copy = join(machine.data, 'director', 'last-good.yaml');
  expect(readFileSync(copy, 'utf8')).toBe(good);
  await machine.stop();
  await machine.start();
  expect(await jobs()).toEqual(['Source', 'Second Job']);
  expect(existsSync(file())).toBe(false);
  copyFileSync(copy, file());
  await until(async () => (await problem()) === null);
  expect(existsSync(copy)).toBe(false);
});

describe('a storage with backups', () => {
  const elsewhere = (): string => join(machine.folder, 'elsewhere');
  const move = (): void => save(text().replace(JSON.stringify(machine.volumes), JSON.stringify(elsewhere())));

  test('keeps its folder until the new one contains its volumes', async () => {
    await machine.start();
    await machine.run('Full');
    move();
    expect(await until(problem)).toMatchObject({
      code: 'configuration.rejected',
      status: 'warn',
      params: {
        line: 2,
        column: 27,
        error: expect.stringMatching(/^storages\[0\].folder: storage Local has 1 volume/) as unknown,
      },
    });
    expect(await machine.run('Incremental')).toMatchObject({ status: 'T', level: 'I' });
    renameSync(machine.volumes, elsewhere());
    await until(async () => (await problem()) === null);
    expect(await machine.run('Incremental')).toMatchObject({ status: 'T', level: 'I' });
    expect(existsSync(machine.volumes)).toBe(false);
  });

  test('keeps it at a restart as well', async () => {
    await machine.start();
    await machine.run('Full');
    await machine.stop();
    move();
    await machine.start();
    expect(await problem()).toMatchObject({ code: 'configuration.rejected' });
    expect(await machine.run('Incremental')).toMatchObject({ status: 'T', level: 'I' });
  });

  test('is not removed; one without backups is, and so is a pool or a client with backups', async () => {
    const more = `{ name: Other, folder: ${JSON.stringify(elsewhere())} }`;
    const both = text()
      .replace('compression: 1 }', `compression: 1 }, ${more}`)
      .replace('{ name: Default,', '{ name: New }, { name: Default,');
    save(both);
    await machine.start();
    await machine.run('Full', 'Second Job');
    save(both.replace(/\{ name: Local, [^}]*\}, /, '').replaceAll('storage: Local', 'storage: Other'));
    expect(await until(problem)).toMatchObject({ code: 'configuration.rejected', params: { line: 2, column: 1 } });
    const rest = both
      .replace(`, ${more}`, '')
      .replace(', { name: second }', '')
      .replace(/, \{ name: Default, [^}]*\}/, '')
      .replaceAll('pool: Default', 'pool: New')
      .replace('client: second', 'client: local');
    save(rest);
    await until(async () => (await problem()) === null);
    expect((await machine.director.describe(fullScope)).storages).toEqual(['Local']);
    expect(machine.notices.at(-2)).toMatch(/clients removed: second; storages removed: Other; pools removed: Default/);
    expect((await machine.media())[0]).toMatchObject({ name: 'Default-0001', status: 'Append' });
  });

  test('that a run is writing its first backup to keeps its folder', async () => {
    machine.makeEndless();
    await machine.start();
    const running = await machine.order('Source', 'Full');
    await machine.untilReading(running);
    move();
    const found = await until(problem);
    expect(found.params['error']).toMatch(/a run is using storage Local/);
    await machine.director.cancelRun(fullScope, running);
    await machine.waitForEnd(running);
  });
});

test('a process that does not own the catalog takes nothing over, and shows what the owner has in force', async () => {
  await machine.start();
  const folder = join(machine.folder, 'data-of-second');
  mkdirSync(folder);
  const name = 'embedded';
  const { catalogUrl, clock } = machine;
  const own = text().replace('name: Second Job', 'name: Of The Second');
  writeFileSync(join(folder, 'director.yaml'), own);
  const second = await EmbeddedDirector.start({
    ...{ name, folder, catalogUrl, clock },
    programFolder: machine.source,
    onNotice: () => undefined,
  });
  try {
    expect(await jobs(second)).toEqual(['Source', 'Second Job']);
    machine.configure({ more: third });
    await until(async () => (await jobs(second)).includes('Third'));
    expect(await jobs()).toEqual(['Source', 'Second Job', 'Third']);
    await machine.stop();
    await until(async () => (await jobs(second)).includes('Of The Second'));
  } finally {
    await second.stop();
  }
});
