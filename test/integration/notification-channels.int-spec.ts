import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type DataSource } from 'typeorm';
import { createDataSource } from '../../src/data-source.js';
import { type WebhookTarget } from '../../src/domain/channel.js';
import { AuditRecorder } from '../../src/features/audit/audit-recorder.js';
import { AuditRecordsRepository } from '../../src/features/audit/audit-records.repository.js';
import { ChannelChanges } from '../../src/features/notifications/channels/channels.service.js';
import { columnsOf } from '../../src/features/notifications/channels/channel.mapper.js';
import { NotificationChannelsRepository } from '../../src/features/notifications/channels/channels.repository.js';
import { ActiveChannels } from '../../src/features/notifications/channels/active-channels.js';
import { LockConnection } from '../../src/database/lock-connection.js';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import { createLog } from '../../src/platform/logging/log.js';
import { InstanceKey, SecretBox } from '../../src/platform/security/secret-box.js';
import { copyDatabase } from '../harness/fixtures/database.js';
import { FakeClock } from '../harness/fakes/fake-clock.js';
import { until } from '../harness/fixtures/until.js';

/** What a process knows is read again after five seconds without any notice. */
const untrustedMs = 4_500;
const at = new Date('2026-11-20T21:00:00.000Z');
const box = new SecretBox(new InstanceKey('a key for tests that is long enough'));
const otherBox = new SecretBox(new InstanceKey('another key for tests, long enough'));
const target: WebhookTarget = {
  kind: 'webhook',
  format: 'standard',
  url: 'https://hooks.example/the-secret-path',
  signingSecrets: ['whsec_a'],
  serviceKey: null,
  authorization: null,
};
const subscription = { patterns: ['**'], minSeverity: 'info', quietHours: null } as const;

/** What one process of the console has to do with channels. */
class Replica {
  readonly unitOfWork: UnitOfWork;
  readonly rows: NotificationChannelsRepository;
  readonly changes: ChannelChanges;
  readonly channels: ActiveChannels;
  readonly log: string[] = [];
  private heard: string | null = null;

  constructor(
    readonly database: DataSource,
    private readonly session: LockConnection,
  ) {
    const log = createLog('info', collector(this.log));
    this.unitOfWork = new UnitOfWork(database);
    this.rows = new NotificationChannelsRepository(database);
    this.changes = new ChannelChanges(session, this.rows, this.unitOfWork);
    const audit = new AuditRecorder(new AuditRecordsRepository(database), new FakeClock(at));
    this.channels = new ActiveChannels(this.rows, this.changes, box, audit, new FakeClock(at), log);
  }

  static async on(url: string): Promise<Replica> {
    const database = await createDataSource(url).initialize();
    const session = new LockConnection(database);
    const replica = new Replica(database, session);
    session.listen('heard_so_far', (text) => (replica.heard = text));
    await session.onModuleInit();
    return replica;
  }

  /** Waits for every notice of what is committed so far: the database brings them in the order of their transactions. */
  async hearAll(): Promise<void> {
    const last = randomUUID();
    await this.database.query(`NOTIFY heard_so_far, '${last}'`);
    await until(() => this.heard === last);
  }

  async stop(): Promise<void> {
    this.channels.onApplicationShutdown();
    this.changes.onApplicationShutdown();
    await this.session.onApplicationShutdown();
    await this.database.destroy();
  }

  async add(name: string, sealedBy: SecretBox = box): Promise<string> {
    const id = randomUUID();
    const columns = columnsOf(id, { subscription, target }, sealedBy);
    const times = { pausedAt: null, disabledAt: null, failingSince: null, createdAt: at, updatedAt: at };
    await this.unitOfWork.run(async (transaction) => {
      await this.rows.insert(transaction, { id, name, ...columns, ...times, ownerId: null, revision: 1 });
      await this.changes.announce(transaction);
    });
    return id;
  }

  async names(): Promise<string[]> {
    return (await this.channels.all()).map(({ name }) => name);
  }
}

function collector(lines: string[]): Writable {
  return new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(line.toString());
      done();
    },
  });
}

let here: Replica;
let there: Replica;

beforeAll(async () => {
  const url = await copyDatabase('template_console');
  [here, there] = [await Replica.on(url), await Replica.on(url)];
});

afterAll(async () => {
  await here.stop();
  await there.stop();
});

beforeEach(async () => {
  await here.database.query('TRUNCATE notification_channel, audit_record');
  await here.unitOfWork.run((transaction) => here.changes.announce(transaction));
  for (const replica of [here, there]) await replica.hearAll();
});

afterEach(() => {
  here.log.length = 0;
});

describe('a channel that one replica adds', () => {
  test('is known to it at once, and to the other when it is told', async () => {
    let told = 0;
    const stop = there.channels.onChange(() => (told += 1));
    expect(await there.names()).toEqual([]);
    const id = await here.add('On call');
    expect(await here.channels.find(id)).toMatchObject({ name: 'On call', target, subscription });
    await until(() => told > 0);
    expect(await there.channels.find(id)).toMatchObject({ name: 'On call', target });
    stop();
  });

  test('is not told of when the transaction comes to nothing', async () => {
    let told = 0;
    const stops = [here, there].map(({ channels }) => channels.onChange(() => (told += 1)));
    const failing = here.unitOfWork.run(async (transaction) => {
      await here.changes.announce(transaction);
      throw new Error('changed their mind');
    });
    await expect(failing).rejects.toThrow('changed their mind');
    for (const replica of [here, there]) await replica.hearAll();
    expect(told).toBe(0);
    for (const stop of stops) stop();
  });

  test('is read once, however many ask for it', async () => {
    await here.add('On call');
    await here.hearAll();
    const [first, second] = await Promise.all([here.channels.all(), here.channels.all()]);
    expect(second).toBe(first);
    expect(await here.channels.all()).toBe(first);
  });
});

describe('a channel whose receiver is gone', () => {
  test('is switched off once, on record as the work of the console', async () => {
    const id = await here.add('On call');
    for (const replica of [here, there]) {
      await replica.unitOfWork.run((transaction) => replica.channels.disable(transaction, id));
    }
    expect((await here.channels.find(id))?.disabledAt).toEqual(at);
    await until(async () => (await there.channels.find(id))?.disabledAt != null, untrustedMs);
    const records: unknown[] = await here.database.query('SELECT action, actor_kind, target FROM audit_record');
    expect(records).toEqual([{ action: 'channel.disable', actor_kind: 'system', target: `channel:${id}` }]);
  });

  test('may have been deleted meanwhile', async () => {
    await here.unitOfWork.run((transaction) => here.channels.disable(transaction, randomUUID()));
    expect(await here.database.query('SELECT 1 FROM audit_record')).toEqual([]);
  });
});

test('a channel begins and ends to fail once, whichever process finds out', async () => {
  const id = await here.add('On call');
  const mark = ({ unitOfWork, channels }: Replica, since: Date | null): Promise<boolean> =>
    unitOfWork.run((transaction) => channels.markFailing(transaction, id, since));
  const later = new Date(at.getTime() + 60_000);
  expect(await mark(here, null)).toBe(false);
  expect(await Promise.all([mark(here, at), mark(there, at)]).then((answers) => answers.toSorted())).toEqual([
    false,
    true,
  ]);
  expect(await mark(there, later)).toBe(false);
  expect((await here.channels.find(id))?.failingSince).toEqual(at);
  expect(await mark(there, null)).toBe(true);
  await until(async () => (await here.channels.find(id))?.failingSince === null, untrustedMs);
});

test('a channel that cannot be opened is left out, and named once in the log without its secrets', async () => {
  const closed = await here.add('Closed', otherBox);
  await here.add('Open');
  expect(await here.names()).toEqual(['Open']);
  await here.add('Third');
  expect(await here.names()).toEqual(['Open', 'Third']);
  const lines = here.log.filter((line) => line.includes(closed));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('INSTANCE_KEY_PREVIOUS');
  expect(here.log.join()).not.toContain('the-secret-path');
});
