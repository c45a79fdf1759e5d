import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { EventRecorder } from '../../src/features/events/event-recorder.js';
import { FanOut } from '../../src/features/notifications/deliveries/fan-out.service.js';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import { AccessApp } from '../harness/fixtures/access-app.js';
import { adminCookie, type Answer, call, itemsOf, makePerson, makeToken } from '../harness/fixtures/access-calls.js';
import { makeEvent } from '../harness/builders/notifications.js';
import { until } from '../harness/fixtures/until.js';
import { WebhookReceiver } from '../harness/fakes/webhook-receiver.js';

const path = '/api/v1/admin/notifications/deliveries';

let app: AccessApp;
let admin: string;
let receiver: WebhookReceiver;
let channel: string;

beforeAll(async () => {
  app = await AccessApp.start({ WEBHOOK_ALLOW: '127.0.0.1/32' });
  admin = await adminCookie(app);
  receiver = await WebhookReceiver.start();
  channel = await addChannel('hook', '/hook/THE-SECRET-PATH');
});

afterAll(async () => {
  await app.stop();
  await receiver.close();
});

function ask(method: string, at = '', body?: object): Promise<Answer> {
  return call(app, method, `${path}${at}`, { cookie: admin, ...(body ? { body } : {}) });
}

async function addChannel(name: string, at: string, members: object = {}): Promise<string> {
  const patterns = ['job.completed.*'];
  const body = { name, kind: 'webhook', format: 'standard', url: `${receiver.url}${at}`, patterns, ...members };
  const added = await call(app, 'POST', '/api/v1/admin/notifications/channels', { cookie: admin, body });
  expect(added.status).toBe(201);
  return String(added.body['id']);
}

/** As a feature does it: in a transaction of its own. Answers the event's id. */
async function record(what: string): Promise<string> {
  const event = makeEvent('job.completed.error', { what, timestamp: app.clock.now() });
  const recorded = await app
    .get(UnitOfWork)
    .run((transaction) => app.get(EventRecorder).record(transaction, { ...event, onceKey: randomUUID() }));
  return recorded?.id ?? '';
}

/** The delivery of an event once it is in this state. */
function deliveryOf(event: string, status: string): Promise<Readonly<Record<string, unknown>>> {
  return until(async () => itemsOf(await ask('GET', `?event=${event}&status=${status}`))[0] ?? null);
}

function receivedIds(): (string | string[] | undefined)[] {
  return receiver.requests.map(({ headers }) => headers['webhook-id']);
}

describe('a recorded event', () => {
  test('arrives by itself, and its delivery tells of each try and of the event', async () => {
    const event = await record('first');
    const delivery = await deliveryOf(event, 'delivered');
    expect(delivery).toMatchObject({
      channel: { id: channel, name: 'hook' },
      kind: 'event',
      title: 'job.completed.error of first',
      webhookId: event,
      eventIds: [event],
      eventCount: 1,
      status: 'delivered',
      attempts: 1,
      replay: 0,
      nextTryAt: null,
      deliveredAt: app.clock.now().toISOString(),
      lastOutcome: { statusCode: 204, code: 'answered' },
    });
    expect(receivedIds()).toEqual([event]);
    const detail = await ask('GET', `/${String(delivery['id'])}`);
    expect(detail.body).toMatchObject({
      ...delivery,
      tries: [{ verdict: 'delivered', statusCode: 204, code: 'answered', nextTryAt: null }],
      events: [{ id: event, type: 'job.completed.error', severity: 'error', summary: 'job.completed.error of first' }],
    });
  });

  test('starts the fan-out when it is announced, without waiting for the sweep', () => {
    const run = jest.spyOn(app.get(FanOut), 'run');
    const event = makeEvent('job.completed.error', { what: 'announced', timestamp: app.clock.now() });
    // The emitter calls its listeners before it returns, so no sweep can come between.
    app.emitter.emit(event.type, event);
    expect(run).toHaveBeenCalledTimes(1);
    run.mockRestore();
  });

  test('that its receiver refuses shows when it is tried next and what was said, and never the address', async () => {
    receiver.answerWith({ status: 503, body: 'come back later' });
    const event = await record('second');
    const delivery = await until(async () => {
      const found = await deliveryOf(event, 'waiting');
      return found['lastOutcome'] === null ? null : found;
    });
    expect(delivery).toMatchObject({ attempts: 1, lastOutcome: { statusCode: 503 }, deliveredAt: null, endedAt: null });
    expect(Date.parse(String(delivery['nextTryAt']))).toBeGreaterThan(app.clock.now().getTime());
    const detail = await ask('GET', `/${String(delivery['id'])}`);
    expect(detail.body['tries']).toMatchObject([{ verdict: 'retry', excerpt: 'come back later' }]);
    expect(detail.text).not.toContain('THE-SECRET-PATH');
    expect(await ask('POST', `/${String(delivery['id'])}/replay`)).toMatchObject({ status: 409 });
  });
});

describe('the list', () => {
  test('is filtered, counted and paged, newest first', async () => {
    const all = await ask('GET', '?limit=1&count=true');
    expect(all.body['total']).toEqual({ value: 2, exact: true });
    const next = await ask('GET', `?limit=1&cursor=${encodeURIComponent(String(all.body['nextCursor']))}`);
    expect([...itemsOf(all), ...itemsOf(next)]).toHaveLength(2);
    expect(itemsOf(await ask('GET', '?status=delivered'))).toHaveLength(1);
    expect(itemsOf(await ask('GET', `?channel=${channel}`))).toHaveLength(2);
    for (const nothing of [
      '?channel=hook',
      `?event=${randomUUID()}`,
      '?until=2026-01-01T00:00:00Z',
      '?status=canceled',
    ]) {
      expect([nothing, itemsOf(await ask('GET', nothing))]).toEqual([nothing, []]);
    }
  });
});

describe('what tells of a token', () => {
  test('shows its words only to those who may read the audit records', async () => {
    const tokens = await addChannel('tokens', '/tokens', { patterns: ['api_token.*'] });
    await makeToken(app, admin, { name: 'a-name-for-few' });
    const at = `${path}?channel=${tokens}`;
    const shown = await until(async () => itemsOf(await call(app, 'GET', at, { cookie: admin }))[0] ?? null);
    expect(shown['title']).toContain('a-name-for-few');
    const { cookie } = await makePerson(app, admin, 'reader', 'readonly');
    const list = await call(app, 'GET', at, { cookie });
    const detail = await call(app, 'GET', `${path}/${String(shown['id'])}`, { cookie });
    expect([list.status, detail.status]).toEqual([200, 200]);
    expect(itemsOf(list)).toMatchObject([{ id: shown['id'], eventCount: 1 }]);
    expect(detail.body['events']).toEqual([]);
    for (const { text } of [list, detail]) expect(text).not.toContain('a-name-for-few');
    await call(app, 'DELETE', `/api/v1/admin/notifications/channels/${tokens}`, { cookie: admin });
  });
});

describe('a replay', () => {
  test('sends the same again under the same webhook id, as another delivery, and is audited', async () => {
    receiver.answerWith({ status: 204 });
    const [delivered] = itemsOf(await ask('GET', '?status=delivered'));
    const before = receiver.requests.length;
    const answer = await ask('POST', `/${String(delivered?.['id'])}/replay`);
    expect([answer.status, answer.headers.get('location')]).toEqual([202, `${path}/${String(answer.body['id'])}`]);
    expect(answer.body).toMatchObject({ webhookId: delivered?.['webhookId'], replay: 1 });
    expect(answer.body['id']).not.toBe(delivered?.['id']);
    await until(async () => (await ask('GET', `/${String(answer.body['id'])}`)).body['status'] === 'delivered');
    // What waits for its next try may have followed it already.
    expect(receivedIds()[before]).toBe(delivered?.['webhookId']);
    const audited = await app.database.query<object[]>(
      "SELECT target FROM audit_record WHERE action = 'delivery.replay'",
    );
    expect(audited).toEqual([{ target: `delivery:${String(delivered?.['id'])}` }]);
  });

  test('of a span sends what a channel did not get, and tells how much that is', async () => {
    // What arrived just now had what waited for its next try come sooner.
    await until(async () => itemsOf(await ask('GET', '?status=waiting,sending')).length === 0);
    const span = { channel, since: '2026-11-20T00:00:00Z', until: '2026-11-22T00:00:00Z' };
    expect((await ask('POST', '/replay', span)).body).toEqual({ count: 0, more: false });
    const both = await ask('POST', '/replay', { ...span, status: ['delivered', 'failed'] });
    expect([both.status, both.body]).toEqual([202, { count: 2, more: false }]);
    const audited = await app.database.query<{ count: string }[]>(
      "SELECT changes #>> '{count,to}' AS count FROM audit_record WHERE target = $1 AND action = $2 ORDER BY 1",
      [`channel:${channel}`, 'delivery.replay'],
    );
    expect(audited.map(({ count }) => count)).toEqual(['0', '2']);
  });

  test('that several ask for at once is planned for each of them', async () => {
    receiver.answerWith({ status: 204 });
    const event = await record('asked for by many');
    const { id } = await deliveryOf(event, 'delivered');
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => ask('POST', `/${String(id)}/replay`)));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
    expect(answers.map(({ body }) => Number(body['replay'])).sort()).toEqual([1, 2, 3, 4, 5]);
    await until(async () => itemsOf(await ask('GET', `?event=${event}&status=waiting,sending`)).length === 0);
  });

  test('is refused for a channel that is not there any more, whose waiting deliveries are canceled', async () => {
    const other = await addChannel('short', '/short');
    receiver.answerWith({ status: 500 });
    const event = await record('last');
    const waiting = await until(async () => {
      const found = itemsOf(await ask('GET', `?event=${event}&channel=${other}`))[0];
      return found?.['attempts'] === 1 && found['status'] === 'waiting' ? found : null;
    });
    await call(app, 'DELETE', `/api/v1/admin/notifications/channels/${other}`, { cookie: admin });
    const canceled = `/${String(waiting['id'])}`;
    await until(async () => (await ask('GET', canceled)).body['status'] === 'canceled');
    expect(await ask('POST', `${canceled}/replay`)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const span = { channel: other, since: '2026-11-20T00:00:00Z', until: '2026-11-22T00:00:00Z' };
    expect(await ask('POST', '/replay', span)).toMatchObject({ status: 422, body: { code: 'unknown_channel' } });
  });
});
