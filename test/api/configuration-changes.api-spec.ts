// Takes half a minute. Changes the configuration of an embedded Director that runs.
import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Client } from 'pg';
import { AppError } from '../../src/domain/error-codes.js';
import { ConfigurationChangesRepository } from '../../src/features/configuration/configuration-changes.repository.js';
import { ConfigurationTurns } from '../../src/features/configuration/configuration-turns.js';
import { Configurations } from '../../src/features/configuration/configurations.js';
import { RetentionJobs } from '../../src/platform/retention-jobs.js';
import { type Answer, type Caller, startTestConsole, type TestConsole } from '../harness/fixtures/test-console.js';
import { until } from '../harness/fixtures/until.js';

interface Finding {
  readonly severity: string;
  readonly code: string;
  readonly place: string;
  readonly line: number | null;
  readonly message: string;
}

interface Change {
  readonly id: string;
  readonly state: string;
  readonly origin: string;
  readonly comment: string | null;
  readonly author: { readonly kind: string; readonly name: string } | null;
  readonly appliedAt: string | null;
  readonly baseRevision: string | null;
  readonly resultRevision: string;
  readonly revertOf: string | null;
  readonly diff: string;
  readonly findings: readonly Finding[];
}

interface State {
  readonly revision: string | null;
  readonly lastGoodRevision: string | null;
  readonly drift: string;
  readonly writable: boolean;
  readonly findings: readonly Finding[];
}

interface Problem {
  readonly code: string;
  readonly reason?: string;
  readonly detail: string;
  readonly params?: object;
  readonly errors?: readonly { readonly field: string; readonly code: string }[];
  readonly findings?: readonly Finding[];
  readonly changes?: readonly Change[];
}

let app: TestConsole;
let admin: Caller;
let database: Client;

const file = (): string => join(app.dataDir, 'director.yaml');
const markFile = (): string => join(app.dataDir, 'director', 'director.yaml.revision');
const text = (): string => readFileSync(file(), 'utf8');
const save = (content: string): void => writeFileSync(file(), content);
const changeOf = ({ body }: Answer): Change => body;
const problemOf = ({ body }: Answer): Problem => body;

const yamlOf = (dataDir: string): string => `# Backups of this machine.
clients: [{ name: local }, { name: desk }]
storages: [{ name: Local, folder: ${JSON.stringify(join(dataDir, 'volumes'))} }]
pools:
  - name: Default   # two months
    retention: 60 days
filesets: [{ name: Home, include: [${JSON.stringify(join(process.cwd(), 'package.json'))}] }]
schedules: []
jobs:
  # The most important one.
  - { name: Home, client: local, fileset: Home, storage: Local, pool: Default }
`;

beforeAll(async () => {
  app = await startTestConsole({
    prepare: (dataDir) => writeFileSync(join(dataDir, 'director.yaml'), yamlOf(dataDir)),
  });
  admin = await app.as('admin');
  database = new Client({ connectionString: app.consoleDatabaseUrl });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await app.close();
});

const about = '?director=embedded';
const state = async (): Promise<State> => (await admin.get(`/configuration${about}`)).body;
const changes = async (): Promise<readonly Change[]> =>
  ((await admin.get(`/configuration/changes${about}&limit=500`)).body as { items: Change[] }).items;
const change = async (id: string): Promise<Change> => (await admin.get(`/configuration/changes/${id}`)).body;
const draft = (operations: readonly object[], comment?: string, caller = admin): Promise<Answer> =>
  caller.post('/configuration/changes', { director: 'embedded', operations, ...(comment ? { comment } : {}) });
const priority = (value: number): object => ({ op: 'set', type: 'job', name: 'Home', path: 'priority', value });
const apply = (id: string, revision: string | null, headers: Record<string, string> = {}): Promise<Answer> =>
  admin.post(`/configuration/changes/${id}/apply`, undefined, { 'if-match': `"${revision}"`, ...headers });

/** A draft of these operations, applied. */
async function applied(operations: readonly object[]): Promise<Change> {
  const { id, baseRevision } = changeOf(await draft(operations));
  const answer = await apply(id, baseRevision);
  expect([answer.status, answer.text]).toEqual([202, expect.any(String)]);
  return answer.body;
}

async function audited(id: string): Promise<readonly unknown[]> {
  const { rows } = await database.query<Readonly<Record<string, unknown>>>(
    'SELECT action, outcome, actor_name AS actor, changes FROM audit_record WHERE target = $1 ORDER BY at, action',
    [`configuration_change:embedded:${id}`],
  );
  return rows;
}

describe('the configuration', () => {
  test('is shown with its text, whose ETag is its revision', async () => {
    const found = await state();
    expect(found).toMatchObject({ director: 'embedded', access: 'full', writable: true, drift: 'none', findings: [] });
    expect(found.lastGoodRevision).toBe(found.revision);
    const answer = await admin.get(`/configuration/text${about}`);
    expect(answer.body).toEqual({ revision: found.revision, text: text() });
    expect(answer.headers.get('etag')).toBe(`"${found.revision}"`);
    const again = await admin.get(`/configuration/text${about}`, { 'if-none-match': `"${found.revision}"` });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', `"${found.revision}"`]);
    expect(again.headers.get('cache-control')).toBe('private, no-cache');
  });

  test('begins its history with what is in force at the first start', async () => {
    const [first, ...rest] = await changes();
    expect([first, rest]).toMatchObject([
      { origin: 'initial', state: 'applied', author: null, baseRevision: null },
      [],
    ]);
    expect(first?.resultRevision).toBe((await state()).revision);
    expect(await admin.post(`/configuration/changes/${first?.id}/revert`)).toMatchObject({
      status: 409,
      body: { reason: 'change_not_revertible' },
    });
  });
});

describe('a draft', () => {
  test('shows its diff and writes nothing', async () => {
    const before = text();
    const answer = await draft([priority(5)], 'Home first');
    const made = changeOf(answer);
    expect([answer.status, answer.headers.get('location')]).toEqual([201, `/api/v1/configuration/changes/${made.id}`]);
    expect(made).toMatchObject({
      state: 'draft',
      origin: 'request',
      comment: 'Home first',
      author: { kind: 'session', name: 'admin' },
      appliedAt: null,
      findings: [],
    });
    expect(made.diff.split('\n').filter((line) => /^[-+] /.test(line))).toEqual([
      '-  - { name: Home, client: local, fileset: Home, storage: Local, pool: Default }',
      '+  - { name: Home, client: local, fileset: Home, storage: Local, pool: Default, priority: 5 }',
    ]);
    expect(text()).toBe(before);
    expect((await changes())[0]).toMatchObject({ id: made.id, state: 'draft' });
    const patch = await admin.get(`/configuration/changes/${made.id}/patch`);
    expect([patch.headers.get('content-type'), patch.text]).toEqual(['text/x-patch; charset=utf-8', made.diff]);
    expect(await audited(made.id)).toMatchObject([
      {
        action: 'configuration.change.create',
        actor: 'admin',
        changes: { comment: { to: 'Home first' }, operations: { to: ['set job Home priority'] } },
      },
    ]);
  });

  test('with many operations is recorded with its renames and removals first, and the number of what is left out', async () => {
    const rename = { op: 'rename', type: 'client', name: 'desk', value: 'table' };
    const remove = { op: 'remove', type: 'client', name: 'table' };
    const made = changeOf(
      await draft([...Array.from({ length: 50 }, (_, index) => priority(index + 1)), rename, remove]),
    );
    const [record] = (await audited(made.id)) as { changes: { operations: { to: string[] } } }[];
    const recorded = record?.changes.operations.to;
    expect(recorded?.slice(0, 3)).toEqual(['rename client desk', 'remove client table', 'set job Home priority']);
    expect([recorded?.length, recorded?.at(-1)]).toEqual([51, 'and 2 more']);
  });

  test('is deleted on request, and a change that is applied is not', async () => {
    const { id } = changeOf(await draft([priority(6)]));
    expect((await admin.delete(`/configuration/changes/${id}`)).status).toBe(204);
    expect((await admin.get(`/configuration/changes/${id}`)).body).toMatchObject({ reason: 'no_configuration_change' });
    const twice = changeOf(await draft([priority(6)]));
    const answers = await Promise.all([1, 2].map(() => admin.delete(`/configuration/changes/${twice.id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
    expect(await audited(id)).toMatchObject([{}, { action: 'configuration.change.delete', outcome: 'success' }]);
    const first = (await changes()).at(-1);
    expect(await admin.delete(`/configuration/changes/${first?.id}`)).toMatchObject({
      status: 409,
      body: { reason: 'change_not_draft', params: { state: 'applied' } },
    });
  });

  test('is stored encrypted', async () => {
    const { id } = changeOf(await draft([priority(7)]));
    const { rows } = await database.query<{ before: string; after: string }>(
      'SELECT before, after FROM configuration_change_file WHERE change_id = $1',
      [id],
    );
    expect(rows).toHaveLength(1);
    for (const sealed of Object.values(rows[0]!)) expect(sealed).toMatch(/^[0-9a-f]{8}\.[\w-]+$/);
  });

  test('is deleted after 30 days; the history stays', async () => {
    const { id } = changeOf(await draft([priority(8)]));
    const { id: kept } = changeOf(await draft([priority(9)]));
    await database.query("UPDATE configuration_change SET created_at = now() - interval '31 days' WHERE id <> $1", [
      kept,
    ]);
    await app.running.app.get(RetentionJobs).run();
    const left = await changes();
    expect(left.map((one) => one.id)).toContain(kept);
    expect(left.map((one) => one.id)).not.toContain(id);
    expect(left.at(-1)).toMatchObject({ origin: 'initial' });
  });
});

describe('applying a draft', () => {
  test('puts it into force and writes the file, in which nothing else changes', async () => {
    const before = text();
    const job = { client: 'local', fileset: 'Home', storage: 'Local', pool: 'Default' };
    const done = await applied([{ op: 'add', type: 'job', name: 'Second', value: job }]);
    expect(done).toMatchObject({ state: 'applied', appliedAt: expect.any(String) });
    expect(text().startsWith(before)).toBe(true);
    expect(text().slice(before.length)).toContain('name: Second');
    expect((await admin.get('/operations/jobs/Second')).body).toMatchObject({ enabled: true });
    expect(await state()).toMatchObject({ revision: done.resultRevision, drift: 'none' });
    expect((await audited(done.id)).at(-1)).toMatchObject({
      action: 'configuration.change.apply',
      outcome: 'success',
      actor: 'admin',
      changes: { revision: { from: done.baseRevision, to: done.resultRevision } },
    });
  });

  test('is done once: a second request is rejected, and one with the same Idempotency-Key gets the first response', async () => {
    const { id, baseRevision } = changeOf(await draft([priority(20)]));
    const first = await apply(id, baseRevision, { 'idempotency-key': 'once' });
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([202, null]);
    const again = await apply(id, baseRevision, { 'idempotency-key': 'once' });
    expect([again.status, again.headers.get('idempotency-replayed'), again.body]).toEqual([202, 'true', first.body]);
    const { revision } = await state();
    const fresh = await apply(id, revision, { 'idempotency-key': 'once' });
    expect([fresh.status, fresh.headers.get('idempotency-replayed'), fresh.body]).toEqual([202, 'true', first.body]);
    expect(await apply(id, revision)).toMatchObject({ status: 409, body: { reason: 'change_not_draft' } });
    const other = changeOf(await draft([priority(21)]));
    expect(await apply(other.id, other.baseRevision, { 'idempotency-key': 'once' })).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    });
    expect((await change(other.id)).state).toBe('draft');
  });

  test('by two requests at the same time is done by one of them', async () => {
    const { id, baseRevision } = changeOf(await draft([priority(22)]));
    const answers = await Promise.all([apply(id, baseRevision), apply(id, baseRevision)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    expect((await audited(id)).filter((one) => JSON.stringify(one).includes('change.apply'))).toHaveLength(1);
  });

  test('is rejected if the right was taken away while the request waited for another one', async () => {
    const role = { name: 'applier', description: '', capabilities: ['configuration:read', 'configuration:apply'] };
    expect((await admin.post('/admin/roles', role)).status).toBe(201);
    const applier = await app.as('applier');
    const { id, baseRevision } = changeOf(await draft([priority(23)]));
    const turns = app.running.app.get(ConfigurationTurns);
    let release: () => void = () => undefined;
    const other = turns.take('embedded', () => new Promise<void>((resolve) => (release = resolve)));
    const taking = jest.spyOn(turns, 'take');
    const answer = applier.post(`/configuration/changes/${id}/apply`, {}, { 'if-match': `"${baseRevision}"` });
    await until(() => taking.mock.calls.length > 0);
    taking.mockRestore();
    expect((await admin.patch('/admin/roles/applier', { capabilities: ['configuration:read'] })).status).toBe(200);
    release();
    await other;
    expect(await answer).toMatchObject({ status: 403, body: { requiredCapability: 'configuration:apply' } });
    expect((await change(id)).state).toBe('draft');
  });

  test('is rejected without the revision, with another one, and if the configuration has changed since', async () => {
    const { id, baseRevision } = changeOf(await draft([priority(30)]));
    const path = `/configuration/changes/${id}/apply`;
    expect(problemOf(await admin.post(path)).errors).toMatchObject([{ field: 'If-Match', code: 'required' }]);
    expect(await apply(id, 'other')).toMatchObject({ status: 412, body: { code: 'changed_meanwhile' } });
    await applied([priority(31)]);
    expect(await apply(id, baseRevision)).toMatchObject({ status: 412 });
    expect(await apply(id, (await state()).revision)).toMatchObject({ status: 412 });
    expect(text()).toContain('priority: 31');
    expect((await change(id)).state).toBe('draft');
  });
});

describe('a revert', () => {
  test('is a draft that restores the text of before, byte for byte', async () => {
    const before = text();
    const done = await applied([{ op: 'set', type: 'pool', name: 'Default', path: 'retention', value: '90 days' }]);
    const answer = await admin.post(`/configuration/changes/${done.id}/revert`);
    const back = changeOf(answer);
    expect([answer.status, back]).toMatchObject([201, { state: 'draft', origin: 'revert', revertOf: done.id }]);
    expect((await apply(back.id, back.baseRevision)).status).toBe(202);
    expect(text()).toBe(before);
    expect(await admin.post(`/configuration/changes/${done.id}/revert`)).toMatchObject({
      status: 422,
      body: { reason: 'no_difference' },
    });
  });

  test('that would undo later changes names them, without those that were taken back since', async () => {
    const first = await applied([priority(40)]);
    const second = await applied([priority(41)]);
    const third = await applied([priority(42)]);
    const named = async (): Promise<readonly string[]> => {
      const { status, body } = await admin.post(`/configuration/changes/${first.id}/revert`);
      expect([status, (body as Problem).reason]).toEqual([409, 'later_changes']);
      return ((body as Problem).changes ?? []).map(({ id }) => id);
    };
    expect(await named()).toEqual([second.id, third.id]);
    for (const [one, left] of [
      [third, [second.id]],
      [second, []],
    ] as const) {
      const back = changeOf(await admin.post(`/configuration/changes/${one.id}/revert`));
      expect((await apply(back.id, back.baseRevision)).status).toBe(202);
      if (left.length > 0) expect(await named()).toEqual(left);
    }
    expect(text()).toContain('priority: 40');
    expect((await admin.post(`/configuration/changes/${first.id}/revert`)).status).toBe(201);
  });
});

describe('an edit of the file', () => {
  test('becomes one change by hand, with its diff and an audit record', async () => {
    const before = await changes();
    save(text().replace('# two months', '# sixty days'));
    const { revision } = await state();
    const found = await until(async () => (await changes()).find(({ origin }) => origin === 'hand') ?? null);
    expect(found).toMatchObject({ state: 'applied', author: null, resultRevision: revision });
    expect((await change(found.id)).diff).toContain('+  - name: Default   # sixty days');
    expect(await audited(found.id)).toMatchObject([{ action: 'configuration.change.record', actor: 'backup-console' }]);
    expect(await changes()).toHaveLength(before.length + 1);
    expect((await admin.post(`/configuration/changes/${found.id}/revert`)).status).toBe(201);
  });

  test('while the console is down becomes one as well, and only one', async () => {
    const count = async (): Promise<number> => (await changes()).filter(({ origin }) => origin === 'hand').length;
    const before = await count();
    const stopped = await app.down();
    save(text().replace('# sixty days', '# sixty days or more'));
    await stopped.start();
    expect(await count()).toBe(before + 1);
    await (await app.down()).start();
    expect(await count()).toBe(before + 1);
  });

  test('that is invalid is shown with line and column, and nothing can be drafted or applied until it is corrected', async () => {
    const good = text();
    const { id, baseRevision } = changeOf(await draft([priority(50)]));
    save(good.replace('fileset: Home', 'fileset: Hme'));
    const found = await until(async () => {
      const now = await state();
      return now.drift === 'invalid' && now;
    });
    expect(found.findings).toMatchObject([{ severity: 'error', code: 'invalid', place: 'jobs[0].fileset', line: 11 }]);
    expect(found.revision).not.toBe(found.lastGoodRevision);
    expect(found.lastGoodRevision).toBe(baseRevision);
    expect(((await admin.get(`/configuration/text${about}`)).body as { text: string }).text).toBe(text());
    const byHand = { status: 409, body: { reason: 'configuration_changed_by_hand' } };
    expect(await draft([priority(51)])).toMatchObject(byHand);
    for (const revision of [baseRevision, found.revision]) expect(await apply(id, revision)).toMatchObject(byHand);
    rmSync(file());
    expect(await state()).toMatchObject({ drift: 'missing', revision: null, writable: false });
    expect(await apply(id, baseRevision)).toMatchObject(byHand);
    expect(await admin.get(`/configuration/text${about}`)).toMatchObject({ status: 404 });
    save(good);
    expect(await state()).toMatchObject({ drift: 'none' });
    expect((await apply(id, baseRevision)).status).toBe(202);
  });
});

describe('a bad change', () => {
  let before: { readonly text: string; readonly changes: readonly Change[]; readonly revision: string | null };
  beforeEach(async () => {
    before = { text: text(), changes: await changes(), revision: (await state()).revision };
  });

  const job = { client: 'local', fileset: 'Home', storage: 'Local', pool: 'Default' };

  test.each([
    ['the name of another job', { op: 'add', type: 'job', name: 'Home', value: job }, 'resource_name_taken'],
    [
      'another name that is taken',
      { op: 'rename', type: 'client', name: 'desk', value: 'local' },
      'resource_name_taken',
    ],
    ['a resource that does not exist', { op: 'remove', type: 'pool', name: 'None' }, 'unknown_resource'],
    ['a type that does not exist', { op: 'remove', type: 'printer', name: 'None' }, 'unknown_type'],
    ['a path that does not exist', { op: 'unset', type: 'job', name: 'Home', path: 'colour' }, 'unknown_path'],
    ['a name by set', { op: 'set', type: 'job', name: 'Home', path: 'name', value: 'Other' }, 'name_needs_rename'],
    ['fields that are none', { op: 'add', type: 'job', name: 'Third', value: 'all' }, 'wrong_kind'],
    ['a second Director', { op: 'add', type: 'director', name: 'two', value: {} }, 'single_director'],
  ])('with %s is not possible, and nothing is stored', async (_what, operation, reason) => {
    const answer = await draft([priority(60), operation]);
    expect(answer).toMatchObject({ status: 422, body: { code: 'operation_not_possible', reason } });
    expect(problemOf(answer).params).toMatchObject({ operation: 1 });
    expect(await changes()).toEqual(before.changes);
  });

  test.each([
    [
      'an unknown reference',
      { op: 'set', type: 'job', name: 'Home', path: 'pool', value: 'None' },
      'there is no pool named None',
    ],
    [
      'a resource removed that is in use',
      { op: 'remove', type: 'pool', name: 'Default' },
      'at least one entry is required',
    ],
    [
      'a name too long',
      { op: 'rename', type: 'client', name: 'local', value: 'ä'.repeat(64) },
      'has 128 bytes; the maximum is 127',
    ],
    ['an unknown field', { op: 'set', type: 'job', name: 'Home', path: 'colour', value: 'red' }, 'is unknown'],
    ['no cron expression', { op: 'add', type: 'schedule', name: 'S', value: { starts: [{ at: 'noon' }] } }, 'noon'],
  ])('with %s is a draft with an error, and is not applied', async (_what, operation, message) => {
    const answer = await draft([operation]);
    const made = changeOf(answer);
    expect(answer.status).toBe(201);
    expect(made.findings[0]).toMatchObject({
      severity: 'error',
      code: 'invalid',
      message: expect.stringContaining(message) as unknown,
    });
    const rejected = await apply(made.id, made.baseRevision);
    expect(rejected).toMatchObject({ status: 409, body: { code: 'conflict', reason: 'configuration_invalid' } });
    expect(problemOf(rejected).findings).toEqual(made.findings);
    expect((await change(made.id)).state).toBe('draft');
    expect([text(), (await state()).revision]).toEqual([before.text, before.revision]);
  });

  test('that takes a storage with backups away is a draft with an error, and is not applied', async () => {
    const run = await admin.post('/operations/jobs/run', { job: 'Home', level: 'Full' });
    await admin.get(`/operations/runs/${(run.body as { jobId: number }).jobId}?wait=30`);
    const folder = join(app.dataDir, 'elsewhere');
    const made = changeOf(await draft([{ op: 'set', type: 'storage', name: 'Local', path: 'folder', value: folder }]));
    expect(made.findings).toMatchObject([
      { severity: 'error', code: 'rejected', place: 'storages[0].folder', line: 3 },
    ]);
    expect(await apply(made.id, made.baseRevision)).toMatchObject({
      status: 409,
      body: { reason: 'configuration_invalid' },
    });
    expect(text()).toBe(before.text);
  });

  test('to a file that is not UTF-8 is not applied, because its bytes would be lost', async () => {
    writeFileSync(file(), Buffer.from(`${before.text}# B\u00fcro\n`, 'latin1'));
    await until(async () => (await state()).lastGoodRevision !== before.revision);
    const made = changeOf(await draft([priority(61)]));
    expect(made.findings).toMatchObject([{ severity: 'error', code: 'not_utf8' }]);
    expect(await apply(made.id, made.baseRevision)).toMatchObject({ status: 409 });
    save(before.text);
    await until(async () => (await state()).lastGoodRevision === before.revision);
  });

  test('with very many errors is a draft that lists the first ones, and is not applied', async () => {
    const folder = join(app.dataDir, 'shared');
    const made = changeOf(
      await draft(
        Array.from({ length: 20 }, (_, index) => ({
          op: 'add',
          type: 'storage',
          name: `S${index}`,
          value: { folder },
        })),
      ),
    );
    // Each two of them overlap.
    expect(made.findings).toHaveLength(101);
    expect(made.findings.at(-1)).toMatchObject({
      severity: 'warning',
      code: 'more_findings',
      message: '90 more findings are not listed',
    });
    expect(await apply(made.id, made.baseRevision)).toMatchObject({
      status: 409,
      body: { reason: 'configuration_invalid' },
    });
  });

  test('that changes nothing is not possible', async () => {
    const same = { op: 'set', type: 'job', name: 'Home', path: 'client', value: 'local' };
    expect(await draft([same])).toMatchObject({ status: 422, body: { reason: 'no_difference' } });
    expect(await changes()).toEqual(before.changes);
  });

  test('edited by hand meanwhile is not applied, and the edit stays', async () => {
    const { id, baseRevision } = changeOf(await draft([priority(70)]));
    save(`${before.text}# mine\n`);
    // As long as the edit is not in force, and then.
    expect([409, 412]).toContain((await apply(id, baseRevision)).status);
    await until(async () => (await state()).drift === 'none');
    expect(await apply(id, baseRevision)).toMatchObject({ status: 412, body: { code: 'changed_meanwhile' } });
    expect(text()).toBe(`${before.text}# mine\n`);
  });

  test('of a token without the capability is denied', async () => {
    const reader = await app.withToken('operator');
    expect(await draft([priority(71)], undefined, reader)).toMatchObject({
      status: 403,
      body: { requiredCapability: 'configuration:write' },
    });
    const { id, baseRevision } = changeOf(await draft([priority(71)]));
    const denied = await reader.post(`/configuration/changes/${id}/apply`, {}, { 'if-match': `"${baseRevision}"` });
    expect(denied).toMatchObject({ status: 403, body: { requiredCapability: 'configuration:apply' } });
    expect(text()).toBe(before.text);
  });
});

test('a change of a storage that a run is using remains a draft, which can be applied when the run has ended', async () => {
  const big = join(app.dataDir, '..', `${basename(app.dataDir)}-big`);
  writeFileSync(big, 'not one hole, which would not be read');
  truncateSync(big, 2 ** 29);
  const job = { client: 'local', fileset: 'Big', storage: 'Local', pool: 'Default' };
  await applied([
    { op: 'add', type: 'fileset', name: 'Big', value: { include: [big] } },
    { op: 'add', type: 'job', name: 'Big', value: job },
  ]);
  const { jobId } = (await admin.post('/operations/jobs/run', { job: 'Big', level: 'Full' })).body as { jobId: number };
  const pidFile = join(app.dataDir, 'director', `task-${jobId}.pid`);
  const pid = await until(() => (existsSync(pidFile) && Number.parseInt(readFileSync(pidFile, 'utf8'), 10)) || null);
  process.kill(pid, 'SIGSTOP');
  const { id, baseRevision } = changeOf(await draft([{ op: 'rename', type: 'storage', name: 'Local', value: 'Disk' }]));
  const rejected = await apply(id, baseRevision, { 'idempotency-key': 'busy' });
  process.kill(pid, 'SIGCONT');
  expect(rejected).toMatchObject({
    status: 409,
    body: { reason: 'configuration_rejected', findings: [{ code: 'rejected' }] },
  });
  expect((await change(id)).state).toBe('draft');
  expect((await audited(id)).at(-1)).toMatchObject({ outcome: 'failure', changes: { code: { to: 'conflict' } } });
  await admin.get(`/operations/runs/${jobId}?wait=30`);
  expect((await apply(id, baseRevision, { 'idempotency-key': 'busy' })).status).toBe(202);
  rmSync(big);
});

test('a change whose rejection could not be stored is rolled back a moment later, and a retry says so', async () => {
  const { id, baseRevision } = changeOf(await draft([priority(75)]));
  const [found] = app.running.app.get(Configurations).all();
  const rejecting = jest.spyOn(found!.configuration, 'apply').mockRejectedValueOnce(new AppError('conflict', 'Busy.'));
  const storing = jest
    .spyOn(app.running.app.get(ConfigurationChangesRepository), 'markDraft')
    .mockRejectedValueOnce(new Error('The connection was lost.'));
  expect((await apply(id, baseRevision, { 'idempotency-key': 'unstored' })).status).toBe(500);
  expect([rejecting, storing].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  rejecting.mockRestore();
  storing.mockRestore();
  await until(async () => (await change(id)).state === 'rolled_back');
  expect((await audited(id)).at(-1)).toMatchObject({ outcome: 'failure', changes: { code: { to: 'interrupted' } } });
  expect(await apply(id, baseRevision, { 'idempotency-key': 'unstored' })).toMatchObject({
    status: 409,
    body: { reason: 'change_rolled_back', findings: [{ code: 'interrupted' }] },
  });
});

describe('a change that a crash interrupted', () => {
  /** Puts everything back to a moment of applying, as a killed process leaves it; returns after the next start. */
  async function interrupted(done: Change, before: string, at: 'stored' | 'in force' | 'written'): Promise<Change> {
    const after = text();
    const stopped = await app.down();
    const actor = `jsonb_build_object('kind', 'session', 'id', null, 'name', 'admin', 'role', 'admin', 'tokenId', null,
      'sessionId', null, 'ip', null, 'userAgent', null, 'requestId', null)`;
    await database.query(
      `UPDATE configuration_change SET state = 'applying', applied_number = NULL, applied_at = NULL, apply_actor = ${actor} WHERE id = $1`,
      [done.id],
    );
    if (at === 'stored') await forget(done.id, before);
    if (at !== 'written') {
      save(before);
      writeFileSync(markFile(), done.baseRevision ?? '');
    }
    await stopped.start();
    expect(text()).toBe(at === 'stored' ? before : after);
    return change(done.id);
  }

  /** The catalog is as before it stored the change. */
  async function forget(id: string, before: string): Promise<void> {
    const catalog = new Client({ connectionString: app.catalogUrl });
    await catalog.connect();
    await catalog.query('DELETE FROM backup_console_configuration_history WHERE changeid = $1', [id]);
    await catalog.query('UPDATE backup_console_configuration SET content = $1', [Buffer.from(before)]);
    await catalog.end();
  }

  test('before it was in force is rolled back, and says so', async () => {
    const before = text();
    const found = await interrupted(await applied([priority(80)]), before, 'stored');
    expect(found).toMatchObject({ state: 'rolled_back', appliedAt: null });
    expect(found.findings).toMatchObject([{ severity: 'error', code: 'interrupted' }]);
    expect((await audited(found.id)).at(-1)).toMatchObject({
      outcome: 'failure',
      changes: { code: { to: 'interrupted' } },
    });
    expect(await state()).toMatchObject({ revision: found.baseRevision, drift: 'none' });
  });

  test.each(['in force', 'written'] as const)('after it was %s is completed', async (at) => {
    const before = text();
    const found = await interrupted(await applied([priority(at === 'written' ? 81 : 82)]), before, at);
    expect(found).toMatchObject({ state: 'applied', appliedAt: expect.any(String), findings: [] });
    expect((await audited(found.id)).at(-1)).toMatchObject({
      action: 'configuration.change.apply',
      outcome: 'success',
    });
    expect(await state()).toMatchObject({ revision: found.resultRevision, drift: 'none' });
    expect((await changes())[0]?.id).toBe(found.id);
  });
});

test('after the instance key was lost, old changes say so, an edit is still recorded, and changes can be applied', async () => {
  const last = (await changes()).find(({ state: now }) => now === 'applied');
  await database.query("UPDATE configuration_change_file SET after = '00000000.AAAA'");
  for (const path of ['', '/patch']) {
    expect(await admin.get(`/configuration/changes/${last?.id}${path}`)).toMatchObject({
      status: 409,
      body: { reason: 'different_key' },
    });
  }
  save(`${text()}# edited\n`);
  const { revision } = await state();
  const byHand = await until(async () => (await changes()).find((one) => one.resultRevision === revision) ?? null);
  expect(byHand).toMatchObject({ state: 'applied', origin: 'hand', baseRevision: last?.resultRevision });
  expect(await audited(byHand.id)).toMatchObject([
    {
      action: 'configuration.change.record',
      actor: 'backup-console',
      changes: { revision: { from: last?.resultRevision, to: revision } },
    },
  ]);
  expect(await admin.post(`/configuration/changes/${byHand.id}/revert`)).toMatchObject({
    status: 409,
    body: { reason: 'change_not_revertible' },
  });
  expect(await applied([priority(90)])).toMatchObject({ baseRevision: revision });
});
