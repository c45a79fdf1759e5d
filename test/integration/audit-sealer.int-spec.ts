import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { type DataSource } from 'typeorm';
import { HeadKeys, type Head, PinnedHead } from '../../src/features/audit/chain/chain-head.js';
import { ChainHeadMonitor } from '../../src/features/audit/chain/chain-head-monitor.service.js';
import { AuditSealer } from '../../src/features/audit/chain/sealer.service.js';
import { SealsRepository } from '../../src/features/audit/chain/seals.repository.js';
import { AuditVerification, type HealthVerdict } from '../../src/features/audit/chain/verification.service.js';
import { createDataSource } from '../../src/data-source.js';
import { systemActor } from '../../src/domain/actor.js';
import { AuditRecorder } from '../../src/features/audit/audit-recorder.js';
import { AuditRecordsRepository } from '../../src/features/audit/audit-records.repository.js';
import { LockConnection } from '../../src/database/lock-connection.js';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import { createLog } from '../../src/platform/logging/log.js';
import { InstanceKey } from '../../src/platform/security/secret-box.js';
import { SystemClock } from '../../src/platform/system-clock.js';
import { copyDatabase } from '../harness/fixtures/database.js';
import { until } from '../harness/fixtures/until.js';

const folder = mkdtempSync(join(tmpdir(), 'backup-console-seals-'));
const [oldKey, newKey] = [new InstanceKey('the first key of all'), new InstanceKey('the key that came after')];
const clock = new SystemClock();
let url: string;
let database: DataSource;

/** What one process of the console has for its audit records. */
class Process {
  readonly seals: SealsRepository;
  readonly sealer: AuditSealer;
  readonly verification: AuditVerification;
  private readonly session: LockConnection;

  constructor(
    private readonly dataSource: DataSource,
    readonly file: string,
    keys: HeadKeys,
  ) {
    const log = createLog('silent');
    this.session = new LockConnection(dataSource);
    this.seals = new SealsRepository(dataSource);
    const watch = new ChainHeadMonitor(this.seals, keys, new PinnedHead(file), log);
    this.sealer = new AuditSealer(this.seals, keys, watch, new UnitOfWork(dataSource), this.session, clock, log);
    this.verification = new AuditVerification(this.seals, watch, keys);
  }

  static async start(name: string, keys = new HeadKeys(oldKey)): Promise<Process> {
    const process = new Process(await createDataSource(url).initialize(), join(folder, name), keys);
    await process.session.onModuleInit();
    process.sealer.onApplicationBootstrap();
    started.push(process);
    return process;
  }

  async stop(): Promise<void> {
    await this.sealer.beforeApplicationShutdown();
    await this.session.onApplicationShutdown();
    await this.dataSource.destroy();
  }

  verify(): Promise<HealthVerdict> {
    return this.verification.verify({}, new AbortController().signal);
  }

  async findings(): Promise<string[]> {
    return (await this.verify()).check.findings.map(({ kind, seq }) => `${kind} ${seq}`);
  }
}

const started: Process[] = [];

beforeAll(async () => {
  url = await copyDatabase('template_console');
  database = await createDataSource(url).initialize();
});

afterEach(async () => {
  for (const process of started.splice(0)) await process.stop();
  await database.query('TRUNCATE audit_record, audit_seal, audit_unsealed');
});

afterAll(async () => {
  await database.destroy();
  rmSync(folder, { recursive: true });
});

async function record(source: DataSource, count = 1): Promise<void> {
  const recorder = new AuditRecorder(new AuditRecordsRepository(source), clock);
  const unitOfWork = new UnitOfWork(source);
  for (let index = 0; index < count; index += 1) {
    await unitOfWork.run((transaction) =>
      recorder.record(transaction, { actor: systemActor, action: 'director.test', target: `test:${index}` }),
    );
  }
}

async function sealed(): Promise<number> {
  const [row] = await database.query<{ n: number }[]>('SELECT count(*)::int AS n FROM audit_seal');
  return row?.n ?? 0;
}

const waitForSeals = (count: number): Promise<boolean> => until(async () => (await sealed()) === count);
/** It is written a moment after the first seal. */
const hasHead = (process: Process, seq: number): boolean =>
  statSync(process.file, { throwIfNoEntry: false }) !== undefined && headIn(process).seq === seq;
const headIn = (process: Process): Head => JSON.parse(readFileSync(process.file, 'utf8')) as Head;

test('a record is sealed soon after its commit, and not before', async () => {
  const one = await Process.start('soon');
  const open = database.createQueryRunner();
  await open.startTransaction();
  await new AuditRecorder(new AuditRecordsRepository(database), clock).record(open.manager, {
    actor: systemActor,
    action: 'director.test',
    target: 'test:open',
  });
  await record(database);
  await waitForSeals(1);
  await one.sealer.sealAll();
  expect(await sealed()).toBe(1);
  await open.commitTransaction();
  await open.release();
  await waitForSeals(2);
  expect(await one.findings()).toEqual([]);
});

test('four writers and two sealers leave a chain without gaps, also when connections are cut', async () => {
  const [one, two] = [await Process.start('racing-1'), await Process.start('racing-2')];
  const writing = { isDone: false };
  let cut = 0;
  const cuts = (async () => {
    while (!writing.isDone || cut === 0) {
      const gone: unknown[] = await database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%INTO audit_seal%'
         AND state <> 'idle' AND pid <> pg_backend_pid()`,
      );
      cut += gone.length;
    }
  })();
  const writers = await Promise.all(Array.from({ length: 4 }, () => createDataSource(url).initialize()));
  await Promise.all(writers.map((writer) => record(writer, 100)));
  writing.isDone = true;
  await cuts;
  await Promise.all(writers.map((writer) => writer.destroy()));
  await waitForSeals(400);
  for (const process of [one, two]) {
    const { check, last } = await process.verify();
    expect([check.findings, check.checked, last?.seq]).toEqual([[], 400, 400]);
    await until(() => hasHead(process, 400));
  }
});

test('what lay unsealed for long is sealed in batches', async () => {
  await record(database);
  await database.query(
    `INSERT INTO audit_record (id, at, action, outcome, actor_kind, actor_name, target, changes)
     SELECT gen_random_uuid(), now(), 'test.many', 'success', 'system', 'test', 'test:' || n, '{}' FROM generate_series(1, 1999) n`,
  );
  const one = await Process.start('many');
  await waitForSeals(2000);
  const [signed] = await database.query<{ n: number }[]>('SELECT count(signature)::int AS n FROM audit_seal');
  expect(signed?.n).toBeLessThan(10);
  expect(await one.findings()).toEqual([]);
});

test('records whose targets have no names verify beside those with names', async () => {
  await database.query(
    `INSERT INTO audit_record (id, at, action, outcome, actor_kind, actor_name, target, changes)
     SELECT gen_random_uuid(), now(), 'test.old', 'success', 'system', 'test', 'token:' || n, '{}' FROM generate_series(1, 3) n`,
  );
  const one = await Process.start('names');
  await waitForSeals(3);
  const recorder = new AuditRecorder(new AuditRecordsRepository(database), clock);
  await new UnitOfWork(database).run((transaction) =>
    recorder.record(transaction, {
      actor: systemActor,
      action: 'api_token.create',
      target: 'token:4',
      targetName: 'ci',
    }),
  );
  await waitForSeals(4);
  expect(await one.findings()).toEqual([]);
  await database.query("UPDATE audit_record SET target_name = 'other' WHERE target_name = 'ci'");
  expect(await one.findings()).toEqual(['changed 4']);
});

test('the head beside the database is for its owner alone, and verifies', async () => {
  const one = await Process.start('head');
  await record(database, 3);
  await waitForSeals(3);
  const head = await until(() => (statSync(one.file, { throwIfNoEntry: false }) ? headIn(one) : null));
  await until(() => hasHead(one, 3));
  expect(statSync(one.file).mode & 0o777).toBe(0o600);
  expect(new HeadKeys(oldKey).check(head)).toBe('good');
  expect(new HeadKeys(oldKey).check({ ...head, seq: 2 })).toBe('bad');
});

test('what was cut off stays to be seen after a new start, however much is added', async () => {
  const one = await Process.start('cut');
  await record(database, 5);
  await waitForSeals(5);
  await until(() => hasHead(one, 5));
  await started.pop()?.stop();
  await database.query('DELETE FROM audit_record WHERE id IN (SELECT record_id FROM audit_seal WHERE seq > 3)');
  await database.query('DELETE FROM audit_seal WHERE seq > 3');
  const again = await Process.start('cut');
  expect(await again.findings()).toContain('cut_off 4');
  await record(database, 7);
  await waitForSeals(10);
  expect(await again.findings()).toEqual(['rewritten 5']);
  expect(headIn(again).seq).toBe(5);
});

test('a chain that was sealed under a key of before verifies as long as that key is given', async () => {
  await Process.start('keys');
  await record(database, 2);
  await waitForSeals(2);
  await started.pop()?.stop();
  const forgotten = await Process.start('keys', new HeadKeys(newKey));
  expect(await forgotten.findings()).toEqual(['bad_signature 2', 'bad_signature 2']);
  await started.pop()?.stop();
  const known = await Process.start('keys', new HeadKeys(newKey, [oldKey]));
  expect(await known.findings()).toEqual([]);
  await record(database);
  await waitForSeals(3);
  await until(() => hasHead(known, 3));
  await started.pop()?.stop();
  const later = await Process.start('keys', new HeadKeys(newKey));
  expect(await later.findings()).toEqual([]);
});

test('a head beside the database that is damaged or false is told', async () => {
  const one = await Process.start('damaged');
  await record(database);
  await waitForSeals(1);
  await until(() => statSync(one.file, { throwIfNoEntry: false }) !== undefined);
  await started.pop()?.stop();
  const head = headIn(one);
  writeFileSync(one.file, JSON.stringify({ ...head, at: '2020-01-01T00:00:00.000Z' }));
  expect(await (await Process.start('damaged')).findings()).toEqual(['bad_signature 1']);
  writeFileSync(one.file, '{"seq":');
  expect(await (await Process.start('damaged')).findings()).toEqual(['bad_signature null']);
});
