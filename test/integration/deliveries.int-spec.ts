import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Channel } from '../../src/domain/channel.js';
import { type SendOutcome } from '../../src/domain/notification.js';
import { type DeliveringProcess, DeliveryFixture } from '../harness/fixtures/delivery-fixture.js';
import { makeChannel, makeEvent } from '../harness/builders/notifications.js';
import { arrives, refuses, type Sent } from '../harness/fakes/fake-channels.js';
import { until } from '../harness/fixtures/until.js';

let fixture: DeliveryFixture;
let one: DeliveringProcess;
let two: DeliveringProcess;

beforeAll(async () => {
  fixture = await DeliveryFixture.start();
});

afterAll(() => fixture.stop());

beforeEach(async () => {
  await fixture.clear();
  one = fixture.process();
  two = fixture.process();
});

function open(...channels: Channel[]): void {
  fixture.channels.channels = channels;
}

const failed = (what = 'one') => makeEvent('job.completed.error', { what, timestamp: fixture.clock.now() });
const done = (what = 'one') => makeEvent('job.completed.ok', { what, timestamp: fixture.clock.now() });

/** What was sent, as `channel: titles`. */
function toldBy({ sender }: DeliveringProcess): string[] {
  return sender.sent.map(({ channel, notice }) => `${channel}: ${notice.title}`);
}

/** A receiver that answers nothing until it is told to. */
function hang(process: DeliveringProcess): (outcome: SendOutcome) => void {
  const waiting: ((outcome: SendOutcome) => void)[] = [];
  process.sender.answer = () => new Promise((resolve) => waiting.push(resolve));
  return (outcome) => waiting.splice(0).forEach((answer) => answer(outcome));
}

describe('fan-out', () => {
  test('gives each event to each channel that wants it, once, however many processes look at the same time', async () => {
    open(
      makeChannel('standard', { name: 'a' }),
      makeChannel('standard', { name: 'b', patterns: ['job.completed.error'] }),
    );
    const events = Array.from({ length: 250 }, (_, at) => (at % 2 === 0 ? failed(`${at}`) : done(`${at}`)));
    await fixture.record(...events);
    await Promise.all([one.fanOut.run(), two.fanOut.run(), one.fanOut.run()]);
    const rows = await fixture.deliveries();
    const count = (name: string) => rows.filter(({ channel_name }) => channel_name === name).length;
    expect([count('a'), count('b')]).toEqual([250, 125]);
    expect(await fixture.database.query('SELECT 1 FROM event WHERE fanned_out_at IS NULL')).toEqual([]);
  });

  test('of a transaction that is lost leaves the events to be planned, and no delivery', async () => {
    open(makeChannel('standard'));
    await fixture.record(failed());
    await fixture.database.query('ALTER TABLE delivery_event ADD CONSTRAINT broken CHECK (replay > 0)');
    await one.fanOut.run();
    expect(await fixture.deliveries()).toEqual([]);
    await fixture.database.query('ALTER TABLE delivery_event DROP CONSTRAINT broken');
    await two.fanOut.run();
    expect(await fixture.statuses()).toEqual(['waiting']);
  });

  test('is not held up by an event that cannot be planned', async () => {
    open(makeChannel('standard'));
    const bad = failed('bad');
    await fixture.record(bad, failed('good'));
    await fixture.database.query(`ALTER TABLE delivery_event ADD CONSTRAINT broken CHECK (event_id <> '${bad.id}')`);
    await fixture.work(one);
    expect(toldBy(one)).toEqual(['standard: job.completed.error of good']);
    await fixture.database.query('ALTER TABLE delivery_event DROP CONSTRAINT broken');
    fixture.clock.advance(60);
    await fixture.work(one);
    expect(toldBy(one)).toHaveLength(2);
  });

  test('gives an event to the channels that there are when it is planned', async () => {
    await fixture.record(failed('before'));
    await fixture.work(one);
    open(makeChannel('standard'));
    await fixture.record(failed('after'));
    await fixture.work(one);
    expect(toldBy(one)).toEqual(['standard: job.completed.error of after']);
  });
});

describe('sending', () => {
  test('two processes never send the same', async () => {
    open(makeChannel('standard', { name: 'a' }), makeChannel('standard', { name: 'b' }));
    await fixture.record(...Array.from({ length: 60 }, (_, at) => failed(`${at}`)));
    await one.fanOut.run();
    await Promise.all([fixture.work(one), fixture.work(two)]);
    const ids = [...one.sender.sent, ...two.sender.sent].map(({ channel, notice }) => `${channel} ${notice.id}`);
    expect(ids).toHaveLength(120);
    expect(new Set(ids).size).toBe(120);
    expect(Math.min(one.sender.sent.length, two.sender.sent.length)).toBeGreaterThan(0);
  });

  test('a channel that hangs delays no other and is sent no more than five at once', async () => {
    open(makeChannel('standard', { name: 'slow' }), makeChannel('standard', { name: 'quick' }));
    const pending: ((outcome: SendOutcome) => void)[] = [];
    one.sender.answer = ({ channel }) =>
      channel === 'quick' ? arrives : new Promise((resolve) => pending.push(resolve));
    await fixture.record(...Array.from({ length: 20 }, (_, at) => failed(`${at}`)));
    await one.fanOut.run();
    await one.worker.sendDue();
    const sentBy = (name: string) => one.sender.sent.filter(({ channel }) => channel === name).length;
    await until(() => sentBy('quick') === 20);
    expect(sentBy('slow')).toBe(5);
    one.sender.answer = () => arrives;
    for (const answer of pending) answer(arrives);
    await fixture.work(one);
    expect(new Set(await fixture.statuses())).toEqual(new Set(['delivered']));
  });

  test('is tried again later with the same id, time and words, and every try is noted', async () => {
    open(makeChannel('standard'));
    await fixture.record(failed());
    one.sender.answer = () => refuses(503);
    await fixture.work(one);
    expect(await fixture.statuses()).toEqual(['waiting']);
    await fixture.work(one);
    expect(one.sender.sent).toHaveLength(1);
    fixture.clock.advance(6);
    one.sender.answer = () => arrives;
    await fixture.work(one);
    const [first, second] = one.sender.sent;
    expect(second?.notice).toEqual(first?.notice);
    const attempts = await fixture.database.query<object[]>('SELECT * FROM delivery_attempt ORDER BY at');
    expect(attempts).toMatchObject([
      { verdict: 'retry', status_code: 503, excerpt: 'what it said', detail: 'The receiver answered 503.' },
      { verdict: 'delivered', status_code: 204, next_try_at: null },
    ]);
  });

  test('is given up three days after the first try, visibly', async () => {
    open(makeChannel('standard'));
    await fixture.record(failed());
    one.sender.answer = () => refuses(500);
    for (let turn = 0; turn < 14; turn += 1) {
      await fixture.work(one);
      fixture.clock.advance(86_400);
    }
    expect(await fixture.deliveries()).toMatchObject([{ status: 'failed', last_detail: 'The receiver answered 500.' }]);
    expect(one.sender.sent).toHaveLength(4);
  });

  test('waits as long as the receiver asks, and so does all else of its channel', async () => {
    open(makeChannel('standard'));
    await fixture.record(failed('a'));
    one.sender.answer = () => refuses(429, 30);
    await fixture.work(one);
    await fixture.record(failed('b'));
    await fixture.work(one);
    expect(one.sender.sent).toHaveLength(1);
    fixture.clock.advance(37);
    one.sender.answer = () => arrives;
    await fixture.work(one);
    expect(await fixture.statuses()).toEqual(['delivered', 'delivered']);
  });

  test('says so where the events are not kept any more', async () => {
    open(makeChannel('standard'));
    await fixture.record(failed());
    await one.fanOut.run();
    await fixture.database.query('DELETE FROM event');
    await fixture.work(one);
    expect(one.sender.sent).toEqual([]);
    const [row] = await fixture.deliveries();
    expect([row?.status, row?.last_detail]).toEqual([
      'failed',
      'Its events are no longer stored, so there is nothing to send.',
    ]);
  });
});

describe('a process that ends', () => {
  test('between sending and noting has it sent again under the same id by another, which notes both', async () => {
    open(makeChannel('standard'));
    await fixture.record(failed());
    await one.fanOut.run();
    const answer = hang(one);
    await one.worker.sendDue();
    await until(() => one.sender.sent.length === 1);
    fixture.alive.delete(one.id);
    await two.worker.onTick();
    expect(two.sender.sent).toEqual([]);
    fixture.clock.advance(21);
    await two.worker.onTick();
    await fixture.work(two);
    expect(two.sender.sent.map(({ notice }) => notice)).toEqual(one.sender.sent.map(({ notice }) => notice));
    expect(await fixture.statuses()).toEqual(['delivered']);
    const verdicts = await fixture.database.query<object[]>('SELECT verdict FROM delivery_attempt ORDER BY at');
    expect(verdicts).toMatchObject([{ verdict: 'unknown' }, { verdict: 'delivered' }]);
    answer(arrives);
  });

  test('is not robbed of what it sends while it lives and its lease lasts, and is when that runs out', async () => {
    open(makeChannel('standard'));
    await fixture.record(failed());
    await one.fanOut.run();
    const answer = hang(one);
    await one.worker.sendDue();
    fixture.clock.advance(59);
    await two.worker.onTick();
    expect(two.sender.sent).toEqual([]);
    fixture.clock.advance(1);
    await two.worker.onTick();
    await until(() => two.sender.sent.length === 1);
    await two.worker.settled();
    // The first one's word comes too late to change anything.
    answer(refuses(500));
    await one.worker.settled();
    expect(await fixture.statuses()).toEqual(['delivered']);
  });

  test('in order gives back what it has begun, which counts as no try', async () => {
    open(makeChannel('standard'));
    await fixture.record(failed());
    await one.fanOut.run();
    one.sender.answer = (_sent: Sent, signal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(refuses(0))));
    await one.worker.sendDue();
    await until(() => one.sender.sent.length === 1);
    await one.worker.beforeApplicationShutdown();
    expect(await fixture.deliveries()).toMatchObject([{ status: 'waiting', attempts: 0, lease_owner: null }]);
    await fixture.work(two);
    expect(await fixture.statuses()).toEqual(['delivered']);
  });
});
