import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { type AuditOutcome, auditOutcomes } from '../../src/features/audit/audit-actions.js';
import { AuditRecordsRepository } from '../../src/features/audit/audit-records.repository.js';
import { createLog } from '../../src/platform/logging/log.js';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import { AccessApp } from '../harness/fixtures/access-app.js';
import { adminCookie, call, itemsOf, makePerson, makeToken, type Token } from '../harness/fixtures/access-calls.js';
import { AuditFixture, type Row } from '../harness/fixtures/audit-fixture.js';
import { documentedOperations } from '../harness/fixtures/document.js';
import { type FakeApp } from '../harness/fakes/fake-app.js';
import { until } from '../harness/fixtures/until.js';

let fixture: AuditFixture;
let fake: FakeApp;

beforeAll(async () => {
  fixture = await AuditFixture.start();
  ({ fake } = fixture);
});

afterAll(() => fake.app.stop());

const list = (query: string) => fixture.list(query);
const asAdmin = (method: string, path: string) => call(fake.app, method, `/api/v1${path}`, { cookie: fixture.admin });

test('the served document has the audit group, each operation for audit:read alone', async () => {
  const document = (await asAdmin('GET', '/openapi.json')).body as { tags: { name: string }[] };
  expect(document.tags.map(({ name }) => name)).toContain('audit');
  const group = documentedOperations().filter(({ path }) => path.startsWith('/admin/'));
  expect(group.map(({ method, path, requiredCapability }) => `${method} ${path} ${requiredCapability}`).sort()).toEqual(
    ['', '/export', '/key', '/verify', '/{id}'].map((path) => `GET /admin/audit${path} audit:read`),
  );
});

describe('records by a token and about a token', () => {
  test('are found apart: what it did, and what was done to it', async () => {
    const olga = await makePerson(fake.app, fixture.admin, 'olga-by', 'operator');
    const [acting, other] = [await makeToken(fake.app, olga.cookie), await makeToken(fake.app, olga.cookie)];
    const body = { job: 'BackupHome', level: 'Full' };
    await call(fake.app, 'POST', '/api/v1/operations/jobs/run', { token: acting.plaintext, body });
    await call(fake.app, 'DELETE', `/api/v1/tokens/${other.id}`, { token: acting.plaintext });
    const actions = async (query: string): Promise<unknown[]> =>
      (await list(query))
        .map(({ action, tokenId }) => `${String(action)} ${typeof tokenId === 'string' ? tokenId : '-'}`)
        .sort();
    expect(await actions(`byTokenId=${acting.id}`)).toEqual([`api_token.revoke ${other.id}`, 'job.run -']);
    expect(await actions(`aboutTokenId=${acting.id}`)).toEqual([`api_token.create ${acting.id}`]);
    expect(await actions(`byTokenId=${other.id}`)).toEqual([]);
    expect(await actions(`aboutTokenId=${other.id}`)).toEqual([
      `api_token.create ${other.id}`,
      `api_token.revoke ${other.id}`,
    ]);
    expect(await actions(`byTokenId=${acting.id}&aboutTokenId=${other.id}`)).toHaveLength(1);
    expect(await actions(`tokenId=${acting.id}`)).toHaveLength(3);
  });
});

describe('a revocation', () => {
  const revokedBy = async (id: string, cookie: string): Promise<unknown> =>
    (await call(fake.app, 'GET', `/api/v1/tokens/${id}`, { cookie })).body['revokedBy'];

  test('names the token or the session that revoked, in the record, in the event and on the token', async () => {
    const olga = await makePerson(fake.app, fixture.admin, 'olga-revokes', 'operator');
    const acting = await makeToken(fake.app, olga.cookie);
    const byToken = await makeToken(fake.app, olga.cookie);
    const bySession = await makeToken(fake.app, olga.cookie);
    await call(fake.app, 'DELETE', `/api/v1/tokens/${byToken.id}`, { token: acting.plaintext });
    await call(fake.app, 'DELETE', `/api/v1/tokens/${bySession.id}`, { cookie: olga.cookie });
    const session = itemsOf(await call(fake.app, 'GET', '/api/v1/auth/sessions', { cookie: olga.cookie }))[0]?.['id'];
    const olgas = { id: olga.id, name: 'olga-revokes', role: 'operator' };
    for (const [revoked, actor] of [
      [byToken, { ...olgas, kind: 'token', tokenId: acting.id, sessionId: null }],
      [bySession, { ...olgas, kind: 'session', tokenId: null, sessionId: session }],
    ] as const) {
      expect(await list(`aboutTokenId=${revoked.id}&action=api_token.revoke`)).toMatchObject([{ actor }]);
      expect(await revokedBy(revoked.id, olga.cookie)).toEqual(actor);
      const events = await asAdmin('GET', `/admin/events?type=api_token.revoke&subject=token:${revoked.id}`);
      expect(itemsOf(events)).toMatchObject([{ data: { actor } }]);
    }
  });

  test('does not show its owner which session or token of somebody else it was', async () => {
    const rita = await makePerson(fake.app, fixture.admin, 'rita-revoked', 'readonly');
    const { id } = await makeToken(fake.app, rita.cookie);
    const admins = await makeToken(fake.app, fixture.admin);
    await call(fake.app, 'DELETE', `/api/v1/tokens/${id}`, { token: admins.plaintext });
    const shown = { kind: 'token', id: expect.any(String), name: 'admin', role: 'admin', sessionId: null };
    expect(await revokedBy(id, rita.cookie)).toEqual({ ...shown, tokenId: null });
    expect(await revokedBy(id, fixture.admin)).toEqual({ ...shown, tokenId: admins.id });
  });
});

describe('a role', () => {
  test('of audit:read alone reads all of the group and nothing else', async () => {
    const role = { name: 'auditor', description: '', capabilities: ['audit:read'] };
    await call(fake.app, 'POST', '/api/v1/admin/roles', { cookie: fixture.admin, body: role });
    const { cookie } = await makePerson(fake.app, fixture.admin, 'anna-auditor', 'auditor');
    const one = (await fixture.newest('action=role.create'))!;
    const status = async (path: string) => (await call(fake.app, 'GET', `/api/v1${path}`, { cookie })).status;
    for (const path of ['', '/export?format=csv', '/key', '/verify', `/${String(one['id'])}`]) {
      expect([path, await status(`/admin/audit${path}`)]).toEqual([path, 200]);
    }
    expect(await status('/tokens/events')).toBe(200);
    for (const path of ['/tokens', '/operations/runs', '/admin/users', '/admin/events', '/restore/points']) {
      expect([path, await status(path)]).toEqual([path, 403]);
    }
  });
});

describe('a read-only token in the wrong hands', () => {
  test('reads no audit record, and learns nothing of the tokens of others', async () => {
    const rita = await makePerson(fake.app, fixture.admin, 'rita-attacks', 'readonly');
    const mine = await makeToken(fake.app, rita.cookie, { name: 'stolen' });
    const secretName = 'admins-secret-pipeline';
    const theirs: Token = await makeToken(fake.app, fixture.admin, { name: secretName });
    const ask = (path: string, method = 'GET') => call(fake.app, method, `/api/v1${path}`, { token: mine.plaintext });
    const record = String((await fixture.newest(`aboutTokenId=${theirs.id}`))?.['id']);
    for (const [path, status] of [
      ['/admin/audit', 403],
      [`/admin/audit?byTokenId=${mine.id}`, 403],
      [`/admin/audit/${record}`, 403],
      ['/admin/audit/export', 403],
      ['/admin/audit/key', 403],
      ['/admin/audit/verify', 403],
      ['/tokens/events', 403],
      [`/tokens/events?tokenId=${mine.id}`, 403],
      ['/tokens?owner=*', 403],
      ['/tokens?owner=admin', 403],
      [`/tokens/${theirs.id}`, 404],
      ['/tokens', 200],
      ['/admin/events', 200],
      ['/admin/events?type=api_token.create,api_token.revoke', 200],
      [`/operations/jobs/recent?triggeredById=${theirs.id}`, 200],
    ] as const) {
      const answer = await ask(path);
      expect([path, answer.status]).toEqual([path, status]);
      expect(answer.text).not.toContain(secretName);
      if (!path.includes(theirs.id)) expect(answer.text).not.toContain(theirs.id);
      // What others do to runs raises events of runs and clients, which everyone may read.
      if (status === 200 && path !== '/tokens' && path !== '/admin/events') expect(itemsOf(answer)).toEqual([]);
    }
    expect(itemsOf(await ask('/tokens')).map(({ id }) => id)).toEqual([mine.id]);
    // Whether there is such a token is not to be learned from an answer.
    const unknown = '00000000-0000-4000-8000-000000000000';
    for (const method of ['GET', 'DELETE']) {
      const [there, nowhere] = [await ask(`/tokens/${theirs.id}`, method), await ask(`/tokens/${unknown}`, method)];
      expect([there.status, there.body['detail']]).toEqual([nowhere.status, nowhere.body['detail']]);
    }
  });
});

describe('the filter by name', () => {
  const insert = (from: number, count: number) =>
    fake.app.database.query(
      `INSERT INTO audit_record (id, at, action, outcome, actor_kind, actor_name, target, changes)
       SELECT gen_random_uuid(), $3::timestamptz, 'session.create', 'failure', 'anonymous', 'claimed-' || lpad(n::text, 5, '0'), 'user:unknown', '{}'
       FROM generate_series($1::integer, $1::integer + $2::integer - 1) n`,
      [from, count, fake.app.clock.now()],
    );
  const found = async (actor: string) =>
    (await list(`actor=${actor}&limit=3`)).map((row) => (row['actor'] as Row)['name']);

  test('finds the same by a part, a pattern and a whole name when log-ins have claimed very many names', async () => {
    await insert(0, 900);
    const before = [await found('MED-00042'), await found('claimed-0004*2'), await found('claimed-00042')];
    expect(before).toEqual(Array(3).fill(['claimed-00042']));
    await insert(900, 400);
    expect([await found('MED-00042'), await found('claimed-0004*2'), await found('claimed-00042')]).toEqual(before);
    expect(await found('1299')).toEqual(['claimed-01299']);
    expect(await found('nobody has this name')).toEqual([]);
  });

  test('reads a thousand names and one at most', async () => {
    await insert(2_000, 3_000);
    const resolve = (actor: string) => fake.app.get(AuditRecordsRepository).resolve({ actor });
    expect(await resolve('LAIM')).toEqual({ actor: { part: 'LAIM' } });
    expect(await resolve('claimed-02001')).toEqual({ actor: { names: ['claimed-02001'] } });
    const { database } = fake.app;
    const asked = jest.spyOn(database, 'query');
    await resolve('LAIM');
    const [text, values] = asked.mock.calls.find(([statement]) => statement.includes('RECURSIVE'))!;
    asked.mockRestore();
    const [row]: { 'QUERY PLAN': [{ Plan: PlanNode }] }[] = await database.query(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      values as unknown[],
    );
    expect(mostRows(row!['QUERY PLAN'][0].Plan)).toBeLessThanOrEqual(1_001);
  });
});

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly Plans?: readonly PlanNode[];
}

/** Of any step of the plan. */
function mostRows(node: PlanNode): number {
  return Math.max(node['Actual Rows'], ...(node.Plans ?? []).map(mostRows));
}

test('pages and exports of any filter have the records that it means, each once and in order', async () => {
  const tokens = ['a', 'b', null] as const;
  const record = fc.record({
    action: fc.constantFrom('job.run', 'job.rerun', 'api_token.revoke', 'session.create'),
    outcome: fc.constantFrom(...auditOutcomes),
    actorName: fc.constantFrom('prop-ada', 'prop-otto'),
    actorTokenId: fc.constantFrom(...tokens),
    tokenId: fc.constantFrom(...tokens),
    minute: fc.integer({ min: 0, max: 5 }),
  });
  const members = {
    action: fc.constantFrom('job.run', 'job.*', 'api_token.revoke,job.rerun', 'run'),
    outcome: fc.constantFrom<AuditOutcome>(...auditOutcomes),
    tokenId: fc.constantFrom('a', 'b'),
    byTokenId: fc.constantFrom('a', 'b'),
    aboutTokenId: fc.constantFrom('a', 'b'),
    actor: fc.constantFrom('prop-ada', 'PROP-'),
    until: fc.integer({ min: 1, max: 5 }),
  };
  const filter = fc.record(members, { requiredKeys: [] });
  const fits: Readonly<Record<string, RegExp>> = {
    'job.run': /^job\.run$/,
    'job.*': /^job\.\w+$/,
    run: /run/,
    'api_token.revoke,job.rerun': /^(?:api_token\.revoke|job\.rerun)$/,
  };
  let turn = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { maxLength: 25 }),
      filter,
      fc.integer({ min: 1, max: 9 }),
      async (made, wanted, limit) => {
        turn += 1;
        const requestId = `property-${turn}`;
        const minute = (at: number): Date => new Date(Date.UTC(2026, 5, 1, 12, at));
        const rows = made.map((one, index) => ({
          id: `00000000-0000-4000-8000-${String(turn * 100 + index).padStart(12, '0')}`,
          at: minute(one.minute),
          action: one.action,
          outcome: one.outcome,
          actorKind: 'token',
          actorId: 'u',
          actorName: one.actorName,
          actorRole: 'operator',
          actorTokenId: one.actorTokenId,
          actorSessionId: null,
          tokenId: one.tokenId,
          target: 'job:one:x',
          targetName: null,
          ip: null,
          userAgent: null,
          requestId,
          changes: {},
        }));
        const records = fake.app.get(AuditRecordsRepository);
        await fake.app.get(UnitOfWork).run((transaction) => records.insert(transaction, rows as never));
        const { until: end, ...exact } = wanted;
        const asked = { requestId, ...exact, ...(end === undefined ? {} : { until: minute(end).toISOString() }) };
        const query = new URLSearchParams(asked).toString();
        const expected = rows
          .filter((row) => wanted.action === undefined || fits[wanted.action]!.test(row.action))
          .filter((row) => wanted.outcome === undefined || row.outcome === wanted.outcome)
          .filter((row) => wanted.byTokenId === undefined || row.actorTokenId === wanted.byTokenId)
          .filter((row) => wanted.aboutTokenId === undefined || row.tokenId === wanted.aboutTokenId)
          .filter((row) => wanted.tokenId === undefined || [row.actorTokenId, row.tokenId].includes(wanted.tokenId))
          .filter((row) => wanted.actor === undefined || row.actorName.includes(wanted.actor.toLowerCase()))
          .filter((row) => end === undefined || row.at < minute(end))
          .sort((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1))
          .map(({ id }) => id);
        expect(await pagedIds(query, limit)).toEqual(expected);
        const exported = await asAdmin('GET', `/admin/audit/export?${query}`);
        const lines = exported.text.split('\n').filter((line) => line !== '');
        const ids = lines.map((line) => (JSON.parse(line) as { record: { id: string } }).record.id);
        expect([...ids].sort()).toEqual([...expected].sort());
      },
    ),
    { numRuns: 40 },
  );
});

async function pagedIds(query: string, limit: number): Promise<unknown[]> {
  const ids: unknown[] = [];
  let cursor = '';
  do {
    const answer = await asAdmin('GET', `/admin/audit?${query}&limit=${limit}${cursor}`);
    ids.push(...itemsOf(answer).map(({ id }) => id));
    const next = answer.body['nextCursor'] as string | null;
    cursor = next === null ? '' : `&cursor=${next}`;
  } while (cursor !== '');
  return ids;
}

test('a line of the log has the address, and the id of the token or session', async () => {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(...chunk.toString().split('\n'));
      done();
    },
  });
  const app = await AccessApp.start({ TRUSTED_PROXIES: '127.0.0.1' }, [], { log: createLog('info', destination) });
  try {
    const cookie = await adminCookie(app);
    const { id, plaintext } = await makeToken(app, cookie);
    const line = async (credential: object, ip: string): Promise<unknown> => {
      const headers = { 'x-forwarded-for': ip };
      await call(app, 'GET', '/api/v1/auth/me', { ...credential, headers });
      return until(() => {
        const written = lines.find((text) => text.includes(`"ip":"${ip}"`));
        return written === undefined ? null : (JSON.parse(written) as object);
      });
    };
    expect(await line({ token: plaintext }, '203.0.113.1')).toMatchObject({
      path: '/api/v1/auth/me',
      status: 200,
      by: 'token',
      user: 'admin',
      tokenId: id,
    });
    const session = itemsOf(await call(app, 'GET', '/api/v1/auth/sessions', { cookie }))[0]?.['id'];
    expect(await line({ cookie }, '203.0.113.2')).toMatchObject({ by: 'session', sessionId: session });
    const stranger = await line({}, '203.0.113.3');
    expect(stranger).toMatchObject({ status: 401 });
    expect(stranger).not.toHaveProperty('tokenId');
  } finally {
    await app.stop();
  }
});
