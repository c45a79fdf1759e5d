import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { fullScope } from '../../../src/domain/principal.js';
import { type MadeRun } from '../../harness/builders/catalog-records.js';
import { catalogShapes } from '../../harness/builders/catalog-shapes.js';
import { type CatalogFixture, openCatalogFixture } from '../../harness/fixtures/catalog-fixture.js';

describe.each(catalogShapes)('$name: a good backup is lost', (shape) => {
  let fixture: CatalogFixture;

  beforeAll(async () => {
    fixture = await openCatalogFixture(shape);
    const volumes = { Full1: 'Full', Append1: 'Append', Purged1: 'Purged', Recycle1: 'Recycle', Error1: 'Error' };
    for (const [name, status] of Object.entries(volumes)) await fixture.maker.makeVolume(name, { status });
  });
  afterAll(() => fixture.close());

  /** A run of ten files with these of them on each volume, `[from, to]`. */
  async function made(
    segments: Readonly<Record<string, readonly [number, number]>>,
    run: MadeRun = {},
  ): Promise<number> {
    const jobId = await fixture.maker.makeRun({ files: 10, ...run });
    for (const [volume, [from, to]] of Object.entries(segments)) {
      await fixture.maker.recordSegment(jobId, volume, from, to);
    }
    return jobId;
  }

  async function isLost(jobId: number, name?: string): Promise<boolean> {
    const { rows } = await fixture.maker.client.query<{ job: string }>('SELECT job FROM job WHERE jobid = $1', [jobId]);
    const run = { jobId, uniqueName: name ?? rows[0]?.job ?? 'forgotten' };
    return (await fixture.catalog.restore.lostRuns(fullScope, [run])).includes(jobId);
  }

  test.each<[string, Parameters<typeof made>, boolean]>([
    ['not while its volumes are there', [{ Full1: [1, 5], Append1: [6, 10] }], false],
    ['with a part on a volume that is purged', [{ Full1: [1, 5], Purged1: [6, 10] }], true],
    ['on a volume that is free for new backups', [{ Recycle1: [1, 10] }], true],
    ['on a volume that is faulty', [{ Error1: [1, 10] }], true],
    ['on a volume that the catalog does not have', [{ Nowhere1: [1, 10] }], true],
    ['on no volume', [{}], true],
    ['not where it saved no file, for which it needs no volume', [{}, { files: 0 }], false],
    ['not where its file records alone were pruned', [{ Full1: [1, 10] }, { purged: true }], false],
    ['where a part of it went with its records', [{ Full1: [1, 5] }, { purged: true }], true],
  ])('%s', async (_, run, lost) => {
    expect(await isLost(await made(...run))).toBe(lost);
  });

  test('without a record of it, or where its id is that of another run', async () => {
    expect(await isLost(999_999)).toBe(true);
    const other = await made({ Full1: [1, 10] });
    expect([await isLost(other), await isLost(other, 'BackupHome.2020-01-01_01.00.00_01')]).toEqual([false, true]);
  });

  test('not where a copy took its place, unless that is lost too', async () => {
    const [copied, twice] = [await made({}), await made({})];
    await made({ Append1: [1, 10] }, { priorJobId: copied, type: 'B' });
    await made({ Purged1: [1, 10] }, { priorJobId: twice, type: 'C' });
    expect([await isLost(copied), await isLost(twice)]).toEqual([false, true]);
  });
});
