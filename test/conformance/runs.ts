import { describe, expect, test } from '@jest/globals';
import { type RunOrder } from '../../src/domain/director.port.js';
import { AppError } from '../../src/domain/error-codes.js';
import { fullScope } from '../../src/domain/principal.js';
import { readPaged } from '../harness/fixtures/paging.js';
import { type History } from './history.js';
import { declareOptional } from './inventory.js';
import { type Fixture } from './fixture.js';
import { type ConformanceJobs } from './subject.js';

type Override = Partial<RunOrder>;

export function declareRuns(fixture: () => Fixture, jobs: ConformanceJobs, history: () => Promise<History>): void {
  const director = () => fixture().subject.director;
  const catalog = () => fixture().subject.catalog;

  describe('runs', () => {
    test('each level ends well and is recorded as what it was', async () => {
      const { full, incremental, differential, last } = await history();
      const levels = ['Full', 'Incremental', 'Differential', 'Incremental'];
      for (const [index, run] of [full, incremental, differential, last].entries()) {
        const level = levels[index];
        expect(run).toMatchObject({ job: jobs.ok, level, type: 'Backup', status: 'completed', errors: 0 });
        expect(run.director).toBe(director().name);
        expect(run.uniqueName).toContain(jobs.ok);
        expect([run.queuedAt, run.startedAt, run.endedAt].every((at) => at !== null)).toBe(true);
        expect(run.startedAt!.getTime()).toBeLessThanOrEqual(run.endedAt!.getTime());
      }
      expect(full.files).toBeGreaterThan(incremental.files);
      expect(full.bytes).toBeGreaterThan(300_000);
    });

    test('times of runs are now, in whatever zone the Director lives', async () => {
      const { last } = await history();
      expect(Math.abs(Date.now() - last.endedAt!.getTime())).toBeLessThan(600_000);
      expect(Math.abs(Date.now() - last.queuedAt.getTime())).toBeLessThan(600_000);
    });

    test('an order is found again by its mark', async () => {
      const { full } = await history();
      expect(full.comment).toMatch(/^conformance:/);
      const found = await director().findRunByTag(fullScope, full.comment);
      expect(found).toMatchObject({ jobId: full.jobId, uniqueName: full.uniqueName, job: jobs.ok });
      expect(await director().findRunByTag(fullScope, 'conformance:none')).toBeNull();
    });

    test('runs are listed newest first, in pages, each once', async () => {
      const { full, last } = await history();
      const listed = await readPaged(2, (page) => catalog().runs.listRuns(fullScope, { jobs: [jobs.ok] }, page));
      const ids = listed.map(({ jobId }) => jobId);
      expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
      expect(ids).toEqual(expect.arrayContaining([full.jobId, last.jobId]));
      expect(await catalog().runs.newestJobId(fullScope)).toBeGreaterThanOrEqual(last.jobId);
      expect((await catalog().runs.lastRuns(fullScope, [jobs.ok])).get(jobs.ok)?.jobId).toBe(ids[0]);
      expect(await catalog().runs.readRuns(fullScope, { ids: [full.jobId, last.jobId] })).toEqual([full, last]);
    });

    test('the log of a run tells its story in order, in pages', async () => {
      const { full } = await history();
      const lines = await readPaged(2, (page) => catalog().runs.listLog(fullScope, full.jobId, page));
      expect(lines.length).toBeGreaterThan(1);
      expect(lines.map(({ id }) => id)).toEqual(lines.map(({ id }) => id).sort((a, b) => a - b));
      expect(lines.every(({ at }) => Math.abs(at.getTime() - full.endedAt!.getTime()) < 600_000)).toBe(true);
      expect(lines.at(-1)?.text).toMatch(/OK/);
    });

    test('a run tells the volumes that it wrote to', async () => {
      const { full } = await history();
      const volumes = await catalog().runs.listRunVolumes(fullScope, full.jobId);
      expect(volumes.length).toBeGreaterThan(0);
      expect(volumes[0]).toMatchObject({ pool: full.pool, firstIndex: 1 });
      expect(volumes.every(({ volume }) => volume !== '')).toBe(true);
      expect(volumes.at(-1)!.lastIndex).toBe(full.files);
    });

    test('its files are those of the tree, in pages, each once', async () => {
      const { full } = await history();
      const files = await readPaged(5, (page) => catalog().runs.listRunFiles(fullScope, full.jobId, page));
      const refs = files.map(({ path }) => path.ref);
      expect(new Set(refs).size).toBe(refs.length);
      expect(refs).toHaveLength(full.files);
      expect(refs).toContain(fixture().latin1Path('caf\xe9 latin1.txt').ref);
      expect(files.find(({ path }) => path.equals(fixture().path('sub/link to one.txt')))).toMatchObject({
        type: 'symlink',
      });
      expect(files.find(({ path }) => path.equals(fixture().path('empty folder/')))).toMatchObject({ type: 'folder' });
    });

    declareOptional(jobs.beta, 'without a Full an Incremental becomes one', async (job) => {
      const run = await fixture().once('beta', () => fixture().run(job, 'Incremental'));
      const wanted = { jobs: [job], levels: ['Full'], statuses: ['completed'] } as const;
      const fulls = await readPaged(100, (page) => catalog().runs.listRuns(fullScope, wanted, page));
      // A Director of one's own may have one from an earlier day.
      const level = fulls.some(({ jobId }) => jobId < run.jobId) ? 'Incremental' : 'Full';
      expect(run).toMatchObject({ job, level, status: 'completed' });
    });

    declareOptional(jobs.beta, 'what an order gives wins over the configuration', async (job) => {
      const [own, other] = await Promise.all(
        [jobs.ok, job].map(async (name) => {
          return (await director().listJobs(fullScope)).find((one) => one.name === name)!;
        }),
      );
      const run = await fixture().once('overridden', () =>
        fixture().run(jobs.ok, 'Full', { client: other!.client, fileset: other!.fileset }),
      );
      expect(run).toMatchObject({ job: jobs.ok, client: other!.client, fileset: other!.fileset, status: 'completed' });
      expect(run.client).not.toBe(own!.client);
    });

    declareOptional(jobs.withSpace, 'a job whose name has a space runs', async (job) => {
      const run = await fixture().run(job, 'Full');
      expect(run).toMatchObject({ job, status: 'completed', level: 'Full' });
    });

    declareOptional(jobs.disabled, 'a disabled job runs when it is asked to', async (job) => {
      const run = await fixture().once('disabled', () => fixture().run(job, 'Full'));
      expect(run).toMatchObject({ job, status: 'completed' });
    });

    declareOptional(jobs.admin, 'an admin job runs without a level', async (job) => {
      expect(await fixture().once('admin', () => fixture().run(job, 'None'))).toMatchObject({
        job,
        status: 'completed',
        type: 'Admin',
      });
    });

    declareOptional(jobs.warning, 'a run that missed a path ends with a warning that its log explains', async (job) => {
      const run = await fixture().once('warning', () => fixture().run(job, 'Full'));
      expect(run.status).toBe('warning');
      expect(run.errors).toBeGreaterThan(0);
      expect(await fixture().log(run.jobId)).toMatch(/missing.*no such file/is);
    });

    declareOptional(jobs.scriptFails, 'a run whose script fails ends in error, and its log says so', async (job) => {
      const run = await fixture().once('scriptFails', () => fixture().run(job, 'Full'));
      expect(run).toMatchObject({ status: 'error', files: 0 });
      expect(await fixture().log(run.jobId)).toMatch(/script/i);
    });

    test.each<[string, Override]>([
      ['unknown_job', { job: 'No Such Job' }],
      ['unknown_client', { client: 'no-such-client' }],
      ['unknown_fileset', { fileset: 'NoSuchSet' }],
      ['unknown_storage', { storage: 'NoSuchStorage' }],
      ['unknown_pool', { pool: 'NoSuchPool' }],
    ])('%s is refused and runs nothing', async (code, override) => {
      const mark = fixture().newMark();
      await expect(fixture().start(jobs.ok, 'Full', { ...override, mark })).rejects.toMatchObject({ code });
      expect(await director().findRunByTag(fullScope, mark)).toBeNull();
    });

    test.each<[string, Override]>([
      ['a level that there is not', { level: 'Sideways' }],
      ['a job name with a quote', { job: 'x" yes client="alpha-fd' }],
      ['a client name with a line break', { client: 'alpha-fd\nrun job=BackupAlpha yes' }],
      ['a pool with a backslash', { pool: 'Full\\Pool' }],
    ])('%s is refused and runs nothing', async (_, override) => {
      const mark = fixture().newMark();
      await expect(fixture().start(jobs.ok, 'Full', { ...override, mark })).rejects.toBeInstanceOf(AppError);
      expect(await director().findRunByTag(fullScope, mark)).toBeNull();
    });
  });
}
