import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { directorYaml } from '../harness/builders/director-yaml.js';
import { type Caller, startTestConsole, type TestConsole } from '../harness/fixtures/test-console.js';
import { until } from '../harness/fixtures/until.js';

interface RunBody {
  readonly jobId: number;
  readonly status: string;
  readonly files: number;
  readonly bytes: number;
  readonly errors: number;
}

interface Health {
  readonly status: string;
  readonly summary: string;
  readonly protection: object;
  readonly checks: readonly { readonly id: string; readonly status: string; readonly code: string }[];
}

const source = mkdtempSync(join(tmpdir(), 'backup-console-verify-'));
let app: TestConsole;
let admin: Caller;

/** A backup job and a verify job, both with a schedule. */
function prepare(dataDir: string): void {
  const yaml = JSON.parse(directorYaml(dataDir, { Letters: [source] })) as Record<string, object[]>;
  yaml['schedules'] = [{ name: 'Yearly', starts: [{ level: 'Full', at: '0 4 1 1 *' }] }];
  const jobs = (yaml['jobs'] ?? []).map((job) => ({ ...job, schedule: 'Yearly' }));
  yaml['jobs'] = [...jobs, { name: 'Verify', type: 'Verify', schedule: 'Yearly' }];
  writeFileSync(join(dataDir, 'director.yaml'), JSON.stringify(yaml));
}

beforeAll(async () => {
  writeFileSync(join(source, 'greeting.txt'), 'good morning');
  app = await startTestConsole({ prepare });
  admin = await app.as('admin');
});

afterAll(async () => {
  await app.close();
  rmSync(source, { recursive: true, force: true });
});

async function run(job: string): Promise<RunBody> {
  const { jobId } = (await admin.post('/operations/jobs/run', { job })).body as RunBody;
  return (await admin.get(`/operations/runs/${jobId}?wait=30`)).body;
}

const health = async (): Promise<Health> => (await admin.get('/director/health')).body;

/** Health is of the last probe. */
const checkOf = (code: string): Promise<Health> =>
  until(async () => {
    const found = await health();
    return found.checks.some((check) => check.code === code) ? found : null;
  });

describe('a verify job', () => {
  test('protects nothing: a client that only was verified was never backed up', async () => {
    expect(await run('Verify')).toMatchObject({ status: 'warning', files: 0, client: null, type: 'Verify' });
    expect((await admin.get('/stats/summary')).body).toMatchObject({
      clients: { known: 1, protected: 0, never: 1 },
      jobs: { ok: 0, never: 1, notMonitored: 0 },
    });
    expect((await admin.get('/operations/jobs/Verify')).body).toMatchObject({
      type: 'Verify',
      allowedLevels: ['Data'],
      client: '',
      protection: { status: 'not_monitored', countsAs: null },
      verifies: { jobs: null, runs: 'newest' },
    });
    expect((await admin.get('/operations/jobs/Letters')).body).toMatchObject({ verifies: null });
    expect((await admin.get('/clients/local')).body).toMatchObject({ silence: { lastSuccessAt: null } });
  });

  test('reads what was backed up, and health says when', async () => {
    const saved = await run('Letters');
    const read = await run('Verify');
    expect(read).toMatchObject({ status: 'completed', files: saved.files, bytes: saved.bytes, errors: 0 });
    const { checks, status } = await checkOf('backups.verified');
    expect(checks.find(({ id }) => id === 'backups.verified')).toMatchObject({ status: 'ok', value: 1, unit: 'runs' });
    expect(status).not.toBe('crit');
  });

  test('adds nothing to restore points, backup statistics and outliers', async () => {
    type Named = { items: { job: string; runs: object }[] };
    const totals = await until(async () => {
      const { items } = (await admin.get('/stats/jobs?days=7')).body as Named;
      return items.length > 0 ? items : null;
    });
    expect(totals.map(({ job }) => job)).toEqual(['Letters']);
    const verifies = await until(async () => {
      const { items } = (await admin.get('/stats/jobs?days=7&type=Verify')).body as Named;
      return items.length > 0 ? items : null;
    });
    expect(verifies.map(({ job }) => job)).toEqual(['Verify']);
    expect((await admin.get('/stats/outliers')).body).toMatchObject({ items: [] });
    const points = (await admin.get('/restore/points?client=local')).body as { items: object[] };
    expect(points.items).toHaveLength(1);
  });

  test('fails where a byte on the volume differs: with the cause on its record, and health is critical', async () => {
    const volume = join(app.dataDir, 'volumes', 'Default-0001.tar.gz');
    const bytes = readFileSync(volume);
    bytes[60] = (bytes[60] ?? 0) ^ 0xff;
    writeFileSync(volume, bytes);
    const failed = await run('Verify');
    expect(failed).toMatchObject({
      status: 'error',
      statusCode: 'E',
      diagnosis: { code: 'verify_differences', logLine: expect.stringContaining('Not as backed up: ') },
    });
    expect(failed.errors).toBeGreaterThan(0);
    const { status, summary } = await checkOf('backups.differ');
    expect(status).toBe('crit');
    expect(summary).toContain('from what was backed up, in run');
  });
});
