import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { conditionsOn } from '../harness/fixtures/condition-deps.js';
import { ChannelHealth } from '../../src/features/notifications/deliveries/channel-health.repository.js';
import { DeliveriesRepository } from '../../src/features/notifications/deliveries/deliveries.repository.js';
import { DeliveryRetentionJob } from '../../src/features/notifications/deliveries/delivery-retention.job.js';
import { readSettings } from '../../src/config/settings.js';
import { RetentionJobs } from '../../src/platform/retention-jobs.js';
import { createLog } from '../../src/platform/logging/log.js';
import { believing } from '../harness/fakes/fake-clock.js';
import { type DeliveringProcess, DeliveryFixture } from '../harness/fixtures/delivery-fixture.js';
import { makeChannel, makeEvent } from '../harness/builders/notifications.js';
import { refuses } from '../harness/fakes/fake-channels.js';

let fixture: DeliveryFixture;
let process: DeliveringProcess;
let deliveries: DeliveriesRepository;
const hook = makeChannel('standard', { name: 'hook' });
const pager = makeChannel('pagerduty', { name: 'pager' });

beforeAll(async () => {
  fixture = await DeliveryFixture.start();
  deliveries = new DeliveriesRepository(fixture.database);
});

afterAll(() => fixture.stop());

beforeEach(async () => {
  await fixture.clear();
  process = fixture.process();
  fixture.channels.channels = [hook];
});

const failed = (what = 'one') => makeEvent('job.completed.error', { what, timestamp: fixture.clock.now() });

function replay(choice: Parameters<DeliveriesRepository['replay']>[1], limit = 10_000): Promise<string[]> {
  return deliveries.replay(fixture.database.manager, choice, fixture.clock.now(), limit);
}

describe('a replay', () => {
  test('sends the same content under the same id, and counts', async () => {
    await fixture.record(failed());
    await fixture.work(process);
    const [first] = await fixture.deliveries();
    for (const expected of [1, 2]) {
      const [id] = await replay({ id: first!.id, status: ['delivered'] });
      await fixture.work(process);
      const again = await deliveries.find(id ?? '');
      expect(again?.delivery).toMatchObject({ replay: expected, webhookId: first?.webhook_id, status: 'delivered' });
    }
    const [a, b, c] = process.sender.sent.map(({ notice }) => [notice.id, notice.events, notice.title]);
    expect([b, c]).toEqual([a, a]);
    expect(process.sender.sent).toHaveLength(3);
  });

  test('of a span takes what failed, oldest first and no more than allowed, and not what is under way again', async () => {
    process.sender.answer = () => refuses(500);
    await fixture.record(failed('a'), failed('b'), failed('c'));
    await fixture.work(process);
    await fixture.database.query("UPDATE delivery SET status = 'failed', ended_at = now()");
    const span = { channel: hook.id, since: new Date(0), until: new Date(fixture.clock.now().getTime() + 1) };
    expect(await replay({ ...span, status: ['delivered'] })).toEqual([]);
    expect(await replay({ ...span, channel: randomUUID(), status: ['failed'] })).toEqual([]);
    expect(await replay({ ...span, until: fixture.clock.now(), status: ['failed'] })).toEqual([]);
    expect(await replay({ ...span, status: ['failed'] }, 2)).toHaveLength(2);
    expect(await replay({ ...span, status: ['failed'] })).toHaveLength(1);
    expect(await replay({ ...span, status: ['failed'] })).toEqual([]);
  });

  test('is none where the events are not kept any more', async () => {
    await fixture.record(failed());
    await fixture.work(process);
    await fixture.database.query('DELETE FROM event');
    const [row] = await fixture.deliveries();
    expect(await replay({ id: row!.id, status: ['delivered'] })).toEqual([]);
  });

  test('of an end waits for the replay of its beginning', async () => {
    fixture.channels.channels = [pager];
    await fixture.record(failed());
    await fixture.work(process);
    await fixture.record(makeEvent('job.completed.ok', { timestamp: fixture.clock.now() }));
    await fixture.work(process);
    process.sender.answer = () => refuses(500);
    await replay({ channel: pager.id, status: ['delivered'] });
    await fixture.work(process);
    expect(process.sender.sent.map(({ notice }) => notice.title).slice(2)).toEqual(['job.completed.error of one']);
  });
});

describe('DeliveryRetentionJob', () => {
  const settings = readSettings({ DELIVERY_RETENTION_DAYS: '10' });

  async function clean(): Promise<number> {
    const health = new ChannelHealth(fixture.database);
    const jobs = new RetentionJobs(believing(fixture.clock), createLog('silent'));
    const job = new DeliveryRetentionJob(
      jobs,
      deliveries,
      health,
      fixture.channels,
      conditionsOn(fixture.database, fixture.clock),
      fixture.clock,
      settings,
      createLog('silent'),
    );
    job.onModuleInit();
    await job.cancelRemoved();
    await jobs.run();
    return (await fixture.deliveries()).length;
  }

  beforeEach(() => fixture.database.query('TRUNCATE notification_channel'));

  async function keepChannel(): Promise<void> {
    await fixture.database.query(
      `INSERT INTO notification_channel (id, name, kind, settings, sealed, created_at, updated_at, revision)
       VALUES ($1, 'hook', 'webhook', '{}', '', now(), now(), 1)`,
      [hook.id],
    );
  }

  test('forgets deliveries with their tries after their days, and keeps what waits', async () => {
    await keepChannel();
    await fixture.record(failed('a'));
    await fixture.work(process);
    process.sender.answer = () => refuses(500);
    await fixture.record(failed('b'));
    await fixture.work(process);
    fixture.clock.advance(10 * 86_400);
    expect(await clean()).toBe(2);
    fixture.clock.advance(1);
    expect(await clean()).toBe(1);
    const left = await fixture.database.query<{ links: number; tries: number }[]>(
      'SELECT (SELECT count(*)::int FROM delivery_event) AS links, (SELECT count(*)::int FROM delivery_attempt) AS tries',
    );
    expect(left).toEqual([{ links: 1, tries: 1 }]);
    expect(await fixture.statuses()).toEqual(['waiting']);
  });

  test('cancels what waits for a channel that was removed', async () => {
    await keepChannel();
    fixture.channels.channels = [hook, pager];
    await fixture.record(failed());
    await process.fanOut.run();
    await clean();
    const rows = await fixture.deliveries();
    expect(rows.map(({ channel_name, status, last_detail }) => [channel_name, status, last_detail])).toEqual([
      ['hook', 'waiting', null],
      ['pager', 'canceled', 'The channel was removed.'],
    ]);
    expect(await fixture.database.query('SELECT 1 FROM delivery_incident')).toEqual([]);
  });
});
