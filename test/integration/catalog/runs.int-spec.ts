import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type BaculaCatalog } from '../../../src/catalog/bacula-catalog.js';
import { type RunFilter, isGoodBackup } from '../../../src/domain/run.js';
import { fullScope } from '../../../src/domain/principal.js';
import { type CatalogMaker } from '../../harness/builders/catalog-builder.js';
import { openCatalogFixture, type CatalogFixture } from '../../harness/fixtures/catalog-fixture.js';
import { catalogShapes } from '../../harness/builders/catalog-shapes.js';
import { readPaged } from '../../harness/fixtures/paging.js';

describe.each(catalogShapes)('$name', (shape) => {
  let fixture: CatalogFixture;
  let maker: CatalogMaker;
  let catalog: BaculaCatalog;
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    fixture = await openCatalogFixture(shape);
    ({ maker, catalog } = fixture);
    ids['full'] = await maker.makeRun({ files: 12, bytes: 3456, comment: 'schedule:nightly' });
    ids['warned'] = await maker.makeRun({ level: 'I', errors: 2 });
    ids['failed'] = await maker.makeRun({ level: 'I', status: 'f', client: 'bob', pool: 'Tape' });
    ids['restore'] = await maker.makeRun({ name: 'RestoreFiles', type: 'R', level: ' ' });
    ids['canceled'] = await maker.makeRun({ status: 'A', name: "O'Neil 100%_\\" });
    ids['running'] = await maker.makeRun({ status: 'R', ended: null });
    ids['mounting'] = await maker.makeRun({ status: 'M', ended: null });
    ids['queued'] = await maker.makeRun({ status: 'C', scheduled: null, started: null, ended: null, client: null });
  });

  afterAll(async () => {
    await fixture.close();
  });

  const namesOf = async (filter: RunFilter) => {
    const { items } = await catalog.runs.listRuns(fullScope, filter, { limit: 100 });
    return items.map((run) => Object.keys(ids).find((name) => ids[name] === run.jobId));
  };

  describe('listRuns', () => {
    test('answers newest first with words for letters', async () => {
      const { items } = await catalog.runs.listRuns(fullScope, {}, { limit: 100 });
      expect(items.map((run) => run.jobId)).toEqual(Object.values(ids).sort((a, b) => b - a));
      expect(items.at(-1)).toEqual({
        jobId: ids['full'],
        uniqueName: 'BackupHome.2026-01-01_01.00.00_01',
        job: 'BackupHome',
        director: 'here',
        type: 'Backup',
        level: 'Full',
        client: 'ada',
        fileset: 'Home',
        pool: 'Default',
        storage: shape.hasNewJobColumns ? 'Disk' : null,
        status: 'completed',
        statusCode: 'T',
        queuedAt: new Date('2026-01-01T01:00:00Z'),
        scheduledAt: new Date('2026-01-01T01:00:00Z'),
        startedAt: new Date('2026-01-01T01:00:00Z'),
        endedAt: new Date('2026-01-01T01:10:00Z'),
        files: 12,
        bytes: 3456,
        errors: 0,
        comment: 'schedule:nightly',
        readsClient: true,
      });
    });

    test.each<[string, RunFilter, string[]]>([
      ['job', { jobs: ["O'Neil 100%_\\"] }, ['canceled']],
      ['a job name is exact', { jobs: ['backuphome', 'Backup%'] }, []],
      ['client', { clients: ['bob', 'nobody'] }, ['failed']],
      ['pool', { pools: ['Tape'] }, ['failed']],
      ['completed leaves out warnings', { statuses: ['completed'] }, ['full']],
      [
        'T with errors is a warning, and a restore that restored nothing',
        { statuses: ['warning'] },
        ['restore', 'warned'],
      ],
      ['queued', { statuses: ['queued'] }, ['queued']],
      ['running', { statuses: ['running'] }, ['running']],
      ['waiting is every other unfinished letter', { statuses: ['waiting'] }, ['mounting']],
      ['several statuses', { statuses: ['error', 'canceled'] }, ['canceled', 'failed']],
      ['levels in any letter case', { levels: ['incremental'] }, ['failed', 'warned']],
      ['an unknown level matches nothing', { levels: ['sideways'] }, []],
      ['types', { types: ['restore'] }, ['restore']],
      [
        'since is inclusive, until exclusive',
        { since: new Date('2026-01-01T02:00:00Z'), until: new Date('2026-01-01T04:00:00Z') },
        ['failed', 'warned'],
      ],
      ['filters together', { levels: ['Incremental'], clients: ['ada'] }, ['warned']],
    ])('filters: %s', async (_fact, filter, expected) => {
      expect(await namesOf(filter)).toEqual(expected);
    });

    test('pages at every limit equal the unpaged list', async () => {
      const all = (await catalog.runs.listRuns(fullScope, {}, { limit: 100 })).items.map((run) => run.jobId);
      for (const limit of [1, 2, 3, 7, 8]) {
        const paged = await readPaged(limit, (page) => catalog.runs.listRuns(fullScope, {}, page));
        expect(paged.map((run) => run.jobId)).toEqual(all);
      }
    });

    test('counts what the filter holds', async () => {
      const { total } = await catalog.runs.listRuns(fullScope, { levels: ['Incremental'] }, { limit: 1, count: true });
      expect(total).toEqual({ value: 2, exact: true });
    });

    test('a run that has not ended has no end, and one without times is still placed in time', async () => {
      expect((await catalog.runs.findRun(fullScope, ids['running'] ?? 0))?.endedAt).toBeNull();
      const queued = await catalog.runs.findRun(fullScope, ids['queued'] ?? 0);
      expect(queued).toMatchObject({ scheduledAt: null, startedAt: null, endedAt: null, client: null });
      expect(queued?.queuedAt).toEqual(new Date('2026-01-01T08:00:00Z'));
    });

    test('refuses a figure beyond 2^53 instead of rounding it', async () => {
      const own = await openCatalogFixture(shape);
      await own.maker.makeRun({ bytes: '9007199254740993' });
      await expect(own.catalog.runs.listRuns(fullScope, {}, { limit: 5 })).rejects.toMatchObject({
        code: 'out_of_range',
      });
      await own.close();
    });
  });

  describe('findRun', () => {
    test('answers null for an id that no run has, however large', async () => {
      expect(await catalog.runs.findRun(fullScope, 123_456)).toBeNull();
      expect(await catalog.runs.findRun(fullScope, 2 ** 40)).toBeNull();
    });
  });

  describe('readRuns', () => {
    test('answers a window of ids in their order, whatever state the runs are in', async () => {
      const all = Object.values(ids).sort((a, b) => a - b);
      const read = async (after: number, limit: number) =>
        (await catalog.runs.readRuns(fullScope, { after, limit })).map((run) => run.jobId);
      expect(await read(0, 100)).toEqual(all);
      expect(await read(all[2] ?? 0, 2)).toEqual(all.slice(3, 5));
      expect(await read(all.at(-1) ?? 0, 10)).toEqual([]);
    });

    test('answers the records of the ids that there are, equal to those of a list', async () => {
      const wanted = [ids['queued'] ?? 0, ids['full'] ?? 0, 987_654, 2 ** 40];
      const found = await catalog.runs.readRuns(fullScope, { ids: wanted });
      expect(found.map((run) => run.jobId)).toEqual([ids['full'], ids['queued']]);
      expect(found[0]).toEqual(await catalog.runs.findRun(fullScope, ids['full'] ?? 0));
      expect(await catalog.runs.readRuns(fullScope, { ids: [] })).toEqual([]);
    });
  });

  describe('newestJobId', () => {
    test('answers the largest id, and 0 for a catalog without runs', async () => {
      expect(await catalog.runs.newestJobId(fullScope)).toBe(Math.max(...Object.values(ids)));
      const own = await openCatalogFixture(shape);
      expect(await own.catalog.runs.newestJobId(fullScope)).toBe(0);
      await own.close();
    });
  });

  describe('lastRuns', () => {
    test('answers the newest run of each named job, and none for a job that never ran', async () => {
      const last = await catalog.runs.lastRuns(fullScope, ['BackupHome', 'RestoreFiles', 'Never']);
      expect([...last].map(([job, run]) => [job, run.jobId]).sort()).toEqual([
        ['BackupHome', ids['queued']],
        ['RestoreFiles', ids['restore']],
      ]);
    });

    test('finds a job whose last run lies far back', async () => {
      const own = await openCatalogFixture(shape);
      const old = await own.maker.makeRun({ name: 'Yearly' });
      await own.maker.client.query(
        "INSERT INTO job (job, name, type, level, jobstatus) SELECT 'n' || g, 'Nightly', 'B', 'I', 'T' FROM generate_series(1, 6000) g",
      );
      expect((await own.catalog.runs.lastRuns(fullScope, ['Yearly', 'Nightly'])).get('Yearly')?.jobId).toBe(old);
      await own.close();
    });
  });

  describe('countRuns', () => {
    test('counts what runs, waits, and failed or warned since the time', async () => {
      await maker.makeVolume('Broken-1', { status: 'Error' });
      expect(await catalog.runs.countRuns(fullScope, new Date('2026-01-01T00:00:00Z'))).toEqual({
        running: 1,
        waiting: 2,
        failed24h: 1,
        warning24h: 2,
        volumesInError: 1,
      });
      expect(await catalog.runs.countRuns(fullScope, new Date('2026-01-02T00:00:00Z'))).toMatchObject({
        running: 1,
        failed24h: 0,
        warning24h: 0,
      });
    });
  });

  describe('lastGoodBackups', () => {
    test('takes the newest backup that read the client', async () => {
      const own = await openCatalogFixture(shape);
      const good = await own.maker.makeRun({ level: 'I' });
      await own.maker.makeRun({ status: 'f' });
      await own.maker.makeRun({ type: 'R' });
      // It has the times of the newest backup that went into it.
      const times = { started: '2026-01-01 01:00:00', ended: '2026-01-01 01:10:00' };
      await own.maker.makeRun({ ...times, isVirtualFull: true, scheduled: '2026-01-01 06:00:00' });
      await own.maker.makeRun({ priorJobId: good });
      await own.maker.makeRun({ status: 'R', ended: null });
      const purged = await own.maker.makeRun({ client: 'bob', status: 'W', files: 1, purged: true });
      await own.maker.makeRun({ client: 'bob', status: 'W' });
      await own.maker.makeRun({ client: 'bob', errors: 1 });
      await own.maker.makeRun({ client: 'eve', status: 'E' });
      expect(await own.catalog.runs.lastGoodBackups(fullScope)).toEqual([
        { client: 'ada', jobId: good, endedAt: new Date('2026-01-01T01:10:00Z') },
        { client: 'bob', jobId: purged, endedAt: new Date('2026-01-01T07:10:00Z') },
      ]);
      const runs = await own.catalog.runs.readRuns(fullScope, { after: 0, limit: 100 });
      const wellRead = runs.filter((run) => run.readsClient && isGoodBackup(run));
      expect(wellRead.map(({ jobId }) => jobId)).toEqual([good, purged]);
      await own.close();
    });
  });
});
