import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type BaculaCatalog } from '../../../src/catalog/bacula-catalog.js';
import { fullScope } from '../../../src/domain/principal.js';
import { type CatalogMaker } from '../../harness/builders/catalog-builder.js';
import { openCatalogFixture, type CatalogFixture } from '../../harness/fixtures/catalog-fixture.js';
import { catalogShapes } from '../../harness/builders/catalog-shapes.js';

describe.each(catalogShapes)('$name', (shape) => {
  let fixture: CatalogFixture;
  let maker: CatalogMaker;
  let catalog: BaculaCatalog;
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    fixture = await openCatalogFixture(shape);
    ({ maker, catalog } = fixture);
    ids['full'] = await maker.makeRun();
  });

  afterAll(async () => {
    await fixture.close();
  });

  describe('listLog', () => {
    test('pages by id, drops the last line break and shows odd bytes', async () => {
      const jobId = ids['full'] ?? 0;
      await maker.recordLine(jobId, 'one\n', '2026-01-01 01:00:01');
      await maker.recordLine(jobId, Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a]));
      await maker.recordLine(jobId, 'two\nlines\n\n');
      const first = await catalog.runs.listLog(fullScope, jobId, { limit: 2, count: true });
      expect(first.items.map((line) => line.text)).toEqual(['one', 'caf\ufffd']);
      expect(first.items[0]?.at).toEqual(new Date('2026-01-01T01:00:01Z'));
      expect(first.total).toEqual({ value: 3, exact: true });
      const second = await catalog.runs.listLog(fullScope, jobId, { limit: 2, after: first.next ?? [] });
      expect(second.items.map((line) => line.text)).toEqual(['two\nlines']);
      expect(second.next).toBeNull();
    });
  });

  describe('lastLogLines', () => {
    test('gives the last lines of each run in one question, oldest first, and of a huge line its beginning', async () => {
      const [first, second, silent] = [await maker.makeRun(), await maker.makeRun(), await maker.makeRun()];
      for (const line of [1, 2, 3]) {
        await maker.recordLine(first, `first ${line}\n`, '2026-01-01 01:00:01');
        await maker.recordLine(second, `second ${line}\n`);
      }
      await maker.recordLine(second, 'x'.repeat(10_000));
      const tails = await catalog.runs.lastLogLines(fullScope, [second, silent, first, 2_000_000_000], 2);
      const texts = [...tails].map(([jobId, lines]) => [jobId, lines.map(({ text }) => text)] as const);
      expect(new Map(texts)).toEqual(
        new Map([
          [first, ['first 2', 'first 3']],
          [second, ['second 3', 'x'.repeat(8_000)]],
        ]),
      );
      expect(tails.get(first)?.[0]?.at).toEqual(new Date('2026-01-01T01:00:01Z'));
    });
  });

  describe('listRunVolumes', () => {
    test('sums up the segments of each volume in the order of writing', async () => {
      const jobId = ids['full'] ?? 0;
      await maker.makeVolume('Default-0002');
      await maker.makeVolume('Default-0001');
      await maker.recordSegment(jobId, 'Default-0002', 1, 5, 2 ** 32 - 10, 2 ** 32 + 90);
      await maker.recordSegment(jobId, 'Default-0002', 6, 9, 2 ** 32 + 90, 2 ** 32 + 100);
      await maker.recordSegment(jobId, 'Default-0001', 10, 12, 0, 7);
      expect(await catalog.runs.listRunVolumes(fullScope, jobId)).toEqual([
        { volume: 'Default-0002', pool: 'Default', mediaType: 'File', firstIndex: 1, lastIndex: 9, bytes: 110 },
        { volume: 'Default-0001', pool: 'Default', mediaType: 'File', firstIndex: 10, lastIndex: 12, bytes: 7 },
      ]);
    });
  });

  if (shape.countsSegments) {
    describe('bytes that Bareos did not count', () => {
      test.each([
        ['a file', 1_000, 300],
        ['a tape', 5_000, 0],
      ])('are told by the addresses of a volume that is %s', async (kind, volumeBytes, bytes) => {
        const volume = `uncounted ${kind}`;
        const [jobId, empty] = [await maker.makeRun(), await maker.makeRun()];
        const mediaId = await maker.makeVolume(volume);
        await maker.recordSegment(jobId, volume, 1, 5, 187, 487);
        await maker.recordSegment(empty, volume, 0, 0, 0, 1);
        await maker.client.query('UPDATE jobmedia SET jobbytes = 0 WHERE mediaid = $1', [mediaId]);
        await maker.client.query('UPDATE media SET endfile = 0, endblock = 999, volbytes = $2 WHERE mediaid = $1', [mediaId, volumeBytes]); // prettier-ignore
        expect(await catalog.runs.listRunVolumes(fullScope, jobId)).toMatchObject([{ volume, bytes }]);
        expect(await catalog.runs.listRunVolumes(fullScope, empty)).toMatchObject([{ volume, bytes: 0 }]);
        const { items } = await catalog.volumes.listVolumeShares(fullScope, mediaId, { limit: 5 });
        expect(items).toEqual([{ jobId: empty, bytes: 0 }, { jobId, bytes }]); // prettier-ignore
      });
    });
  }

  test('figures of a volume are numbers', async () => {
    const mediaId = await maker.makeVolume('counted');
    await maker.client.query(
      'UPDATE media SET volfiles = 1, voljobs = 2, volmounts = 3, volerrors = 4, recyclecount = 5, slot = 6 WHERE mediaid = $1',
      [mediaId],
    );
    expect(await catalog.volumes.findVolume(fullScope, 'counted')).toMatchObject({
      mediaId,
      fileMarks: 1,
      jobs: 2,
      mounts: 3,
      errors: 4,
      recycleCount: 5,
      slot: 6,
    });
  });

  describe('the storage of a run', () => {
    test('is that of its first volume where the record names none', async () => {
      const jobId = await maker.makeRun({ storage: 'Named' });
      const { client } = maker;
      if (shape.hasNewJobColumns) {
        expect((await catalog.runs.findRun(fullScope, jobId))?.storage).toBe('Named');
        await client.query('UPDATE job SET writestorageid = 0 WHERE jobid = $1', [jobId]);
      }
      expect((await catalog.runs.findRun(fullScope, jobId))?.storage).toBeNull();
      await maker.makeVolume('OnTape-2', { storage: 'Tape' });
      await maker.makeVolume('OnDisk-1', { storage: 'OtherDisk' });
      await maker.recordSegment(jobId, 'OnTape-2', 1, 5);
      await maker.recordSegment(jobId, 'OnDisk-1', 6, 9);
      expect((await catalog.runs.findRun(fullScope, jobId))?.storage).toBe('Tape');
    });
  });

  describe('names that are no UTF-8', () => {
    const odd = Buffer.from([0x63, 0x61, 0x66, 0xe9]);

    test('come out with a replacement character wherever they are shown', async () => {
      const jobId = await maker.makeRun({ client: 'odd', fileset: 'odd', pool: 'odd', name: 'odd', comment: 'odd' });
      await maker.makeVolume('odd', { pool: 'odd', storage: 'odd' });
      await maker.recordSegment(jobId, 'odd', 1, 1);
      for (const [table, column] of [
        ['client', 'name'],
        ['fileset', 'fileset'],
        ['pool', 'name'],
        ['storage', 'name'],
        ['media', 'volumename'],
        ['job', 'name'],
        ['job', 'comment'],
      ] as const)
        await maker.client.query(
          `UPDATE ${table} SET ${column} = convert_from($1::bytea, 'SQL_ASCII') WHERE ${column} = 'odd'`,
          [odd],
        );
      const shown = 'caf\ufffd';
      const named = { client: shown, fileset: shown, pool: shown, job: shown, comment: shown };
      expect(await catalog.runs.findRun(fullScope, jobId)).toMatchObject(named);
      expect((await catalog.runs.listRuns(fullScope, {}, { limit: 50 })).items[0]).toMatchObject(named);
      expect((await catalog.runs.lastGoodBackups(fullScope)).map(({ client }) => client)).toContain(shown);
      expect(await catalog.runs.listRunVolumes(fullScope, jobId)).toMatchObject([{ volume: shown, pool: shown }]);
      expect(await catalog.restore.resolveChain(fullScope, [jobId])).toMatchObject({
        clients: [shown],
        filesets: [shown],
      });
    });
  });
});
