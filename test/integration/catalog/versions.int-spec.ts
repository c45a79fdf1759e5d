import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type BaculaCatalog } from '../../../src/catalog/bacula-catalog.js';
import { type PageRequest } from '../../../src/domain/pagination.js';
import { RawPath } from '../../../src/domain/catalog-entry.js';
import { fullScope } from '../../../src/domain/principal.js';
import { type CatalogMaker } from '../../harness/builders/catalog-builder.js';
import { openCatalogFixture, type CatalogFixture } from '../../harness/fixtures/catalog-fixture.js';
import { catalogShapes } from '../../harness/builders/catalog-shapes.js';
import { type MadeFile } from '../../harness/builders/catalog-records.js';
import { readPaged } from '../../harness/fixtures/paging.js';

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

  async function makeRunOf(paths: readonly (string | MadeFile)[], level = 'F', client = 'ada'): Promise<number> {
    const jobId = await maker.makeRun({ level, client });
    await maker.recordFiles(
      jobId,
      paths.map((path) => (typeof path === 'string' ? { path } : path)),
    );
    return jobId;
  }

  describe('listRunFiles', () => {
    test('answers what the run wrote, without marks of deletions', async () => {
      const symlink = { path: '/h/link', mode: 0o120777, size: 5 };
      const jobId = await makeRunOf([
        '/h/',
        { path: '/h/a', size: 7, mtime: 1_700_000_000, mtimeNs: 123_456_789 },
        { path: '/h/gone', isDeleted: true },
        symlink,
      ]);
      const read = (page: PageRequest) => catalog.runs.listRunFiles(fullScope, jobId, page);
      const all = (await read({ limit: 10 })).items;
      expect(all.map((entry) => [entry.path.text, entry.type, entry.size])).toEqual([
        ['/h/', 'folder', 0],
        ['/h/a', 'file', 7],
        ['/h/link', 'symlink', 5],
      ]);
      expect(all[1]).toMatchObject({ client: 'ada', jobId, mode: 0o100644, modifiedAt: new Date(1_700_000_000_123) });
      expect((await read({ limit: 1, count: true })).total).toEqual({ value: 3, exact: true });
      for (const limit of [1, 2, 3]) expect(await readPaged(limit, read)).toEqual(all);
    });
  });

  describe('listVersions', () => {
    test('answers every kept version, newest first, with its volumes', async () => {
      const first = await makeRunOf([{ path: '/h/a', size: 1, checksum: 'c1' }]);
      await makeRunOf(['/h/other'], 'I');
      await makeRunOf([{ path: '/h/a', isDeleted: true }], 'I');
      const last = await makeRunOf([{ path: '/h/b' }, { path: '/h/a', size: 3 }], 'I');
      await makeRunOf(['/h/a'], 'F', 'bob');
      const failed = await maker.makeRun({ status: 'f' });
      await maker.recordFiles(failed, [{ path: '/h/a' }]);
      await maker.makeVolume('V1');
      await maker.makeVolume('V2');
      await maker.recordSegment(last, 'V1', 1, 1);
      await maker.recordSegment(last, 'V2', 2, 2);
      await maker.recordSegment(first, 'V1', 1, 1);
      const read = (page: PageRequest) => catalog.restore.listVersions(fullScope, 'ada', RawPath.ofText('/h/a'), page);
      const all = (await read({ limit: 10, count: true })).items;
      expect(
        all.map((version) => [version.jobId, version.size, version.level, version.checksum, version.volumes]),
      ).toEqual([
        [last, 3, 'Incremental', null, ['V2']],
        [first, 1, 'Full', 'c1', ['V1']],
      ]);
      expect(all[1]?.endedAt).toEqual(new Date('2026-01-01T01:10:00Z'));
      for (const limit of [1, 2]) expect(await readPaged(limit, read)).toEqual(all);
    });

    test('knows folders, and nothing of an unknown client', async () => {
      await makeRunOf(['/h/']);
      const folder = RawPath.ofText('/h/');
      expect((await catalog.restore.listVersions(fullScope, 'ada', folder, { limit: 5 })).items).toMatchObject([
        { type: 'folder' },
      ]);
      expect((await catalog.restore.listVersions(fullScope, 'nobody', folder, { limit: 5 })).items).toEqual([]);
    });
  });
});
