import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { AppError } from '../../src/domain/error-codes.js';
import { fullScope } from '../../src/domain/principal.js';
import { segmentBlocks, signatureOf } from '../../src/features/search-index/name-block.js';
import { leastWorkMs } from '../../src/features/search-index/indexing-policy.js';
import { SegmentSetSuperseded } from '../../src/features/search-index/name-writes.repository.js';
import { SearchIndexesRepository } from '../../src/features/search-index/search-indexes.repository.js';
import { type MadeRun } from '../harness/builders/catalog-records.js';
import { naiveNames, NameFeedFixture } from '../harness/fixtures/name-indexing-fixture.js';
import { until } from '../harness/fixtures/until.js';

describe('the feed', () => {
  let fixture: NameFeedFixture;
  beforeEach(async () => {
    fixture = await NameFeedFixture.open();
  });
  afterEach(() => fixture.close());

  const query = <Row>(text: string): Promise<Row[]> => fixture.database.query<Row[]>(text);
  const moments = async (): Promise<number> =>
    Number((await query<{ moment: string }>('SELECT moment FROM index_state'))[0]?.moment);
  const standing = () => new SearchIndexesRepository(fixture.database).syncStatus('here');

  /** So many names that they fill several blocks, each by itself. */
  async function makeLargeRun(made: MadeRun, prefix: string, count = 1_200): Promise<number> {
    const { maker } = fixture.source;
    const run = await maker.makeRun(made);
    await maker.recordFiles(run, [{ path: `/large/${prefix}` }]);
    await maker.client.query(
      `INSERT INTO file (fileindex, jobid, pathid, lstat, md5, deltaseq, filename)
       SELECT n, jobid, pathid, lstat, md5, 0, $2 || n || repeat(' long', 40) FROM file, generate_series(2, $3::int) n WHERE jobid = $1`,
      [run, prefix, count],
    );
    return run;
  }

  test('begins a run again that was half written, and shows nothing of it before', async () => {
    const full = await makeLargeRun({ level: 'F' }, 'first');
    await fixture.catchUp();
    const [before] = await fixture.lineages();
    await makeLargeRun({ level: 'I' }, 'second');
    const { writes } = fixture;
    const commit = writes.commit.bind(writes);
    writes.commit = () => Promise.reject(new Error('killed'));
    await expect(fixture.feeder().catchUp()).rejects.toThrow('killed');
    await fixture.stopFeeders();
    const [{ written } = { written: 0 }] = await query<{ written: number }>(
      'SELECT count(*)::int AS written FROM name_block',
    );
    expect(written).toBeGreaterThan(before?.blocks ?? 0);
    expect(await fixture.lineages()).toEqual([before]);
    writes.commit = commit;
    await fixture.catchUp();
    const [after] = await fixture.lineages();
    expect(after).toMatchObject({ id: before?.id, full });
    expect(after?.names).toHaveLength(2_400);
    expect(after?.names).toEqual(await naiveNames(fixture, after?.jobs ?? [], 'filename'));
  });

  test('leaves a run out that has a name longer than a block, and goes on with the others', async () => {
    const odd = await makeLargeRun({ level: 'F', client: 'odd' }, 'first', 5);
    await fixture.source.maker.client.query(
      "UPDATE file SET filename = repeat('long', 2100) WHERE jobid = $1 AND fileindex = 3",
      [odd],
    );
    const full = await makeLargeRun({ level: 'F' }, 'first', 5);
    await fixture.catchUp();
    expect((await fixture.lineages()).map(({ jobs }) => jobs)).toEqual([[full]]);
    expect((await standing())?.failure).toMatch(/^Run \d+: A name of 8400 bytes exceeds the limit of the index/);
  });

  test('leaves nothing of a run that was half written and then purged', async () => {
    await makeLargeRun({ level: 'F' }, 'first', 5);
    await fixture.catchUp();
    const [before] = await fixture.lineages();
    const gone = [await makeLargeRun({ level: 'I' }, 'next'), await makeLargeRun({ level: 'F', client: 'bob' }, 'bob')];
    const { writes } = fixture;
    const commit = writes.commit.bind(writes);
    for (let kill = 0; kill < 2; kill += 1) {
      writes.commit = () => Promise.reject(new Error('killed'));
      await expect(fixture.feeder().catchUp()).rejects.toThrow('killed');
      await fixture.stopFeeders();
      writes.commit = commit;
      await fixture.source.maker.client.query('DELETE FROM job WHERE jobid = $1', [gone[1 - kill]]);
    }
    const rows =
      'SELECT count(*)::int AS n FROM name_block b JOIN name_segment_set l ON l.id = b.lineage_id WHERE retired_moment IS NULL';
    expect((await query<{ n: number }>(rows))[0]?.n).toBeGreaterThan(before?.blocks ?? 0);
    fixture.feeder(true);
    await until(async () => (await query<{ n: number }>(rows))[0]?.n === before?.blocks);
    expect(await query('SELECT 1 FROM name_segment_set WHERE retired_moment IS NULL')).toHaveLength(1);
    expect(await fixture.lineages()).toEqual([before]);
  });

  test('takes no block of a writer that another one followed', async () => {
    const run = await makeLargeRun({ level: 'F' }, 'first', 10);
    await fixture.catchUp();
    await makeLargeRun({ level: 'I' }, 'second', 10);
    await fixture.kept.take({
      director: 'here',
      ...(await fixture.source.catalog.files.listKeptRuns(fullScope, { ids: [run + 1] })),
      below: null,
    });
    const due = await fixture.batches.due('here');
    if (!due) throw new Error('Nothing is due.');
    const slow = await fixture.batches.open('here', due);
    await fixture.batches.open('here', due);
    if (!slow) throw new Error('The lineage could not be opened.');
    const block = { folded: '\nx\n', details: Buffer.from([2, 0]), entries: 1 };
    await expect(fixture.writes.write(slow, slow.blocks, [block])).rejects.toThrow(SegmentSetSuperseded);
    await expect(fixture.writes.commit('here', slow, slow.blocks, [])).rejects.toThrow(SegmentSetSuperseded);
  });

  test('seals full segments so that each block is found by what it holds', async () => {
    await makeLargeRun({ level: 'F' }, 'much', 5_000);
    await fixture.catchUp();
    const [lineage] = await fixture.lineages();
    const seals = await query<{ segment: number; bits: Buffer }>(
      'SELECT segment, bits FROM name_signature ORDER BY segment',
    );
    expect(seals.map(({ segment }) => segment)).toEqual([
      ...Array(Math.floor((lineage?.blocks ?? 0) / segmentBlocks)).keys(),
    ]);
    const rows = await query<{ folded: string }>('SELECT folded FROM name_block ORDER BY block LIMIT 128');
    expect(seals[0]?.bits.equals(signatureOf(rows.map(({ folded }) => folded)))).toBe(true);
  });

  test('makes a lineage anew where a run is to be added and names of one that is gone stand in it', async () => {
    const full = await makeLargeRun({ level: 'F' }, 'first', 5);
    const lost = await makeLargeRun({ level: 'I' }, 'second', 5);
    await fixture.catchUp();
    const [before] = await fixture.lineages();
    await fixture.source.maker.client.query('UPDATE job SET purgedfiles = 1 WHERE jobid = $1', [lost]);
    await fixture.source.maker.client.query('DELETE FROM file WHERE jobid = $1', [lost]);
    await fixture.catchUp();
    expect(await fixture.lineages()).toEqual([before]);
    const next = await makeLargeRun({ level: 'I' }, 'second', 5);
    await fixture.catchUp();
    const [after, ...others] = await fixture.lineages();
    expect(others).toEqual([]);
    expect(after?.id).not.toBe(before?.id);
    expect(after?.jobs).toEqual([full, next]);
    expect(after?.names).toEqual(await naiveNames(fixture, [full, next], 'filename'));
    await query("UPDATE name_segment_set SET retired_at = now() - interval '64 minutes' WHERE retired_at IS NOT NULL");
    await fixture.housekeeping.removeRetired('here');
    expect(await query(`SELECT 1 FROM name_block WHERE lineage_id = ${before?.id}`)).not.toEqual([]);
    await query("UPDATE name_segment_set SET retired_at = now() - interval '66 minutes' WHERE retired_at IS NOT NULL");
    await fixture.housekeeping.removeRetired('here');
    for (const table of ['name_block', 'name_block_detail', 'name_job']) {
      expect(await query(`SELECT 1 FROM ${table} WHERE lineage_id = ${before?.id}`)).toEqual([]);
    }
  });

  test('has each name once although a run was purged while those were read that have its names too', async () => {
    const full = await makeLargeRun({ level: 'F' }, 'first', 5);
    await fixture.catchUp();
    const next = await makeLargeRun({ level: 'I' }, 'first', 5);
    const { catalog, maker } = fixture.source;
    const readNames = catalog.files.readNames.bind(catalog.files);
    catalog.files.readNames = async (scope, question, limit) => {
      await maker.client.query('DELETE FROM file WHERE jobid = $1', [full]);
      return readNames(scope, question, limit);
    };
    await fixture.catchUp();
    catalog.files.readNames = readNames;
    await maker.client.query('UPDATE job SET purgedfiles = 1 WHERE jobid = $1', [full]);
    await fixture.catchUp();
    const [after, ...others] = await fixture.lineages();
    expect(others).toEqual([]);
    expect(after?.jobs).toEqual(expect.arrayContaining([next]));
    expect(after?.names).toEqual(await naiveNames(fixture, [next], 'filename'));
  });

  test('forgets a lineage of which nothing is kept, and all where the ids start over', async () => {
    const first = await makeLargeRun({ level: 'F' }, 'first', 3);
    const second = await makeLargeRun({ level: 'F' }, 'second', 3);
    await fixture.catchUp();
    const before = await moments();
    await fixture.source.maker.client.query('DELETE FROM job WHERE jobid = $1', [first]);
    await fixture.catchUp();
    expect((await fixture.lineages()).map(({ full }) => full)).toEqual([second]);
    expect(await moments()).toBeGreaterThan(before);
    const [kept] = await fixture.lineages();
    fixture.generation = 2;
    await fixture.catchUp();
    const [anew] = await fixture.lineages();
    expect(anew?.full).toBe(second);
    expect(anew?.id).not.toBe(kept?.id);
  });

  test('joins blocks that many small runs left nearly empty', async () => {
    await makeLargeRun({ level: 'F' }, 'full', 3);
    for (let day = 1; day <= 34; day += 1) await makeLargeRun({ level: 'I' }, `day${day}-`, 2);
    await fixture.catchUp();
    // As if each had come in by itself.
    await query('UPDATE name_segment_set SET blocks = 64');
    await query('UPDATE name_job SET fed_moment = job_id');
    await query(
      'INSERT INTO name_block SELECT lineage_id, n, folded FROM name_block, generate_series(1, 63) n WHERE block = 0 ON CONFLICT DO NOTHING',
    );
    await makeLargeRun({ level: 'I' }, 'last', 3);
    await fixture.catchUp();
    const [after, ...others] = await fixture.lineages();
    expect(others).toEqual([]);
    expect(after?.jobs).toEqual([...Array(36).keys()].map((n) => n + 1));
    expect(after?.blocks).toBeLessThan(6);
  });

  test('leaves a run out that can not be read, tells of it, and reads the others', async () => {
    const good = await makeLargeRun({ level: 'F', client: 'ada' }, 'good', 3);
    const bad = await makeLargeRun({ level: 'F', client: 'bob' }, 'bad', 3);
    const { catalog } = fixture.source;
    const readNames = catalog.files.readNames.bind(catalog.files);
    catalog.files.readNames = (scope, question, limit) =>
      question.jobId === bad
        ? Promise.reject(new AppError('out_of_range', 'A number is too large.'))
        : readNames(scope, question, limit);
    await fixture.catchUp();
    expect((await fixture.lineages()).map(({ full }) => full)).toEqual([good]);
    expect(await standing()).toMatchObject({
      runs: 2,
      waiting: 1,
      readAt: null,
      failure: `Run ${bad}: A number is too large.`,
    });
    catalog.files.readNames = readNames;
    await fixture.source.maker.client.query('DELETE FROM file WHERE jobid = $1', [bad]);
    await query('UPDATE name_run SET retry_at = now()');
    await fixture.catchUp();
    expect(await standing()).toMatchObject({ runs: 2, waiting: 0, entries: 3, failure: null, stalledSeconds: 0 });
  });

  test('goes through one connection that reads only, and leaves nothing in the catalog', async () => {
    const { maker } = fixture.source;
    const objects = 'SELECT count(*)::int AS n FROM pg_class';
    const before = await maker.client.query(objects);
    for (let client = 0; client < 5; client += 1) await makeLargeRun({ level: 'F', client: `c${client}` }, 'x', 50);
    await Promise.all([
      fixture.feeder().catchUp(),
      fixture.feeder().catchUp(),
      fixture.source.catalog.files.listKeptRuns(fullScope, { below: null, limit: 5 }),
    ]);
    const { rows } = await maker.client.query<{ application_name: string; n: number }>(
      `SELECT application_name, count(*)::int AS n FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE 'backup-console%' GROUP BY 1`,
    );
    expect(rows).toEqual([{ application_name: 'backup-console indexing', n: 1 }]);
    expect((await maker.client.query(objects)).rows).toEqual(before.rows);
    expect((await fixture.lineages()).map(({ jobs }) => jobs.length)).toEqual([1, 1, 1, 1, 1]);
  });

  test('reads a run soon after it ended, and goes on when the catalog answers again', async () => {
    await makeLargeRun({ level: 'F' }, 'first', 3);
    const { catalog } = fixture.source;
    const listKeptRuns = catalog.files.listKeptRuns.bind(catalog.files);
    catalog.files.listKeptRuns = () => Promise.reject(new AppError('director_unreachable', 'It is away.'));
    const feeder = fixture.feeder(true);
    await until(async () => (await standing())?.failure === 'It is away.');
    catalog.files.listKeptRuns = listKeptRuns;
    feeder.wake();
    await until(async () => (await fixture.lineages()).length === 1);
    const second = await makeLargeRun({ level: 'I' }, 'second', 3);
    feeder.hint(second);
    await until(async () => (await fixture.lineages())[0]?.jobs.includes(second) === true);
    await until(async () => (await standing())?.waiting === 0);
    expect((await standing())?.readAt).not.toBeNull();
  });

  test('gives way while the Director writes, and reads on when it is done', async () => {
    const { catalog } = fixture.source;
    let looks = 0;
    let portions = 0;
    const readNames = catalog.files.readNames.bind(catalog.files);
    catalog.files.readNames = async (...question) => {
      const portion = await readNames(...question);
      // However fast the machine is, the portion is one to rest after.
      await new Promise((resolve) => setTimeout(resolve, 2 * leastWorkMs));
      portions += 1;
      return portion;
    };
    catalog.files.isBeingWritten = () => Promise.resolve((looks += 1) <= 4);
    await makeLargeRun({ level: 'F' }, 'first', 6_000);
    const feeder = fixture.feeder(true);
    await until(async () => (await fixture.lineages()).length === 1);
    await feeder.stop();
    expect([portions, looks > 4]).toEqual([2, true]);
  });

  test('removes everything of a Director that is gone', async () => {
    await makeLargeRun({ level: 'F' }, 'first', 3);
    await fixture.catchUp();
    await fixture.housekeeping.removeDirector('here');
    for (const table of [
      'index_state',
      'name_run',
      'name_job',
      'name_segment_set',
      'name_block',
      'name_block_detail',
    ]) {
      expect(await query(`SELECT 1 FROM ${table}`)).toEqual([]);
    }
  });
});
