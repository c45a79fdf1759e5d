import { describe, expect, test } from '@jest/globals';
import { fullScope } from '../../src/domain/principal.js';
import { until } from '../harness/fixtures/until.js';
import { type Fixture } from './fixture.js';
import { type ConformanceJobs } from './subject.js';

const dayMs = 86_400_000;

export function declareInventory(fixture: () => Fixture, jobs: ConformanceJobs): void {
  const director = () => fixture().subject.director;
  const jobNamed = async (name: string) => (await director().listJobs(fullScope)).find((job) => job.name === name);

  describe('what is configured', () => {
    test('the Director tells its version, its start and its names', async () => {
      const { startedAt, ...told } = await director().describe(fullScope);
      expect(told.name).toBe(director().name);
      expect(told.version).toMatch(/^\d+\.\d+/);
      expect(Math.abs(Date.now() - startedAt.getTime())).toBeLessThan(365 * dayMs);
      for (const names of [told.clients, told.filesets, told.pools, told.storages]) {
        expect(names.length).toBeGreaterThan(0);
        expect(new Set(names).size).toBe(names.length);
      }
      expect(told.abilities).toEqual(expect.arrayContaining(['run', 'restore', 'cancel', 'log', 'files', 'volumes']));
    });

    test('every job names what the Director has', async () => {
      const { clients, filesets, pools, storages } = await director().describe(fullScope);
      for (const job of await director().listJobs(fullScope)) {
        expect(clients).toContain(job.client);
        expect(filesets).toContain(job.fileset);
        expect(pools).toContain(job.pool);
        expect(storages).toContain(job.storage);
        expect(job.director).toBe(director().name);
      }
    });

    test('the fileset of a backup job has its paths, unless this kind of Director does not tell them', async () => {
      const [{ kind }, job] = await Promise.all([director().describe(fullScope), jobNamed(jobs.ok)]);
      const fileset = (await director().listFilesets(fullScope)).find(({ name }) => name === job?.fileset);
      const paths = kind === 'bareos' ? null : expect.arrayContaining([expect.stringMatching(/^\//)]);
      expect(fileset).toMatchObject({ name: job?.fileset, include: paths });
    });

    test('a backup job may run at the levels of backups', async () => {
      const job = await jobNamed(jobs.ok);
      expect(job).toMatchObject({ type: 'Backup', enabled: true });
      expect(job?.allowedLevels).toEqual(expect.arrayContaining(['Full', 'Incremental', 'Differential']));
      expect(job?.allowedLevels).toContain(job?.level);
    });

    test('there is a job for restores, without levels', async () => {
      const types = (await director().listJobs(fullScope)).filter(({ type }) => type === 'Restore');
      expect(types).not.toHaveLength(0);
      for (const job of types) expect(job).toMatchObject({ level: 'None', allowedLevels: [] });
    });

    test('clients are listed with what is known of them', async () => {
      const { clients } = await director().describe(fullScope);
      const listed = await director().listClients(fullScope);
      expect(listed.map(({ name }) => name)).toEqual(clients);
      expect(listed.every(({ enabled }) => enabled)).toBe(true);
    });

    test('health looks find the Director and its clients', async () => {
      const { client = '' } = (await jobNamed(jobs.ok)) ?? {};
      await until(async () => {
        const seen = await director().observe(fullScope);
        return seen.length > 0 && seen.every(({ id, status }) => !id.includes(client) || status === 'ok');
      });
    });

    declareOptional(jobs.withSpace, 'a job whose name has a space is listed', async (name) => {
      expect(name).toContain(' ');
      expect(await jobNamed(name)).toMatchObject({ type: 'Backup', enabled: true });
    });

    declareOptional(jobs.disabled, 'a disabled job is listed as such and has no next start', async (name) => {
      expect(await jobNamed(name)).toMatchObject({ enabled: false, nextRunAt: null });
    });

    declareOptional(jobs.admin, 'an admin job has no level', async (name) => {
      expect(await jobNamed(name)).toMatchObject({ type: 'Admin', level: 'None', allowedLevels: [] });
    });

    declareOptional(jobs.scheduled, 'a schedule tells the next starts of its job, soonest first', async (name) => {
      const { schedule, nextRunAt } = (await jobNamed(name))!;
      expect(schedule).not.toBeNull();
      const [from, until] = [new Date(), new Date(Date.now() + 3 * dayMs)];
      const starts = await director().schedulePreview(fullScope, from, until, 100);
      const own = starts.filter(({ job }) => job === name);
      expect(own[0]).toMatchObject({ schedule, type: 'Backup', at: nextRunAt, director: director().name });
      const times = starts.map(({ at }) => at.getTime());
      expect(times).toEqual([...times].sort((a, b) => a - b));
      expect(times.every((at) => at >= from.getTime() && at < until.getTime())).toBe(true);
      expect(await director().schedulePreview(fullScope, from, until, 1)).toEqual(starts.slice(0, 1));
      const alone = await director().schedulePreview(fullScope, from, until, 100, [name]);
      expect(alone.slice(0, own.length)).toEqual(own);
      expect(alone.every(({ job }) => job === name)).toBe(true);
      expect(await director().schedulePreview(fullScope, from, until, 100, ['none'])).toEqual([]);
      const [first] = own;
      expect(await director().schedulePreview(fullScope, from, first!.at, 100)).not.toContainEqual(first);
    });

    declareOptional(
      jobs.scheduled,
      'a job that is taken out of its schedule has no next start until it is back',
      async (name) => {
        const planned = async () => {
          const next = await director().schedulePreview(fullScope, new Date(), new Date(Date.now() + 3 * dayMs), 100);
          return next.some(({ job }) => job === name);
        };
        await director().setJobEnabled(fullScope, name, false);
        try {
          expect(await jobNamed(name)).toMatchObject({ enabled: false, nextRunAt: null });
          expect(await planned()).toBe(false);
        } finally {
          await director().setJobEnabled(fullScope, name, true);
        }
        expect(await jobNamed(name)).toMatchObject({ enabled: true, nextRunAt: expect.any(Date) });
        expect(await planned()).toBe(true);
      },
    );

    test('an unknown job can be neither enabled nor disabled', async () => {
      for (const enabled of [true, false]) {
        const change = director().setJobEnabled(fullScope, 'No Such Job', enabled);
        await expect(change).rejects.toMatchObject({ code: 'unknown_job' });
      }
    });
  });
}

/** Declared only where the Director has such a job. */
export function declareOptional(job: string | undefined, title: string, body: (job: string) => Promise<void>): void {
  if (job !== undefined) test(title, () => body(job));
}
