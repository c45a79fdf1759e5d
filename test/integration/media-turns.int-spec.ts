import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type DataSource } from 'typeorm';
import { createDataSource } from '../../src/data-source.js';
import { LockConnection } from '../../src/database/lock-connection.js';
import { MediaCommandLocks } from '../../src/features/media/media-command-locks.service.js';
import { copyDatabase } from '../harness/fixtures/database.js';
import { until } from '../harness/fixtures/until.js';

let database: DataSource;
let sessions: readonly [LockConnection, LockConnection];

beforeAll(async () => {
  database = await createDataSource(await copyDatabase('template_console')).initialize();
  sessions = [new LockConnection(database), new LockConnection(database)];
  for (const session of sessions) await session.onModuleInit();
});

afterAll(async () => {
  for (const session of sessions) await session.onApplicationShutdown();
  await database.destroy();
});

const acted = { kind: 'volume', director: 'main', names: ['Tape-0001'] } as const;
const done = (): Promise<string> => Promise.resolve('done');

test('a volume that one process acts on is refused in another, and free again when that process ends', async () => {
  const [here, there] = sessions.map((session) => new MediaCommandLocks(session)) as [
    MediaCommandLocks,
    MediaCommandLocks,
  ];
  const held = new EventEmitter();
  const begun = once(held, 'begun');
  const work = here.alone(acted, async () => {
    held.emit('begun');
    await once(held, 'end');
  });
  await begun;
  await expect(there.alone(acted, done)).rejects.toMatchObject({
    code: 'conflict',
    extras: { reason: 'request_in_progress' },
  });
  expect(await there.alone({ ...acted, names: ['Tape-0002'] }, done)).toBe('done');
  expect(await there.alone({ ...acted, director: 'other' }, done)).toBe('done');
  await sessions[0].onApplicationShutdown();
  expect(await until(() => there.alone(acted, done).catch(() => null))).toBe('done');
  held.emit('end');
  await work;
});

test('without the database nothing is acted on, and nobody is told of another request', async () => {
  const [ended] = sessions;
  await ended.onApplicationShutdown();
  await expect(new MediaCommandLocks(ended).alone(acted, done)).rejects.toMatchObject({ code: 'database_unavailable' });
});
