import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type QueryResultRow } from 'pg';
import { BaculaCatalog } from '../../src/catalog/bacula-catalog.js';
import { CatalogConnection } from '../../src/catalog/connection.js';
import { SqlFileReader } from '../../src/catalog/files/file-reader.js';
import { type ResolvedChain } from '../../src/domain/restore-reader.port.js';
import { RawPath } from '../../src/domain/catalog-entry.js';
import { fullScope } from '../../src/domain/principal.js';
import { type CatalogMaker } from '../harness/builders/catalog-builder.js';
import { openCatalogFixture, type CatalogFixture } from '../harness/fixtures/catalog-fixture.js';
import { catalogShapes, embeddedShape, type CatalogShape } from '../harness/builders/catalog-shapes.js';
import { until } from '../harness/fixtures/until.js';

const clients = 40;
const nights = 500;
const chainLength = 30;

let fixture: CatalogFixture;
let maker: CatalogMaker;
let chain: ResolvedChain;

/** 20,000 runs of 40 clients, Fulls every thirty nights; the last chain of the first client holds 200,000 file records, 500 runs of others as many. */
const history = (shape: CatalogShape): string => `
  INSERT INTO client (name) SELECT 'client' || g FROM generate_series(1, ${clients}) g;
  INSERT INTO fileset (fileset, md5, createtime) VALUES ('Home', 'x', '2024-01-01');
  INSERT INTO job (job, name, type, level, clientid, jobstatus, schedtime, starttime, endtime, jobtdate, jobfiles, filesetid)
  SELECT 'j' || night || '.' || c, 'Backup' || c, 'B', CASE WHEN (night - 1) % ${chainLength} = ${(nights - chainLength) % chainLength} THEN 'F' ELSE 'I' END, c,
    CASE WHEN (night * 7 + c) % 97 = 0 AND c > 1 THEN 'f' ELSE 'T' END, t, t, t + interval '5 min',
    extract(epoch FROM t AT TIME ZONE 'UTC') + 300, 10, 1
  FROM generate_series(1, ${nights}) night, generate_series(1, ${clients}) c,
    LATERAL (SELECT timestamp '2024-01-01 20:00' + night * interval '1 day' + c * interval '1 min' AS t) at
  ORDER BY night, c;
  INSERT INTO path (path) VALUES ('/'), ('/home/');
  INSERT INTO path (path) SELECT '/home/d' || g || '/' FROM generate_series(1, 2000) g;
  INSERT INTO path (path) SELECT '/srv/d' || g || '/' FROM generate_series(1, 50000) g;
  INSERT INTO pathhierarchy SELECT pathid, 1 FROM path WHERE path = '/home/';
  INSERT INTO pathhierarchy SELECT pathid, 100 FROM path WHERE path LIKE '/srv/%';
  INSERT INTO pathhierarchy SELECT pathid, 2 FROM path WHERE path LIKE '/home/d%';
  CREATE TEMP TABLE chain AS SELECT jobid, row_number() OVER (ORDER BY jobid) - 1 AS age
    FROM (SELECT jobid FROM job WHERE clientid = 1 ORDER BY jobid DESC LIMIT ${chainLength}) j;
  ${shape.names === 'apart' ? `INSERT INTO filename (name) SELECT '' UNION ALL SELECT 'report_' || g || '.txt' FROM generate_series(0, 199999) g;` : ''}
  INSERT INTO file (fileindex, jobid, pathid, ${shape.names === 'apart' ? 'filenameid' : shape.names}, lstat)
  SELECT CASE WHEN age > 0 AND g % 10 = 0 THEN 0 ELSE g / step END, jobid, 3 + g % 2000,
    ${shape.names === 'apart' ? '2 + g * 7919 % 200000' : "'report_' || (g * 7919 % 200000) || '.txt'"}, 'P0A BrAK IGk B A A A D6 BAA I BrAK5G BrAK5G BrAK5G A A C'
  FROM chain, LATERAL (SELECT CASE WHEN age = 0 THEN 1 ELSE 87 END AS step) s, generate_series(1, 150000, step) g;
  INSERT INTO file (fileindex, jobid, pathid, ${shape.names === 'apart' ? 'filenameid' : shape.names}, lstat, md5)
  SELECT g, jobid, 3 + g % 2000, ${shape.names === 'apart' ? '2 + g' : "'report_' || g || '.txt'"}, 'P0A BrAK IGk B A A A D6 BAA I BrAK5G BrAK5G BrAK5G A A C', '0'
  FROM (SELECT jobid FROM job WHERE clientid > 1 ORDER BY jobid DESC LIMIT 500) others, generate_series(1, 400) g;
  INSERT INTO pathvisibility (jobid, pathid) SELECT DISTINCT jobid, pathid FROM file;
  INSERT INTO pathvisibility (jobid, pathid) SELECT jobid, id FROM chain, generate_series(1, 2) id;
  INSERT INTO media (volumename) SELECT 'V' || g FROM generate_series(1, 100) g;
  INSERT INTO jobmedia (jobid, mediaid, firstindex, lastindex) SELECT jobid, 1 + jobid % 100, 1, 200000 FROM job;
  DROP TABLE chain;`;

async function withCatalog(work: (catalog: BaculaCatalog) => Promise<unknown>): Promise<void> {
  const catalog = new BaculaCatalog({ director: 'big', url: fixture.readerUrl, timezone: 'UTC' });
  try {
    await work(catalog);
  } finally {
    await catalog.close();
  }
}

/** A connection tells its figures at its end at the latest, which comes a moment after we close it. */
async function wholeReads(): Promise<Record<string, number>> {
  const open =
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'";
  await until(async () => (await maker.client.query(open)).rows.length === 0);
  const { rows } = await maker.client.query<{ relname: string; scans: string }>(
    "SELECT relname, seq_scan AS scans FROM pg_stat_user_tables WHERE relname IN ('job', 'file', 'path', 'pathhierarchy', 'pathvisibility', 'jobmedia')",
  );
  return Object.fromEntries(rows.map((row) => [row.relname, Number(row.scans)]));
}

/** Keeps the plan of each statement. */
class PlannedConnection extends CatalogConnection {
  readonly plans: string[] = [];

  override async rows<Row extends QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]> {
    const lines = await super.rows<Record<string, string>>(`EXPLAIN ${text}`, values);
    this.plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
    return super.rows(text, values);
  }
}

/** PostgreSQL looks at the values of a prepared statement five times before it may settle for one plan. */
async function tenTimes(ask: () => Promise<unknown>): Promise<void> {
  for (let time = 0; time < 10; time += 1) await ask();
}

const file = RawPath.ofText('/home/d1/report_15838.txt');

const questions: readonly [string, (catalog: BaculaCatalog) => Promise<unknown>][] = [
  ['recent runs', (catalog) => catalog.runs.listRuns(fullScope, {}, { limit: 50 })],
  [
    'recent runs, once their plan is kept',
    (catalog) => tenTimes(() => catalog.runs.listRuns(fullScope, {}, { limit: 50 })),
  ],
  [
    'a page further down, once its plan is kept',
    (catalog) => tenTimes(() => catalog.runs.listRuns(fullScope, {}, { limit: 50, after: [9_000] })),
  ],
  ['failed runs', (catalog) => catalog.runs.listRuns(fullScope, { statuses: ['error'] }, { limit: 50 })],
  [
    'runs that there are none of',
    (catalog) => catalog.runs.listRuns(fullScope, { statuses: ['running'] }, { limit: 50 }),
  ],
  [
    'runs of a client',
    (catalog) => catalog.runs.listRuns(fullScope, { clients: ['client7'] }, { limit: 50, count: true }),
  ],
  ['runs of a job', (catalog) => catalog.runs.listRuns(fullScope, { jobs: ['Backup7'] }, { limit: 50 })],
  [
    'runs since a time',
    (catalog) => catalog.runs.listRuns(fullScope, { since: new Date('2025-05-14') }, { limit: 50 }),
  ],
  ['last runs', (catalog) => catalog.runs.lastRuns(fullScope, ['Backup1', 'Backup2', 'Never'])],
  ['counts of runs', (catalog) => catalog.runs.countRuns(fullScope, new Date('2025-05-14'))],
  ['points', (catalog) => catalog.restore.listPoints(fullScope, 'client1', {}, { limit: 50 })],
  [
    'points before a time',
    (catalog) => catalog.restore.listPoints(fullScope, 'client1', { before: new Date('2024-06-01') }, { limit: 50 }),
  ],
  ['versions', (catalog) => catalog.restore.listVersions(fullScope, 'client1', file, { limit: 50 })],
  ['roots', (catalog) => catalog.restore.listFolder(fullScope, chain, null, { limit: 50 })],
  ['folders', (catalog) => catalog.restore.listFolder(fullScope, chain, RawPath.ofText('/home/'), { limit: 100 })],
  [
    'files of a folder',
    (catalog) => catalog.restore.listFolder(fullScope, chain, RawPath.ofText('/home/d1/'), { limit: 50 }),
  ],
  ['search, common', (catalog) => catalog.files.searchFiles(fullScope, chain, { text: 'report' }, { limit: 100 })],
  [
    'search, rare',
    (catalog) => catalog.files.searchFiles(fullScope, chain, { text: 'report_15838.txt' }, { limit: 100 }),
  ],
  ['search, none', (catalog) => catalog.files.searchFiles(fullScope, chain, { text: 'zzqxqzz' }, { limit: 100 })],
  [
    'search, none, beyond ASCII',
    (catalog) => catalog.files.searchFiles(fullScope, chain, { text: 'zzäzz' }, { limit: 100 }),
  ],
  [
    'search below folders',
    async (catalog) => {
      const folders = await catalog.files.findFolders(fullScope, RawPath.ofText('/home/d19/'), 50);
      await catalog.files.searchFiles(fullScope, chain, { text: 'report' }, { limit: 100 }, { folders: folders ?? [] });
    },
  ],
  [
    'newest versions of found names, once their plan is kept',
    async (catalog) => {
      const wanted = { jobids: chain.jobids.slice(3), query: { text: 'report' }, after: null };
      const keys = await catalog.files.findNames(fullScope, wanted, 130);
      const known = chain.jobids.slice(0, 2);
      await tenTimes(() => catalog.files.findNewest(fullScope, chain, 'client1', keys, []));
      await tenTimes(() => catalog.files.findNewest(fullScope, chain, 'client1', keys, known));
    },
  ],
  [
    'kept versions of found names, once their plan is kept',
    async (catalog) => {
      const wanted = { jobids: chain.jobids.slice(3), query: { text: 'report' }, after: null };
      const keys = await catalog.files.findNames(fullScope, wanted, 130);
      const runs = chain.jobids.map((jobId) => ({
        jobId,
        counts: true,
        isKnown: jobId === chain.jobids[1],
        isOwn: true,
      }));
      await tenTimes(() => catalog.files.findKept(fullScope, runs, keys));
    },
  ],
  ['kept runs', (catalog) => catalog.files.listKeptIds(fullScope, null, 19_000, 500)],
  ['plan of a file', (catalog) => catalog.restore.planRestore(fullScope, chain, [file])],
  ['plan of a folder', (catalog) => catalog.restore.planRestore(fullScope, chain, [RawPath.ofText('/home/d1/')])],
];

/** What these ask has no index on Job, but for the embedded Director's. */
const jobReaders = [
  'runs of a client',
  'runs that there are none of',
  'failed runs',
  'points',
  'points before a time',
  'versions',
  'kept runs',
];

describe.each(catalogShapes)('$name', (shape) => {
  beforeAll(async () => {
    fixture = await openCatalogFixture(shape);
    maker = fixture.maker;
    await maker.client.query(history(shape));
    await maker.client.query('VACUUM ANALYZE');
    await withCatalog(async (catalog) => {
      const [point] = (await catalog.restore.listPoints(fullScope, 'client1', {}, { limit: 1 })).items;
      chain = await catalog.restore.resolveChain(fullScope, point?.jobids ?? []);
    });
  });

  afterAll(async () => {
    await fixture.close();
  });

  test.each(questions)('%s read no history from end to end', async (name, ask) => {
    const before = await wholeReads();
    await withCatalog(async (catalog) => {
      await ask(catalog);
    });
    const after = await wholeReads();
    const mayReadJobs = shape !== embeddedShape && jobReaders.includes(name);
    expect(mayReadJobs ? { ...after, job: before['job'] } : after).toEqual(before);
  });

  test('a search goes along the index of file records without sorting them', async () => {
    const connection = new PlannedConnection({ director: 'big', url: fixture.readerUrl, timezone: 'UTC' });
    await new SqlFileReader(connection, connection).searchFiles(
      fullScope,
      chain,
      { text: 'report_1583' },
      { limit: 100 },
    );
    await connection.close();
    const [plan] = connection.plans.filter((text) => text.includes('Merge Append'));
    expect(plan).toMatch(/Index Only Scan using file_jpfid_idx/);
    expect(plan).not.toMatch(/\bSort {2}\(|Seq Scan/);
  });
});
