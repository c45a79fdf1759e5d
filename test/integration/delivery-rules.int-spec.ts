import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Channel, type WebhookTarget } from '../../src/domain/channel.js';
import { type SendOutcome } from '../../src/domain/notice.js';
import { type DeliveringProcess, DeliveryScene } from '../support/delivery-scene.js';
import { makeChannel, makeEvent, nights } from '../support/notification-makers.js';
import { arrives, refuses } from '../support/paper-channels.js';
import { until } from '../support/until.js';

let scene: DeliveryScene;
let one: DeliveringProcess;
let two: DeliveringProcess;

beforeAll(async () => {
  scene = await DeliveryScene.start();
});

afterAll(() => scene.stop());

beforeEach(async () => {
  await scene.clear();
  one = scene.process();
  two = scene.process();
});

function open(...channels: Channel[]): void {
  scene.channels.channels = channels;
}

const failed = (what = 'one') => makeEvent('job.completed.error', { what, timestamp: scene.clock.now() });
const done = (what = 'one') => makeEvent('job.completed.ok', { what, timestamp: scene.clock.now() });

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

describe('a channel that keeps incidents', () => {
  const channel = makeChannel('pagerduty', { minSeverity: 'error' });

  test('is told of the end only after the beginning has arrived, which the end does not let wait longer', async () => {
    open(channel);
    await scene.record(failed());
    one.sender.answer = () => refuses(500);
    await scene.work(one);
    scene.clock.advance(6);
    await scene.work(one);
    expect(one.sender.sent).toHaveLength(2);
    await scene.record(done());
    one.sender.answer = () => arrives;
    const answer = hang(one);
    await one.fanOut.run();
    await one.worker.look();
    await two.worker.look();
    await until(() => one.sender.sent.length === 3);
    expect([...one.sender.sent.slice(2), ...two.sender.sent].map(({ notice }) => notice.title)).toEqual([
      'job.completed.error of one',
    ]);
    one.sender.answer = () => arrives;
    answer(arrives);
    await scene.work(one);
    expect(one.sender.sent.at(-1)?.notice.title).toBe('job.completed.ok of one');
    expect(await scene.statuses()).toEqual(['delivered', 'delivered']);
    expect(await scene.database.query('SELECT 1 FROM delivery_incident')).toEqual([]);
  });

  test('is told of the end of what was given up', async () => {
    open(channel);
    await scene.record(failed());
    await one.fanOut.run();
    await scene.database.query("UPDATE delivery SET status = 'failed'");
    await scene.record(done());
    await scene.work(one);
    expect(toldBy(one)).toEqual(['pagerduty: job.completed.ok of one']);
  });

  test('has what is critical go out in quiet hours, behind what they held back of the same subject', async () => {
    open(makeChannel('pagerduty', { quietHours: nights }));
    await scene.record(makeEvent('client.silence.warn', { timestamp: scene.clock.now() }));
    await scene.work(one);
    expect(one.sender.sent).toEqual([]);
    await scene.record(makeEvent('client.silence.crit', { timestamp: scene.clock.now() }));
    await scene.work(one);
    expect(toldBy(one)).toEqual(['pagerduty: client.silence.warn of one', 'pagerduty: client.silence.crit of one']);
  });
});

describe('a channel that people read', () => {
  test('gets the first at once, what follows as one message at the end of the window, and then the first again at once', async () => {
    open(makeChannel('email'));
    await scene.record(failed('a'));
    await scene.work(one);
    for (const what of ['b', 'c', 'd']) {
      scene.clock.advance(30);
      await scene.record(failed(what));
      await scene.work(two);
    }
    expect(toldBy(two)).toEqual([]);
    scene.clock.advance(300 - 90);
    await scene.work(one);
    expect(toldBy(one)).toEqual([
      'email: job.completed.error of a',
      'email: 3 events, the latest: job.completed.error of d',
    ]);
    expect(one.sender.sent[1]?.notice).toMatchObject({ kind: 'summary' });
    expect(one.sender.sent[1]?.notice.events.map(({ subject }) => subject)).toEqual(['b', 'c', 'd']);
    scene.clock.advance(301);
    await scene.record(failed('e'));
    await scene.work(one);
    expect(toldBy(one).at(-1)).toBe('email: job.completed.error of e');
  });

  test('gets a follower that stays alone as the event that it is', async () => {
    open(makeChannel('email'));
    await scene.record(failed('a'));
    await scene.work(one);
    const follower = failed('b');
    await scene.record(follower);
    await scene.work(one);
    scene.clock.advance(300);
    await scene.work(one);
    expect(one.sender.sent.map(({ notice }) => notice.id).at(-1)).toBe(follower.id);
  });

  test('has nothing join a message that was tried already: its content stays what its id stands for', async () => {
    open(makeChannel('email'));
    one.sender.answer = () => refuses(451);
    await scene.record(failed('a'), failed('b'));
    await scene.work(one);
    await scene.record(failed('c'));
    await one.fanOut.run();
    const rows = await scene.deliveries();
    expect(rows.map(({ event_count }) => event_count)).toEqual([2, 1]);
    expect(rows[0]?.webhook_id).not.toBe(rows[1]?.webhook_id);
  });

  test('gets what the night held back as one message in the morning', async () => {
    open(makeChannel('email', { quietHours: nights }));
    for (const what of ['a', 'b', 'c']) {
      await scene.record(failed(what));
      await scene.work(one);
      scene.clock.advance(3600);
    }
    expect(one.sender.sent).toEqual([]);
    scene.clock.advance(7 * 3600);
    await scene.work(one);
    expect(toldBy(one)).toEqual(['email: 3 events, the latest: job.completed.error of c']);
  });
});

describe('a channel whose receiver', () => {
  test('is gone for good is switched off, what waits for it is canceled, and people hear of it elsewhere', async () => {
    const hook = makeChannel('standard', { name: 'hook' });
    open(hook, makeChannel('email'));
    one.sender.answer = ({ channel }) => (channel === 'hook' ? refuses(410) : arrives);
    await scene.record(makeEvent('api_token.create', { what: 'a' }), makeEvent('api_token.create', { what: 'b' }));
    await scene.work(one);
    const ofHook = (await scene.deliveries(hook)).map(({ status }) => status);
    expect(ofHook.every((status) => status === 'failed' || status === 'canceled')).toBe(true);
    expect(scene.channels.channels[0]?.disabledAt).not.toBeNull();
    expect(toldBy(one)).toContain('email: Channel “hook” was switched off.');
    await scene.record(failed());
    await scene.work(one);
    expect(await scene.deliveries(hook)).toHaveLength(ofHook.length);
  });

  test('was changed while the old one said that it is gone stays on, and is tried again', async () => {
    const hook = makeChannel('standard', { name: 'hook' });
    open(hook);
    one.sender.answer = () => {
      const target = { ...(hook.target as WebhookTarget), url: 'https://hooks.example.com/new' };
      scene.channels.change(hook.id, { target });
      return refuses(410);
    };
    await scene.record(failed());
    await scene.work(one);
    expect(scene.channels.channels[0]?.disabledAt).toBeNull();
    expect(await scene.deliveries(hook)).toMatchObject([{ status: 'waiting', attempts: 1 }]);
  });

  test('keeps failing is told of once in an episode by the others, not by itself, and what waits goes out when it is back', async () => {
    const hook = makeChannel('standard', { name: 'hook' });
    const [mail, chat] = [
      makeChannel('email', { patterns: ['api_token.*'] }),
      makeChannel('slack', { patterns: ['api_token.*'], failingSince: new Date(0) }),
    ];
    open(hook, mail, chat);
    one.sender.answer = ({ channel }) => (channel === 'hook' ? refuses(503) : arrives);
    const began = scene.clock.now();
    for (let turn = 0; turn < 7; turn += 1) {
      await scene.record(failed(`${turn}`));
      await scene.work(one);
      scene.clock.advance(15);
    }
    const told = one.sender.sent.filter(({ notice }) => notice.kind === 'channel_failing');
    expect(told.map(({ channel, notice }) => [channel, notice.title])).toEqual([
      ['email', 'Channel “hook” does not reach its receiver.'],
    ]);
    expect(told[0]?.notice.lines[0]).toContain(began.toISOString());
    expect(scene.channels.channels[0]?.failingSince).not.toBeNull();
    one.sender.answer = () => arrives;
    scene.clock.advance(300);
    await scene.work(one);
    expect(scene.channels.channels[0]?.failingSince).toBeNull();
    expect((await scene.deliveries(hook)).map(({ status }) => status)).toEqual(Array(7).fill('delivered'));
  });

  test('fails for a quarter of an hour is told of although nothing is tried meanwhile', async () => {
    open(makeChannel('standard', { name: 'hook' }), makeChannel('email', { patterns: ['api_token.*'] }));
    one.sender.answer = ({ channel }) => (channel === 'hook' ? refuses(503) : arrives);
    await scene.record(failed());
    await scene.work(one);
    scene.clock.advance(6);
    await scene.work(one);
    await scene.database.query("UPDATE delivery SET due_at = due_at + interval '1 day'");
    scene.clock.advance(15 * 60);
    await one.worker.onTick();
    await scene.work(one);
    expect(toldBy(one).at(-1)).toBe('email: Channel “hook” does not reach its receiver.');
  });

  test('is paused keeps what was planned before, and gets it at its resumption', async () => {
    const hook = makeChannel('standard');
    open(hook);
    await scene.record(failed('before'));
    await one.fanOut.run();
    scene.channels.change(hook.id, { pausedAt: scene.clock.now() });
    await scene.record(failed('meanwhile'));
    scene.clock.advance(7 * 86_400);
    await scene.work(one);
    expect(await scene.statuses()).toEqual(['waiting']);
    scene.channels.change(hook.id, { pausedAt: null });
    await scene.work(one);
    expect(toldBy(one)).toEqual(['standard: job.completed.error of before']);
  });
});
