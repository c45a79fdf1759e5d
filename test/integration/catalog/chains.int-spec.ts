import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type BaculaCatalog } from '../../../src/catalog/bacula-catalog.js';
import { type RestorePoint } from '../../../src/domain/restore-reader.port.js';
import { type PageRequest } from '../../../src/domain/pagination.js';
import { fullScope } from '../../../src/domain/principal.js';
import { type CatalogMaker } from '../../harness/builders/catalog-builder.js';
import { openCatalogFixture, type CatalogFixture } from '../../harness/fixtures/catalog-fixture.js';
import { catalogShapes } from '../../harness/builders/catalog-shapes.js';
import { type MadeRun } from '../../harness/builders/catalog-records.js';
import { readPaged } from '../../harness/fixtures/paging.js';

const reasonsOf = (point: RestorePoint | undefined) => point?.faults.map(({ text }) => text) ?? [];

describe.each(catalogShapes)('$name', (shape) => {
  let fixture: CatalogFixture;
  let maker: CatalogMaker;
  let catalog: BaculaCatalog;

  beforeEach(async () => {
    fixture = await openCatalogFixture(shape);
    ({ maker, catalog } = fixture);
  });

  afterEach(async () => {
    await fixture.close();
  });

  /** A run with ten files on a volume of its own, which the test may spoil. */
  async function makeStored(run: MadeRun, volumeStatus = 'Full'): Promise<number> {
    const jobId = await maker.makeRun({ files: 10, bytes: 100, ...run });
    await maker.makeVolume(`V${jobId}`, { status: volumeStatus });
    await maker.recordSegment(jobId, `V${jobId}`, 1, 10);
    return jobId;
  }

  async function pointsOf(client: string, options: { fileset?: string; before?: Date } = {}): Promise<RestorePoint[]> {
    return [...(await catalog.restore.listPoints(fullScope, client, options, { limit: 100 })).items];
  }

  describe('listPoints', () => {
    test('promises no point on a Full that read no file, and says so of later ones', async () => {
      const full = await makeStored({});
      const empty = await maker.makeRun({ status: 'W' });
      const last = await makeStored({ level: 'I' });
      const points = await pointsOf('ada');
      expect(points.map((point) => [point.jobId, point.jobids, point.restorable])).toEqual([
        [last, [full, last], 'partial'],
        [full, [full], 'yes'],
      ]);
      expect(points[0]?.faults).toMatchObject([{ code: 'nothing_read', params: { jobId: empty, level: 'Full' } }]);
    });

    test('answers each good backup with its chain, newest first', async () => {
      const full = await makeStored({});
      const first = await makeStored({ level: 'I' });
      const differential = await makeStored({ level: 'D', errors: 1 });
      const last = await makeStored({ level: 'I', status: 'W' });
      await makeStored({ level: 'I', status: 'f' });
      await makeStored({ type: 'R' });
      await makeStored({ client: 'bob' });
      const points = await pointsOf('ada');
      expect(points.map((point) => [point.jobId, point.level, point.jobids])).toEqual([
        [last, 'Incremental', [full, differential, last]],
        [differential, 'Differential', [full, differential]],
        [first, 'Incremental', [full, first]],
        [full, 'Full', [full]],
      ]);
      expect(points[0]).toMatchObject({
        client: 'ada',
        fileset: 'Home',
        job: 'BackupHome',
        endedAt: new Date('2026-01-01T04:10:00Z'),
        files: 30,
        bytes: 300,
        restorable: 'yes',
        faults: [],
      });
    });

    test('keeps filesets apart by name, not by definition', async () => {
      const full = await makeStored({});
      const other = await makeStored({ fileset: 'Etc', level: 'I' });
      const redefined = await makeStored({ filesetMd5: 'second', level: 'I' });
      expect((await pointsOf('ada', { fileset: 'Home' })).map((point) => point.jobids)).toEqual([
        [full, redefined],
        [full],
      ]);
      expect((await pointsOf('ada', { fileset: 'Etc' })).map((point) => point.jobids)).toEqual([[other]]);
      expect(await pointsOf('ada', { fileset: 'home' })).toEqual([]);
    });

    test('bounds the time of the data', async () => {
      const full = await makeStored({});
      await makeStored({ level: 'I' });
      const before = new Date('2026-01-01T02:10:00Z');
      expect((await pointsOf('ada', { before })).map((point) => point.jobId)).toEqual([full]);
    });

    test('orders by the time of the data, not by id', async () => {
      const increment = await makeStored({ level: 'I', dataTime: 2_000 });
      const full = await makeStored({ dataTime: 1_000 });
      expect((await pointsOf('ada')).map((point) => point.jobids)).toEqual([[full, increment], [full]]);
    });

    test('says what is missing', async () => {
      const lone = await makeStored({ level: 'I' });
      const purgedFull = await makeStored({ purged: true });
      const broken = await makeStored({ level: 'I' }, 'Error');
      const full = await makeStored({}, 'Purged');
      const bare = await maker.makeRun({ level: 'I', files: 3 });
      const points = new Map((await pointsOf('ada')).map((point) => [point.jobId, point]));
      expect([...points.keys()]).toEqual([bare, full, broken, lone]);
      expect(points.get(lone)).toMatchObject({ restorable: 'partial', jobids: [lone] });
      expect(reasonsOf(points.get(lone))).toEqual([expect.stringContaining('No Full backup')]);
      expect(points.get(broken)).toMatchObject({ restorable: 'partial', jobids: [lone, broken] });
      expect(reasonsOf(points.get(broken))).toEqual([
        expect.stringContaining('No Full backup'),
        `The file records of run ${purgedFull} (Full) were purged from the catalog.`,
        `Volume "V${broken}", which run ${broken} needs, has status Error.`,
      ]);
      expect(points.get(full)).toMatchObject({ restorable: 'no' });
      expect(points.get(bare)).toMatchObject({ restorable: 'no', jobids: [full, bare] });
      expect(reasonsOf(points.get(bare))).toContain(`The catalog lists no volume for run ${bare}.`);
    });

    test('names a volume that the catalog has forgotten', async () => {
      const full = await maker.makeRun({ files: 1 });
      await maker.recordSegment(full, 'never labelled', 1, 1);
      const [point] = await pointsOf('ada');
      expect(point).toMatchObject({ restorable: 'no' });
      expect(reasonsOf(point)[0]).toContain('Missing');
    });

    test('puts base jobs before the Full that leans on them', async () => {
      const base = await makeStored({ level: 'B', name: 'Base' });
      await maker.recordFiles(base, [{ path: '/usr/bin/env' }]);
      const full = await makeStored({ hasBase: true });
      await maker.recordBaseFiles(full, base);
      expect((await pointsOf('ada')).map((point) => point.jobids)).toEqual([[base, full]]);
    });

    test('an unknown client has no points', async () => {
      expect(await pointsOf('nobody')).toEqual([]);
    });

    test('pages at every limit equal the unpaged list', async () => {
      for (const level of ['F', 'I', 'I', 'D', 'I', 'F', 'I']) await makeStored({ level, dataTime: 5_000 });
      const all = await pointsOf('ada');
      const read = (page: PageRequest) => catalog.restore.listPoints(fullScope, 'ada', {}, page);
      for (const limit of [1, 2, 3, 6, 7]) expect(await readPaged(limit, read)).toEqual(all);
      expect((await read({ limit: 1, count: true })).total).toEqual({ value: 7, exact: true });
    });
  });

  describe('resolveChain', () => {
    test('tells what can be read from what cannot, oldest data first', async () => {
      const full = await maker.makeRun({ dataTime: 100 });
      const increment = await maker.makeRun({ level: 'I', status: 'W', dataTime: 50, fileset: 'Etc', client: 'bob' });
      const failed = await maker.makeRun({ status: 'f' });
      const canceled = await maker.makeRun({ status: 'A' });
      const running = await maker.makeRun({ status: 'R', ended: null });
      const purged = await maker.makeRun({ purged: true });
      const restore = await maker.makeRun({ type: 'R' });
      const bad = [failed, canceled, running, purged, restore, 2 ** 31 - 1];
      expect(await catalog.restore.resolveChain(fullScope, [...bad, full, increment, full])).toEqual({
        jobids: [increment, full],
        missingJobids: bad,
        unpreparedJobids: [increment, full],
        clients: ['ada', 'bob'],
        filesets: ['Etc', 'Home'],
      });
    });

    test('tells which runs the Director has not made ready to be browsed', async () => {
      const [fresh, ready] = [await maker.makeRun(), await maker.makeRun()];
      await maker.client.query('UPDATE job SET hascache = 1 WHERE jobid = $1', [ready]);
      expect((await catalog.restore.resolveChain(fullScope, [fresh, ready])).unpreparedJobids).toEqual([fresh]);
    });

    test('adds base jobs', async () => {
      const base = await maker.makeRun({ level: 'B' });
      await maker.recordFiles(base, [{ path: '/usr/bin/env' }]);
      const full = await maker.makeRun({ hasBase: true });
      await maker.recordBaseFiles(full, base);
      expect((await catalog.restore.resolveChain(fullScope, [full])).jobids).toEqual([base, full]);
    });

    test('nothing asked is nothing found', async () => {
      expect(await catalog.restore.resolveChain(fullScope, [])).toEqual({
        jobids: [],
        missingJobids: [],
        unpreparedJobids: [],
        clients: [],
        filesets: [],
      });
    });
  });
});
