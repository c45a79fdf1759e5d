import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Channel, type WebhookTarget } from '../../src/domain/channel.js';
import { type SendOutcome } from '../../src/domain/notification.js';
import { type DeliveringProcess, DeliveryFixture } from '../harness/fixtures/delivery-fixture.js';
import { makeChannel, makeEvent, nights } from '../harness/builders/notifications.js';
import { arrives, refuses } from '../harness/fakes/fake-channels.js';
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

describe('a channel that keeps incidents', () => {
  const channel = makeChannel('pagerduty', { minSeverity: 'error' });

  test('is told of the end only after the beginning has arrived, which the end does not let wait longer', async () => {
    open(channel);
    await fixture.record(failed());
    one.sender.answer = () => refuses(500);
    await fixture.work(one);
    fixture.clock.advance(6);
    await fixture.work(one);
    expect(one.sender.sent).toHaveLength(2);
    await fixture.record(done());
    one.sender.answer = () => arrives;
    const answer = hang(one);
    await one.fanOut.run();
    await one.worker.sendDue();
    await two.worker.sendDue();
    await until(() => one.sender.sent.length === 3);
    expect([...one.sender.sent.slice(2), ...two.sender.sent].map(({ notice }) => notice.title)).toEqual([
      'job.completed.error of one',
    ]);
    one.sender.answer = () => arrives;
    answer(arrives);
    await fixture.work(one);
    expect(one.sender.sent.at(-1)?.notice.title).toBe('job.completed.ok of one');
    expect(await fixture.statuses()).toEqual(['delivered', 'delivered']);
    expect(await fixture.database.query('SELECT 1 FROM delivery_incident')).toEqual([]);
  });

  test('is told of the end of what was given up', async () => {
    open(channel);
    await fixture.record(failed());
    await one.fanOut.run();
    await fixture.database.query("UPDATE delivery SET status = 'failed'");
    await fixture.record(done());
    await fixture.work(one);
    expect(toldBy(one)).toEqual(['pagerduty: job.completed.ok of one']);
  });

  test('has what is critical go out in quiet hours, behind what they held back of the same subject', async () => {
    open(makeChannel('pagerduty', { quietHours: nights }));
    await fixture.record(makeEvent('client.silence.warn', { timestamp: fixture.clock.now() }));
    await fixture.work(one);
    expect(one.sender.sent).toEqual([]);
    await fixture.record(makeEvent('client.silence.crit', { timestamp: fixture.clock.now() }));
    await fixture.work(one);
    expect(toldBy(one)).toEqual(['pagerduty: client.silence.warn of one', 'pagerduty: client.silence.crit of one']);
  });
});

describe('a channel that people read', () => {
  test('gets the first at once, what follows as one message at the end of the window, and then the first again at once', async () => {
    open(makeChannel('email'));
    await fixture.record(failed('a'));
    await fixture.work(one);
    for (const what of ['b', 'c', 'd']) {
      fixture.clock.advance(30);
      await fixture.record(failed(what));
      await fixture.work(two);
    }
    expect(toldBy(two)).toEqual([]);
    fixture.clock.advance(300 - 90);
    await fixture.work(one);
    expect(toldBy(one)).toEqual([
      'email: job.completed.error of a',
      'email: 3 events, latest: job.completed.error of d',
    ]);
    expect(one.sender.sent[1]?.notice).toMatchObject({ kind: 'summary' });
    expect(one.sender.sent[1]?.notice.events.map(({ subject }) => subject)).toEqual(['b', 'c', 'd']);
    fixture.clock.advance(301);
    await fixture.record(failed('e'));
    await fixture.work(one);
    expect(toldBy(one).at(-1)).toBe('email: job.completed.error of e');
  });

  test('gets a follower that stays alone as the event that it is', async () => {
    open(makeChannel('email'));
    await fixture.record(failed('a'));
    await fixture.work(one);
    const follower = failed('b');
    await fixture.record(follower);
    await fixture.work(one);
    fixture.clock.advance(300);
    await fixture.work(one);
    expect(one.sender.sent.map(({ notice }) => notice.id).at(-1)).toBe(follower.id);
  });

  test('has nothing join a message that was tried already: its content stays what its id stands for', async () => {
    open(makeChannel('email'));
    one.sender.answer = () => refuses(451);
    await fixture.record(failed('a'), failed('b'));
    await fixture.work(one);
    await fixture.record(failed('c'));
    await one.fanOut.run();
    const rows = await fixture.deliveries();
    expect(rows.map(({ event_count }) => event_count)).toEqual([2, 1]);
    expect(rows[0]?.webhook_id).not.toBe(rows[1]?.webhook_id);
  });

  test('gets what the night held back as one message in the morning', async () => {
    open(makeChannel('email', { quietHours: nights }));
    for (const what of ['a', 'b', 'c']) {
      await fixture.record(failed(what));
      await fixture.work(one);
      fixture.clock.advance(3600);
    }
    expect(one.sender.sent).toEqual([]);
    fixture.clock.advance(7 * 3600);
    await fixture.work(one);
    expect(toldBy(one)).toEqual(['email: 3 events, latest: job.completed.error of c']);
  });
});

describe('a channel whose receiver', () => {
  test('is gone for good is switched off, what waits for it is canceled, and people hear of it elsewhere', async () => {
    const hook = makeChannel('standard', { name: 'hook' });
    open(hook, makeChannel('email'));
    one.sender.answer = ({ channel }) => (channel === 'hook' ? refuses(410) : arrives);
    await fixture.record(makeEvent('api_token.create', { what: 'a' }), makeEvent('api_token.create', { what: 'b' }));
    await fixture.work(one);
    const ofHook = (await fixture.deliveries(hook)).map(({ status }) => status);
    expect(ofHook.every((status) => status === 'failed' || status === 'canceled')).toBe(true);
    expect(fixture.channels.channels[0]?.disabledAt).not.toBeNull();
    await fixture.work(one);
    const switchedOff =
      'Channel hook cannot deliver. It was disabled: its receiver answered that it is permanently gone (410).';
    expect(toldBy(one)).toContain(`email: ${switchedOff}`);
    await fixture.record(failed());
    await fixture.work(one);
    expect(await fixture.deliveries(hook)).toHaveLength(ofHook.length);
  });

  test('was changed while the old one said that it is gone stays on, and is tried again', async () => {
    const hook = makeChannel('standard', { name: 'hook' });
    open(hook);
    one.sender.answer = () => {
      const target = { ...(hook.target as WebhookTarget), url: 'https://hooks.example.com/new' };
      fixture.channels.change(hook.id, { target });
      return refuses(410);
    };
    await fixture.record(failed());
    await fixture.work(one);
    expect(fixture.channels.channels[0]?.disabledAt).toBeNull();
    expect(await fixture.deliveries(hook)).toMatchObject([{ status: 'waiting', attempts: 1 }]);
  });

  test('keeps failing is told of once in an episode by the others, not by itself, and what waits goes out when it is back', async () => {
    const hook = makeChannel('standard', { name: 'hook' });
    const [mail, chat] = [
      makeChannel('email', { patterns: ['api_token.*'] }),
      makeChannel('slack', { patterns: ['api_token.*'], failingSince: new Date(0) }),
    ];
    open(hook, mail, chat);
    one.sender.answer = ({ channel }) => (channel === 'hook' ? refuses(503) : arrives);
    const began = fixture.clock.now();
    for (let turn = 0; turn < 7; turn += 1) {
      await fixture.record(failed(`${turn}`));
      await fixture.work(one);
      fixture.clock.advance(15);
    }
    const told = one.sender.sent.filter(({ notice }) => notice.kind === 'channel_failing');
    expect(told.map(({ channel, notice }) => [channel, notice.title])).toEqual([
      ['email', 'Channel “hook” cannot deliver.'],
    ]);
    expect(told[0]?.notice.lines[0]).toContain(began.toISOString());
    expect(fixture.channels.channels[0]?.failingSince).not.toBeNull();
    one.sender.answer = () => arrives;
    fixture.clock.advance(300);
    await fixture.work(one);
    expect(fixture.channels.channels[0]?.failingSince).toBeNull();
    expect((await fixture.deliveries(hook)).map(({ status }) => status)).toEqual(Array(7).fill('delivered'));
  });

  test('fails for a quarter of an hour is told of although nothing is tried meanwhile', async () => {
    open(makeChannel('standard', { name: 'hook' }), makeChannel('email', { patterns: ['api_token.*'] }));
    one.sender.answer = ({ channel }) => (channel === 'hook' ? refuses(503) : arrives);
    await fixture.record(failed());
    await fixture.work(one);
    fixture.clock.advance(6);
    await fixture.work(one);
    await fixture.database.query("UPDATE delivery SET due_at = due_at + interval '1 day'");
    fixture.clock.advance(15 * 60);
    await one.worker.onTick();
    await fixture.work(one);
    expect(toldBy(one).at(-1)).toBe('email: Channel “hook” cannot deliver.');
  });

  test('is paused keeps what was planned before, and gets it at its resumption', async () => {
    const hook = makeChannel('standard');
    open(hook);
    await fixture.record(failed('before'));
    await one.fanOut.run();
    fixture.channels.change(hook.id, { pausedAt: fixture.clock.now() });
    await fixture.record(failed('meanwhile'));
    fixture.clock.advance(7 * 86_400);
    await fixture.work(one);
    expect(await fixture.statuses()).toEqual(['waiting']);
    fixture.channels.change(hook.id, { pausedAt: null });
    await fixture.work(one);
    expect(toldBy(one)).toEqual(['standard: job.completed.error of before']);
  });
});
