import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { BaculaCatalog } from '../../src/adapters/catalog/bacula-catalog.js';
import { type RunFilter } from '../../src/domain/run.js';
import { everything } from '../../src/domain/scope.js';
import { CatalogMaker } from '../support/catalog-makers.js';
import { copyDatabase } from '../support/database.js';
import { readPaged } from '../support/paging.js';

let maker: CatalogMaker;
let catalog: BaculaCatalog;
let url: string;
const ids: Record<string, number> = {};

beforeAll(async () => {
  url = await copyDatabase('template_catalog');
  maker = await CatalogMaker.open(url);
  catalog = new BaculaCatalog({ director: 'here', url, timezone: 'UTC' });
  ids['full'] = await maker.makeRun({ files: 12, bytes: 3456, comment: 'schedule:nightly' });
  ids['warned'] = await maker.makeRun({ level: 'I', errors: 2 });
  ids['failed'] = await maker.makeRun({ level: 'I', status: 'f', client: 'bob', pool: 'Tape' });
  ids['restore'] = await maker.makeRun({ name: 'RestoreFiles', type: 'R', level: ' ' });
  ids['canceled'] = await maker.makeRun({ status: 'A', name: "O'Neil 100%_\\" });
  ids['running'] = await maker.makeRun({ status: 'R', ended: null });
  ids['mounting'] = await maker.makeRun({ status: 'M', ended: null });
  ids['queued'] = await maker.makeRun({ status: 'C', scheduled: null, started: null, ended: null, client: null });
});

afterAll(async () => {
  await catalog.close();
  await maker.close();
});

const namesOf = async (filter: RunFilter) => {
  const { items } = await catalog.listRuns(everything, filter, { limit: 100 });
  return items.map((run) => Object.keys(ids).find((name) => ids[name] === run.jobId));
};

describe('listRuns', () => {
  test('answers newest first with words for letters', async () => {
    const { items } = await catalog.listRuns(everything, {}, { limit: 100 });
    expect(items.map((run) => run.jobId)).toEqual(Object.values(ids).sort((a, b) => b - a));
    expect(items.at(-1)).toEqual({
      jobId: ids['full'],
      uniqueName: 'BackupHome.2026-01-01_00.00.00_01',
      job: 'BackupHome',
      director: 'here',
      type: 'Backup',
      level: 'Full',
      client: 'ada',
      fileset: 'Home',
      pool: 'Default',
      storage: 'Disk',
      status: 'completed',
      statusCode: 'T',
      queuedAt: new Date('2026-01-01T01:00:00Z'),
      scheduledAt: new Date('2026-01-01T01:00:00Z'),
      startedAt: new Date('2026-01-01T01:00:00Z'),
      endedAt: new Date('2026-01-01T01:10:00Z'),
      files: 12,
      bytes: 3456,
      errors: 0,
      comment: 'schedule:nightly',
    });
  });

  test.each<[string, RunFilter, string[]]>([
    ['job', { jobs: ["O'Neil 100%_\\"] }, ['canceled']],
    ['a job name is exact', { jobs: ['backuphome', 'Backup%'] }, []],
    ['client', { clients: ['bob', 'nobody'] }, ['failed']],
    ['pool', { pools: ['Tape'] }, ['failed']],
    ['completed leaves out warnings', { statuses: ['completed'] }, ['restore', 'full']],
    ['T with errors is a warning', { statuses: ['warning'] }, ['warned']],
    ['queued', { statuses: ['queued'] }, ['queued']],
    ['running', { statuses: ['running'] }, ['running']],
    ['waiting is every other unfinished letter', { statuses: ['waiting'] }, ['mounting']],
    ['several statuses', { statuses: ['error', 'canceled'] }, ['canceled', 'failed']],
    ['levels in any letter case', { levels: ['incremental'] }, ['failed', 'warned']],
    ['an unknown level matches nothing', { levels: ['sideways'] }, []],
    ['types', { types: ['restore'] }, ['restore']],
    [
      'since is inclusive, until exclusive',
      { since: new Date('2026-01-01T02:00:00Z'), until: new Date('2026-01-01T04:00:00Z') },
      ['failed', 'warned'],
    ],
    ['filters together', { levels: ['Incremental'], clients: ['ada'] }, ['warned']],
  ])('filters: %s', async (_fact, filter, expected) => {
    expect(await namesOf(filter)).toEqual(expected);
  });

  test('pages at every limit equal the unpaged list', async () => {
    const all = (await catalog.listRuns(everything, {}, { limit: 100 })).items.map((run) => run.jobId);
    for (const limit of [1, 2, 3, 7, 8]) {
      const paged = await readPaged(limit, (page) => catalog.listRuns(everything, {}, page));
      expect(paged.map((run) => run.jobId)).toEqual(all);
    }
  });

  test('counts what the filter holds', async () => {
    const { total } = await catalog.listRuns(everything, { levels: ['Incremental'] }, { limit: 1, count: true });
    expect(total).toEqual({ value: 2, exact: true });
  });

  test('a run that has not ended has no end, and one without times is still placed in time', async () => {
    expect((await catalog.findRun(everything, ids['running'] ?? 0))?.endedAt).toBeNull();
    const queued = await catalog.findRun(everything, ids['queued'] ?? 0);
    expect(queued).toMatchObject({ scheduledAt: null, startedAt: null, endedAt: null, client: null });
    expect(queued?.queuedAt).toEqual(new Date('2026-01-01T08:00:00Z'));
  });

  test('takes times as local times of the Director, summer and winter', async () => {
    const copy = await copyDatabase('template_catalog');
    const other = await CatalogMaker.open(copy);
    const berlin = new BaculaCatalog({ director: 'berlin', url: copy, timezone: 'Europe/Berlin' });
    const summer = await other.makeRun({ scheduled: '2026-07-01 12:00:00', ended: '1970-01-01 00:00:00' });
    await other.makeRun({ scheduled: '2026-12-01 12:00:00' });
    const run = await berlin.findRun(everything, summer);
    expect(run?.queuedAt).toEqual(new Date('2026-07-01T10:00:00Z'));
    expect(run?.endedAt).toBeNull();
    const since = new Date('2026-12-01T11:00:00Z');
    expect((await berlin.listRuns(everything, { since }, { limit: 5 })).items).toHaveLength(1);
    await berlin.close();
    await other.close();
  });

  test('refuses a figure beyond 2^53 instead of rounding it', async () => {
    const copy = await copyDatabase('template_catalog');
    const other = await CatalogMaker.open(copy);
    const huge = new BaculaCatalog({ director: 'huge', url: copy, timezone: 'UTC' });
    await other.makeRun({ bytes: '9007199254740993' });
    await expect(huge.listRuns(everything, {}, { limit: 5 })).rejects.toMatchObject({ code: 'out_of_range' });
    await huge.close();
    await other.close();
  });
});

describe('findRun', () => {
  test('answers null for an id that no run has, however large', async () => {
    expect(await catalog.findRun(everything, 123_456)).toBeNull();
    expect(await catalog.findRun(everything, 2 ** 40)).toBeNull();
  });
});

describe('lastRuns', () => {
  test('answers the newest run of each named job, and none for a job that never ran', async () => {
    const last = await catalog.lastRuns(everything, ['BackupHome', 'RestoreFiles', 'Never']);
    expect([...last].map(([job, run]) => [job, run.jobId]).sort()).toEqual([
      ['BackupHome', ids['queued']],
      ['RestoreFiles', ids['restore']],
    ]);
  });

  test('finds a job whose last run lies far back', async () => {
    const copy = await copyDatabase('template_catalog');
    const other = await CatalogMaker.open(copy);
    const old = await other.makeRun({ name: 'Yearly' });
    await other.client.query(
      "INSERT INTO job (job, name, type, level, jobstatus) SELECT 'n' || g, 'Nightly', 'B', 'I', 'T' FROM generate_series(1, 6000) g",
    );
    const far = new BaculaCatalog({ director: 'far', url: copy, timezone: 'UTC' });
    expect((await far.lastRuns(everything, ['Yearly', 'Nightly'])).get('Yearly')?.jobId).toBe(old);
    await far.close();
    await other.close();
  });
});

describe('countRuns', () => {
  test('counts what runs, waits, and failed or warned since the time', async () => {
    await maker.makeVolume('Broken-1', { status: 'Error' });
    expect(await catalog.countRuns(everything, new Date('2026-01-01T00:00:00Z'))).toEqual({
      running: 1,
      waiting: 2,
      failed24h: 1,
      warning24h: 1,
      volumesInError: 1,
    });
    expect(await catalog.countRuns(everything, new Date('2026-01-02T00:00:00Z'))).toMatchObject({
      running: 1,
      failed24h: 0,
      warning24h: 0,
    });
  });
});

describe('lastGoodBackups', () => {
  test('takes the newest backup that read the client', async () => {
    const copy = await copyDatabase('template_catalog');
    const other = await CatalogMaker.open(copy);
    const good = await other.makeRun({ level: 'I' });
    await other.makeRun({ status: 'f' });
    await other.makeRun({ type: 'R' });
    await other.makeRun({ isVirtualFull: true });
    await other.makeRun({ priorJobId: good });
    await other.makeRun({ status: 'R', ended: null });
    const purged = await other.makeRun({ client: 'bob', status: 'W', purged: true });
    await other.makeRun({ client: 'eve', status: 'E' });
    const reader = new BaculaCatalog({ director: 'good', url: copy, timezone: 'UTC' });
    expect(await reader.lastGoodBackups(everything)).toEqual([
      { client: 'ada', jobId: good, endedAt: new Date('2026-01-01T01:10:00Z') },
      { client: 'bob', jobId: purged, endedAt: new Date('2026-01-01T07:10:00Z') },
    ]);
    await reader.close();
    await other.close();
  });
});

describe('listLog', () => {
  test('pages by id, drops the last line break and shows odd bytes', async () => {
    const jobId = ids['full'] ?? 0;
    await maker.recordLine(jobId, 'one\n', '2026-01-01 01:00:01');
    await maker.recordLine(jobId, Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a]));
    await maker.recordLine(jobId, 'two\nlines\n\n');
    const first = await catalog.listLog(everything, jobId, { limit: 2, count: true });
    expect(first.items.map((line) => line.text)).toEqual(['one', 'caf\ufffd']);
    expect(first.items[0]?.at).toEqual(new Date('2026-01-01T01:00:01Z'));
    expect(first.total).toEqual({ value: 3, exact: true });
    const second = await catalog.listLog(everything, jobId, { limit: 2, after: first.next ?? [] });
    expect(second.items.map((line) => line.text)).toEqual(['two\nlines']);
    expect(second.next).toBeNull();
  });
});

describe('listRunVolumes', () => {
  test('sums up the segments of each volume in the order of writing', async () => {
    const jobId = ids['full'] ?? 0;
    await maker.makeVolume('Default-0002');
    await maker.makeVolume('Default-0001');
    await maker.recordSegment(jobId, 'Default-0002', 1, 5, 2 ** 32 - 10, 2 ** 32 + 90);
    await maker.recordSegment(jobId, 'Default-0002', 6, 9, 2 ** 32 + 90, 2 ** 32 + 100);
    await maker.recordSegment(jobId, 'Default-0001', 10, 12, 0, 7);
    expect(await catalog.listRunVolumes(everything, jobId)).toEqual([
      { volume: 'Default-0002', pool: 'Default', mediaType: 'File', firstIndex: 1, lastIndex: 9, bytes: 110 },
      { volume: 'Default-0001', pool: 'Default', mediaType: 'File', firstIndex: 10, lastIndex: 12, bytes: 7 },
    ]);
  });
});

describe('failures', () => {
  test('a database that is not there is unreachable', async () => {
    const nowhere = new BaculaCatalog({ director: 'gone', url: 'postgres://nobody@127.0.0.1:1/none', timezone: 'UTC' });
    await expect(nowhere.findRun(everything, 1)).rejects.toMatchObject({ code: 'director_unreachable' });
    await nowhere.close();
    await expect(nowhere.findRun(everything, 1)).rejects.toMatchObject({ code: 'shutting_down' });
  });

  test('a database that is no catalog is the Director at fault', async () => {
    const other = new BaculaCatalog({ director: 'x', url: await copyDatabase('template_console'), timezone: 'UTC' });
    await expect(other.findRun(everything, 1)).rejects.toMatchObject({ code: 'director_error' });
    await other.close();
  });

  test('a statement that takes too long is too slow', async () => {
    await maker.client.query('BEGIN; LOCK TABLE log IN ACCESS EXCLUSIVE MODE');
    await expect(catalog.listLog(everything, 1, { limit: 1 })).rejects.toMatchObject({ code: 'director_too_slow' });
    await maker.client.query('ROLLBACK');
    expect((await catalog.listLog(everything, 1, { limit: 1 })).items).toHaveLength(1);
  });

  test('a connection that the server ends is replaced', async () => {
    await catalog.findRun(everything, 1);
    await maker.client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'backup-console catalog'",
    );
    let run = null;
    for (let attempt = 0; attempt < 5 && run === null; attempt += 1) {
      run = await catalog.findRun(everything, ids['full'] ?? 0).catch(() => null);
    }
    expect(run?.jobId).toBe(ids['full']);
  });
});
