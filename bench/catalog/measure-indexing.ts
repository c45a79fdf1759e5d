import { type Client } from 'pg';
import { until } from '../../test/harness/fixtures/until.js';
import { median } from '../figures.js';
import { type BenchFixture } from './bench-fixture.js';
import { withConnection } from './query-runner.js';

const insertedFiles = 100_000;
const rounds = 12;
/** Application name of the console's connection that reads file names for the search index. */
const indexerName = 'backup-console indexing';
const sampleMs = 20;
const highestRatio = 1.05;

/**
 * The Director's insert of the files of a run: alone, with the console's process stopped, and while the console reads all names of
 * the catalog for its search index. Both take turns, and what is inserted is deleted again.
 */
export async function measureIndexing(fixture: BenchFixture): Promise<void> {
  const { report, scratch, databases, console, isFull } = fixture;
  await console.rebuildSearchIndex('files');
  await withConnection(scratch.url(databases.files), async (director) => {
    const alone: number[] = [];
    const beside: number[] = [];
    const shares: number[] = [];
    await insertRun(director);
    for (let round = 0; round < rounds; round += 1) {
      await whileStopped(fixture, director, async () => alone.push(await insertRun(director)));
      await waitForIndexer(fixture, director);
      const watched = watchIndexer(fixture);
      beside.push(await insertRun(director));
      shares.push(await watched.share());
    }
    const aim = isFull ? { atMost: highestRatio } : undefined;
    const share = shares.reduce((sum, one) => sum + one, 0) / rounds;
    report.add({ name: 'insert_alone', value: median(alone), unit: 'ms' });
    report.add({ name: 'insert_beside_indexing', value: median(beside), unit: 'ms' });
    report.add({ name: 'insert_beside_indexing_to_alone', value: median(beside) / median(alone), unit: 'ratio', aim });
    report.add({ name: 'insert_samples_with_indexing', value: share, unit: 'share' });
  });
}

/** The index of a small catalog is soon complete: then it is rebuilt again. */
async function waitForIndexer({ console }: BenchFixture, director: Client): Promise<void> {
  await until(async () => {
    const { runs, waiting } = await console.searchIndex('files');
    if (runs > 0 && waiting === 0) await console.rebuildSearchIndex('files');
    return isIndexerActive(director);
  }, 60_000);
}

/** A query runs, or has ended within the last second. */
async function isIndexerActive(client: Client): Promise<boolean> {
  const text =
    "SELECT FROM pg_stat_activity WHERE application_name = $1 AND (state = 'active' OR state_change > now() - interval '1 second') AND query NOT LIKE '%pg_locks%'";
  return (await client.query(text, [indexerName])).rowCount !== 0;
}

/** Stops the console's process, and waits until none of its queries runs. */
async function whileStopped({ console }: BenchFixture, director: Client, work: () => Promise<unknown>): Promise<void> {
  console.app.child.kill('SIGSTOP');
  try {
    const running =
      "SELECT FROM pg_stat_activity WHERE application_name LIKE 'backup-console%' AND state = 'active' AND wait_event_type IS DISTINCT FROM 'Client'";
    await until(async () => (await director.query(running)).rowCount === 0, 30_000);
    await work();
  } finally {
    console.app.child.kill('SIGCONT');
  }
}

/** Share of the samples during an insert at which the indexer was active. */
function watchIndexer({ scratch, databases }: BenchFixture): { share(): Promise<number> } {
  let samples = 0;
  let active = 0;
  let isOver = false;
  const watching = withConnection(scratch.url(databases.files), async (watcher) => {
    while (!isOver) {
      samples += 1;
      if (await isIndexerActive(watcher)) active += 1;
      await new Promise((resolve) => setTimeout(resolve, sampleMs));
    }
  });
  const share = async (): Promise<number> => {
    isOver = true;
    await watching;
    return active / samples;
  };
  return { share };
}

/** As Bacula's batch mode: into a temporary table, then the new paths under a lock, then the records. Returns milliseconds. */
async function insertRun(director: Client): Promise<number> {
  await director.query(
    'CREATE TEMP TABLE batch (fileindex integer, jobid integer, path text, name text, lstat text, md5 text, deltaseq smallint)',
  );
  const jobId = 2_000_000_000;
  const { rows } = await director.query<{ paths: number }>('SELECT count(*)::integer AS paths FROM path');
  await director.query(batchText, [jobId, insertedFiles, rows[0]?.paths]);
  await director.query('CHECKPOINT');
  const startedMs = performance.now();
  await director.query('BEGIN; LOCK TABLE path IN SHARE ROW EXCLUSIVE MODE');
  await director.query('INSERT INTO path (path) SELECT a.path FROM (SELECT DISTINCT path FROM batch) a WHERE NOT EXISTS (SELECT FROM path p WHERE p.path = a.path)'); // prettier-ignore
  await director.query('COMMIT');
  await director.query(`INSERT INTO file (fileindex, jobid, pathid, filename, lstat, md5, deltaseq)
    SELECT batch.fileindex, batch.jobid, path.pathid, batch.name, batch.lstat, batch.md5, batch.deltaseq FROM batch JOIN path ON batch.path = path.path`);
  const tookMs = performance.now() - startedMs;
  await director.query('DROP TABLE batch; DELETE FROM file WHERE jobid = 2000000000');
  await director.query("DELETE FROM path WHERE path LIKE '/srv/new/%'");
  await director.query('VACUUM file');
  await director.query('VACUUM path');
  return tookMs;
}

/** One folder of twenty is new; each has twelve files. */
const batchText = `INSERT INTO batch
  SELECT n, $1::integer, CASE WHEN folder % 20 = 0 THEN '/srv/new/' || folder || '/' ELSE known.path END, 'file-' || n % 12 || '-' || folder || '.txt',
    'P0A BrAK IGk B Po Po A ' || n || ' BAA I BrAK5G BrAK5G BrAK5G A A C', md5(n::text), 0
  FROM (SELECT n, n / 12 AS folder FROM generate_series(1, $2::integer) n) files
  LEFT JOIN (SELECT row_number() OVER (ORDER BY pathid) AS place, path FROM path) known ON known.place = 1 + files.folder % $3::integer`;
