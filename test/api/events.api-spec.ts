import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Caller, startTestConsole, type TestConsole } from '../harness/fixtures/test-console.js';
import { directorYaml } from '../harness/builders/director-yaml.js';
import { until } from '../harness/fixtures/until.js';

interface EventBody {
  readonly id: string;
  readonly type: string;
  readonly severity: string;
  readonly subject: string;
  readonly dedupKey: string;
  readonly summary: string;
  readonly recordedAt: string;
  readonly data: { readonly jobId: number; readonly log: readonly string[] };
}

interface EventPage {
  readonly items: EventBody[];
  readonly nextCursor: string | null;
  readonly total?: object;
}

let app: TestConsole;
let admin: Caller;
const source = mkdtempSync(join(tmpdir(), 'backup-console-events-'));
/** By the job of that name. */
const runs = new Map<string, number>();

beforeAll(async () => {
  writeFileSync(join(source, 'a.txt'), 'one');
  app = await startTestConsole({
    prepare: (dataDir) => writeFileSync(join(dataDir, 'director.yaml'), yamlOf(dataDir)),
  });
  admin = await app.as('admin');
  const broken = join(app.dataDir, 'broken');
  rmSync(broken, { recursive: true });
  writeFileSync(broken, 'no folder');
  for (const job of ['Good', 'Partial', 'Broken']) {
    const { body } = await admin.post('/operations/jobs/run', { job, level: 'Full' });
    const { jobId } = body as { jobId: number };
    runs.set(job, jobId);
    await admin.get(`/operations/runs/${jobId}?wait=30`);
  }
  rmSync(broken);
  await until(async () => (await list('type=job.completed.error')).items.length > 0);
});

afterAll(async () => {
  await app.close();
  rmSync(source, { recursive: true });
});

/** One job ends well, one misses a folder, the folder of the storage of one is replaced by a file. */
function yamlOf(dataDir: string): string {
  const missing = join(source, 'missing');
  const yaml = JSON.parse(directorYaml(dataDir, { Good: [source], Partial: [source, missing], Broken: [source] })) as {
    storages: object[];
    jobs: { name: string; storage: string }[];
  };
  yaml.storages.push({ name: 'Replaced', folder: join(dataDir, 'broken') });
  yaml.jobs.find(({ name }) => name === 'Broken')!.storage = 'Replaced';
  return JSON.stringify(yaml);
}

async function list(query: string, caller = admin): Promise<EventPage> {
  const answer = await caller.get(`/admin/events?${query}`);
  expect([query, answer.status]).toEqual([query, 200]);
  return answer.body;
}

const typesOf = ({ items }: EventPage): string[] => items.map(({ type }) => type);

describe('events of runs', () => {
  test('tell each end, newest first, with the record of the run and the last lines of its log', async () => {
    const { items } = await list('type=job.completed.ok,job.completed.warning,job.completed.error');
    expect(items.map(({ type, severity, dedupKey }) => [type, severity, dedupKey])).toEqual([
      ['job.completed.error', 'error', 'job:embedded:Broken'],
      ['job.completed.warning', 'warning', 'job:embedded:Partial'],
      ['job.completed.ok', 'info', 'job:embedded:Good'],
    ]);
    const jobId = runs.get('Good')!;
    const { links, retained, ...record } = (await admin.get(`/operations/runs/${jobId}`)).body as Record<
      string,
      unknown
    >;
    // Asked of the catalog at each read: an event is of the moment at which the run ended.
    expect(retained).toBe(true);
    const event = items[2]!;
    expect(event.data).toMatchObject({ ...record, links, triggeredBy: { kind: 'session', name: 'admin' } });
    expect(event.data.log.at(-1)).toMatch(/Termination: +Backup OK$/);
    expect(event).toMatchObject({
      source: 'embedded',
      timestamp: record['endedAt'],
      subject: `run:embedded:${String(record['uniqueName'])}`,
      links: { run: `${app.url}/api/v1/operations/runs/${jobId}?director=embedded` },
    });
    expect(event.summary).toMatch(/^Backup "Good" \(Full\) of local on embedded completed: \d+ files, /);
    expect((await admin.get(`/admin/events/${event.id}`)).body).toEqual(event);
  });

  test('are not told again by a console that starts anew', async () => {
    const before = (await list('')).items.length;
    await (await app.down()).start();
    const { body } = await admin.post('/operations/jobs/run', { job: 'Good', level: 'Full' });
    const { jobId } = body as { jobId: number };
    const told = await until(async () => {
      const { items } = await list('dedupKey=job:embedded:Good');
      return items[0]?.data.jobId === jobId ? items : null;
    });
    expect(told).toHaveLength(2);
    expect((await list('')).items).toHaveLength(before + 1);
  });
});

describe('the list of events', () => {
  test('is filtered by type, subject, trouble, severity and the time of recording', async () => {
    const [failed] = (await list('severity=error')).items;
    const { subject, dedupKey, recordedAt } = failed!;
    for (const query of [`subject=${subject}`, `dedupKey=${dedupKey}`, `severity=error&type=job.completed.error`])
      expect(typesOf(await list(query))).toEqual(['job.completed.error']);
    expect(typesOf(await list(`until=${recordedAt}`))).toContain('job.completed.warning');
    expect(typesOf(await list(`until=${recordedAt}`))).not.toContain('job.completed.error');
    expect(typesOf(await list(`since=${recordedAt}&type=job.completed.error,job.completed.warning`))).toEqual([
      'job.completed.error',
    ]);
    expect(typesOf(await list('type=client.silence.crit'))).toEqual([]);
    expect((await list('type=job.completed.warning&limit=1&count=true')).total).toEqual({ value: 1, exact: true });
  });

  test.each(['', 'type=job.completed.ok,job.completed.warning,job.completed.error'])(
    'is walked page by page: %s',
    async (query) => {
      const all = (await list(query)).items.map(({ id }) => id);
      const walked: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: EventPage = await list(
          `${query}&limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`.replace(/^&/, ''),
        );
        walked.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      expect(walked).toEqual(all);
      expect(all.length).toBeGreaterThan(3);
    },
  );

  test('tells of tokens only those who may read the audit trail', async () => {
    await app.withToken('operator');
    const reader = await app.as('readonly');
    const [made] = (await list('type=api_token.create')).items;
    expect((await list('', reader)).items.length).toBeGreaterThan(3);
    expect(typesOf(await list('', reader)).filter((type) => type.startsWith('api_token'))).toEqual([]);
    expect(typesOf(await list('type=api_token.create,api_token.revoke', reader))).toEqual([]);
    expect(typesOf(await list(`subject=${made?.subject}`, reader))).toEqual([]);
    const answers = await Promise.all([reader, admin].map((caller) => caller.get(`/admin/events/${made?.id}`)));
    expect(answers.map(({ status }) => status)).toEqual([404, 200]);
  });
});
