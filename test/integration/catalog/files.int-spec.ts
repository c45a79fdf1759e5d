// Takes over 20 s. Reads a whole catalog of each schema, by pages of every size.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type BaculaCatalog } from '../../../src/catalog/bacula-catalog.js';
import { type CatalogEntry, RawPath } from '../../../src/domain/catalog-entry.js';
import { type ResolvedChain } from '../../../src/domain/restore-reader.port.js';
import { type PageRequest } from '../../../src/domain/pagination.js';
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

  async function makeRunOf(
    paths: readonly (string | Buffer | MadeFile)[],
    level = 'F',
    client = 'ada',
  ): Promise<number> {
    const jobId = await maker.makeRun({ level, client });
    const files = paths.map((path) => (typeof path === 'string' || Buffer.isBuffer(path) ? { path } : path));
    await maker.recordFiles(jobId, files);
    return jobId;
  }

  const chainOf = (...jobids: number[]): Promise<ResolvedChain> => catalog.restore.resolveChain(fullScope, jobids);
  const textOf = (entries: readonly CatalogEntry[]) => entries.map((entry) => entry.path.text);

  async function search(chain: ResolvedChain, text: string): Promise<string[]> {
    const { items } = await catalog.files.searchFiles(fullScope, chain, { text }, { limit: 500 });
    return textOf(items).sort();
  }

  async function list(chain: ResolvedChain, folder: string | null): Promise<string[]> {
    const path = folder === null ? null : RawPath.ofText(folder);
    return textOf((await catalog.restore.listFolder(fullScope, chain, path, { limit: 500 })).items);
  }

  const latin1 = Buffer.concat([Buffer.from('/h/caf'), Buffer.from([0xe9]), Buffer.from('.txt')]);
  const long = `/h/${'x'.repeat(251)}.txt`;
  const hostile = [
    '/h/100%.txt',
    '/h/a_b.txt',
    '/h/axb.txt',
    '/h/back\\slash.txt',
    `/h/it's "quoted".txt`,
    '/h/line\nbreak.txt',
    '/h/ÄRGER.txt',
    '/h/smile😀.txt',
    '/h/ leading and trailing ',
    '/h/$1 -- ;drop.txt',
    long,
  ];

  describe('hostile names', () => {
    test('come out of search, list, versions and plan as they went in', async () => {
      const jobId = await makeRunOf([...hostile, latin1]);
      const chain = await chainOf(jobId);
      const all = [...hostile, 'caf'].length;
      expect(await search(chain, '*')).toHaveLength(all);
      for (const path of hostile) {
        const [found] = (
          await catalog.files.searchFiles(fullScope, chain, { text: path.slice(3), exact: true }, { limit: 5 })
        ).items;
        expect(found?.path.text).toBe(path);
        const versions = await catalog.restore.listVersions(fullScope, 'ada', RawPath.ofText(path), { limit: 5 });
        expect(versions.items.map((version) => version.path.text)).toEqual([path]);
      }
      expect((await list(chain, '/h/')).filter((path) => hostile.includes(path))).toHaveLength(hostile.length);
      const plan = await catalog.restore.planRestore(fullScope, chain, [
        ...hostile.map((path) => RawPath.ofText(path)),
        RawPath.ofBytes(latin1),
      ]);
      expect(plan).toMatchObject({ files: all, missing: [] });
    });

    test('bytes that are no UTF-8 are kept, and found by what can be typed of them', async () => {
      const chain = await chainOf(await makeRunOf([latin1]));
      const { items } = await catalog.files.searchFiles(fullScope, chain, { text: 'caf' }, { limit: 5 });
      expect(items[0]?.path.bytes).toEqual(latin1);
      expect(items[0]?.path.isLossy).toBe(true);
      expect(await search(chain, 'caf\ufffd.txt')).toHaveLength(1);
      expect(await search(chain, 'caf?.txt')).toHaveLength(1);
      const found = await catalog.restore.listVersions(fullScope, 'ada', RawPath.ofBytes(latin1), { limit: 5 });
      expect(found.items).toHaveLength(1);
    });

    test('a path that holds a NUL is nowhere', async () => {
      const chain = await chainOf(await makeRunOf(['/h/a']));
      const path = RawPath.ofText('/h/\0');
      expect((await catalog.restore.listVersions(fullScope, 'ada', path, { limit: 5 })).items).toEqual([]);
      expect((await catalog.restore.listFolder(fullScope, chain, path, { limit: 5 })).items).toEqual([]);
      expect(await search(chain, '\0')).toEqual([]);
      expect((await catalog.restore.planRestore(fullScope, chain, [path])).missing).toEqual([path]);
    });
  });

  describe('searchFiles', () => {
    test.each([
      ['%', ['/h/100%.txt']],
      ['_', ['/h/a_b.txt']],
      ['a_b', ['/h/a_b.txt']],
      ['\\', ['/h/back\\slash.txt']],
      ['ärger', ['/h/ÄRGER.txt']],
      ['SMILE?.txt', ['/h/smile😀.txt']],
      ['LINE*BREAK.TXT', ['/h/line\nbreak.txt']],
      ['a?b.txt', ['/h/a_b.txt', '/h/axb.txt']],
      ['?b.txt', []],
      [';drop', ['/h/$1 -- ;drop.txt']],
    ])('%j finds %j', async (text, expected) => {
      expect(await search(await chainOf(await makeRunOf(hostile)), text)).toEqual(expected);
    });

    test('answers the newest version and hides what was deleted', async () => {
      const full = await makeRunOf([{ path: '/h/a.txt', size: 1 }, '/h/b.txt', '/h/c.txt']);
      const next = await makeRunOf(
        [
          { path: '/h/a.txt', size: 2 },
          { path: '/h/b.txt', isDeleted: true },
          { path: '/h/c.txt', isDeleted: true },
        ],
        'I',
      );
      const last = await makeRunOf(['/h/c.txt'], 'I');
      const chain = await chainOf(full, next, last);
      const { items } = await catalog.files.searchFiles(fullScope, chain, { text: '.txt' }, { limit: 10 });
      expect(items.map((entry) => [entry.path.text, entry.jobId, entry.size])).toEqual([
        ['/h/a.txt', next, 2],
        ['/h/c.txt', last, 10],
      ]);
      expect(await search(await chainOf(full), '.txt')).toEqual(['/h/a.txt', '/h/b.txt', '/h/c.txt']);
      expect(await search(await chainOf(full, next), '.txt')).toEqual(['/h/a.txt']);
    });

    test('finds folders by their own name', async () => {
      const chain = await chainOf(
        await makeRunOf(['/reports/', '/reports/2026/', '/reports/2026/x', '/other/reports']),
      );
      expect(await search(chain, 'REPORTS')).toEqual(['/other/reports', '/reports/']);
      expect(await search(chain, '20?6')).toEqual(['/reports/2026/']);
    });

    test('answers for each client of the chain', async () => {
      const ada = await makeRunOf(['/h/a', '/h/b', '/h/c']);
      const bob = await makeRunOf(['/h/b', { path: '/h/c', isDeleted: true }], 'F', 'bob');
      const chain = await chainOf(ada, bob);
      const read = (page: PageRequest) => catalog.files.searchFiles(fullScope, chain, { text: '*' }, page);
      for (const limit of [1, 2, 3, 4, 5]) {
        const found = (await readPaged(limit, read)).map((entry) => `${entry.client} ${entry.path.text}`);
        expect(found).toEqual(['ada /h/a', 'ada /h/b', 'bob /h/b', 'ada /h/c']);
      }
    });

    test('pages of any size are full and equal the whole, however much was deleted', async () => {
      const names = Array.from({ length: 400 }, (_, index) => `/h/${index % 7}/f${index}`);
      const full = await makeRunOf(names);
      const next = await makeRunOf(
        names.filter((_, index) => index % 40 !== 0).map((path) => ({ path, isDeleted: true })),
        'I',
      );
      const chain = await chainOf(full, next);
      const read = (page: PageRequest) => catalog.files.searchFiles(fullScope, chain, { text: 'f' }, page);
      const all = textOf((await read({ limit: 500 })).items);
      expect([...all].sort()).toEqual(names.filter((_, index) => index % 40 === 0).sort());
      for (const limit of [1, 3, 9, 10, 11]) expect(textOf(await readPaged(limit, read))).toEqual(all);
      expect((await read({ limit: 2, count: true })).total).toEqual({ value: 10, exact: true });
    });

    test('an empty chain finds nothing', async () => {
      expect(await search(await chainOf(77), 'a')).toEqual([]);
    });
  });

  describe('listFolder', () => {
    test('walks down from the root through folders that no run recorded', async () => {
      const chain = await chainOf(
        await makeRunOf(['/srv/data/', '/srv/data/a.txt', '/srv/data/sub/', '/srv/data/sub/b']),
      );
      expect(await list(chain, null)).toEqual(['/']);
      expect(await list(chain, '/')).toEqual(['/srv/']);
      expect(await list(chain, '/srv/')).toEqual(['/srv/data/']);
      expect(await list(chain, '/srv/data/')).toEqual(['/srv/data/sub/', '/srv/data/a.txt']);
      expect(await list(chain, '/srv/data')).toEqual(await list(chain, '/srv/data/'));
      const [unrecorded] = (await catalog.restore.listFolder(fullScope, chain, RawPath.ofText('/'), { limit: 5 }))
        .items;
      expect(unrecorded).toMatchObject({ type: 'folder', fileId: null, modifiedAt: null, client: 'ada' });
      const [recorded] = (await catalog.restore.listFolder(fullScope, chain, RawPath.ofText('/srv/'), { limit: 5 }))
        .items;
      expect(recorded).toMatchObject({ type: 'folder', mode: 0o040755 });
      expect(recorded?.fileId).toMatch(/^\d+$/);
    });

    test('starts at the drive on Windows', async () => {
      const chain = await chainOf(await makeRunOf(['C:/Users/ada/x.txt']));
      expect(await list(chain, null)).toEqual(['C:/']);
      expect(await list(chain, 'C:/')).toEqual(['C:/Users/']);
    });

    test('orders folders before files, each by the bytes of the bare name', async () => {
      const names = ['/h/a/', '/h/a b/', '/h/a-c/', '/h/Z/', '/h/ä/', '/h/b', '/h/A', '/h/é'];
      const chain = await chainOf(await makeRunOf(names));
      expect(await list(chain, '/h/')).toEqual([
        '/h/Z/',
        '/h/a/',
        '/h/a b/',
        '/h/a-c/',
        '/h/ä/',
        '/h/A',
        '/h/b',
        '/h/é',
      ]);
    });

    test('a folder all of whose content was deleted is gone, an empty one is not', async () => {
      const full = await makeRunOf(['/h/kept/', '/h/gone/', '/h/gone/deep/', '/h/gone/deep/x', '/u/unrecorded/x']);
      const next = await makeRunOf(
        ['/h/gone/', '/h/gone/deep/', '/h/gone/deep/x', '/u/unrecorded/x'].map((path) => ({ path, isDeleted: true })),
        'I',
      );
      const chain = await chainOf(full, next);
      expect(await list(chain, '/h/')).toEqual(['/h/kept/']);
      expect(await list(chain, '/')).toEqual(['/h/']);
      expect(await list(chain, '/h/gone/')).toEqual([]);
      expect(await list(await chainOf(full), '/h/')).toEqual(['/h/gone/', '/h/kept/']);
    });

    test('a folder whose record is gone stays while something below it lives', async () => {
      const full = await makeRunOf(['/h/a/', '/h/a/b/', '/h/a/b/x']);
      const next = await makeRunOf([{ path: '/h/a/', isDeleted: true }], 'I');
      expect(await list(await chainOf(full, next), '/h/')).toEqual(['/h/a/']);
    });

    test('shows a path again that was made again', async () => {
      const full = await makeRunOf(['/h/a/', '/h/a/x', '/h/y']);
      const next = await makeRunOf(
        ['/h/a/', '/h/a/x', '/h/y'].map((path) => ({ path, isDeleted: true })),
        'I',
      );
      const last = await makeRunOf(['/h/a/', '/h/y'], 'I');
      const chain = await chainOf(last, next, full);
      expect(await list(chain, '/h/')).toEqual(['/h/a/', '/h/y']);
      expect(await list(chain, '/h/a/')).toEqual([]);
    });

    test('pages of any size are full and equal the whole, across folders, files and clients', async () => {
      const names = Array.from({ length: 60 }, (_, index) => (index % 3 === 0 ? `/h/d${index}/` : `/h/f${index}`));
      const full = await makeRunOf(names);
      const next = await makeRunOf(
        names.filter((_, index) => index % 5 < 3).map((path) => ({ path, isDeleted: true })),
        'I',
      );
      const other = await makeRunOf(names.slice(0, 20), 'F', 'bob');
      const chain = await chainOf(full, next, other);
      const read = (page: PageRequest) => catalog.restore.listFolder(fullScope, chain, RawPath.ofText('/h/'), page);
      const all = (await read({ limit: 500 })).items;
      expect(all).toHaveLength(24 + 20);
      for (const limit of [1, 2, 7, 43, 44]) expect(await readPaged(limit, read)).toEqual(all);
      expect((await read({ limit: 1, count: true })).total).toEqual({ value: 44, exact: true });
    });

    test('a name is listed for each of more clients than a page holds', async () => {
      const clients = Array.from({ length: 20 }, (_, index) => `client${index}`);
      const chain = await chainOf(
        ...(await Promise.all(clients.map((client) => makeRunOf(['/h/a', '/h/b'], 'F', client)))),
      );
      const read = (page: PageRequest) => catalog.restore.listFolder(fullScope, chain, RawPath.ofText('/h/'), page);
      const named = (path: string) => clients.map((client) => `${path} ${client}`).sort();
      const found = (await readPaged(1, read)).map((file) => `${file.path.text} ${file.client}`);
      expect(found.sort()).toEqual([...named('/h/a'), ...named('/h/b')]);
    });

    test('a folder that is not in the chain is empty', async () => {
      const chain = await chainOf(await makeRunOf(['/h/a']));
      await makeRunOf(['/elsewhere/b']);
      expect(await list(chain, '/elsewhere/')).toEqual([]);
      expect(await list(chain, '/never/')).toEqual([]);
      expect(await list(chain, '/')).toEqual(['/h/']);
    });
  });
});
