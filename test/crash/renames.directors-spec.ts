// Takes half a minute. Every round kills a console while it renames a client and a job, and starts it again.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { ConsoleProcess } from '../harness/fixtures/console-process.js';
import { seeded } from '../harness/fixtures/crash-fixture.js';
import { copyDatabase } from '../harness/fixtures/database.js';
import { testOptions } from '../harness/fixtures/test-options.js';
import { until } from '../harness/fixtures/until.js';

interface Change {
  readonly id: string;
  readonly state: string;
  readonly baseRevision: string;
}

const rounds = testOptions.roundsOr(testOptions.isFull ? 50 : 3);
const { seed } = testOptions;
const random = seeded(seed);
const folder = mkdtempSync(join(tmpdir(), 'backup-console-renames-'));
const dataDir = join(folder, 'data');

let app: ConsoleProcess;
let environment: Record<string, string>;
let token: string | undefined;
let database: Client;
let catalog: Client;
/** How long a rename takes when nothing strikes, in milliseconds. */
let lasts = 100;
/** The number in the names that are in force. */
let current = 0;

async function start(): Promise<void> {
  app = await ConsoleProcess.start(dataDir, token, { environment });
  token = app.apiToken;
}

beforeAll(async () => {
  process.stderr.write(`Crash rounds: ROUNDS=${rounds} SEED=${seed}\n`);
  mkdirSync(join(folder, 'source'));
  mkdirSync(dataDir);
  writeFileSync(join(folder, 'source', 'file'), 'content');
  writeFileSync(
    join(dataDir, 'director.yaml'),
    `clients: [{ name: client-0 }]
storages: [{ name: Local, folder: ${JSON.stringify(join(dataDir, 'volumes'))} }]
pools: [{ name: Default }]
filesets: [{ name: Home, include: [${JSON.stringify(join(folder, 'source'))}] }]
jobs:
  - { name: Job-0, client: client-0, fileset: Home, storage: Local, pool: Default }
`,
  );
  environment = {
    DATABASE_URL: await copyDatabase('template_console'),
    EMBEDDED_CATALOG_URL: await copyDatabase('template_catalog'),
    INSTANCE_KEY: 'the instance key of a console that is killed, long enough',
  };
  database = new Client({ connectionString: environment['DATABASE_URL'] });
  catalog = new Client({ connectionString: environment['EMBEDDED_CATALOG_URL'] });
  await Promise.all([database.connect(), catalog.connect()]);
  await start();
  const jobId = await app.order('Full', 'Job-0');
  await until(
    async () => (await app.call<{ endedAt: string | null }>('GET', `/operations/runs/${jobId}`)).body.endedAt,
  );
  const set = await app.call('PATCH', '/admin/monitoring/clients/client-0?director=embedded', { warnSeconds: 50_000 });
  expect([set.status, set.body]).toEqual([200, expect.anything()]);
  const beganMs = performance.now();
  expect(await apply(await draft())).toMatchObject({ state: 'applied' });
  lasts = performance.now() - beganMs;
  current = 1;
});
afterAll(async () => {
  await app.stop();
  await Promise.all([database.end(), catalog.end()]);
  rmSync(folder, { recursive: true });
});

async function draft(): Promise<Change> {
  const operations = ['client', 'Job'].map((word) => ({
    op: 'rename',
    type: word.toLowerCase(),
    name: `${word}-${current}`,
    value: `${word}-${current + 1}`,
  }));
  const { status, body } = await app.call<Change>('POST', '/configuration/changes', {
    director: 'embedded',
    operations,
  });
  expect([status, body]).toEqual([201, expect.anything()]);
  return body;
}

async function apply({ id, baseRevision }: Change): Promise<Change> {
  const headers = { 'if-match': `"${baseRevision}"` };
  return (await app.call<Change>('POST', `/configuration/changes/${id}/apply`, {}, headers)).body;
}

/** Every name that the catalog and the console store of the client and the job. */
async function storedNames(): Promise<readonly string[]> {
  const { rows: ofCatalog } = await catalog.query<{ name: string }>(
    'SELECT DISTINCT name FROM job UNION SELECT name FROM client UNION SELECT name FROM backup_console_source',
  );
  const { rows: ofConsole } = await database.query<{ name: string }>(
    `SELECT job AS name FROM run UNION SELECT client FROM run UNION SELECT client FROM client_threshold
     UNION SELECT client FROM client_silence UNION SELECT job FROM job_protection UNION SELECT job FROM job_outcome
     UNION SELECT client FROM run_client_day UNION SELECT job FROM last_success UNION SELECT job FROM run_series`,
  );
  return [...new Set([...ofCatalog, ...ofConsole].map(({ name }) => name))].sort();
}

test(`after ${rounds} kills all names are the old ones or all are the new ones, and each rename was made once`, async () => {
  const seen = { applied: 0, rolled_back: 0, draft: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const made = await draft();
    const applying = apply(made).catch(() => null);
    await delay(random() * lasts * 1.5);
    await app.kill();
    await applying;
    await start();
    const { body: change } = await app.call<Change>('GET', `/configuration/changes/${made.id}`);
    seen[change.state as keyof typeof seen] += 1;
    if (change.state === 'applied') current += 1;
    expect([round, await storedNames()]).toEqual([round, [`Job-${current}`, `client-${current}`]]);
    const { rows } = await database.query('SELECT client, warn_seconds AS warn FROM client_threshold');
    expect([round, rows]).toEqual([round, [{ client: `client-${current}`, warn: 50_000 }]]);
  }
  process.stderr.write(`Outcomes: ${JSON.stringify(seen)}\n`);
  const { rows: made } = await catalog.query('SELECT 1 FROM backup_console_rename');
  const { rows: followed } = await database.query("SELECT 1 FROM followed_rename WHERE id <> ''");
  expect([made.length, followed.length]).toEqual([2 * current, 2 * current]);
  const jobId = await app.order('Incremental', `Job-${current}`);
  const ended = await until(async () => {
    const { body } = await app.call<{ endedAt: string | null; level: string }>('GET', `/operations/runs/${jobId}`);
    return body.endedAt !== null && body;
  });
  expect(ended.level).toBe('Incremental');
}, 3_600_000);
