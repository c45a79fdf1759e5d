import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Caller, startTestConsole, type TestConsole } from '../harness/fixtures/test-console.js';
import { directorYaml } from '../harness/builders/director-yaml.js';
import { until } from '../harness/fixtures/until.js';

interface Summary {
  readonly clients: { readonly known: number; readonly protected: number; readonly silent: number };
}

const letters = mkdtempSync(join(tmpdir(), 'backup-console-letters-'));

let app: TestConsole;
let admin: Caller;

beforeAll(async () => {
  writeFileSync(join(letters, 'greeting.txt'), 'good morning');
  app = await startTestConsole({
    prepare: (dataDir) => writeFileSync(join(dataDir, 'director.yaml'), yearly(dataDir)),
  });
  admin = await app.as('admin');
});

/** Only a job that has a schedule is monitored. */
function yearly(dataDir: string): string {
  const yaml = JSON.parse(directorYaml(dataDir, { Letters: [letters] })) as Record<string, object[]>;
  yaml['schedules'] = [{ name: 'Yearly', starts: [{ level: 'Full', at: '0 4 1 1 *' }] }];
  yaml['jobs'] = (yaml['jobs'] ?? []).map((job) => ({ ...job, schedule: 'Yearly' }));
  return JSON.stringify(yaml);
}

afterAll(async () => {
  await app.close();
  rmSync(letters, { recursive: true, force: true });
});

test('counts a client as protected within seconds after its first good backup', async () => {
  const { jobId } = (await admin.post('/operations/jobs/run', { job: 'Letters', level: 'Full' })).body as {
    jobId: number;
  };
  expect((await admin.get(`/operations/runs/${jobId}?wait=30`)).body).toMatchObject({ status: 'completed' });
  const guarded = await until(async () => {
    const { clients } = (await admin.get('/stats/summary')).body as Summary;
    return clients.protected > 0 ? clients : null;
  });
  expect(guarded).toMatchObject({ known: 1, protected: 1, silent: 0 });
});
