import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Caller, startTestConsole, type TestConsole } from '../harness/fixtures/test-console.js';
import { directorYaml } from '../harness/builders/director-yaml.js';
import { itemsOf } from '../harness/fixtures/access-calls.js';
import { until } from '../harness/fixtures/until.js';

interface RunBody {
  readonly jobId: number;
  readonly uniqueName: string;
  readonly status: string;
  readonly restore: Readonly<Record<string, unknown>>;
}

const letters = mkdtempSync(join(tmpdir(), 'backup-console-letters-'));
const notes = mkdtempSync(join(tmpdir(), 'backup-console-notes-'));
const greeting = join(letters, 'greeting.txt');

let app: TestConsole;
let admin: Caller;
let first: number;

async function backUp(job: string): Promise<number> {
  const { jobId } = (await admin.post('/operations/jobs/run', { job, level: 'Full' })).body as RunBody;
  expect(await ended(jobId)).toMatchObject({ status: 'completed' });
  return jobId;
}

async function ended(jobId: number): Promise<RunBody> {
  return (await admin.get(`/operations/runs/${jobId}?wait=30`)).body;
}

async function restore(body: object): Promise<RunBody> {
  const answer = await admin.post('/restore/run', body);
  expect([answer.status, answer.text]).toEqual([202, answer.text]);
  return ended((answer.body as RunBody).jobId);
}

beforeAll(async () => {
  writeFileSync(greeting, 'good morning');
  writeFileSync(join(notes, 'note.txt'), 'remember');
  app = await startTestConsole({
    prepare: (dataDir) =>
      writeFileSync(join(dataDir, 'director.yaml'), directorYaml(dataDir, { Letters: [letters], Notes: [notes] })),
  });
  admin = await app.as('admin');
  first = await backUp('Letters');
  writeFileSync(greeting, 'overwritten by mistake');
});

afterAll(async () => {
  await app.close();
  for (const folder of [letters, notes]) rmSync(folder, { recursive: true, force: true });
});

describe('a restore that keeps what is there', () => {
  let run: RunBody;
  const facts = () => ({
    jobids: [first],
    filesets: ['Letters'],
    sourceClient: 'local',
    restoreClient: 'local',
    where: '/',
    relocation: null,
    replace: 'never',
    chosen: 1,
    restored: 0,
    skipped: 1,
    failed: 0,
  });

  beforeAll(async () => {
    run = await restore({ jobids: [first], paths: [greeting], where: '/', replace: 'never' });
  });

  test('is a warning that says so: in its record, its log and its event', async () => {
    expect(readFileSync(greeting, 'utf8')).toBe('overwritten by mistake');
    const refs = [Buffer.from(greeting).toString('base64url')];
    expect(run).toMatchObject({ status: 'warning', restore: { ...facts(), refs } });
    const log = itemsOf(await admin.get(`/operations/runs/${run.jobId}/log`)).map(({ text }) => String(text));
    expect(log.filter((text) => text.includes('0 of 1 restored, 1 skipped (already exists)'))).toHaveLength(1);
    const subject = encodeURIComponent(`run:embedded:${run.uniqueName}`);
    const [event] = await until(async () => {
      const events = itemsOf(await admin.get(`/admin/events?subject=${subject}`));
      return events.length > 0 ? events : null;
    });
    expect(event).toMatchObject({ type: 'job.completed.warning', severity: 'warning', data: { restore: facts() } });
    expect(event?.['summary']).toContain('completed with warnings: 0 of 1 restored, 1 skipped (already exists), ');
  });

  test('lists each chosen file with its outcome, page by page', async () => {
    const answer = await admin.get(`/operations/runs/${run.jobId}/files?limit=1&count=true`);
    expect(answer.body).toMatchObject({ nextCursor: null, total: { value: 1, exact: true } });
    expect(itemsOf(answer)).toMatchObject([{ path: greeting, outcome: 'skipped', reason: null, jobId: first }]);
  });

  test('says the same after a restart, in lists without what was chosen', async () => {
    await (await app.down()).start();
    admin = await app.as('admin');
    expect((await ended(run.jobId)).restore).toMatchObject({ ...facts(), refs: expect.anything() as unknown });
    const [listed] = itemsOf(await admin.get('/operations/runs?type=Restore'));
    expect(listed?.['restore']).toEqual(facts());
    expect(itemsOf(await admin.get(`/operations/runs/${run.jobId}/files`))).toMatchObject([{ outcome: 'skipped' }]);
  });
});

test('a restore in place that replaces brings the older version back and says how many', async () => {
  const run = await restore({ jobids: [first], paths: [greeting], where: '/' });
  expect(readFileSync(greeting, 'utf8')).toBe('good morning');
  expect(run).toMatchObject({
    status: 'completed',
    restore: { replace: 'always', chosen: 1, restored: 1, skipped: 0 },
  });
  expect(itemsOf(await admin.get(`/operations/runs/${run.jobId}/files`))).toMatchObject([{ outcome: 'restored' }]);
});

test('a restore without a folder says which one its Director took, and that everything was chosen', async () => {
  const run = await restore({ jobids: [first] });
  expect(run.restore).toMatchObject({ where: join(app.dataDir, 'restores'), refs: [], failed: 0 });
  expect(run.restore['restored']).toBe(run.restore['chosen']);
});

test('a backup has no restore record and no outcomes', async () => {
  const run = await ended(first);
  expect(run).not.toHaveProperty('restore');
  const [file] = itemsOf(await admin.get(`/operations/runs/${first}/files`));
  expect(file).not.toHaveProperty('outcome');
});

describe('the whole client as of a time', () => {
  test('is the newest point of each fileset before it, and comes back by one restore', async () => {
    const note = await backUp('Notes');
    // The catalog keeps whole seconds: two runs of one second cannot be told apart by time.
    const noted = Date.now();
    await until(() => Math.floor(Date.now() / 1000) > Math.floor(noted / 1000));
    const second = await backUp('Letters');
    const pointsAt = async (before: string) =>
      itemsOf(await admin.get(`/restore/points?client=local&perFileset=true&before=${before}`));
    const now = await pointsAt(new Date(Date.now() + 60_000).toISOString());
    expect(now.map(({ jobId }) => jobId)).toEqual([second, note]);
    const jobids = now.flatMap((point) => point['jobids'] as number[]);
    const where = join(app.dataDir, 'restores', 'whole');
    const { status, restore: report } = await restore({ jobids, where });
    expect(status).toBe('completed');
    expect(report).toMatchObject({ filesets: ['Letters', 'Notes'], jobids: [note, second] });
    expect(readFileSync(join(where, greeting), 'utf8')).toBe('good morning');
    expect(readFileSync(join(where, notes, 'note.txt'), 'utf8')).toBe('remember');
    const [start] = itemsOf(await admin.get(`/operations/runs?job=Letters`)).map((run) => String(run['startedAt']));
    const before = (await pointsAt(encodeURIComponent(start!))).map(({ jobId }) => jobId);
    expect(before).toContain(note);
    expect(before).not.toContain(second);
  });
});
