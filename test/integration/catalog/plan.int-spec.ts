import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type BaculaCatalog } from '../../../src/catalog/bacula-catalog.js';
import { type RestorePlan } from '../../../src/domain/restore-reader.port.js';
import { RawPath } from '../../../src/domain/catalog-entry.js';
import { fullScope } from '../../../src/domain/principal.js';
import { type CatalogMaker } from '../../harness/builders/catalog-builder.js';
import { openCatalogFixture, type CatalogFixture } from '../../harness/fixtures/catalog-fixture.js';
import { catalogShapes } from '../../harness/builders/catalog-shapes.js';

describe.each(catalogShapes)('$name', (shape) => {
  let fixture: CatalogFixture;
  let maker: CatalogMaker;
  let catalog: BaculaCatalog;
  let full: number;
  let next: number;

  beforeEach(async () => {
    fixture = await openCatalogFixture(shape);
    ({ maker, catalog } = fixture);
    full = await maker.makeRun({});
    await maker.recordFiles(full, [
      { path: '/h/', size: 4096 }, // 1
      { path: '/h/a', size: 100 }, // 2
      { path: '/h/b', size: 200 }, // 3
      { path: '/h/100%_/x', size: 1 }, // 4
      { path: '/h/100%_/y/z', size: 2 }, // 5
      { path: '/h/100ab/x', size: 4 }, // 6
      { path: '/h/first', size: 1000 }, // 7
      { path: '/h/links/second', size: 1000, linkFileIndex: 7 }, // 8
      { path: '/h/links/third', size: 1000, linkFileIndex: 7 }, // 9
    ]);
    next = await maker.makeRun({ level: 'I' });
    await maker.recordFiles(next, [
      { path: '/h/a', size: 5 },
      { path: '/h/b', isDeleted: true },
    ]);
    for (const volume of ['V1', 'V2', 'V3', 'V4']) await maker.makeVolume(volume);
    await maker.recordSegment(full, 'V1', 1, 2);
    await maker.recordSegment(full, 'V1', 3, 3);
    await maker.recordSegment(full, 'V2', 4, 7);
    await maker.recordSegment(full, 'V3', 8, 9);
    await maker.recordSegment(next, 'V4', 1, 1);
  });

  afterEach(async () => {
    await fixture.close();
  });

  async function planOf(...paths: string[]): Promise<RestorePlan & { volumeNames: string[]; missingNames: string[] }> {
    const chain = await catalog.restore.resolveChain(fullScope, [full, next]);
    const plan = await catalog.restore.planRestore(
      fullScope,
      chain,
      paths.map((path) => RawPath.ofText(path)),
    );
    return {
      ...plan,
      volumeNames: plan.volumes.map((volume) => volume.volume),
      missingNames: plan.missing.map((path) => path.text),
    };
  }

  test('readPaths streams the path of each live file once, without folders and deleted files', async () => {
    const chain = await catalog.restore.resolveChain(fullScope, [full, next]);
    const read: string[] = [];
    await catalog.restore.readPaths(fullScope, chain, (paths) => read.push(...paths.map(({ text }) => text)) > 0);
    const inFolders = ['100%_/x', '100%_/y/z', '100ab/x', 'a', 'first', 'links/second', 'links/third'];
    expect(read.sort()).toEqual(inFolders.map((name) => `/h/${name}`));
  });

  describe('planRestore', () => {
    test('without a selection takes all that lives', async () => {
      const all = {
        files: 8,
        contents: 7,
        bytes: 5 + 1 + 2 + 4 + 1000,
        volumeNames: ['V1', 'V2', 'V3', 'V4'],
        missingNames: [],
      };
      expect(await planOf()).toMatchObject(all);
      expect(await planOf('/')).toMatchObject(all);
      expect(await planOf('/h/')).toMatchObject(all);
    });

    test('a file is read from the volume of its newest version', async () => {
      expect(await planOf('/h/a')).toMatchObject({ files: 1, bytes: 5, volumeNames: ['V4'] });
    });

    test('a folder takes its tree and nothing that only looks like it', async () => {
      expect(await planOf('/h/100%_/')).toMatchObject({ files: 2, bytes: 3, volumeNames: ['V2'], missingNames: [] });
    });

    test('what is selected twice counts once', async () => {
      expect(await planOf('/h/100%_/', '/h/100%_/y/', '/h/100%_/x', '/h/100%_/x')).toMatchObject({
        files: 2,
        bytes: 3,
      });
    });

    test('names what the chain does not hold, deleted files and nested folders included', async () => {
      const asked = ['/h/b', '/h/nothing', '/nowhere/', '/h/', '/h/never/', '/h/100%_/y/'];
      expect((await planOf(...asked)).missingNames.sort()).toEqual(['/h/b', '/h/never/', '/h/nothing', '/nowhere/']);
    });

    test('hard links whose first name is left out are read from it, once', async () => {
      expect(await planOf('/h/links/')).toMatchObject({ files: 2, bytes: 1000, volumeNames: ['V2', 'V3'] });
      expect(await planOf('/h/links/', '/h/first')).toMatchObject({ files: 3, bytes: 1000 });
    });

    test('says which volumes are not to be had', async () => {
      await maker.makeVolume('V2', { status: 'Error', storage: 'Disk' });
      const atHand = { available: true, reasonCode: null, reason: null };
      const { volumes } = await planOf('/h/100ab/x', '/h/a');
      expect(volumes).toEqual([
        {
          volume: 'V2',
          pool: 'Default',
          storage: 'Disk',
          status: 'Error',
          available: false,
          reasonCode: 'faulty',
          reason: 'The volume is marked as in error.',
        },
        { volume: 'V4', pool: 'Default', storage: 'Disk', status: 'Full', ...atHand },
      ]);
    });

    test('a run without any volume on record is told', async () => {
      await maker.client.query('DELETE FROM jobmedia WHERE jobid = $1', [next]);
      expect((await planOf('/h/a')).volumes).toMatchObject([{ status: 'Missing', available: false }]);
    });

    test('a file saved by differences is read from all volumes back to the whole one, and counts once', async () => {
      const path = '/d/image';
      const volumes: string[] = [];
      const save = async (level: string, deltaSeq: number, isDeleted = false): Promise<number> => {
        const jobId = await maker.makeRun({ level });
        await maker.recordFiles(jobId, [{ path, size: 7, deltaSeq, isDeleted }]);
        volumes.push(`D${volumes.length}`);
        await maker.makeVolume(volumes.at(-1) ?? '');
        await maker.recordSegment(jobId, volumes.at(-1) ?? '', 1, 1);
        return jobId;
      };
      const chain: number[] = [];
      const namesOf = async (...paths: string[]) => {
        const resolved = await catalog.restore.resolveChain(fullScope, chain);
        const plan = await catalog.restore.planRestore(
          fullScope,
          resolved,
          paths.map((text) => RawPath.ofText(text)),
        );
        return [plan.files, plan.bytes, plan.volumes.map(({ volume }) => volume).join(' ')];
      };
      chain.push(await save('F', 0), await save('I', 0), await save('I', 1), await save('I', 2));
      expect(await namesOf(path)).toEqual([1, 7, 'D1 D2 D3']);
      expect(await namesOf('/d/')).toEqual([1, 7, 'D1 D2 D3']);
      expect(await namesOf()).toEqual([1, 7, 'D1 D2 D3']);
      chain.push(await save('I', 0, true), await save('I', 0));
      expect(await namesOf(path)).toEqual([1, 7, 'D5']);
    });

    test('a chain of which nothing is left misses all', async () => {
      const chain = await catalog.restore.resolveChain(fullScope, [99_999]);
      const path = RawPath.ofText('/h/a');
      expect(await catalog.restore.planRestore(fullScope, chain, [path])).toEqual({
        files: 0,
        contents: 0,
        bytes: 0,
        volumes: [],
        missing: [path],
      });
    });
  });

  test('lists the first files of a selection as the plan counts them, and no more than asked for', async () => {
    const chain = await catalog.restore.resolveChain(fullScope, [full, next]);
    const listed = async (limit: number, ...paths: string[]): Promise<string[]> => {
      const selection = paths.map((path) => RawPath.ofText(path));
      const entries = await catalog.restore.listSelected(fullScope, chain, selection, limit);
      return entries.map(({ path, size }) => `${path.text} ${size}`).sort();
    };
    expect(await listed(100, '/h/links/', '/h/a', '/h/b')).toEqual([
      '/h/a 5',
      '/h/links/second 1000',
      '/h/links/third 1000',
    ]);
    expect(await listed(100)).toHaveLength((await planOf()).files);
    expect(await listed(3)).toHaveLength(3);
    expect(await listed(0)).toEqual([]);
  });
});
