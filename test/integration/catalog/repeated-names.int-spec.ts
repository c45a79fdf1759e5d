import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type CatalogEntry, RawPath } from '../../../src/domain/catalog-entry.js';
import { type ResolvedChain } from '../../../src/domain/restore-reader.port.js';
import { type PageRequest, type Slice } from '../../../src/domain/pagination.js';
import { fullScope } from '../../../src/domain/principal.js';
import { openCatalogFixture, type CatalogFixture } from '../../harness/fixtures/catalog-fixture.js';
import { catalogShapes } from '../../harness/builders/catalog-shapes.js';
import { readPaged } from '../../harness/fixtures/paging.js';

const numbered = (folder: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${folder}${index + 1000}`);

const textOf = (entries: readonly CatalogEntry[]): string[] => entries.map((entry) => entry.path.text);

/** A fileset that names a folder twice has its files recorded twice. */
describe.each(catalogShapes)('where a run has each name twice, in $name', (shape) => {
  const twice = numbered('/h/a', 300);
  const other = numbered('/h/z', 300);
  let fixture: CatalogFixture;
  let chain: ResolvedChain;

  beforeAll(async () => {
    fixture = await openCatalogFixture(shape);
    const runOf = async (level: string, paths: readonly string[]): Promise<number> => {
      const jobId = await fixture.maker.makeRun({ level, client: 'ada' });
      await fixture.maker.recordFiles(
        jobId,
        paths.map((path) => ({ path })),
      );
      return jobId;
    };
    const jobids = [await runOf('F', [...twice, ...twice]), await runOf('I', other)];
    chain = await fixture.catalog.restore.resolveChain(fullScope, jobids);
  });
  afterAll(() => fixture.close());

  test.each([7, 250, 600])('a folder passes over no file, in pages of %i', async (limit) => {
    const read = (page: PageRequest): Promise<Slice<CatalogEntry>> =>
      fixture.catalog.restore.listFolder(fullScope, chain, RawPath.ofText('/h/'), page);
    expect(textOf(await readPaged(limit, read))).toEqual([...twice, ...other]);
  });

  test.each([7, 250, 600])('a search in a folder passes over no file, in pages of %i', async (limit) => {
    const below = RawPath.ofText('/h/');
    const folders = (await fixture.catalog.files.findFolders(fullScope, below, 10)) ?? [];
    const read = (page: PageRequest): Promise<Slice<CatalogEntry>> =>
      fixture.catalog.files.searchFiles(fullScope, chain, { text: '*', below }, page, { folders });
    expect(textOf(await readPaged(limit, read)).sort()).toEqual([...twice, ...other]);
  });
});
