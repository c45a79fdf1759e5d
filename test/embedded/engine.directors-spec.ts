// Takes half a minute. Every test runs jobs, each in a process of its own.
import {
  appendFileSync, linkSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync,
} from 'node:fs'; // prettier-ignore
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
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

describe('cancel', () => {
  test('a running run ends, its tail is cut, and the earlier runs stand', async () => {
    await machine.start();
    await machine.run('Full');
    const before = await machine.storedBytes();
    machine.makeEndless();
    const jobId = await machine.order('Source', 'Incremental');
    await machine.untilReading(jobId);
    const live = (await machine.director.liveRuns(fullScope, [jobId])).get(jobId);
    expect(live?.progress?.currentFile).toBe(join(machine.source, 'endless'));
    await machine.director.cancelRun(fullScope, jobId);
    expect((await machine.waitForEnd(jobId)).status).toBe('A');
    expect(await machine.log(jobId)).toContain('Backup Canceled');
    expect(machine.volumeSize()).toBe(await machine.storedBytes());
    expect(await machine.storedBytes()).toBeGreaterThanOrEqual(before);
    await expect(machine.director.cancelRun(fullScope, jobId)).rejects.toMatchObject({ code: 'run_already_ended' });
    await expect(machine.director.cancelRun(fullScope, 999)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a queued run ends at once, and a run of the future waits and says why', async () => {
    machine.makeEndless();
    await machine.start();
    const first = await machine.order('Source', 'Full');
    const second = await machine.order('Source', 'Full');
    const future = await machine.order('Second Job', 'Full', { when: new Date(Date.now() + 3_600_000) });
    await machine.untilReading(first);
    const live = await machine.director.liveRuns(fullScope, [first, second, future]);
    expect(live.get(second)?.waitingFor).toMatchObject({
      kind: 'client',
      code: 'client_busy',
      params: { runsAhead: 0 },
    });
    expect(live.get(future)?.waitingFor).toMatchObject({ kind: 'time', code: 'start_time' });
    expect((await machine.record(future)).status).toBe('C');
    for (const jobId of [second, future, first]) {
      await machine.director.cancelRun(fullScope, jobId);
      expect((await machine.waitForEnd(jobId)).status).toBe('A');
    }
  });
});

describe('the queue', () => {
  test('one run per client at a time; another client goes beside it, on a volume of its own', async () => {
    machine.makeEndless();
    await machine.start();
    const first = await machine.order('Source', 'Full');
    await machine.untilReading(first);
    const waiting = await machine.order('Source', 'Full');
    const beside = await machine.order('Second Job', 'Full');
    await machine.untilReading(beside);
    expect((await machine.record(waiting)).status).toBe('C');
    expect((await machine.record(beside)).name).toMatch(/^Second_Job\.\d{4}-\d\d-\d\d_\d\d\.\d\d\.\d\d_\d\d$/);
    expect((await machine.media()).map(({ name }) => name)).toEqual(['Default-0001', 'Default-0002']);
    rmSync(join(machine.source, 'endless'));
    await machine.director.cancelRun(fullScope, first);
    await machine.director.cancelRun(fullScope, beside);
    expect((await machine.waitForEnd(waiting)).status).toBe('T');
    expect((await machine.media()).every(({ name, bytes }) => machine.volumeSize(name) === bytes)).toBe(true);
  });

  test('a run of the future starts when its time has come, and carries its mark', async () => {
    await machine.start();
    const when = new Date(Date.now() + 60_000);
    const jobId = await machine.order('Source', 'Full', { when, mark: 'bc:42' });
    const found = await machine.director.findRunByTag(fullScope, 'bc:42');
    expect(found).toMatchObject({ jobId, job: 'Source', level: 'Full', director: 'embedded' });
    expect(await machine.director.findRunByTag(fullScope, 'bc:43')).toBeNull();
    machine.clock.shiftMs = 61_000;
    expect((await machine.waitForEnd(jobId)).status).toBe('T');
  });

  test('refuses what is not configured', async () => {
    await machine.start();
    const order = { job: 'Source', level: 'Full', mark: 'x' };
    const start = (more: object): Promise<unknown> => machine.director.startRun(fullScope, { ...order, ...more });
    await expect(start({ job: 'Nope' })).rejects.toMatchObject({ code: 'unknown_job' });
    await expect(start({ job: 'RestoreFiles' })).rejects.toMatchObject({ code: 'job_not_runnable' });
    await expect(start({ level: 'Sideways' })).rejects.toMatchObject({ code: 'invalid_level' });
    await expect(start({ client: 'Nope' })).rejects.toMatchObject({ code: 'unknown_client' });
    await expect(start({ fileset: 'Nope' })).rejects.toMatchObject({ code: 'unknown_fileset' });
    await expect(start({ storage: 'Nope' })).rejects.toMatchObject({ code: 'unknown_storage' });
    await expect(start({ pool: 'Nope' })).rejects.toMatchObject({ code: 'unknown_pool' });
  });
});

describe('files that move under the run', () => {
  test('folders and files that are exchanged for links into DATA_DIR while the run reads bring nothing of it', async () => {
    writeFileSync(join(machine.data, 'instance.key'), 'secret');
    writeFileSync(join(machine.source, 'a-long'), 'not one hole, which would not be read');
    truncateSync(join(machine.source, 'a-long'), 600 * 2 ** 20);
    mkdirSync(join(machine.source, 'd'));
    for (const name of ['d/instance.key', 'hard', 'soft']) writeFileSync(join(machine.source, name), 'own');
    await machine.start();
    const jobId = await machine.order('Source', 'Full');
    await machine.untilReading(jobId);
    renameSync(join(machine.source, 'd'), join(machine.folder, 'd'));
    symlinkSync(machine.data, join(machine.source, 'd'));
    for (const name of ['hard', 'soft']) rmSync(join(machine.source, name));
    linkSync(join(machine.data, 'instance.key'), join(machine.source, 'hard'));
    symlinkSync(join(machine.data, 'instance.key'), join(machine.source, 'soft'));
    const run = await machine.waitForEnd(jobId);
    expect(run).toMatchObject({ status: 'T', errors: 2, bytes: 600 * 2 ** 20 + 5 });
    expect((await machine.files(jobId)).map(({ path }) => path).sort()).toEqual(['', 'a-long', 'd/', 'small']);
    expect(await machine.log(jobId)).toContain('d/instance.key": ERR=its folder was replaced by another');
  });

  test('shrinking and vanishing ones are warnings, one that only grew is none; what is kept has the announced size', async () => {
    // The first is to be read for longer than a busy machine takes to see that it is.
    const sizes = { 'a-grows': 1500 * 2 ** 20, 'b-shrinks': 600 * 2 ** 20 };
    for (const [name, size] of Object.entries(sizes)) {
      writeFileSync(join(machine.source, name), 'not one hole, which would not be read');
      truncateSync(join(machine.source, name), size);
    }
    writeFileSync(join(machine.source, 'c-vanishes'), 'x');
    await machine.start();
    const jobId = await machine.order('Source', 'Full');
    const reads = (name: string): Promise<true> =>
      until(async () => {
        const live = (await machine.director.liveRuns(fullScope, [jobId])).get(jobId);
        return live?.progress?.currentFile?.endsWith(name) ? true : null;
      });
    await reads('a-grows');
    appendFileSync(join(machine.source, 'a-grows'), 'more');
    rmSync(join(machine.source, 'c-vanishes'));
    await reads('b-shrinks');
    truncateSync(join(machine.source, 'b-shrinks'), 10);
    const run = await machine.waitForEnd(jobId);
    const log = await machine.log(jobId);
    expect(log).toMatch(/JobId \d+: "\S*a-grows" grew while it was read/);
    expect(log).toMatch(/b-shrinks" shrank while it was read/);
    expect(log).toMatch(/Cannot open ".*c-vanishes": ERR=No such file or directory/);
    expect(run).toMatchObject({ status: 'T', errors: 2, bytes: sizes['a-grows'] + sizes['b-shrinks'] + 5 });
  });
});

describe('volumes', () => {
  test('rotate by size, a run goes on over several, and the retention frees and reuses them', async () => {
    machine.configure({ pool: 'volumeSize: 1 MB, retention: 1 day' });
    mkdirSync(join(machine.source, 'noise'));
    const noise = (name: string): void => {
      const bytes = Buffer.alloc(6 * 2 ** 20);
      for (let at = 0; at < bytes.length; at += 4) bytes.writeUInt32LE(Math.floor(Math.random() * 2 ** 32), at);
      writeFileSync(join(machine.source, 'noise', name), bytes);
    };
    noise('a');
    noise('b');
    await machine.start();
    const old = await machine.run('Full');
    expect(await machine.media()).toMatchObject([{ status: 'Full' }, { status: 'Full' }]);
    expect(await machine.log(old.jobid)).toContain('Volume name(s):         Default-0001|Default-0002');

    machine.clock.shiftMs = 2 * 86_400_000;
    const incremental = await machine.run('Incremental');
    expect(incremental.files).toBe(0);
    expect((await machine.media()).map(({ status }) => status)).toEqual(['Full', 'Full']);

    const fresh = await machine.run('Full');
    await until(async () =>
      (await machine.media()).filter(({ status }) => status === 'Purged').length === 2 ? true : null,
    );
    await until(async () => ((await machine.files(old.jobid)).length === 0 ? true : null));
    const purged = await machine.catalog.query<{ jobid: number }>(
      'SELECT jobid FROM job WHERE purgedfiles = 1 ORDER BY jobid',
    );
    expect(purged.rows.map(({ jobid }) => jobid)).toEqual([old.jobid, incremental.jobid]);
    expect((await machine.files(fresh.jobid)).length).toBe(fresh.files);

    noise('c');
    await machine.run('Incremental');
    expect(await machine.media()).toMatchObject([
      { name: 'Default-0001', status: 'Full' },
      { name: 'Default-0002', status: 'Purged', bytes: 0 },
      { name: 'Default-0003', status: 'Full' },
      { name: 'Default-0004', status: 'Full' },
    ]);
  });
});

describe('listeners', () => {
  test('are told again and again of a run at work, as its figures grow', async () => {
    machine.configure();
    machine.makeEndless();
    await machine.start();
    const seen: number[] = [];
    const stopListening = machine.director.onRunChange(({ jobId }) => {
      void machine.director
        .liveRuns(fullScope, [jobId])
        .then((live) => seen.push(live.get(jobId)?.progress?.bytes ?? 0));
    });
    const jobId = await machine.order('Source', 'Full');
    await until(() => new Set(seen.filter((bytes) => bytes > 0)).size >= 3);
    await machine.director.cancelRun(fullScope, jobId);
    await machine.waitForEnd(jobId);
    stopListening();
  });
});

describe('the schedule', () => {
  test('starts runs by itself, marked with its name, until the job is disabled', async () => {
    machine.configure({
      schedules: 'schedules: [{ name: Fast, starts: [{ level: Full, at: "* * * * * *" }] }]',
      job: ', schedule: Fast',
    });
    await machine.start();
    const changed = new Set<number>();
    const stopListening = machine.director.onRunChange(({ jobId }) => changed.add(jobId));
    const jobId = await until(async () => {
      const { rows } = await machine.catalog.query<{ jobid: number }>(
        "SELECT jobid FROM job WHERE comment = 'schedule:Fast' ORDER BY jobid LIMIT 1",
      );
      return rows[0]?.jobid ?? null;
    });
    expect(await machine.waitForEnd(jobId)).toMatchObject({ status: 'T', level: 'F' });
    expect(changed.has(jobId)).toBe(true);
    stopListening();
    const from = new Date();
    const planned = await machine.director.schedulePreview(fullScope, from, new Date(from.getTime() + 60_000), 3);
    expect(planned).toHaveLength(3);
    expect(planned[0]).toMatchObject({ job: 'Source', schedule: 'Fast', level: 'Full', client: 'local' });
    expect(await machine.director.setJobEnabled(fullScope, 'Source', false)).toEqual({ persistent: true });
    const jobs = await machine.director.listJobs(fullScope);
    expect(jobs[0]).toMatchObject({ name: 'Source', enabled: false, nextRunAt: null });
    expect(await machine.director.schedulePreview(fullScope, from, new Date(from.getTime() + 60_000), 3)).toEqual([]);
  });

  test('a job that was taken out of its schedule stays out after a restart, until it is put back', async () => {
    const isEnabled = async () => (await machine.director.listJobs(fullScope))[0]?.enabled;
    await machine.start();
    await machine.director.setJobEnabled(fullScope, 'Source', false);
    await machine.stop();
    await machine.start();
    expect(await isEnabled()).toBe(false);
    await machine.director.setJobEnabled(fullScope, 'Source', true);
    await machine.stop();
    await machine.start();
    expect(await isEnabled()).toBe(true);
    const { rows } = await machine.catalog.query('SELECT * FROM backup_console_job_switch');
    expect(rows).toEqual([]);
  });

  test('a client keeps the time it was first seen at', async () => {
    const first = await (await machine.start()).listClients(fullScope);
    await machine.stop();
    machine.clock.shiftMs = 3_600_000;
    const again = await (await machine.start()).listClients(fullScope);
    expect(again.map(({ firstSeenAt }) => firstSeenAt)).toEqual(first.map(({ firstSeenAt }) => firstSeenAt));
  });
});
