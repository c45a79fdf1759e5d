import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type BaculaCatalog } from '../../../src/catalog/bacula-catalog.js';
import { RawPath } from '../../../src/domain/catalog-entry.js';
import { fullScope } from '../../../src/domain/principal.js';
import { type CatalogMaker } from '../../harness/builders/catalog-builder.js';
import { openCatalogFixture, type CatalogFixture } from '../../harness/fixtures/catalog-fixture.js';
import { catalogShapes } from '../../harness/builders/catalog-shapes.js';
import { liveOf, recordHistory, rounds, searchedTexts, searchModel } from '../../harness/builders/backup-histories.js';
import { readPaged } from '../../harness/fixtures/paging.js';

/**
 * Random histories against a model that holds each run's records in a list and looks at all of them: search, listing
 * and plan must agree with it whatever was made, deleted and made again, in pages of any size.
 */
let maker: CatalogMaker;
let catalog: BaculaCatalog;

/** What lies directly in the folder: live itself, or with something live below. */
function listModel(live: ReadonlyMap<string, number>, folder: string): string[] {
  const children = new Set<string>();
  for (const key of live.keys()) {
    const [client, path] = [key.slice(0, 3), key.slice(4)];
    if (!path.startsWith(folder) || path === folder) continue;
    const [first, ...deeper] = path.slice(folder.length).split('/');
    children.add(`${deeper.length > 0 ? 'd' : 'f'} ${first ?? ''} ${client}`);
  }
  const rank = (child: string) => Buffer.from(`${child.slice(0, 2)}${child.slice(2, -4)}\0${child.slice(-3)}`);
  return [...children].sort((a, b) => Buffer.compare(rank(a), rank(b)));
}

describe.each(catalogShapes)('$name', (shape) => {
  let fixture: CatalogFixture;

  beforeAll(async () => {
    fixture = await openCatalogFixture(shape);
    ({ maker, catalog } = fixture);
  });

  afterAll(async () => {
    await fixture.close();
  });

  test('search, listing and plan equal the naive answer for any history', async () => {
    await maker.makeClient('ada');
    await maker.makeClient('bob');
    await fc.assert(
      fc.asyncProperty(
        rounds,
        fc.constantFrom(...searchedTexts),
        fc.integer({ min: 1, max: 9 }),
        async (history, text, limit) => {
          const jobids = await recordHistory(maker, history);
          const live = liveOf(history, jobids);
          const chain = await catalog.restore.resolveChain(fullScope, jobids);

          const found = await readPaged(limit, (page) => catalog.files.searchFiles(fullScope, chain, { text }, page));
          const answered = found.map((entry) => `${entry.client} ${entry.path.text} ${entry.jobId}`);
          expect(answered.sort()).toEqual(searchModel(live, text).sort());

          for (const folder of ['/', '/a/', '/a b/', '/ä/%/']) {
            const listed = await readPaged(limit, (page) =>
              catalog.restore.listFolder(fullScope, chain, RawPath.ofText(folder), page),
            );
            const own = listed.map(
              (entry) => `${entry.type === 'folder' ? 'd' : 'f'} ${entry.path.name.toString()} ${entry.client}`,
            );
            expect(own).toEqual(listModel(live, folder));
          }

          const plan = await catalog.restore.planRestore(fullScope, chain, [
            RawPath.ofText('/a/'),
            RawPath.ofText('/b'),
          ]);
          const chosen = [...live.keys()].filter((key) => key.slice(4).startsWith('/a/') || key.slice(4) === '/b');
          expect(plan.files).toBe(chosen.length);
        },
      ),
      { numRuns: 40 },
    );
  });
});
