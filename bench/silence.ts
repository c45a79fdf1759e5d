import { join } from 'node:path';
import { Client } from 'pg';
import { catalogDatabaseClauses, ensureCatalogSchema } from '../src/directors/embedded/catalog-schema.js';
import { createDataSource } from '../src/data-source.js';
import { selectAllOf, selectChosen, selectDue } from '../src/features/monitoring/client-silences.repository.js';
import { EmbeddedPostgres } from '../src/database/embedded-postgres/embedded-postgres.js';
import { migrate } from '../src/database/migrate.js';
import { FakeClock } from '../test/harness/fakes/fake-clock.js';
import { SilenceFixture } from '../test/harness/fixtures/silence-fixture.js';
import { interleaved, median, type Report } from './figures.js';

export interface SilenceMeasures {
  readonly rounds: number;
  readonly clients: number;
  readonly runs: number;
  readonly folder: string;
}

/** What a monitor asks that keeps nothing of its own: the whole history, each minute. */
const naive = `SELECT c.name, max(j.endtime) FROM job j JOIN client c ON c.clientid = j.clientid
  WHERE j.type = 'B' AND j.jobstatus IN ('T', 'W') GROUP BY c.name`;

/** A look of the silence monitor at one Director's clients, beside a look at its catalog of as many runs. */
export async function measureSilence(report: Report, measures: SilenceMeasures): Promise<void> {
  const postgres = await EmbeddedPostgres.start({ folder: join(measures.folder, 'silence') });
  const fixture = await openConsole(postgres);
  const record = await connect(postgres.url('console'));
  const catalog = await openCatalog(postgres);
  try {
    await fillRecord(record, measures);
    await fillCatalog(catalog, measures);
    await fixture.evaluation.evaluate({ director: 'one' }, firstLook);
    await record.query('VACUUM ANALYZE client_silence');
    await measureLooks(report, { fixture, record, catalog }, measures.rounds);
    await measureStorm(report, fixture, measures.clients);
  } finally {
    await Promise.all([record.end(), catalog.end()]);
    await fixture.close();
    await postgres.stop();
  }
}

const firstLook = { listed: null, lastGoodBackups: () => Promise.resolve([]) };

interface Measured {
  readonly fixture: SilenceFixture;
  readonly record: Client;
  readonly catalog: Client;
}

async function measureLooks(report: Report, { fixture, record, catalog }: Measured, rounds: number): Promise<void> {
  const whole = () => timed(() => fixture.evaluation.evaluate({ director: 'one' }));
  const due = async () => {
    await makeDue(record);
    return timed(() => lookAtDue(fixture));
  };
  const one = () => timed(() => fixture.evaluation.evaluate({ director: 'one', clients: ['c7'] }));
  const ofDue = () => databaseMsOfDue(record);
  const ofRecord = () => databaseMs(record, selectAllOf, ['one']);
  const ofCatalog = () => databaseMs(catalog, naive);
  const contenders = [whole, due, one, ofDue, ofRecord, ofCatalog];
  await interleaved(2, contenders);
  const medians = (await interleaved(rounds, contenders)).map(median);
  const [wholeMs = NaN, dueMs = NaN, oneMs = NaN, ofDueMs = NaN, recordMs = NaN, catalogMs = NaN] = medians;
  report.add({ name: 'silence_tick_database', value: ofDueMs, unit: 'ms', aim: { atMost: 5 } });
  report.add({ name: 'silence_tick', value: dueMs, unit: 'ms' });
  report.add({ name: 'silence_whole_database', value: recordMs, unit: 'ms', aim: { atMost: 300 } });
  report.add({ name: 'silence_whole', value: wholeMs, unit: 'ms' });
  report.add({ name: 'silence_after_run', value: oneMs, unit: 'ms' });
  report.add({ name: 'silence_group_by_database', value: catalogMs, unit: 'ms' });
  report.add({ name: 'silence_group_by_to_tick', value: catalogMs / ofDueMs, unit: 'ratio' });
}

/** One client in a hundred is due in the minute that is looked at: far more than in life. */
async function makeDue(record: Client): Promise<void> {
  await record.query(`UPDATE client_silence SET due_at = '-infinity' WHERE director = 'one' AND client LIKE '%77'`);
}

/** As the monitor does each minute. */
async function lookAtDue({ silences, evaluation, clock }: SilenceFixture): Promise<void> {
  const clients = await silences.due('one', clock.now());
  if (clients.length > 0) await evaluation.evaluate({ director: 'one', clients });
}

async function databaseMsOfDue(record: Client): Promise<number> {
  await makeDue(record);
  const now = new Date();
  const { rows } = await record.query<{ client: string }>(selectDue, ['one', now]);
  const [dueMs, knownMs] = [
    await databaseMs(record, selectDue, ['one', now]),
    await databaseMs(record, selectChosen, ['one', rows.map(({ client }) => client)]),
  ];
  return dueMs + knownMs;
}

/** Every client falls silent in the same minute: as many events. */
async function measureStorm(report: Report, fixture: SilenceFixture, clients: number): Promise<void> {
  await fixture.database.query('DELETE FROM event');
  await fixture.readRecord();
  fixture.clock.advance(100 * 3600);
  const stormMs = await timed(() => fixture.evaluation.evaluate({ director: 'one' }));
  const told = (await fixture.toldTypes()).length;
  if (told !== clients) throw new Error(`${told} events were told of ${clients} clients.`);
  report.add({ name: 'silence_storm', value: stormMs / 1000, unit: 's' });
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

/** What PostgreSQL itself takes, without the way of the rows. */
async function databaseMs(client: Client, text: string, values: readonly unknown[] = []): Promise<number> {
  const { rows } = await client.query<{ 'QUERY PLAN': { 'Execution Time': number; 'Planning Time': number }[] }>(
    `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`,
    [...values],
  );
  const plan = rows[0]?.['QUERY PLAN'][0];
  return (plan?.['Execution Time'] ?? NaN) + (plan?.['Planning Time'] ?? NaN);
}

async function openConsole(postgres: EmbeddedPostgres): Promise<SilenceFixture> {
  await postgres.ensureDatabase('console');
  const database = await createDataSource(postgres.url('console')).initialize();
  await migrate(database);
  await database.destroy();
  return SilenceFixture.open(postgres.url('console'), new FakeClock(new Date()));
}

async function openCatalog(postgres: EmbeddedPostgres): Promise<Client> {
  await postgres.ensureDatabase('catalog', catalogDatabaseClauses);
  await ensureCatalogSchema(postgres.url('catalog'));
  return connect(postgres.url('catalog'));
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}

/** A run of each client a day, the last within the last day; one in forty failed. */
async function fillRecord(client: Client, { clients, runs }: SilenceMeasures): Promise<void> {
  await client.query(
    `INSERT INTO run (director, unique_name, generation, job_id, job, type, level, client, status, status_code, queued_at,
       started_at, ended_at, files, bytes, errors, comment, ended, first_seen_at, changed, reads_client)
     SELECT 'one', 'Bench.' || n, 1, n, 'Bench' || n % 20, 'Backup', 'Incremental', 'c' || n % $1::int,
       CASE WHEN n % 41 = 0 THEN 'error' ELSE 'completed' END, CASE WHEN n % 41 = 0 THEN 'f' ELSE 'T' END,
       t, t, t, n % 1000, n * 1000, 0, '', true, t, n, true
     FROM (SELECT n, now() - ($2::int - n) * interval '1 day' / $1::int AS t FROM generate_series(1, $2::int) n) runs`,
    [clients, runs],
  );
  await client.query(
    `INSERT INTO client_silence (director, client, status, since, first_seen_at, enabled, evaluated, warn_seconds,
       crit_seconds, revision)
     SELECT 'one', 'c' || n, 'ok', now(), now(), true, false, 129600, 259200, nextval('client_silence_revision')
     FROM generate_series(0, $1::int - 1) n`,
    [clients],
  );
  await client.query('VACUUM ANALYZE run');
}

async function fillCatalog(client: Client, { clients, runs }: SilenceMeasures): Promise<void> {
  await client.query(
    `INSERT INTO client (clientid, name, uname) SELECT n + 100, 'c' || n, '' FROM generate_series(0, $1::int - 1) n`,
    [clients],
  );
  await client.query(
    `INSERT INTO job (job, name, type, level, clientid, jobstatus, schedtime, starttime, endtime, jobtdate, jobfiles, jobbytes)
     SELECT 'Bench.' || n, 'Bench' || n % 20, 'B', 'I', n % $1::int + 100, CASE WHEN n % 41 = 0 THEN 'f' ELSE 'T' END,
       t, t, t, n, n % 1000, n * 1000
     FROM (SELECT n, now() - ($2::int - n) * interval '1 day' / $1::int AS t FROM generate_series(1, $2::int) n) runs`,
    [clients, runs],
  );
  await client.query('VACUUM ANALYZE job');
}
