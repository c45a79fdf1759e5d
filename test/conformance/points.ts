import { describe, expect, test } from '@jest/globals';
import { type CatalogEntry, type RawPath } from '../../src/domain/catalog-entry.js';
import { type Run } from '../../src/domain/run.js';
import { fullScope } from '../../src/domain/principal.js';
import { readPaged } from '../harness/fixtures/paging.js';
import { deletedAfterFull, type History, madeForDifferential, madeForIncremental, madeForLast } from './history.js';
import { type Fixture } from './fixture.js';
import { type ConformanceJobs } from './subject.js';

export function declarePoints(fixture: () => Fixture, jobs: ConformanceJobs, history: () => Promise<History>): void {
  const catalog = () => fixture().subject.catalog;

  async function list(run: Run, folder: RawPath | null, pageSize = 3): Promise<CatalogEntry[]> {
    const chain = await fixture().browsable(await fixture().chainOfPoint(run));
    return readPaged(pageSize, (page) => catalog().restore.listFolder(fullScope, chain, folder, page));
  }

  async function namesIn(run: Run, folder: string): Promise<string[]> {
    return (await list(run, fixture().path(folder))).map(({ path }) => path.name.toString('latin1'));
  }

  describe('restore points', () => {
    test('a chain is the Full, the last Differential after it and the Incrementals after that', async () => {
      const { full, incremental, differential, last } = await history();
      expect(await fixture().chainOfPoint(full)).toEqual([full.jobId]);
      expect(await fixture().chainOfPoint(incremental)).toEqual([full.jobId, incremental.jobId]);
      expect(await fixture().chainOfPoint(differential)).toEqual([full.jobId, differential.jobId]);
      expect(await fixture().chainOfPoint(last)).toEqual([full.jobId, differential.jobId, last.jobId]);
    });

    test('points are listed newest first and can be restored', async () => {
      const { last } = await history();
      const options = { fileset: last.fileset! };
      const points = await readPaged(2, (page) => catalog().restore.listPoints(fullScope, last.client!, options, page));
      const ids = points.map(({ jobId }) => jobId);
      expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
      expect(points.find(({ jobId }) => jobId === last.jobId)).toMatchObject({ restorable: 'yes', faults: [] });
    });

    test('a chain that names what is not there says so', async () => {
      const { full } = await history();
      const chain = await fixture().chain([full.jobId, 999_999_999]);
      expect(chain).toMatchObject({ jobids: [full.jobId], missingJobids: [999_999_999], clients: [full.client] });
    });

    test('what was deleted is hidden from the run that noticed on, and shown before', async () => {
      const { full, incremental, differential, last } = await history();
      expect(await namesIn(full, '')).toContain(deletedAfterFull);
      expect(await namesIn(incremental, '')).not.toContain(deletedAfterFull);
      expect(await namesIn(incremental, '')).toContain(madeForIncremental);
      expect(await namesIn(differential, '')).toEqual(
        expect.arrayContaining([madeForIncremental, madeForDifferential]),
      );
      const names = await namesIn(last, '');
      expect(names).toEqual(expect.arrayContaining([madeForDifferential, madeForLast]));
      expect(names).not.toContain(madeForIncremental);
    });

    test('a folder lists folders first, then files, whatever bytes their names have', async () => {
      const { full } = await history();
      const entries = await list(full, fixture().path(''));
      const types = entries.map(({ type }) => type);
      expect(types.lastIndexOf('folder')).toBeLessThan(types.indexOf('file'));
      const names = entries.map(({ path }) => path.name.toString('latin1'));
      expect(names).toEqual(expect.arrayContaining(['empty folder', 'sub', 'd\xfcsseldorf', 'caf\xe9 latin1.txt']));
      expect(entries.filter(({ path }) => path.isLossy)).toHaveLength(2);
      const inside = await list(full, fixture().latin1Path('d\xfcsseldorf/'));
      expect(inside.map(({ path }) => path.name.toString())).toEqual(['inside.txt']);
      expect(await list(full, fixture().path('empty folder/'))).toEqual([]);
      expect(await list(full, fixture().path('no such folder/'))).toEqual([]);
    });

    test('the roots lead down to the tree', async () => {
      const { full } = await history();
      const entries = await list(full, null);
      expect(entries.some(({ path }) => fixture().path('').bytes.indexOf(path.bytes) === 0)).toBe(true);
    });

    test('entries tell size, mode and time of what was backed up', async () => {
      const { full } = await history();
      const entries = await list(full, fixture().path(''));
      const empty = entries.find(({ path }) => path.equals(fixture().path('empty.txt')));
      expect(empty).toMatchObject({ type: 'file', size: 0, modifiedAt: new Date(1_000_000_000_000) });
      expect(empty!.mode & 0o170000).toBe(0o100000);
      const one = entries.find(({ path }) => path.equals(fixture().path('one.txt')));
      expect(one).toMatchObject({ size: 4, client: full.client, jobId: full.jobId });
    });

    test('search finds names in any letter case, over the chain, without what was deleted', async () => {
      const { last } = await history();
      const chain = await fixture().chain(await fixture().chainOfPoint(last));
      const find = (text: string) =>
        readPaged(2, (page) => catalog().files.searchFiles(fullScope, chain, { text }, page));
      const inTree = async (text: string) =>
        (await find(text))
          .filter(({ path }) => path.text.startsWith(`${fixture().tree}/`))
          .map(({ path }) => path.name.toString());
      expect(await inTree('GRÜSSE')).toEqual([]);
      expect(await inTree('grüße AUS')).toEqual(['Grüße aus Köln.txt']);
      expect((await inTree('*link*')).sort()).toEqual(['dangling link', 'hard link of one.txt', 'link to one.txt']);
      expect(await inTree(madeForIncremental)).toEqual([]);
      expect(await inTree('100%_of')).toEqual([]);
      expect(await inTree('back\\slash')).toHaveLength(1);
    });

    test('versions of a file are told newest first', async () => {
      const { full, last } = await history();
      const path = fixture().path('日本語.txt');
      const versions = await readPaged(1, (page) =>
        catalog().restore.listVersions(fullScope, last.client!, path, page),
      );
      const known = versions.filter(({ jobId }) => [full.jobId, last.jobId].includes(jobId));
      expect(known.map(({ jobId, level }) => [jobId, level])).toEqual([
        [last.jobId, 'Incremental'],
        [full.jobId, 'Full'],
      ]);
      expect(known[0]!.checksum).not.toBe(known[1]!.checksum);
      expect(known.every(({ volumes }) => volumes.length > 0)).toBe(true);
    });

    test('a plan counts what will be restored, names the volumes, and what is missing', async () => {
      const { last } = await history();
      const chain = await fixture().browsable(await fixture().chainOfPoint(last));
      const missing = fixture().path(madeForIncremental);
      const selection = [fixture().path('one.txt'), fixture().path('sub/'), missing];
      const plan = await catalog().restore.planRestore(fullScope, chain, selection);
      expect(plan.missing.map(({ ref }) => ref)).toEqual([missing.ref]);
      expect(plan.bytes).toBeGreaterThanOrEqual(300_004);
      expect(plan.files).toBe(8);
      expect(plan.volumes.length).toBeGreaterThan(0);
      expect(plan.volumes.every(({ available }) => available)).toBe(true);
    });

    if (jobs.many !== undefined) declareMany(fixture, jobs.many);
  });
}

function declareMany(fixture: () => Fixture, job: string): void {
  test('a folder of very many files is paged to its end, each file once', async () => {
    const { catalog, many } = fixture().subject;
    const run = await fixture().once('many', () => fixture().run(job, 'Full'));
    expect(run).toMatchObject({ status: 'completed', files: many!.files + 1 });
    const chain = await fixture().browsable([run.jobId]);
    const folder = fixture().rawPath(`${many!.folder}/`);
    const listed = await readPaged(500, (page) => catalog.restore.listFolder(fullScope, chain, folder, page));
    expect(new Set(listed.map(({ path }) => path.ref)).size).toBe(many!.files);
    expect(listed).toHaveLength(many!.files);
    const files = await readPaged(500, (page) => catalog.runs.listRunFiles(fullScope, run.jobId, page));
    expect(new Set(files.map(({ path }) => path.ref)).size).toBe(many!.files + 1);
    expect(files).toHaveLength(many!.files + 1);
  });
}
