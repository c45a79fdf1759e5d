import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { SmtpMailSender } from '../../src/senders/email/smtp-mail-sender.js';
import { SsrfGuard } from '../../src/platform/ssrf-guard/ssrf-guard.js';
import { type Channel } from '../../src/domain/channel.js';
import { type WebhookSender } from '../../src/domain/senders.port.js';
import { NotificationSender } from '../../src/features/notifications/notification-sender.js';
import { DeliveriesRepository } from '../../src/features/notifications/deliveries/deliveries.repository.js';
import { readSettings } from '../../src/config/settings.js';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import { createLog } from '../../src/platform/logging/log.js';
import { type DeliveringProcess, DeliveryFixture } from '../harness/fixtures/delivery-fixture.js';
import { MailReceiver } from '../harness/fakes/mail-receiver.js';
import { makeChannel, makeEvent } from '../harness/builders/notifications.js';
import { until } from '../harness/fixtures/until.js';

const [ok, late, bad] = ['ok@example.org', 'late@example.org', 'bad@example.org'];

let fixture: DeliveryFixture;
let relay: MailReceiver;
let channel: Channel = makeChannel('email');
/** Reply codes by recipient; who is not named is accepted. */
let replies: Readonly<Record<string, number>>;

beforeAll(async () => {
  [fixture, relay] = await Promise.all([DeliveryFixture.start(), MailReceiver.start()]);
  relay.answerWith('recipient', (address) => {
    const code = replies[address];
    return code === undefined ? null : { code, text: 'so it is' };
  });
});

afterAll(async () => {
  await fixture.stop();
  await relay.close();
});

beforeEach(async () => {
  await fixture.clear();
  relay.mails.length = 0;
  replies = {};
  choose(ok, late, bad);
});

function choose(...to: string[]): void {
  channel = { ...channel, target: { kind: 'email', to, from: null, smtp: null } };
  fixture.channels.channels = [channel];
}

/** A process that sends real mail to the relay. */
function mailing(): DeliveringProcess {
  const settings = readSettings({ SMTP_URL: relay.url, SMTP_FROM: 'console@example.org' });
  const gate = new SsrfGuard({ allow: [], deny: [] }, () => ({ ports: new Set<number>(), addresses: [] }));
  const mails = new SmtpMailSender(gate, settings.ownMailServer);
  const composed = new NotificationSender({} as WebhookSender, mails, fixture.clock, settings, createLog('silent'));
  const made = fixture.process();
  made.sender.answer = ({ notice, earlier }, signal) => composed.send(channel, notice, signal, earlier);
  return made;
}

async function record(): Promise<void> {
  await fixture.record(makeEvent('job.completed.error', { timestamp: fixture.clock.now() }));
}

/** The envelopes of all mails that were taken, oldest first. */
function taken(): string[][] {
  return relay.mails.map(({ to }) => [...to]);
}

function tries(): Promise<Readonly<Record<string, unknown>>[]> {
  return fixture.database.query('SELECT verdict, code, detail, recipients FROM delivery_attempt ORDER BY at');
}

async function workLater(process: DeliveringProcess): Promise<void> {
  fixture.clock.advance(7);
  await fixture.work(process);
}

async function replay(status: 'failed' | 'delivered'): Promise<void> {
  const repository = new DeliveriesRepository(fixture.database);
  await new UnitOfWork(fixture.database).run((transaction) =>
    repository.replay(transaction, { channel: channel.id, status: [status] }, fixture.clock.now(), 10),
  );
}

describe('a mail that some recipients deferred', () => {
  test('is tried again only for them, names all of them in its header, and the log says who answered what', async () => {
    replies = { [late]: 451, [bad]: 550 };
    const process = mailing();
    await record();
    await fixture.work(process);
    expect(taken()).toEqual([[ok]]);
    replies = { [bad]: 550 };
    await workLater(process);
    expect(taken()).toEqual([[ok], [late]]);
    const [first, second] = relay.mails;
    expect(second?.headers['to']).toBe([ok, late, bad].join(', '));
    expect(second?.headers['message-id']).toBe(first?.headers['message-id']);
    expect(await fixture.statuses()).toEqual(['delivered']);
    expect(await tries()).toEqual([
      {
        verdict: 'retry',
        code: 'mail_partly_accepted',
        detail:
          'The mail server deferred 1 of 3 recipients (451) and refused 1 of 3 recipients (550), and accepted the message for the others.',
        recipients: [
          { address: ok, status: 'accepted', statusCode: 250 },
          { address: late, status: 'deferred', statusCode: 451 },
          { address: bad, status: 'refused', statusCode: 550 },
        ],
      },
      {
        verdict: 'delivered',
        code: 'mail_partly_accepted',
        detail: 'The mail server refused 1 of 3 recipients (550), and accepted the message for the others.',
        recipients: [{ address: late, status: 'accepted', statusCode: 250 }],
      },
    ]);
  });

  test('is tried again only for them by another process, after the first one died', async () => {
    replies = { [late]: 451 };
    const one = mailing();
    await record();
    await fixture.work(one);
    fixture.alive.delete(one.id);
    replies = {};
    await workLater(mailing());
    expect(taken()).toEqual([[ok, bad], [late]]);
  });

  test('remembers who accepted it while the console stops', async () => {
    replies = { [late]: 451 };
    const one = mailing();
    const { answer } = one.sender;
    let isAsked = false;
    one.sender.answer = async (sent, signal) => {
      isAsked = true;
      const outcome = await answer(sent, new AbortController().signal);
      await until(() => signal.aborted);
      return outcome;
    };
    await record();
    await one.fanOut.run();
    await one.worker.sendDue();
    await until(() => isAsked);
    await one.worker.beforeApplicationShutdown();
    replies = {};
    await workLater(mailing());
    expect(taken()).toEqual([[ok, bad], [late]]);
  });

  test('is delivered once they refuse it for good, and says who has not got it', async () => {
    replies = { [late]: 451 };
    const process = mailing();
    await record();
    await fixture.work(process);
    replies = { [late]: 550 };
    await workLater(process);
    expect(await fixture.statuses()).toEqual(['delivered']);
    expect((await tries()).at(-1)).toMatchObject({
      detail: 'The mail server refused 1 of 3 recipients (550), and accepted the message for the others.',
      recipients: [{ address: late, status: 'refused', statusCode: 550 }],
    });
  });

  test('is not tried again for a recipient that its channel no longer has, and is for a new one', async () => {
    replies = { [late]: 451 };
    const process = mailing();
    await record();
    await fixture.work(process);
    choose(ok, 'new@example.org');
    await workLater(process);
    expect(taken()).toEqual([[ok, bad], ['new@example.org']]);
  });

  test('is over when its channel has nobody left who lacks it', async () => {
    replies = { [late]: 451 };
    const process = mailing();
    await record();
    await fixture.work(process);
    choose(ok, bad);
    await workLater(process);
    expect(taken()).toEqual([[ok, bad]]);
    expect(await fixture.statuses()).toEqual(['delivered']);
  });

  test('does not mark its channel as failing', async () => {
    replies = { [late]: 451 };
    const process = mailing();
    await record();
    for (let hour = 0; hour < 8; hour += 1) {
      await fixture.work(process);
      fixture.clock.advance(3600);
    }
    expect(taken()).toEqual([[ok, bad]]);
    expect((await tries()).length).toBeGreaterThan(4);
    expect(await fixture.channels.find(channel.id)).toMatchObject({ failingSince: null });
  });

  test('goes only to them when it is replayed after it was given up, and to all when it had been delivered', async () => {
    replies = { [late]: 451 };
    const process = mailing();
    await record();
    for (let day = 0; day < 5; day += 1) {
      await fixture.work(process);
      fixture.clock.advance(86_400);
    }
    expect(await fixture.statuses()).toEqual(['failed']);
    replies = {};
    await replay('failed');
    await fixture.work(process);
    expect(taken()).toEqual([[ok, bad], [late]]);
    await fixture.clear();
    const another = mailing();
    choose(ok, late);
    await record();
    await fixture.work(another);
    await replay('delivered');
    await fixture.work(another);
    expect(taken().slice(2)).toEqual([
      [ok, late],
      [ok, late],
    ]);
  });
});

describe('a mail that nobody accepted', () => {
  test('is not tried again for who refused it for good, as long as others deferred it', async () => {
    const seen: string[] = [];
    replies = { [ok]: 451, [late]: 451, [bad]: 550 };
    relay.answerWith('recipient', (address) => {
      seen.push(address);
      const code = replies[address];
      return code === undefined ? null : { code, text: 'so it is' };
    });
    const process = mailing();
    await record();
    await fixture.work(process);
    expect(await fixture.statuses()).toEqual(['waiting']);
    replies = {};
    await workLater(process);
    expect(seen).toEqual([ok, late, bad, ok, late]);
    expect(await fixture.statuses()).toEqual(['delivered']);
  });

  test('is tried again for all where each refused it for good, for the server may be set up wrongly', async () => {
    replies = { [ok]: 550, [late]: 550, [bad]: 550 };
    const process = mailing();
    await record();
    await fixture.work(process);
    replies = {};
    await workLater(process);
    expect(taken()).toEqual([[ok, late, bad]]);
    expect((await tries()).map(({ code }) => code)).toEqual(['recipients_refused', 'mail_accepted']);
  });
});

test('recipients are known by what the channel calls them, however the mail library writes them', async () => {
  const domain = 'anna@Bücher.example';
  choose(domain, late);
  replies = { [late]: 451 };
  const process = mailing();
  await record();
  await fixture.work(process);
  expect((await tries())[0]?.['recipients']).toEqual([
    { address: domain, status: 'accepted', statusCode: 250 },
    { address: late, status: 'deferred', statusCode: 451 },
  ]);
  replies = {};
  await workLater(process);
  expect(taken().slice(1)).toEqual([[late]]);
});
