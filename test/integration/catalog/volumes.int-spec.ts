import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type QueryResultRow } from 'pg';
import { BaculaCatalog } from '../../../src/catalog/bacula-catalog.js';
import { CatalogConnection } from '../../../src/catalog/connection.js';
import { SqlRunReader } from '../../../src/catalog/runs/run-reader.js';
import { SqlVolumeReader } from '../../../src/catalog/volumes/volume-reader.js';
import { fullScope } from '../../../src/domain/principal.js';
import { keyBeforeVolume, volumeSorts } from '../../../src/domain/volumes.js';
import { openCatalogFixture, type CatalogFixture } from '../../harness/fixtures/catalog-fixture.js';
import { catalogShapes } from '../../harness/builders/catalog-shapes.js';
import { readPaged } from '../../harness/fixtures/paging.js';

const volumes = 20_000;

/** 20,000 volumes in four pools, a tenth never written; 20,000 runs on them. */
const library = `
  INSERT INTO storage (name) VALUES ('Disk'), ('Tape');
  INSERT INTO pool (name, labelformat, maxvols, maxvolbytes, volretention, nextpoolid, autoprune, recycle)
  VALUES ('Daily', 'Daily-', 100, 1000, 86400, 0, 1, 1), ('Copies', '*', 0, 0, 0, 1, 0, 0), ('Empty', '*', 0, 0, 0, 0, 1, 1), ('Other', '*', 0, 0, 60, 0, 1, 1);
  INSERT INTO media (volumename, poolid, storageid, mediatype, volstatus, volbytes, lastwritten, firstwritten, labeldate, volretention, slot, inchanger, volerrors, volreadtime, volwritetime)
  SELECT 'V' || lpad(g::text, 6, '0'), CASE g % 4 WHEN 2 THEN 4 ELSE 1 + g % 2 END, 1 + g % 2, 'LTO',
    CASE WHEN g % 10 = 0 THEN 'Append' WHEN g % 3 = 0 THEN 'Used' ELSE 'Full' END, g * 1000,
    CASE WHEN g % 10 = 0 THEN NULL ELSE timestamp '2026-03-29 00:00' + g * interval '10 min' END, '2026-01-01', '2026-01-01',
    86400 * (1 + g % 5), g % 50, 1, 0, 2500000, 1500000
  FROM generate_series(1, ${volumes}) g;
  INSERT INTO job (job, name, type, level, clientid, jobstatus, schedtime, starttime, endtime, jobtdate, filesetid, jobbytes)
  SELECT 'j' || g, 'Backup', 'B', 'F', 0, 'T', t, t, t, extract(epoch FROM t), 0, 100
  FROM generate_series(1, 20000) g, LATERAL (SELECT timestamp '2026-01-01' + g * interval '1 min' AS t) at;
  INSERT INTO jobmedia (jobid, mediaid, firstindex, lastindex) SELECT jobid, 1 + jobid % 200, 1, 10 FROM job;
  ANALYZE;`;

class PlannedConnection extends CatalogConnection {
  readonly plans: string[] = [];

  override async arrays<Row extends readonly unknown[]>(text: string, values: readonly unknown[]): Promise<Row[]> {
    const lines = await this.rows<QueryResultRow>(`EXPLAIN ${text}`, values);
    this.plans.push(lines.map((line) => String(line['QUERY PLAN'])).join('\n'));
    return super.arrays<Row>(text, values);
  }
}

describe.each(catalogShapes)('volumes and pools in the catalog of $name', (shape) => {
  let fixture: CatalogFixture;
  let catalog: BaculaCatalog;

  beforeAll(async () => {
    fixture = await openCatalogFixture(shape);
    await fixture.maker.client.query(library);
    catalog = new BaculaCatalog({ director: 'here', url: fixture.readerUrl, timezone: 'Europe/Berlin' });
  });

  afterAll(async () => {
    await catalog.close();
    await fixture.close();
  });

  test.each(volumeSorts)('every volume of a pool is listed once by %s, whatever the pages', async (sort) => {
    const filter = { pools: ['Other'], statuses: ['FULL', 'append'] };
    const whole = await readPaged(2_000, (page) => catalog.volumes.listVolumes(fullScope, filter, sort, page));
    const pieces = await readPaged(717, (page) => catalog.volumes.listVolumes(fullScope, filter, sort, page));
    expect(pieces).toEqual(whole);
    const { rows } = await fixture.maker.client.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM media WHERE poolid = 4 AND volstatus IN ('Full', 'Append')",
    );
    expect(new Set(whole.map(({ volume }) => volume)).size).toBe(rows[0]?.n);
    const third = whole[2]!;
    const from = await catalog.volumes.listVolumes(fullScope, filter, sort, {
      limit: 1,
      after: keyBeforeVolume(sort, third),
    });
    expect(from.items).toEqual([third]);
  });

  test('they come in the order that was asked for', async () => {
    const first = async (sort: (typeof volumeSorts)[number]): Promise<readonly string[]> => {
      const { items } = await catalog.volumes.listVolumes(fullScope, {}, sort, { limit: 3 });
      return items.map(({ volume }) => volume);
    };
    expect(await first('name')).toEqual(['V000001', 'V000002', 'V000003']);
    expect(await first('bytes')).toEqual(['V020000', 'V019999', 'V019998']);
    expect(await first('lastWritten')).toEqual(['V019999', 'V019998', 'V019997']);
    expect(await first('expires')).toEqual(['V000005', 'V000015', 'V000025']);
  });

  test('a volume is told with its times in the zone of the Director, and the end of its retention', async () => {
    expect(await catalog.volumes.findVolume(fullScope, 'V000181')).toEqual({
      volume: 'V000181',
      mediaId: 181,
      pool: 'Copies',
      storage: 'Tape',
      mediaType: 'LTO',
      status: 'Full',
      enabled: true,
      bytes: 181_000,
      maxBytes: null,
      fileMarks: 0,
      jobs: 0,
      mounts: 0,
      errors: 0,
      labeledAt: new Date('2025-12-31T23:00:00Z'),
      firstWrittenAt: new Date('2025-12-31T23:00:00Z'),
      // 06:10 on the morning after the clocks were put forward.
      lastWrittenAt: new Date('2026-03-30T04:10:00Z'),
      retentionSeconds: 172_800,
      expiresAt: new Date('2026-04-01T04:10:00Z'),
      recycle: true,
      recycleCount: 0,
      slot: 31,
      inChanger: true,
      readSeconds: 3,
      writeSeconds: 2,
    });
    expect(await catalog.volumes.findVolume(fullScope, 'V000010')).toMatchObject({
      lastWrittenAt: null,
      expiresAt: null,
    });
    expect(await catalog.volumes.findVolume(fullScope, 'nope')).toBeNull();
  });

  test('filters narrow, and what is not there matches nothing', async () => {
    const count = async (filter: object): Promise<number | undefined> =>
      (await catalog.volumes.listVolumes(fullScope, filter, 'name', { limit: 1, count: true })).total?.value;
    expect(await count({})).toBe(10_000);
    expect(await count({ volume: 'V000007' })).toBe(1);
    expect(await count({ part: 'v00000' })).toBe(9);
    expect(await count({ part: '0_0%' })).toBe(0);
    expect(await count({ storage: 'Tape', pools: ['Copies', 'Daily'] })).toBe(10_000);
    expect(await count({ storage: 'Disk', pools: ['Other'] })).toBe(5_000);
    expect(await count({ mediaType: 'LTO', statuses: ['append'] })).toBe(2_000);
    for (const none of [{ pools: ['No'] }, { storage: 'No' }, { statuses: ['No'] }, { mediaType: 'File' }])
      expect(await count(none)).toBe(0);
  });

  test('the runs on a volume come newest first, and those that are forgotten not at all', async () => {
    await fixture.maker.client.query('DELETE FROM job WHERE jobid = 4006');
    const shares = await readPaged(7, (page) => catalog.volumes.listVolumeShares(fullScope, 7, page));
    expect(shares.map(({ jobId }) => jobId).slice(0, 2)).toEqual([19_806, 19_606]);
    expect(shares).toHaveLength(99);
    const counted = await catalog.volumes.listVolumeShares(fullScope, 7, { limit: 5, count: true });
    expect(counted.total).toMatchObject({ value: shares.length });
    expect(await catalog.volumes.listVolumeShares(fullScope, 20_000, { limit: 5 })).toEqual({ items: [], next: null });
  });

  test('pools have their volumes by status, their limits, and what retention gives back by day', async () => {
    const pools = await catalog.volumes.listPools(fullScope);
    expect(pools.map(({ pool }) => pool)).toEqual(['Copies', 'Daily', 'Empty', 'Other']);
    const [copies, daily, empty] = pools;
    expect(empty).toMatchObject({ groups: [], storages: [], releases: [], storedShare: 1, keep: null });
    expect(copies).toMatchObject({
      nextPool: 'Daily',
      labelFormat: null,
      recycle: false,
      autoPrune: false,
      retentionSeconds: 0,
    });
    expect(daily).toMatchObject({ maxVolumes: 100, maxVolumeBytes: 1000, maxPoolBytes: null, labelFormat: 'Daily-' });
    expect(daily?.storages).toEqual(['Disk']);
    const { rows } = await fixture.maker.client.query<{ volumes: number; bytes: string }>(
      "SELECT count(*)::int AS volumes, sum(volbytes)::text AS bytes FROM media WHERE poolid = 1 AND volstatus = 'Full'",
    );
    const full = { status: 'Full', volumes: rows[0]?.volumes, bytes: Number(rows[0]?.bytes) };
    expect(daily?.groups).toContainEqual(full);
    const given = daily!.releases.reduce((sum, { bytes }) => sum + bytes, 0);
    const written = daily!.groups
      .filter(({ status }) => status !== 'Append')
      .reduce((sum, { bytes }) => sum + bytes, 0);
    expect(given).toBe(written);
    expect(daily!.releases.length).toBeGreaterThan(30);
  });

  test('a retention of zero may mean for good', async () => {
    const own = new BaculaCatalog({
      director: 'own',
      url: fixture.readerUrl,
      timezone: 'UTC',
      isZeroRetentionForever: true,
    });
    try {
      await fixture.maker.client.query("UPDATE media SET volretention = 0 WHERE volumename = 'V000001'");
      const forGood = { retentionSeconds: null, expiresAt: null };
      expect(await own.volumes.findVolume(fullScope, 'V000001')).toMatchObject(forGood);
      const { items } = await own.volumes.listVolumes(fullScope, { volume: 'V000001' }, 'expires', { limit: 1 });
      expect(items).toMatchObject([forGood]);
      expect(await catalog.volumes.findVolume(fullScope, 'V000001')).toMatchObject({ retentionSeconds: 0 });
    } finally {
      await own.close();
    }
  });

  test('a page by name walks the index on names, and no list looks at what lies on volumes', async () => {
    const planned = new PlannedConnection({ director: 'here', url: fixture.readerUrl, timezone: 'UTC' });
    const volumes = new SqlVolumeReader(planned, new SqlRunReader(planned));
    try {
      await volumes.listVolumes(fullScope, {}, 'name', { limit: 50, after: ['V010000'] });
      for (const sort of volumeSorts) await volumes.listVolumes(fullScope, { pools: ['Daily'] }, sort, { limit: 50 });
      const [byName] = planned.plans;
      expect(byName).toMatch(/Index Scan using media_volumename/);
      expect(byName).not.toMatch(/Sort|Seq Scan on media/);
      expect(planned.plans.join('\n')).not.toContain('jobmedia');
      await volumes.listVolumeShares(fullScope, 7, { limit: 50 });
      if (shape.name !== 'Bacula 9' && shape.name !== 'Bareos')
        expect(planned.plans.at(-1)).not.toContain('Seq Scan on jobmedia');
    } finally {
      await planned.close();
    }
  });
});
