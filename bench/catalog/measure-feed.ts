import { type Client } from 'pg';
import { until } from '../../test/harness/fixtures/until.js';
import { median } from '../figures.js';
import { using, type BenchFixture } from './bench-scene.js';
import { openPeer } from './asking.js';

const insertedFiles = 100_000;
const interleavedRounds = 12;
const feedName = 'backup-console indexing';
const aimedRatio = 1.05;

/**
 * The Director's own insert of the files of a run, alone and while the console reads all names of the catalog anew: by turns, the
 * console's process held still for the first. Whatever is inserted goes again.
 */
export async function measureFeed(fixture: BenchFixture): Promise<void> {
  if ((await fixture.console.rebuildIndex()) === 'missing') {
    fixture.report.lack('feed', 'this console has no index of names that can be made anew.');
    return;
  }
  await using(openPeer(fixture.scratch.url(fixture.databases.files)), async (director) => {
    const alone: number[] = [];
    const beside: number[] = [];
    let feeding = 0;
    await insertRun(director);
    for (let round = 0; round < interleavedRounds; round += 1) {
      await hold(fixture, director, async () => alone.push(await insertRun(director)));
      await keepFeeding(fixture, director);
      const watched = watchFeed(fixture);
      beside.push(await insertRun(director));
      feeding += await watched.share();
    }
    report(fixture, alone, beside, feeding / interleavedRounds);
  });
}

function report(
  { report: figures, isFull }: BenchFixture,
  alone: readonly number[],
  beside: readonly number[],
  share: number,
): void {
  figures.add({ name: 'insert_alone', value: median(alone), unit: 'ms' });
  figures.add({ name: 'insert_beside_feed', value: median(beside), unit: 'ms' });
  const aim = isFull ? { aim: { atMost: aimedRatio } } : {};
  figures.add({ name: 'insert_beside_feed_to_alone', value: median(beside) / median(alone), unit: 'ratio', ...aim });
  figures.add({ name: 'insert_feed_at_work', value: share, unit: 'share of looks' });
}

/** Of a small catalog the index is whole in no time: then it is made anew once more. */
async function keepFeeding({ console }: BenchFixture, director: Client): Promise<void> {
  await until(async () => {
    const standing = await console.indexStanding();
    if (standing !== 'missing' && standing.isWhole) await console.rebuildIndex();
    return (await feedsNow(director)) ? true : null;
  }, 60_000);
}

async function feedsNow(client: Client): Promise<boolean> {
  const text =
    "SELECT FROM pg_stat_activity WHERE application_name = $1 AND (state = 'active' OR state_change > now() - interval '1 second') AND query NOT LIKE '%pg_locks%'";
  return (await client.query(text, [feedName])).rowCount !== 0;
}

/** The console's process stands still meanwhile, and nothing that it asked for is still at work. */
async function hold({ console }: BenchFixture, director: Client, work: () => Promise<unknown>): Promise<void> {
  console.app.child.kill('SIGSTOP');
  try {
    const others =
      "SELECT FROM pg_stat_activity WHERE application_name LIKE 'backup-console%' AND state = 'active' AND wait_event_type IS DISTINCT FROM 'Client'";
    await until(async () => ((await director.query(others)).rowCount === 0 ? true : null), 30_000);
    await work();
  } finally {
    console.app.child.kill('SIGCONT');
  }
}

const lookMs = 20;

/** Of the looks during an insert, those at which the feed was asking or had just asked. */
function watchFeed(fixture: BenchFixture): { share(): Promise<number> } {
  let looks = 0;
  let atWork = 0;
  let isOver = false;
  const watching = using(openPeer(fixture.scratch.url(fixture.databases.files)), async (watcher) => {
    while (!isOver) {
      looks += 1;
      if (await feedsNow(watcher)) atWork += 1;
      await new Promise((resolve) => setTimeout(resolve, lookMs));
    }
  });
  const share = async (): Promise<number> => {
    isOver = true;
    await watching;
    return atWork / looks;
  };
  return { share };
}

/** As Bacula's batch mode does: into a temporary table, then the paths that are new under a lock, then the records. Answers milliseconds. */
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

/** One folder of twenty is new; twelve files in each. */
const batchText = `INSERT INTO batch
  SELECT n, $1::integer, CASE WHEN folder % 20 = 0 THEN '/srv/new/' || folder || '/' ELSE known.path END, 'file-' || n % 12 || '-' || folder || '.txt',
    'P0A BrAK IGk B Po Po A ' || n || ' BAA I BrAK5G BrAK5G BrAK5G A A C', md5(n::text), 0
  FROM (SELECT n, n / 12 AS folder FROM generate_series(1, $2::integer) n) files
  LEFT JOIN (SELECT row_number() OVER (ORDER BY pathid) AS place, path FROM path) known ON known.place = 1 + files.folder % $3::integer`;

/** Every object that stands in the catalogs' databases, whoever made it. */
export async function objectsIn(fixture: BenchFixture): Promise<number> {
  let objects = 0;
  for (const database of Object.values(fixture.databases)) {
    await using(openPeer(fixture.scratch.url(database)), async (client) => {
      const { rows } = await client.query<{ objects: string }>(
        `SELECT (SELECT count(*) FROM pg_class) + (SELECT count(*) FROM pg_proc) + (SELECT count(*) FROM pg_namespace WHERE nspname NOT LIKE 'pg\\_%temp\\_%')
           + (SELECT count(*) FROM pg_trigger) + (SELECT count(*) FROM pg_type) + (SELECT count(*) FROM pg_extension) AS objects`,
      );
      objects += Number(rows[0]?.objects);
    });
  }
  return objects;
}
