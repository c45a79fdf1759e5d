import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DirectorMetrics } from '../../src/features/directors/health/director-metrics.js';
import { SilenceMonitor } from '../../src/features/monitoring/silence-monitor.service.js';
import { SilenceEvaluationRuns } from '../../src/features/monitoring/silence-evaluation-runs.service.js';
import { MetricSources } from '../../src/platform/metrics/registry-families.js';
import { RunSyncService } from '../../src/features/runs/sync/run-sync-workers.service.js';
import { VolumeMetrics } from '../../src/features/media/volume-metrics.js';
import { call, makePerson, rawCall } from '../harness/fixtures/access-calls.js';
import { type Exposition, readExposition, valueOf } from '../harness/fixtures/exposition.js';
import { makeClient, makeRun } from '../harness/builders/domain-records.js';
import { type FakeApp, startFakeApp } from '../harness/fakes/fake-app.js';

const path = '/api/v1/stats/metrics';
const ofPrometheus = 'application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5,*/*;q=0.1';
const oddJob = 'Odd "job" \\ of\ntwo lines, é';
let fake: FakeApp;
let token: string;
let text: Exposition;
let open: Exposition;

/** All that can be told happens, so that every family has a series; then each format is scraped once. */
beforeAll(async () => {
  fake = await startFakeApp();
  const { app, one, admin } = fake;
  await app.get(RunSyncService).catchUp();
  addRuns(fake);
  one.clients = ['laptop', 'db1'].map((name) => makeClient({ name }));
  one.observations = [
    { ...storage('Local', 'ok'), value: 1e9, unit: 'bytes' },
    { ...storage('Tape', 'crit'), value: null, unit: null },
  ];
  one.records.volumeSums = [
    { pool: 'Default', status: 'Append', volumes: 2, bytes: 100 },
    { pool: 'Default', status: 'Error', volumes: 1, bytes: 50 },
  ];
  await app.get(RunSyncService).catchUp();
  await app.get(RunSyncService).catchUp();
  await app.get(SilenceEvaluationRuns).evaluateAll(() => Promise.resolve(true));
  await Promise.all([app.get(DirectorMetrics).refresh(), app.get(VolumeMetrics).refreshAll()]);
  const made = await call(app, 'POST', '/api/v1/tokens', { cookie: admin.cookie, body: { name: 'Prometheus' } });
  token = String(made.body['plaintext']);
  await rawCall(app, 'GET', '/api/v1/no/such/path-1');
  await call(app, 'GET', '/api/v1/no/such/path-3', { token });
  await rawCall(app, 'BREW', '/api/v1/no/such/path-2');
  app.get(MetricSources).add({ name: 'broken', families: () => Promise.reject(new Error('of a test')) });
  // It asks for the clients of which it heard for the first time.
  await app.get(SilenceMonitor).settle();
  for (const director of [one, fake.two]) {
    director.gate = () => new Promise(() => undefined);
  }
  text = readExposition((await scrape('text/plain')).text, 'text');
  open = readExposition((await scrape(ofPrometheus)).text, 'openMetrics');
});

afterAll(() => fake.app.stop());

function scrape(accept: string) {
  return call(fake.app, 'GET', path, { token, headers: { accept } });
}

function storage(name: string, status: 'ok' | 'crit') {
  const said = { code: 'daemon.answers', params: {}, message: 'As seen.', hint: null } as const;
  return { id: `storage:${name}`, component: 'storage', status, ...said } as const;
}

/** Three that end after the console met the Director, one that did before, one on its way. */
function addRuns({ one }: FakeApp): void {
  const startedAt = new Date(Math.ceil(Date.now() / 1000) * 1000 + 60_000);
  const endedAt = new Date(startedAt.getTime() + 60_000);
  const failed = { status: 'error', statusCode: 'f', errors: 1 } as const;
  one.records.runs.push(
    makeRun({ jobId: 1, startedAt, endedAt }),
    makeRun({ jobId: 2, startedAt, endedAt, ...failed }),
    makeRun({ jobId: 3, startedAt, endedAt, job: oddJob, level: 'Incremental' }),
    makeRun({ jobId: 4, client: 'retired', job: 'Old' }),
    makeRun({ jobId: 5, status: 'running', statusCode: 'R', endedAt: null }),
  );
}

describe('GET /stats/metrics', () => {
  test('answers in the format that the scraper asks for, with a token', async () => {
    const [plain, asOpen] = [await scrape('*/*'), await scrape(ofPrometheus)];
    expect(plain.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(asOpen.headers.get('content-type')).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
  });

  test('is for those with stats:read alone', async () => {
    expect(await rawCall(fake.app, 'GET', path)).toBe(401);
    const role = { name: 'blind', description: '', capabilities: ['jobs:read'] };
    await call(fake.app, 'POST', '/api/v1/admin/roles', { cookie: fake.admin.cookie, body: role });
    const { cookie } = await makePerson(fake.app, fake.admin.cookie, 'bea', 'blind');
    const answer = await call(fake.app, 'GET', path, { cookie });
    expect(answer.body).toMatchObject({ status: 403, code: 'missing_capability', requiredCapability: 'stats:read' });
  });

  test('says the same in both formats', () => {
    const named = [...open.families.values()].map(({ name, type }) => (type === 'counter' ? `${name}_total` : name));
    expect(named).toEqual([...text.families.keys()]);
    const successes = 'backup_last_success_timestamp_seconds';
    expect(open.families.get(successes)?.samples).toEqual(text.families.get(successes)?.samples);
  });

  test('waits for no Director, though all of them hang', async () => {
    expect((await scrape('*/*')).status).toBe(200);
  });

  test('leaves out a collector that fails, and says so', () => {
    expect(valueOf(text, 'backup_collector_success', { collector: 'broken' })).toBe(0);
    const others = text.families.get('backup_collector_success')!.samples.filter(({ value }) => value === 1);
    expect(others.map(({ labels }) => labels['collector']).sort()).toEqual(
      [
        'deliveries',
        'directors',
        'events',
        'http',
        'names',
        'process',
        'protection',
        'runs',
        'silence',
        'volumes',
      ].sort(),
    );
  });
});

describe('the metrics', () => {
  test('count runs that ended since the Director was first read, each once', () => {
    const of = (status: string, level: string) =>
      valueOf(text, 'backup_runs_total', { director: 'one', type: 'Backup', level, status });
    expect([of('completed', 'Full'), of('error', 'Full'), of('completed', 'Incremental')]).toEqual([1, 1, 1]);
  });

  test('tell the last success by client, job and level, history included, with names as they are', () => {
    const name = 'backup_last_success_timestamp_seconds';
    expect(valueOf(text, name, { client: 'retired', job: 'Old' })).toBe(Date.parse('2026-11-20T21:04:05Z') / 1000);
    expect(valueOf(text, name, { client: 'laptop', job: oddJob, level: 'Incremental' })).toBeGreaterThan(0);
  });

  test('put a run of exactly a minute into the bucket of a minute, and no failed one', () => {
    const bucket = (le: string) => valueOf(text, 'backup_run_duration_seconds_bucket', { level: 'Full', le });
    expect([bucket('30'), bucket('60'), bucket('+Inf')]).toEqual([0, 1, 1]);
    expect(valueOf(text, 'backup_run_duration_seconds_sum', { level: 'Full' })).toBe(60);
  });

  test('tell what is on its way, zeros included', () => {
    const of = (director: string, status: string) => valueOf(text, 'backup_runs_unfinished', { director, status });
    expect([of('one', 'running'), of('one', 'waiting'), of('two', 'running')]).toEqual([1, 0, 0]);
  });

  test('tell silence as events told it', () => {
    const of = (client: string) => valueOf(text, 'backup_client_silence_state', { director: 'one', client });
    expect([of('laptop'), of('db1')]).toEqual([0, 2]);
    expect(valueOf(text, 'backup_client_silence_age_seconds', { director: 'one', client: 'db1' })).toBe(1_684_800);
  });

  test('tell the protection of jobs, and count them by it', () => {
    const of = (name: string, labels: Record<string, string>) => valueOf(text, name, { director: 'one', ...labels });
    expect(of('backup_job_protection_state', { job: 'BackupHome', client: 'laptop' })).toBe(0);
    expect(of('backup_job_protection_age_seconds', { job: 'BackupHome', client: 'laptop' })).toBeGreaterThanOrEqual(0);
    expect([
      of('backup_jobs_by_protection', { status: 'ok' }),
      of('backup_jobs_by_protection', { status: 'never' }),
    ]).toEqual([1, 0]);
  });

  test('tell volumes, pools and storages as they were last seen', () => {
    expect(valueOf(text, 'backup_volumes', { director: 'one', pool: 'Default', status: 'Error' })).toBe(1);
    expect(valueOf(text, 'backup_pool_bytes', { director: 'one', pool: 'Default' })).toBe(150);
    const up = (name: string) => valueOf(text, 'backup_storage_up', { director: 'one', storage: name });
    expect([up('Local'), up('Tape')]).toEqual([1, 0]);
    expect(valueOf(text, 'backup_director_up', { director: 'two' })).toBe(1);
  });

  test('know requests by their routes, never by their paths', () => {
    const { samples } = text.families.get('backup_http_request_duration_seconds')!;
    const routes = new Set(samples.map(({ labels }) => labels['route']));
    expect([...routes]).toEqual(expect.arrayContaining(['/api/v1/tokens', 'none']));
    expect([...routes].filter((route) => !/^(none|\/[\w/.{}*-]*)$/.test(route ?? ''))).toEqual([]);
    expect(
      valueOf(text, 'backup_http_request_duration_seconds_count', { route: 'none', method: 'GET', status: '4xx' }),
    ).toBe(2);
    expect(JSON.stringify(samples)).not.toContain('path-');
    const name = 'backup_http_request_duration_seconds_count';
    expect(valueOf(text, name, { method: 'POST', route: '/api/v1/tokens', status: '2xx' })).toBe(1);
  });
});

describe('docs/operate/metrics.md', () => {
  const page = readFileSync(new URL('../../docs/operate/metrics.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+)` +\| (\w+) +\| ([^|]*?) *\|/gm)].map(([, name, type, labels = '']) => {
    return { name: name!, type: type!, labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label!) };
  });

  test('lists exactly what is told, with its type', () => {
    const told = [...text.families.values()].map(({ name, type }) => `${name} ${type}`);
    expect(rows.map(({ name, type }) => `${name} ${type}`).sort()).toEqual(told.sort());
  });

  test('names the labels of each', () => {
    for (const { name, labels } of rows) {
      for (const sample of text.families.get(name)?.samples ?? []) {
        expect({ name, labels: Object.keys(sample.labels).filter((label) => label !== 'le').sort() }).toEqual({ name, labels: [...labels].sort() }); // prettier-ignore
      }
    }
  });
});
