import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { LabLack } from '../../harness/lab/lab-lack.js';
import { type Caller, startTestConsole, type TestConsole } from '../../harness/fixtures/test-console.js';
import { directorYaml } from '../../harness/builders/director-yaml.js';
import { readExposition } from '../../harness/fixtures/exposition.js';
import { until } from '../../harness/fixtures/until.js';
import { fetchPrometheus, type PrometheusPrograms, runPromtool } from './prometheus-programs.js';
import { shippedConfiguration, shippedRules, WatchingPrometheus } from './watching-prometheus.js';
import { testOptions } from '../../harness/fixtures/test-options.js';

const intervalSeconds = 2;
const watchedSeconds = 60;
const ofPrometheus = 'application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5';

/** Null where there is no Prometheus to be had, and no CI that must have it. */
async function findPrograms(): Promise<PrometheusPrograms | null> {
  try {
    return await fetchPrometheus();
  } catch (error) {
    if (!(error instanceof LabLack) || testOptions.isCi) throw error;
    process.stderr.write(`SKIPPED: what a real Prometheus makes of the metrics. ${error.message}\n`);
    return null;
  }
}

const programs = await findPrograms();
const describeWithPrometheus = programs === null ? describe.skip : describe;

describeWithPrometheus('a real Prometheus', () => {
  let app: TestConsole;
  let scraper: Caller;
  let prometheus: WatchingPrometheus;
  let source: string;

  beforeAll(
    async () => {
      source = mkdtempSync(join(tmpdir(), 'backup-console-scraped-'));
      writeFileSync(join(source, 'a.txt'), 'a');
      const prepare = (dataDir: string): void =>
        writeFileSync(join(dataDir, 'director.yaml'), directorYaml(dataDir, { 'Odd "job" é': [source] }));
      app = await startTestConsole({ prepare });
      scraper = await app.withToken('readonly');
      const token = scraper.credential['authorization']!.slice('Bearer '.length);
      prometheus = await WatchingPrometheus.start(programs!, { url: app.url, token }, intervalSeconds);
      // What ended before the Director was first read is history, which is not counted.
      await until(isRecordRead);
      await work(watchedSeconds * 1000);
    },
    (watchedSeconds + 60) * 1000,
  );

  afterAll(async () => {
    await prometheus.stop();
    await app.close();
    rmSync(source, { recursive: true });
  });

  async function isRecordRead(): Promise<boolean> {
    const { checks } = (await scraper.get('/director/health')).body as { checks: { id: string; value: unknown }[] };
    return checks.some(({ id, value }) => id === 'record.lag' && value !== null);
  }

  /** Backups and requests go on all the time that it watches. */
  async function work(forMs: number): Promise<void> {
    const operator = await app.as('operator');
    const untilMs = performance.now() + forMs;
    while (performance.now() < untilMs) {
      const run = await operator.post('/operations/jobs/run', { job: 'Odd "job" é', level: 'Full' });
      await operator.get(`/operations/runs/${(run.body as { jobId: number }).jobId}?wait=30`);
      await operator.get('/no/such/path');
      await new Promise((resolve) => setTimeout(resolve, Math.min(3_000, Math.max(0, untilMs - performance.now()))));
    }
  }

  test('reached the console at every scrape', async () => {
    const { activeTargets } = await prometheus.ask<{ activeTargets: { health: string; lastError: string }[] }>(
      '/targets',
    );
    expect(activeTargets).toMatchObject([{ health: 'up', lastError: '' }]);
    expect(await prometheus.figure(`min_over_time(up[${watchedSeconds}s])`)).toBe(1);
    const scrapes = await prometheus.figure(`count_over_time(up[${watchedSeconds}s])`);
    expect(scrapes).toBeGreaterThanOrEqual(Math.floor((watchedSeconds / intervalSeconds) * 0.8));
    const longest = await prometheus.figure(`max_over_time(scrape_duration_seconds[${watchedSeconds}s])`);
    const samples = await prometheus.figure('scrape_samples_scraped');
    process.stderr.write(`${scrapes} scrapes of ${samples} samples, the longest ${longest.toFixed(3)} s\n`);
  });

  test('wrote neither a warning nor an error', () => {
    expect(prometheus.complaints()).toEqual([]);
  });

  test('took the answer for OpenMetrics: it knows counters by their names there', async () => {
    const known = await prometheus.ask<Record<string, { type: string; help: string }[]>>('/metadata');
    expect(known['backup_runs']).toMatchObject([{ type: 'counter', help: expect.stringContaining('Runs') }]);
    expect(known['backup_run_duration_seconds']).toMatchObject([{ type: 'histogram' }]);
    expect(known['backup_client_silence_state']).toMatchObject([{ type: 'gauge' }]);
  });

  test('has a series of every family that the console tells', async () => {
    const told = readExposition((await scraper.get('/stats/metrics', { accept: 'text/plain' })).text, 'text');
    const names = [...told.families.values()]
      .filter(({ samples }) => samples.length > 0)
      .map(({ samples }) => samples[0]!.name);
    expect(names.length).toBeGreaterThan(45);
    // What the console came to know a moment ago is there after the next scrape.
    const lacking = async () => {
      const known = new Set(await prometheus.ask<string[]>('/label/__name__/values'));
      return names.filter((name) => !known.has(name));
    };
    await until(async () => (await lacking()).length === 0, 3_000 * intervalSeconds).catch(() => null);
    expect(await lacking()).toEqual([]);
  });

  test('has the figures that the console has', async () => {
    const runs = await scraper.get('/operations/runs?status=completed&count=true&limit=1');
    const { total } = runs.body as { total: { value: number } };
    // What ended last is told at the next scrape.
    const counted = 'sum(backup_runs_total{status="completed"})';
    await until(async () => (await prometheus.figure(counted)) === total.value);
    expect(await prometheus.figure('backup_run_duration_seconds_count')).toBe(total.value);
    const [success] = await prometheus.query('backup_last_success_timestamp_seconds{client="local"}');
    expect(success?.metric).toMatchObject({ job: 'Odd "job" é', level: 'Full', director: 'embedded' });
    expect(await prometheus.figure('backup_director_up')).toBe(1);
    expect(await prometheus.figure('sum(backup_volumes)')).toBeGreaterThan(0);
    expect(await prometheus.figure('increase(backup_http_request_duration_seconds_count{route="none"}[1m])')).toBeGreaterThan(0); // prettier-ignore
  });

  test('evaluates every rule that is shipped, and raises none while all is well', async () => {
    const { groups } = await prometheus.ask<{ groups: { rules: { name: string; health: string; state: string }[] }[] }>(
      '/rules',
    );
    const rules = groups.flatMap((group) => group.rules);
    expect(rules.length).toBeGreaterThan(10);
    expect(rules.filter(({ health, state }) => health !== 'ok' || state !== 'inactive')).toEqual([]);
  });

  test('finds no fault in the files that are shipped', async () => {
    expect(await runPromtool(programs!, ['check', 'rules', shippedRules])).toMatchObject({ status: 0 });
    expect(await runPromtool(programs!, ['check', 'config', '--syntax-only', shippedConfiguration])).toMatchObject({ status: 0 }); // prettier-ignore
    expect(await runPromtool(programs!, ['check', 'config', prometheus.configuration])).toMatchObject({ status: 0 });
  });

  test('finds no fault in the metrics, in either format', async () => {
    const text = (await scraper.get('/stats/metrics', { accept: 'text/plain' })).text;
    const open = (await scraper.get('/stats/metrics', { accept: ofPrometheus })).text;
    for (const told of [text, asText(open)]) {
      expect(await runPromtool(programs!, ['check', 'metrics'], told)).toEqual({ status: 0, text: '' });
    }
  });

  test('finds a fault where there is one', async () => {
    const faulty = '# TYPE backup_things_total gauge\nbackup_things_total 1\n';
    expect((await runPromtool(programs!, ['check', 'metrics'], faulty)).status).not.toBe(0);
  });
});

/** promtool reads the text format alone: in OpenMetrics the lines about a counter lack the `_total` that its samples have. */
function asText(open: string): string {
  const counters = new Set([...open.matchAll(/^# TYPE (\w+) counter$/gm)].map(([, name]) => name));
  return open.replaceAll(/^# (HELP|TYPE) (\w+) /gm, (line, word: string, name: string) =>
    counters.has(name) ? `# ${word} ${name}_total ` : line,
  );
}
