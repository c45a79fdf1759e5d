import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { type DataSource } from 'typeorm';
import { DirectorRegistry } from '../../src/domain/director-registry.js';
import { createDataSource } from '../../src/data-source.js';
import { LockConnection } from '../../src/database/lock-connection.js';
import { createLog } from '../../src/platform/logging/log.js';
import { RunsRepository } from '../../src/features/runs/store/runs.repository.js';
import { type RecordChange, RunChanges } from '../../src/features/runs/store/run-changes.service.js';
import { RunSyncService } from '../../src/features/runs/sync/run-sync-workers.service.js';
import { copyDatabase } from '../harness/fixtures/database.js';
import { makeRun } from '../harness/builders/domain-records.js';
import { FakeDirector } from '../harness/fakes/fake-director.js';
import { runRecordParts } from '../harness/fixtures/run-records.js';
import { until } from '../harness/fixtures/until.js';

/** One console of several on a database, as far as the record of runs goes. */
class Replica {
  readonly director = new FakeDirector('one', true);
  readonly heard: RecordChange[] = [];
  looks = 0;
  private constructor(
    readonly database: DataSource,
    readonly session: LockConnection,
    readonly runs: RunsRepository,
    readonly feeders: RunSyncService,
    readonly changes: RunChanges,
  ) {}

  static async start(url: string): Promise<Replica> {
    const database = await createDataSource(url).initialize();
    const session = new LockConnection(database);
    const runs = new RunsRepository(database);
    const directors = new DirectorRegistry([]);
    const { writes, intake } = runRecordParts(database);
    const feeders = new RunSyncService(directors, runs, writes, intake, session, createLog('silent'));
    const replica = new Replica(database, session, runs, feeders, new RunChanges(session));
    replica.changes.onChange((change) => replica.heard.push(change));
    const { catalog } = replica.director;
    const newestJobId = catalog.runs.newestJobId.bind(catalog.runs);
    catalog.runs.newestJobId = (scope) => {
      replica.looks += 1;
      return newestJobId(scope);
    };
    await session.onModuleInit();
    feeders.onApplicationBootstrap();
    directors.put(replica.director);
    return replica;
  }

  async stop(): Promise<void> {
    await this.feeders.beforeApplicationShutdown();
    await this.session.onApplicationShutdown();
    await this.database.destroy();
  }
}

let url: string;
let first: Replica;
let second: Replica;

beforeEach(async () => {
  url = await copyDatabase('template_console');
  first = await Replica.start(url);
  await until(() => first.looks > 0);
  second = await Replica.start(url);
});

afterEach(async () => {
  await first.stop();
  await second.stop();
});

test('of two consoles on one database one feeds, and both hear of what changed', async () => {
  first.director.records.runs.push(makeRun({ jobId: 3 }));
  await until(() => [first, second].every(({ heard }) => heard.some(({ jobId }) => jobId === 3)));
  expect(await second.runs.find('one', 3)).toMatchObject({ jobId: 3, status: 'completed' });
  expect(second.looks).toBe(0);
});

test('the other one feeds when the first is killed or loses its connection', async () => {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = (SELECT pid FROM pg_locks
    WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) LIMIT 1)`);
  await client.end();
  await first.feeders.beforeApplicationShutdown();
  await until(() => second.looks > 0);
  second.director.records.runs.push(makeRun({ jobId: 4 }));
  expect(await until(() => second.runs.find('one', 4))).toMatchObject({ jobId: 4 });
});

test('whoever listened over a connection that broke is told to read everything again', async () => {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'backup-console session' AND datname = current_database()",
  );
  second.heard.length = 0;
  await until(() => second.heard.some(({ jobId, director }) => jobId === null && director === null));
  second.director.records.runs.push(makeRun({ jobId: 5 }));
  second.director.change(5, {});
  await until(() => second.heard.some(({ jobId }) => jobId === 5));
  await client.end();
});
