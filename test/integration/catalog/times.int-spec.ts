import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { fullScope } from '../../../src/domain/principal.js';
import { openCatalogFixture, type CatalogFixture } from '../../harness/fixtures/catalog-fixture.js';
import { catalogShapes } from '../../harness/builders/catalog-shapes.js';

const seconds = (utc: string) => Date.parse(utc) / 1000;

/** A Director in Berlin. Its clock goes from 02:00 to 03:00 on 29 March 2026 and from 03:00 back to 02:00 on 25 October. */
describe.each(catalogShapes)('$name', (shape) => {
  let fixture: CatalogFixture;

  beforeEach(async () => {
    fixture = await openCatalogFixture(shape, 'Europe/Berlin');
  });

  afterEach(async () => {
    await fixture.close();
  });

  const timesOf = async (jobId: number) => {
    const run = await fixture.catalog.runs.findRun(fullScope, jobId);
    return [run?.scheduledAt, run?.startedAt, run?.endedAt].map((time) => time?.toISOString().slice(5, 16) ?? null);
  };

  test('times are local times of the Director, summer and winter', async () => {
    const { maker, catalog } = fixture;
    const summer = await maker.makeRun({ scheduled: '2026-07-01 12:00:00', ended: '1970-01-01 00:00:00' });
    await maker.makeRun({ scheduled: '2026-12-01 12:00:00' });
    const run = await catalog.runs.findRun(fullScope, summer);
    expect(run?.queuedAt).toEqual(new Date('2026-07-01T10:00:00Z'));
    expect(run?.endedAt).toBeNull();
    const since = new Date('2026-12-01T11:00:00Z');
    expect((await catalog.runs.listRuns(fullScope, { since }, { limit: 5 })).items).toHaveLength(1);
  });

  test('a run with a start time was queued when it was requested, by its unique name', async () => {
    const { maker, catalog } = fixture;
    const jobId = await maker.makeRun({
      uniqueName: 'BackupHome.2026-07-01_12.00.05_07',
      scheduled: '2026-07-02 03:00:00',
      ended: '1970-01-01 00:00:00',
    });
    expect(await catalog.runs.findRun(fullScope, jobId)).toMatchObject({
      queuedAt: new Date('2026-07-01T10:00:05Z'),
      scheduledAt: new Date('2026-07-02T01:00:00Z'),
    });
  });

  test('a run in the hour that comes twice was queued when it was planned, not an hour earlier', async () => {
    const run = { scheduled: '2026-10-25 02:10:00', started: '2026-10-25 02:10:00', ended: '2026-10-25 02:20:00' };
    const jobId = await fixture.maker.makeRun({
      ...run,
      uniqueName: 'BackupHome.2026-10-25_02.10.00_03',
      dataTime: seconds('2026-10-25T01:20:00Z'),
    });
    const found = await fixture.catalog.runs.findRun(fullScope, jobId);
    expect(found?.queuedAt).toEqual(found?.scheduledAt);
  });

  test('a run over the hour that is left out in spring takes the time that it took', async () => {
    const jobId = await fixture.maker.makeRun({
      scheduled: '2026-03-29 01:30:00',
      started: '2026-03-29 01:50:00',
      ended: '2026-03-29 03:10:00',
    });
    expect(await timesOf(jobId)).toEqual(['03-29T00:30', '03-29T00:50', '03-29T01:10']);
  });

  test('a run that began before the clock was turned back and ended after has not ended before it began', async () => {
    const jobId = await fixture.maker.makeRun({
      scheduled: '2026-10-25 02:40:00',
      started: '2026-10-25 02:45:00',
      ended: '2026-10-25 02:05:00',
      dataTime: seconds('2026-10-25T01:05:00Z'),
    });
    expect(await timesOf(jobId)).toEqual(['10-25T00:40', '10-25T00:45', '10-25T01:05']);
  });

  test('a run in the hour that comes twice is placed by its data time', async () => {
    const run = { scheduled: '2026-10-25 02:10:00', started: '2026-10-25 02:10:00', ended: '2026-10-25 02:20:00' };
    const { maker, catalog } = fixture;
    const first = await maker.makeRun({ ...run, dataTime: seconds('2026-10-25T00:20:00Z') });
    const second = await maker.makeRun({ ...run, dataTime: seconds('2026-10-25T01:20:00Z') });
    expect(await timesOf(first)).toEqual(['10-25T00:10', '10-25T00:10', '10-25T00:20']);
    expect(await timesOf(second)).toEqual(['10-25T01:10', '10-25T01:10', '10-25T01:20']);
    const points = (await catalog.restore.listPoints(fullScope, 'ada', {}, { limit: 5 })).items;
    expect(points.map((point) => point.endedAt.toISOString().slice(11, 16))).toEqual(['01:20', '00:20']);
    const [good] = await catalog.runs.lastGoodBackups(fullScope);
    expect(good?.endedAt.toISOString().slice(11, 16)).toBe('01:20');
  });

  test('no run of the hour that comes twice is missed by those who ask since', async () => {
    const { maker, catalog } = fixture;
    const later = await maker.makeRun({ scheduled: '2026-10-25 02:05:00' });
    const since = new Date('2026-10-25T00:50:00Z');
    const { items } = await catalog.runs.listRuns(fullScope, { since }, { limit: 5 });
    expect(items.map((run) => run.jobId)).toEqual([later]);
  });

  test('a run planned for a later day, and one that never had a time, stand in the list by their ids', async () => {
    const { maker, catalog } = fixture;
    const never = { scheduled: null, started: null, ended: null, status: 'C' };
    const planned = await maker.makeRun({ ...never, scheduled: '2099-01-01 12:00:00' });
    const timeless = await maker.makeRun({ ...never, dataTime: seconds('2026-01-02T00:00:00Z') });
    const done = await maker.makeRun();
    const { items } = await catalog.runs.listRuns(fullScope, {}, { limit: 5 });
    expect(items.map((run) => run.jobId)).toEqual([done, timeless, planned]);
    expect(items[1]).toMatchObject({ status: 'queued', startedAt: null, queuedAt: new Date('2026-01-02T00:00:00Z') });
    expect(items[2]).toMatchObject({ status: 'queued', scheduledAt: new Date('2099-01-01T11:00:00Z'), endedAt: null });
  });
});
