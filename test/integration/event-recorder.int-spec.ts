import { EventEmitter2 } from '@nestjs/event-emitter';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type DataSource } from 'typeorm';
import { systemActor } from '../../src/domain/actor.js';
import { type EventEnvelope } from '../../src/domain/event.js';
import { AuditRecorder } from '../../src/features/audit/audit-recorder.js';
import { AuditRecordsRepository } from '../../src/features/audit/audit-records.repository.js';
import { EventRetentionJob } from '../../src/features/events/event-retention.job.js';
import { EventRecorder, type NewEvent } from '../../src/features/events/event-recorder.js';
import { EventsRepository } from '../../src/features/events/events.repository.js';
import { readSettings } from '../../src/config/settings.js';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import { RetentionJobs } from '../../src/platform/retention-jobs.js';
import { createLog } from '../../src/platform/logging/log.js';
import { openConsoleDatabase } from '../harness/fixtures/console-database.js';
import { believing, FakeClock } from '../harness/fakes/fake-clock.js';

let database: DataSource;
let unitOfWork: UnitOfWork;
let recorder: EventRecorder;
let announced: EventEnvelope[];
const clock = new FakeClock();

beforeAll(async () => {
  database = await openConsoleDatabase();
});

afterAll(async () => {
  await database.destroy();
});

beforeEach(async () => {
  await database.query('TRUNCATE event, audit_record');
  unitOfWork = new UnitOfWork(database);
  const emitter = new EventEmitter2();
  announced = [];
  emitter.on('api_token.create', (event: EventEnvelope) => announced.push(event));
  emitter.on('api_token.revoke', () => {
    throw new Error('a bad listener');
  });
  recorder = new EventRecorder(new EventsRepository(database), unitOfWork, emitter, clock, createLog('silent'));
});

function event(onceKey: string, members: Partial<NewEvent> = {}): NewEvent {
  return {
    onceKey,
    type: 'api_token.create',
    severity: 'info',
    source: 'backup-console',
    subject: 'token:1',
    dedupKey: 'token:1',
    summary: 'A token was created.',
    data: { name: "it's" },
    links: {},
    ...members,
  };
}

async function stored(): Promise<number> {
  const [row] = await database.query<{ n: number }[]>('SELECT count(*)::int AS n FROM event');
  return row?.n ?? 0;
}

describe('EventRecorder', () => {
  test('announces after the commit, not before', async () => {
    const envelope = await unitOfWork.run(async (transaction) => {
      const recorded = await recorder.record(transaction, event('a'));
      expect(announced).toEqual([]);
      expect(await stored()).toBe(0);
      return recorded;
    });
    expect(announced).toEqual([envelope]);
    expect(envelope).toMatchObject({ timestamp: clock.now(), data: { name: "it's" } });
    expect(await stored()).toBe(1);
  });

  test('stores and announces nothing of a transaction that is rolled back', async () => {
    const work = unitOfWork.run(async (transaction) => {
      await recorder.record(transaction, event('a'));
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect([announced.length, await stored()]).toEqual([0, 0]);
  });

  test('records one occurrence once, also from transactions at the same time', async () => {
    const results = await Promise.all(
      Array.from({ length: 5 }, () => unitOfWork.run((transaction) => recorder.record(transaction, event('same')))),
    );
    expect(results.filter((result) => result !== null)).toHaveLength(1);
    expect([announced.length, await stored()]).toEqual([1, 1]);
  });

  test('survives a listener that throws', async () => {
    await unitOfWork.run((transaction) => recorder.record(transaction, event('a', { type: 'api_token.revoke' })));
    expect(await stored()).toBe(1);
  });

  test('refuses a transaction that cannot tell when it is committed', async () => {
    await expect(database.transaction((tx) => recorder.record(tx, event('a')))).rejects.toThrow('UnitOfWork');
    expect(await stored()).toBe(0);
  });
});

test('AuditRecorder masks members that hold secrets', async () => {
  const audit = new AuditRecorder(new AuditRecordsRepository(database), clock);
  const changes = { name: { from: 'a', to: 'b' }, smtpPassword: { from: 'old', to: 'new' }, secret: { to: 'x' } };
  await unitOfWork.run((tx) => audit.record(tx, { actor: systemActor, action: 'role.update', target: 't:1', changes }));
  const rows: unknown[] = await database.query('SELECT changes, actor_name, outcome FROM audit_record');
  const hidden = { from: '[hidden]', to: '[hidden]' };
  expect(rows).toEqual([
    {
      changes: { name: { from: 'a', to: 'b' }, smtpPassword: hidden, secret: { to: '[hidden]' } },
      actor_name: 'backup-console',
      outcome: 'success',
    },
  ]);
});

describe('EventRetentionJob', () => {
  const settings = readSettings({ EVENT_RETENTION_DAYS: '10' });

  async function clean(): Promise<number> {
    const jobs = new RetentionJobs(believing(clock), createLog('silent'));
    new EventRetentionJob(jobs, new EventsRepository(database), settings).onModuleInit();
    await jobs.run();
    return stored();
  }

  async function advance(days: number): Promise<void> {
    clock.advance(days * 24 * 3600);
    await database.query('UPDATE event SET fanned_out_at = $1', [clock.now()]);
  }

  test('forgets events after their days and no sooner', async () => {
    await unitOfWork.run((transaction) => recorder.record(transaction, event('a')));
    await advance(2);
    clock.advance(8 * 24 * 3600);
    expect(await clean()).toBe(1);
    clock.advance(1);
    expect(await clean()).toBe(0);
  });

  test('keeps what still waits for its channels, and what they may still be told of, however old', async () => {
    await unitOfWork.run((transaction) => recorder.record(transaction, event('a')));
    clock.advance(400 * 24 * 3600);
    expect(await clean()).toBe(1);
    await advance(0);
    clock.advance(7 * 24 * 3600);
    expect(await clean()).toBe(1);
    clock.advance(1);
    expect(await clean()).toBe(0);
  });
});
