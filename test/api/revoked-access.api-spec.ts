import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { RunChanges } from '../../src/features/runs/store/run-changes.service.js';
import { type AccessApp } from '../harness/fixtures/access-app.js';
import { type Answer, call, makePerson, makeToken, type Person } from '../harness/fixtures/access-calls.js';
import { makeRun } from '../harness/builders/domain-records.js';
import { type FakeApp, startFakeApp } from '../harness/fakes/fake-app.js';
import { until } from '../harness/fixtures/until.js';

let fake: FakeApp;
let app: AccessApp;
let admin: string;

const runId = 50;

beforeAll(async () => {
  fake = await startFakeApp();
  app = fake.app;
  admin = fake.admin.cookie;
  fake.one.records.runs.push(makeRun({ jobId: runId, status: 'running', statusCode: 'R', endedAt: null }));
});

afterAll(() => app.stop());

function change(path: string, body: object): Promise<unknown> {
  return call(app, 'PATCH', `/api/v1/admin${path}`, { cookie: admin, body });
}

async function makeRole(name: string): Promise<void> {
  const body = { name, description: '', capabilities: ['jobs:read', 'jobs:run', 'tokens:own'] };
  await call(app, 'POST', '/api/v1/admin/roles', { cookie: admin, body });
}

/** How access is lost while a stream and a wait of it are open: by a session's person or by a token of theirs. */
interface Loss {
  readonly name: string;
  readonly by: 'session' | 'token';
  readonly answer: readonly [status: number, code: string];
  take(person: Person, tokenId: string): Promise<unknown>;
}

const gone = [401, 'unauthenticated'] as const;
const narrowed = [403, 'missing_capability'] as const;

const losses: readonly Loss[] = [
  {
    name: 'a revoked token',
    by: 'token',
    answer: gone,
    take: (_, id) => call(app, 'DELETE', `/api/v1/tokens/${id}`, { cookie: admin }),
  },
  {
    name: 'a token past its time',
    by: 'token',
    answer: gone,
    take: (_, id) => app.database.query('UPDATE api_token SET expires_at = $2 WHERE id = $1', [id, app.clock.now()]),
  },
  {
    name: 'the token of an owner who was disabled',
    by: 'token',
    answer: gone,
    take: ({ id }) => change(`/users/${id}`, { disabled: true }),
  },
  {
    name: 'the session of a person who was disabled',
    by: 'session',
    answer: gone,
    take: ({ id }) => change(`/users/${id}`, { disabled: true }),
  },
  {
    name: 'a session that was signed out',
    by: 'session',
    answer: gone,
    take: ({ cookie }) => call(app, 'POST', '/api/v1/auth/logout', { cookie }),
  },
  {
    name: 'a session after a change of the password by an admin',
    by: 'session',
    answer: gone,
    take: ({ id }) => change(`/users/${id}`, { password: 'quite another password' }),
  },
  {
    name: 'a session whose role lost a capability',
    by: 'session',
    answer: narrowed,
    take: ({ username }) => change(`/roles/${username}`, { capabilities: ['tokens:own'] }),
  },
  {
    name: 'a session whose role was taken away and deleted',
    by: 'session',
    answer: narrowed,
    take: async ({ id, username }) => {
      await change(`/users/${id}`, { role: 'readonly' });
      await call(app, 'DELETE', `/api/v1/admin/roles/${username}`, { cookie: admin });
    },
  },
];

interface Loser extends Loss {
  readonly person: Person;
  readonly tokenId: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function makeLoser(loss: Loss, index: number): Promise<Loser> {
  const name = `loser-${index}`;
  await makeRole(name);
  const person = await makePerson(app, admin, name, name);
  const { id: tokenId, plaintext } = await makeToken(app, person.cookie);
  const headers: Record<string, string> =
    loss.by === 'token' ? { authorization: `Bearer ${plaintext}` } : { cookie: person.cookie };
  return { ...loss, person, tokenId, headers };
}

/** Answers when the stream has begun; it is read to its end. */
async function openStream(headers: Loser['headers']): Promise<Response> {
  const response = await fetch(`${app.url}/api/v1/operations/stream`, { headers, signal: AbortSignal.timeout(60_000) });
  expect(response.status).toBe(200);
  return response;
}

function startWait(headers: Loser['headers'], seconds: number): Promise<Answer> {
  return call(app, 'GET', `/api/v1/operations/runs/${runId}?wait=${seconds}`, { headers });
}

describe('an open stream and a long wait', () => {
  const ends = new Map<string, readonly [stream: string, status: number, code: unknown]>();

  // All at once, for each is noticed within five seconds.
  beforeAll(async () => {
    const losers = await Promise.all(losses.map(makeLoser));
    const streams = await Promise.all(losers.map(({ headers }) => openStream(headers)));
    const listening = fake.app.get(RunChanges).listenerCount;
    const waits = losers.map(({ headers }) => startWait(headers, 60));
    const kept = startWait({ cookie: fake.readonly.cookie }, 8);
    await until(() => fake.app.get(RunChanges).listenerCount === listening + losers.length + 1);
    for (const loser of losers) await loser.take(loser.person, loser.tokenId);
    for (const [index, { name }] of losers.entries()) {
      const { status, body } = await waits[index]!;
      ends.set(name, [await streams[index]!.text(), status, body['code']]);
    }
    const { status, body } = await kept;
    ends.set('a bystander', ['', status, body['code']]);
  });

  test.each(losses.map((loss) => [loss.name, loss] as const))('end with %s', (name, { answer }) => {
    const [stream, ...wait] = ends.get(name) ?? ['', 0, ''];
    expect(stream).toMatch(/event: bye\ndata: \{"reason":"The session or token has ended."\}\n\n$/);
    expect(wait).toEqual(answer);
  });

  test('go on for who has lost nothing', () => {
    expect(ends.get('a bystander')).toEqual(['', 200, undefined]);
  });
});
