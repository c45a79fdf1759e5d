import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { type Caller, startTestConsole, type TestConsole } from '../harness/fixtures/test-console.js';
import { makeRolePair } from '../harness/fixtures/role-pair.js';
import { until } from '../harness/fixtures/until.js';

const script = fileURLToPath(new URL('../../scripts/verify-audit.js', import.meta.url));
const tables = ['audit_record', 'audit_seal'];
let folder: string;
let console: TestConsole;
let admin: Caller;
/** The owner of the tables, past the console. */
let owner: Client;
/** The server's administrator: puts back what a test broke. */
let server: Client;
let count: number;

interface Verdict {
  readonly ok: boolean;
  readonly checked: number;
  readonly head: { readonly seq: number; readonly hash: string; readonly at: string; readonly signature: string };
  readonly publicKey: string;
  readonly appendOnly: boolean;
  readonly findings: readonly {
    readonly kind: string;
    readonly seq: number | null;
    readonly recordId: string | null;
  }[];
}

interface Line {
  readonly seq: number;
  readonly record: { readonly action: string; readonly id: string; readonly userAgent: string };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backup-console-chain-'));
  const roles = await makeRolePair();
  const environment = { DATABASE_URL: roles.app, DATABASE_MIGRATION_URL: roles.owner };
  console = await startTestConsole({ environment });
  admin = await console.as('admin');
  for (const name of ['one', 'two', 'three', 'four', 'five', 'six']) {
    await admin.post('/tokens', { name }, { 'user-agent': '=1+1' });
  }
  [owner, server] = [new Client({ connectionString: roles.owner }), new Client({ connectionString: roles.server })];
  await Promise.all([owner.connect(), server.connect()]);
  await until(settled);
  count = (await verdict()).checked;
  for (const table of tables) await server.query(`CREATE TABLE saved_${table} AS SELECT * FROM ${table}`);
});

afterAll(async () => {
  await Promise.all([owner.end(), server.end()]);
  await console.close();
  rmSync(folder, { recursive: true });
});

async function settled(): Promise<boolean> {
  const { rows } = await owner.query<{ waiting: number; last: number }>(
    'SELECT (SELECT count(*)::int FROM audit_unsealed) AS waiting, (SELECT max(seq)::int FROM audit_seal) AS last',
  );
  const head = JSON.parse(readFileSync(join(console.dataDir, 'audit-head.json'), 'utf8')) as { seq: number };
  return rows[0]?.waiting === 0 && rows[0].last === head.seq;
}

async function verdict(query = ''): Promise<Verdict> {
  const answer = await admin.get(`/admin/audit/verify${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
}

/** In one transaction: the console seals beside the test, and must not see half of it. */
async function putBack(): Promise<void> {
  const copies = tables.map((table) => `INSERT INTO ${table} SELECT * FROM saved_${table}`);
  const statements = ['SET session_replication_role = replica', `TRUNCATE ${tables.join()}, audit_unsealed`, ...copies];
  await server.query(statements.join('; '));
}

/** What `verify` names after the owner of the tables did this to the database. */
async function found(...statements: readonly string[]): Promise<string[]> {
  try {
    await owner.query(statements.join('; '));
    const { ok, findings } = await verdict();
    expect(ok).toBe(findings.length === 0);
    return findings.map(({ kind, seq }) => `${kind} ${seq}`);
  } finally {
    await putBack();
  }
}

/** Runs the offline script; what it says and how it ended. */
async function offline(...args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], (error, out, fault) => resolve(`${error ? 1 : 0} ${out}${fault}`));
  });
}

function keep(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

describe('verify', () => {
  test('finds nothing where nothing was done, and tells the head and the key', async () => {
    const { ok, checked, head, publicKey, appendOnly, findings } = await verdict();
    expect({ ok, findings, appendOnly }).toEqual({ ok: true, findings: [], appendOnly: true });
    expect([checked, head.seq]).toEqual([count, count]);
    expect(JSON.parse(readFileSync(join(console.dataDir, 'audit-head.json'), 'utf8'))).toEqual(head);
    expect((await admin.get('/admin/audit/key')).text).toBe(publicKey);
    expect((await verdict('?from=3&to=5')).checked).toBe(3);
    expect((await verdict('?from=4')).checked).toBe(count - 3);
    expect((await verdict(`?from=${count + 1}`)).checked).toBe(0);
  });

  const recordOf = (seq: number): string => `(SELECT record_id FROM audit_seal WHERE seq = ${seq})`;
  const last = (): number => count;

  test.each<[string, () => readonly string[], () => readonly string[]]>([
    ['a changed row', () => [`UPDATE audit_record SET actor_name = 'other' WHERE id = ${recordOf(3)}`], () => ['changed 3']],
    ['a changed time', () => [`UPDATE audit_record SET at = at + interval '1 ms' WHERE id = ${recordOf(4)}`], () => ['changed 4']],
    ['a changed detail', () => [`UPDATE audit_record SET changes = '{"x": {"to": 1}}' WHERE id = ${recordOf(5)}`], () => ['changed 5']],
    ['a changed name of a target', () => [`UPDATE audit_record SET target_name = 'other' WHERE id = ${recordOf(5)}`], () => ['changed 5']],
    ['a row deleted in the middle', () => [`DELETE FROM audit_record WHERE id = ${recordOf(3)}`], () => ['missing 3']],
    ['a row deleted with its seal', () => [`DELETE FROM audit_record WHERE id = ${recordOf(3)}`, 'DELETE FROM audit_seal WHERE seq = 3'], () => ['missing 3']],
    ['the last rows cut off with their seals', () => [`DELETE FROM audit_record WHERE id IN (SELECT record_id FROM audit_seal WHERE seq > ${last() - 2})`, `DELETE FROM audit_seal WHERE seq > ${last() - 2}`], () => [`cut_off ${last() - 1}`]],
    ['a seal that was taken away', () => ['DELETE FROM audit_seal WHERE seq = 4'], () => ['missing 4', 'unsealed null']],
    ['all of it emptied', () => ['TRUNCATE audit_record, audit_seal, audit_unsealed'], () => ['cut_off 1']],
    ['records that were exchanged', () => [`UPDATE audit_seal s SET record_id = CASE seq WHEN 3 THEN gen_random_uuid() ELSE record_id END WHERE seq = 3`], () => ['missing 3', 'unsealed null']],
    ['a row put in beside the console without a mark', () => ["INSERT INTO audit_record SELECT gen_random_uuid(), at, action, outcome, actor_kind, actor_id, actor_name, actor_role, actor_token_id, token_id, target, ip, user_agent, request_id, changes FROM audit_record LIMIT 1", 'DELETE FROM audit_unsealed'], () => ['unsealed null']],
    ['a false signature', () => [`UPDATE audit_seal SET signature = '\\x00' WHERE seq = ${last()}`], () => [`bad_signature ${last()}`]],
    ['a signature that was taken away', () => [`UPDATE audit_seal SET signature = NULL WHERE seq = ${last()}`], () => [`cut_off ${last()}`]],
  ])('finds %s', async (_what, statements, expected) => {
    const named = await found(...statements());
    // Where a signed end was cut off, the one before it may be unsigned as well.
    expect(named).toEqual(expect.arrayContaining([...expected()]));
    const kinds = new Set(named.map((one) => one.split(' ')[0]));
    expect([...kinds].sort()).toEqual([...new Set(expected().map((one) => one.split(' ')[0]))].sort());
    expect((await verdict()).ok).toBe(true);
  }); // prettier-ignore

  test('finds seals that were swapped', async () => {
    const swap = (members: string): string =>
      `UPDATE audit_seal s SET (${members}) = (SELECT ${members} FROM saved_audit_seal o WHERE o.seq = 8 - s.seq) WHERE seq IN (3, 5)`;
    await server.query('DROP INDEX audit_seal_record_id_idx');
    await server.query('GRANT SELECT ON saved_audit_seal TO PUBLIC');
    expect(await found(swap('record_id, record_hash'))).toEqual(['renumbered 3', 'renumbered 5']);
    expect(await found(swap('record_id, record_hash, hash, sealed_at, key_id, signature'))).toEqual([
      'renumbered 3',
      'renumbered 5',
    ]);
    await server.query('CREATE UNIQUE INDEX audit_seal_record_id_idx ON audit_seal (record_id)');
  });

  test('finds a record that was taken away before it had its seal', async () => {
    const ghost = "INSERT INTO audit_unsealed VALUES ('00000000-0000-4000-8000-000000000001', now())";
    expect(await found(ghost)).toEqual(['missing null']);
  });

  test('refuses a range that ends before it begins', async () => {
    const answer = await admin.get('/admin/audit/verify?from=5&to=4');
    expect([answer.status, answer.body]).toMatchObject([400, { code: 'validation_failed' }]);
  });
});

describe('export', () => {
  test('as NDJSON verifies offline, with key and head, and names what was changed in the file', async () => {
    const answer = await admin.get('/admin/audit/export');
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="audit.ndjson"');
    const lines = answer.text.trimEnd().split('\n');
    const records = lines.map((line) => JSON.parse(line) as Line);
    expect(records.map(({ seq }) => seq)).toEqual(records.map((_, index) => index + 1));
    // That it was exported is in it as well.
    expect(records.at(-1)?.record).toMatchObject({ action: 'audit.export', changes: { format: { to: 'ndjson' } } });
    const file = keep('whole.ndjson', answer.text);
    const key = keep('public.pem', (await admin.get('/admin/audit/key')).text);
    const head = keep('head.json', readFileSync(join(console.dataDir, 'audit-head.json'), 'utf8'));
    const all = ['--key', key, '--head', head];
    expect(await offline(file, ...all)).toMatch(/^0 OK: \d+ records, seals 1 to \d+, signed up to seal \d+/);
    expect(await offline(file)).toMatch(/^0 OK/);
    const broken = async (change: (lines: string[]) => void): Promise<string> => {
      const copy = [...lines];
      change(copy);
      return offline(keep('broken.ndjson', `${copy.join('\n')}\n`), ...all);
    };
    expect(await broken((copy) => (copy[3] = copy[3]!.replace('"admin"', '"other"')))).toMatch(/^1 NOT OK: seal 4: its record was changed/);
    expect(await broken((copy) => copy.splice(3, 1))).toMatch(/^1 NOT OK: seal 4: it is missing/);
    expect(await broken((copy) => copy.splice(0, 1))).toMatch(/^1 NOT OK: seal 1: it is missing/);
    expect(await broken((copy) => copy.pop())).toMatch(new RegExp(`^1 NOT OK: seal ${lines.length}: it is missing`));
    expect(await broken((copy) => copy.reverse())).toMatch(/^1 NOT OK/);
    expect(await broken((copy) => (copy[5] = copy[5]!.slice(0, 40)))).toMatch(/^1 NOT OK: line 6 is not JSON/);
    expect(await broken((copy) => (copy[copy.length - 1] = copy.at(-1)!.replace(/"signature":"..../, '"signature":"AAAA')))).toMatch(/^1 NOT OK: seal \d+: its signature is invalid/);
    const other = keep('other.pem', readFileSync(key, 'utf8').replace(/\n.{20}/, '\nMCowBQYDK2VwAyEAAAAA'));
    expect(await offline(file, '--key', other)).toMatch(/^1 NOT OK: seal \d+: it is signed with the key \w+, which is not in the key file/);
    expect(await offline(keep('empty.ndjson', ''), ...all)).toMatch(/^1 NOT OK: seal 1: it is missing/);
  }); // prettier-ignore

  test('of a range or a time verifies by itself, and is written down with what was asked for', async () => {
    const range = await admin.get('/admin/audit/export?from=3&to=5');
    expect(range.text.trimEnd().split('\n')).toHaveLength(3);
    const file = keep('range.ndjson', range.text);
    expect(await offline(file, '--filtered')).toMatch(/^0 OK: 3 records, seals 3 to 5/);
    expect(await offline(file)).toMatch(/^1 NOT OK: seal 1: it is missing/);
    const none = await admin.get('/admin/audit/export?until=2020-01-01T00:00:00Z');
    expect([none.status, none.text]).toEqual([200, '']);
    const all = await admin.get('/admin/audit/export?since=2020-01-01T00:00:00Z');
    const asked = all.text.trimEnd().split('\n').map((line) => JSON.parse(line) as { record: { action: string; changes: object } });
    const exports = asked.filter(({ record }) => record.action === 'audit.export').map(({ record }) => record.changes);
    expect(exports.at(-3)).toEqual({ format: { to: 'ndjson' }, from: { to: 3 }, to: { to: 5 } });
    expect(exports.at(-1)).toEqual({ format: { to: 'ndjson' }, since: { to: '2020-01-01T00:00:00.000Z' } });
  }); // prettier-ignore

  test('of what the filters of the list name holds nothing else', async () => {
    const answer = await admin.get('/admin/audit/export?action=audit.*&outcome=success&target=audit:*');
    const lines = answer.text.trimEnd().split('\n');
    const actions = lines.map((line) => (JSON.parse(line) as { record: { action: string } }).record.action);
    expect(new Set(actions)).toEqual(new Set(['audit.export']));
    const listed = await admin.get('/admin/audit?action=audit.export&limit=500');
    expect(actions).toHaveLength((listed.body as { items: unknown[] }).items.length);
    expect(await offline(keep('filtered.ndjson', answer.text), '--filtered')).toMatch(/^0 OK/);
  });

  test('as CSV has a column for each member, and no cell that a spreadsheet runs', async () => {
    const answer = await admin.get('/admin/audit/export?format=csv');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [head, ...rows] = answer.text.trimEnd().split('\r\n');
    expect(head).toMatch(/^seq,sealedAt,id,at,action,outcome,actorKind,.*,changes,targetName,actorSessionId,hash$/);
    expect(rows.length).toBeGreaterThan(count);
    expect(rows.filter((row) => row.includes(",'=1+1,"))).toHaveLength(6);
    expect(rows.filter((row) => row.includes(',=1+1'))).toEqual([]);
  });

  test('a question for the head of an export alone exports nothing', async () => {
    const before = (await verdict()).head.seq;
    const answer = await admin.call('HEAD', '/admin/audit/export');
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect((await verdict()).head.seq).toBe(before);
  });
});
