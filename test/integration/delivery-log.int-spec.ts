import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ChannelHealth } from '../../src/notifications/deliveries/channel-health.repository.js';
import { DeliveriesRepository } from '../../src/notifications/deliveries/deliveries.repository.js';
import { DeliveryCleaning } from '../../src/notifications/deliveries/delivery-cleaning.js';
import { readSettings } from '../../src/platform/config/settings.js';
import { createLog } from '../../src/platform/logging/log.js';
import { type DeliveringProcess, DeliveryScene } from '../support/delivery-scene.js';
import { makeChannel, makeEvent } from '../support/notification-makers.js';
import { refuses } from '../support/paper-channels.js';

let scene: DeliveryScene;
let process: DeliveringProcess;
let deliveries: DeliveriesRepository;
const hook = makeChannel('standard', { name: 'hook' });
const pager = makeChannel('pagerduty', { name: 'pager' });

beforeAll(async () => {
  scene = await DeliveryScene.start();
  deliveries = new DeliveriesRepository(scene.database);
});

afterAll(() => scene.stop());

beforeEach(async () => {
  await scene.clear();
  process = scene.process();
  scene.channels.channels = [hook];
});

const failed = (what = 'one') => makeEvent('job.completed.error', { what, timestamp: scene.clock.now() });

function replay(choice: Parameters<DeliveriesRepository['replay']>[1], limit = 10_000): Promise<string[]> {
  return deliveries.replay(scene.database.manager, choice, scene.clock.now(), limit);
}

describe('a replay', () => {
  test('sends the same content under the same id, and counts', async () => {
    await scene.record(failed());
    await scene.work(process);
    const [first] = await scene.deliveries();
    for (const expected of [1, 2]) {
      const [id] = await replay({ id: first!.id, status: ['delivered'] });
      await scene.work(process);
      const again = await deliveries.find(id ?? '');
      expect(again?.delivery).toMatchObject({ replay: expected, webhookId: first?.webhook_id, status: 'delivered' });
    }
    const [a, b, c] = process.sender.sent.map(({ notice }) => [notice.id, notice.events, notice.title]);
    expect([b, c]).toEqual([a, a]);
    expect(process.sender.sent).toHaveLength(3);
  });

  test('of a span takes what failed, oldest first and no more than allowed, and not what is under way again', async () => {
    process.sender.answer = () => refuses(500);
    await scene.record(failed('a'), failed('b'), failed('c'));
    await scene.work(process);
    await scene.database.query("UPDATE delivery SET status = 'failed', ended_at = now()");
    const span = { channel: hook.id, since: new Date(0), until: new Date(scene.clock.now().getTime() + 1) };
    expect(await replay({ ...span, status: ['delivered'] })).toEqual([]);
    expect(await replay({ ...span, channel: randomUUID(), status: ['failed'] })).toEqual([]);
    expect(await replay({ ...span, until: scene.clock.now(), status: ['failed'] })).toEqual([]);
    expect(await replay({ ...span, status: ['failed'] }, 2)).toHaveLength(2);
    expect(await replay({ ...span, status: ['failed'] })).toHaveLength(1);
    expect(await replay({ ...span, status: ['failed'] })).toEqual([]);
  });

  test('is none where the events are not kept any more', async () => {
    await scene.record(failed());
    await scene.work(process);
    await scene.database.query('DELETE FROM event');
    const [row] = await scene.deliveries();
    expect(await replay({ id: row!.id, status: ['delivered'] })).toEqual([]);
  });

  test('of an end waits for the replay of its beginning', async () => {
    scene.channels.channels = [pager];
    await scene.record(failed());
    await scene.work(process);
    await scene.record(makeEvent('job.completed.ok', { timestamp: scene.clock.now() }));
    await scene.work(process);
    process.sender.answer = () => refuses(500);
    await replay({ channel: pager.id, status: ['delivered'] });
    await scene.work(process);
    expect(process.sender.sent.map(({ notice }) => notice.title).slice(2)).toEqual(['job.completed.error of one']);
  });
});

describe('DeliveryCleaning', () => {
  const settings = readSettings({ DELIVERY_RETENTION_DAYS: '10' });

  async function clean(): Promise<number> {
    const health = new ChannelHealth(scene.database);
    await new DeliveryCleaning(deliveries, health, scene.channels, scene.clock, settings, createLog('silent')).clean();
    return (await scene.deliveries()).length;
  }

  beforeEach(() => scene.database.query('TRUNCATE notification_channel'));

  async function keepChannel(): Promise<void> {
    await scene.database.query(
      `INSERT INTO notification_channel (id, name, kind, settings, sealed, created_at, updated_at, revision)
       VALUES ($1, 'hook', 'webhook', '{}', '', now(), now(), 1)`,
      [hook.id],
    );
  }

  test('forgets deliveries with their tries after their days, and keeps what waits', async () => {
    await keepChannel();
    await scene.record(failed('a'));
    await scene.work(process);
    process.sender.answer = () => refuses(500);
    await scene.record(failed('b'));
    await scene.work(process);
    scene.clock.advance(10 * 86_400);
    expect(await clean()).toBe(2);
    scene.clock.advance(1);
    expect(await clean()).toBe(1);
    const left = await scene.database.query<{ links: number; tries: number }[]>(
      'SELECT (SELECT count(*)::int FROM delivery_event) AS links, (SELECT count(*)::int FROM delivery_attempt) AS tries',
    );
    expect(left).toEqual([{ links: 1, tries: 1 }]);
    expect(await scene.statuses()).toEqual(['waiting']);
  });

  test('cancels what waits for a channel that was removed', async () => {
    await keepChannel();
    scene.channels.channels = [hook, pager];
    await scene.record(failed());
    await process.fanOut.run();
    await clean();
    const rows = await scene.deliveries();
    expect(rows.map(({ channel_name, status, last_detail }) => [channel_name, status, last_detail])).toEqual([
      ['hook', 'waiting', null],
      ['pager', 'canceled', 'The channel was removed.'],
    ]);
    expect(await scene.database.query('SELECT 1 FROM delivery_incident')).toEqual([]);
  });
});
