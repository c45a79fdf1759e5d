import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type DataSource } from 'typeorm';
import { createDataSource } from '../../src/data-source.js';
import { systemActor } from '../../src/domain/actor.js';
import { RunOrderEntity, RunRequestsRepository } from '../../src/features/runs/requests/run-requests.repository.js';
import { copyDatabase } from '../harness/fixtures/database.js';

let dataSource: DataSource;
let orders: RunRequestsRepository;
const now = new Date('2026-11-20T21:00:00Z');
const yesterday = new Date('2026-11-19T21:00:00Z');

beforeAll(async () => {
  dataSource = await createDataSource(await copyDatabase('template_console')).initialize();
  orders = new RunRequestsRepository(dataSource.getRepository(RunOrderEntity));
});

afterAll(() => dataSource.destroy());

function makeOrder(values: Partial<RunOrderEntity> = {}): RunOrderEntity {
  return {
    id: randomUUID(),
    caller: 'user:1',
    key: 'k',
    route: 'runJob',
    bodyHash: 'x',
    director: 'one',
    actorKind: 'session',
    actorName: 'ada',
    createdAt: now,
    state: 'asked',
    placedBy: 1,
    jobId: null,
    uniqueName: null,
    answer: null,
    restore: null,
    media: null,
    audit: null,
    ...values,
  };
}

test('lets one of many orders with one key in, however close they come', async () => {
  const stored = await Promise.all(Array.from({ length: 10 }, () => orders.insert(makeOrder({ key: 'race' }))));
  expect(stored.filter(Boolean)).toHaveLength(1);
});

test('keeps keys of callers apart and takes any number of orders without a key', async () => {
  const wanted = [
    makeOrder({ key: 'mine' }),
    makeOrder({ key: 'mine', caller: 'token:1' }),
    makeOrder({ key: null }),
    makeOrder({ key: null }),
  ];
  expect(await Promise.all(wanted.map((order) => orders.insert(order)))).toEqual([true, true, true, true]);
});

test('finds an order by its key until the key is too old, was released or was refused', async () => {
  const order = makeOrder({ key: 'found' });
  await orders.insert(order);
  expect(await orders.findByKey('user:1', 'found', yesterday)).toEqual(order);
  expect(await orders.findByKey('user:1', 'found', now)).toBeNull();
  expect(await orders.findByKey('user:2', 'found', yesterday)).toBeNull();
  await dataSource.transaction((transaction) => orders.markRejected(transaction, order.id));
  expect(await orders.findByKey('user:1', 'found', yesterday)).toBeNull();
  const next = makeOrder({ key: 'found' });
  expect(await orders.insert(next)).toBe(true);
  await orders.releaseKeys(now, { caller: 'user:1', key: 'found' });
  expect(await orders.findByKey('user:1', 'found', yesterday)).toBeNull();
});

test('does not take the note of an answer back', async () => {
  const order = makeOrder({ key: 'noted' });
  await orders.insert(order);
  const run = { jobId: 7, uniqueName: 'BackupHome.7' };
  await dataSource.transaction((transaction) => orders.markAnswered(transaction, order.id, run, { jobId: 7 }));
  await orders.markUnanswered(order.id, 'director_too_slow');
  expect(await orders.findByKey('user:1', 'noted', yesterday)).toMatchObject({ state: 'answered', jobId: 7 });
});

test('gives what is to be recorded of an order to one of many who settle it', async () => {
  const audit = { actor: systemActor, action: 'job.run', target: 'job:one:BackupHome', changes: {} } as const;
  const order = makeOrder({ key: null, audit });
  await orders.insert(order);
  const take = () => dataSource.transaction((transaction) => orders.takeUnrecorded(transaction, order.id));
  const taken = await Promise.all([take(), take(), take(), take()]);
  expect(taken.filter((one) => one !== null)).toEqual([audit]);
});

test('lists what is not recorded yet with the reason why, oldest first', async () => {
  const audit = { actor: systemActor, action: 'job.run', target: 'job:one:BackupHome', changes: {} } as const;
  const [older, newer] = [makeOrder({ key: null, audit, createdAt: yesterday }), makeOrder({ key: null, audit })];
  for (const order of [newer, older]) await orders.insert(order);
  await orders.markUnanswered(older.id, 'director_too_slow');
  const listed = await orders.listUnrecorded(new Date(now.getTime() + 1));
  expect(listed.map(({ id, audit: kept }) => [id, kept?.code])).toEqual([
    [older.id, 'director_too_slow'],
    [newer.id, undefined],
  ]);
  expect(await orders.listUnrecorded(now)).toHaveLength(1);
});

test('tells who gave orders, and forgets old ones', async () => {
  const [known, old] = [makeOrder({ key: null }), makeOrder({ key: null, createdAt: yesterday })];
  await orders.insert(known);
  await orders.insert(old);
  await orders.deleteBefore(now);
  expect([...(await orders.actorsOf([known.id, old.id, known.id]))]).toEqual([
    [known.id, { kind: 'session', id: '1', name: 'ada' }],
  ]);
});

test('has made the tables that the entities describe', async () => {
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  expect(upQueries.map(({ query }) => query)).toEqual([]);
});
