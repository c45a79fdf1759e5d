import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ScheduleMonitor } from '../../src/features/stats/schedule-monitor/schedule-monitor.service.js';
import { type Caller, startTestConsole, type TestConsole } from '../harness/fixtures/test-console.js';
import { directorYaml } from '../harness/builders/director-yaml.js';
import { until } from '../harness/fixtures/until.js';

let app: TestConsole;
let reader: Caller;
let source: string;
/** Jobs are started under both names, so that lists have two rows. */
const jobs = ['=cmd', 'Source'];
const runs: number[] = [];

beforeAll(async () => {
  source = mkdtempSync(join(tmpdir(), 'backup-console-stats-'));
  app = await startTestConsole({
    prepare: (dataDir) => writeFileSync(join(dataDir, 'director.yaml'), yamlOf(dataDir)),
  });
  reader = await app.withToken('readonly');
  const admin = await app.as('admin');
  // What is large is what later gets lost.
  writeFileSync(join(source, 'large'), Buffer.alloc(200_000, 'a'));
  writeFileSync(join(source, 'small'), 'b');
  for (const level of ['Full', 'Full', 'Full', 'Incremental']) await backUp(admin, 'Source', level);
  rmSync(join(source, 'large'));
  await backUp(admin, 'Source', 'Full');
  await backUp(admin, '=cmd', 'Full');
  // The clients of a Director are known once somebody has looked at them.
  await reader.get('/clients');
});

afterAll(async () => {
  await app.close();
  rmSync(source, { recursive: true });
});

function yamlOf(dataDir: string): string {
  const yaml = JSON.parse(directorYaml(dataDir, { Source: [source] })) as Record<string, Record<string, unknown>[]>;
  yaml['schedules']?.push({ name: 'Hourly', starts: [{ level: 'Full', at: '0 * * * *' }] });
  yaml['clients']?.push({ name: 'desk' });
  const [job] = yaml['jobs']!;
  yaml['jobs'] = [job!, { ...job, name: '=cmd' }, { ...job, name: 'Planned', client: 'desk', schedule: 'Hourly' }];
  return JSON.stringify(yaml);
}

async function backUp(admin: Caller, job: string, level: string): Promise<void> {
  const started = await admin.post('/operations/jobs/run', { job, level });
  const { jobId } = started.body as { jobId: number };
  const ended = await admin.get(`/operations/runs/${jobId}?wait=30`);
  expect(ended.body).toMatchObject({ status: 'completed' });
  runs.push(jobId);
}

/** As soon as the record has the ends of all runs. */
async function whole<T>(path: string, runsOf: (body: T) => number, wanted: number): Promise<T> {
  return until(async () => {
    const answer = await reader.get(path);
    expect(answer.status).toBe(200);
    const body: T = answer.body;
    return runsOf(body) === wanted ? body : null;
  });
}

interface Totals {
  readonly runs: { readonly total: number };
  readonly bytes: number;
}

interface List {
  readonly items: (Totals & { readonly job: string })[];
  readonly nextCursor: string | null;
}

describe('statistics of real runs', () => {
  test('sum up what the list of runs says', async () => {
    const summary = await whole<Totals>('/stats/summary', (body) => body.runs.total, 6);
    const listed = (await reader.get('/operations/runs?type=Backup')).body as { items: { bytes: number }[] };
    expect(summary).toMatchObject({
      runs: { total: 6, completed: 6, warning: 0, error: 0, canceled: 0 },
      successRate: 1,
      bytes: listed.items.reduce((sum, { bytes }) => sum + bytes, 0),
      clients: { known: 2, silent: 0 },
      before: { runs: { total: 0 }, successRate: null, durations: { medianSeconds: null } },
    });
  });

  test('by job, paged, with the series on the first page', async () => {
    const whole = (await reader.get('/stats/jobs?count=true')).body as List & {
      series: { runs: number }[];
      total: object;
    };
    expect(whole.items.map(({ job, runs: { total } }) => [job, total])).toEqual([
      ['=cmd', 1],
      ['Source', 5],
    ]);
    expect(whole).toMatchObject({ nextCursor: null, total: { value: 2, exact: true } });
    expect(whole.items[1]).toMatchObject({
      lastRun: { jobId: runs[4], level: 'Full', status: 'completed' },
      growth: null,
    });
    expect(whole.series.reduce((sum, point) => sum + point.runs, 0)).toBe(6);
    const first = (await reader.get('/stats/jobs?limit=1')).body as List;
    const second = (await reader.get(`/stats/jobs?limit=1&cursor=${first.nextCursor}`)).body as List;
    expect([first.items, second.items].flat().map(({ job }) => job)).toEqual(jobs);
    expect(second).not.toHaveProperty('series');
    const named = (await reader.get('/stats/jobs?job=Source,none&type=backup')).body as List;
    expect(named.items.map(({ job }) => job)).toEqual(['Source']);
    expect(((await reader.get('/stats/jobs?type=Restore')).body as List).items).toEqual([]);
  });

  test('by client in every order, and by pool and day', async () => {
    for (const sort of ['bytes', 'files', 'failures', 'growth']) {
      const answer = await reader.get(`/stats/clients?director=*&sort=${sort}&count=true`);
      expect(answer.body).toMatchObject({ items: [{ client: 'local', runs: { total: 6 } }], total: { value: 1 } });
    }
    const storage = (await reader.get('/stats/storage?count=true')).body as {
      items: { bytes: number; days: { bytes: number }[] }[];
    };
    expect(storage.items).toMatchObject([{ pool: 'Default', director: 'embedded', growth: null }]);
    const [pool] = storage.items;
    expect(pool!.days.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(pool!.bytes);
    expect(pool!.bytes).toBeGreaterThan(600_000);
  });

  test('mark the full backup that lost its size: in the list, on the run and in health', async () => {
    const found = await until(async () => {
      const { items } = (await reader.get('/stats/outliers?count=true')).body as { items: object[] };
      return items.length > 0 ? items : null;
    });
    const outlier = { kind: 'small', usual: expect.any(Number), value: expect.any(Number) };
    expect(found).toMatchObject([{ ...outlier, jobId: runs[4], job: 'Source', level: 'Full', client: 'local' }]);
    expect((await reader.get(`/operations/runs/${runs[4]}`)).body).toMatchObject({ outliers: [outlier] });
    expect((await reader.get(`/operations/runs/${runs[3]}`)).body).not.toHaveProperty('outliers');
    await until(async () => {
      const { checks } = (await reader.get('/director/health')).body as { checks: { id: string; status: string }[] };
      return checks.find(({ id }) => id === 'runs.outliers')?.status === 'warn';
    });
  });

  test('show the last days of each client', async () => {
    await app.running.app.get(ScheduleMonitor).checkAll();
    const { items } = (await reader.get('/stats/days?days=7&count=true')).body as {
      items: { client: string; days: { outcome: string }[] }[];
    };
    expect(items.map(({ client }) => client)).toEqual(['desk', 'local']);
    expect(items[1]!.days.map(({ outcome }) => outcome)).toEqual([...Array<string>(6).fill('unknown'), 'completed']);
    // What is planned for the rest of today is pending, or today has no whole hour left.
    expect(['pending', 'unknown']).toContain(items[0]!.days.at(-1)!.outcome);
  });

  test('count how the runs of a day ended, by client and by job, with what a job saved', async () => {
    const today = async (path: string) => {
      const { items } = (await reader.get(path)).body as { items: { days: object[] }[] };
      return items.map(({ days, ...name }) => ({ ...name, ...days.at(-1) }));
    };
    const none = { warning: 0, error: 0, canceled: 0, missed: 0 };
    const client = await today('/stats/days?days=7&client=local');
    expect(client).toMatchObject([{ client: 'local', ...none, runs: 6, completed: 6 }]);
    expect(client[0]).not.toHaveProperty('bytes');
    const { items } = (await reader.get('/stats/jobs?days=7')).body as List;
    expect(await today('/stats/jobs/days?days=7&job=Source,%3Dcmd,none')).toMatchObject([
      { job: '=cmd', director: 'embedded', ...none, runs: 1, completed: 1, bytes: items[0]!.bytes },
      { job: 'Source', director: 'embedded', ...none, runs: 5, completed: 5, bytes: items[1]!.bytes },
    ]);
    const first = (await reader.get('/stats/jobs/days?days=7&job=Source,%3Dcmd&limit=1&count=true')).body as List;
    expect(first).toMatchObject({ items: [{ job: '=cmd' }], total: { value: 2, exact: true } });
    const second = `/stats/jobs/days?days=7&job=Source,%3Dcmd&limit=1&cursor=${first.nextCursor}`;
    expect((await reader.get(second)).body).toMatchObject({ items: [{ job: 'Source' }], nextCursor: null });
  });
});

describe('statistics for spreadsheets', () => {
  test.each([
    ['/stats/summary', 'since,until,runs', 3],
    ['/stats/jobs', 'job,director,runs', 3],
    ['/stats/clients', 'client,director,runs', 2],
    ['/stats/days', 'client,director,day', 61],
  ])('%s as CSV, by its parameter and by Accept', async (path, head, lines) => {
    const byFormat = await reader.get(`${path}?format=csv`);
    expect(byFormat.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(byFormat.text.startsWith(head)).toBe(true);
    expect(byFormat.text.trimEnd().split('\r\n').length).toBe(lines);
    expect((await reader.get(path, { Accept: 'text/csv' })).text).toBe(byFormat.text);
    expect((await reader.get(`${path}?format=json`, { Accept: 'text/csv' })).body).toBeDefined();
  });

  test('hold no formulas', async () => {
    const { text } = await reader.get('/stats/jobs?format=csv');
    expect(text).toContain("\r\n'=cmd,embedded,1,");
  });

  test('are refused with a problem like any other answer', async () => {
    const answer = await reader.get('/stats/jobs?format=csv&director=none');
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
  });
});
