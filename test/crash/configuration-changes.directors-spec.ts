// Takes half a minute. Every round kills a console while it applies a change of its configuration, and starts it again.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ConsoleProcess } from '../harness/fixtures/console-process.js';
import { seeded } from '../harness/fixtures/crash-fixture.js';
import { copyDatabase } from '../harness/fixtures/database.js';
import { testOptions } from '../harness/fixtures/test-options.js';
import { until } from '../harness/fixtures/until.js';

interface Change {
  readonly id: string;
  readonly state: string;
  readonly origin: string;
  readonly baseRevision: string;
  readonly resultRevision: string;
}

const rounds = testOptions.roundsOr(testOptions.isFull ? 200 : 5);
const { seed } = testOptions;
const random = seeded(seed);
const folder = mkdtempSync(join(tmpdir(), 'backup-console-changes-'));
const dataDir = join(folder, 'data');
const file = join(dataDir, 'director.yaml');
const text = (): string => readFileSync(file, 'utf8');

let app: ConsoleProcess;
let environment: Record<string, string>;
let token: string | undefined;
/** How long a change takes when nothing strikes, in milliseconds. */
let lasts = 100;

async function start(): Promise<void> {
  app = await ConsoleProcess.start(dataDir, token, { environment });
  token = app.apiToken;
}

beforeAll(async () => {
  process.stderr.write(`Crash rounds: ROUNDS=${rounds} SEED=${seed}\n`);
  mkdirSync(dataDir);
  writeFileSync(
    file,
    `# Kept.
clients: [{ name: local }]
storages: [{ name: Local, folder: ${JSON.stringify(join(dataDir, 'volumes'))} }]
pools: [{ name: Default }]
filesets: [{ name: Home, include: [${JSON.stringify(folder)}] }]
jobs:
  - { name: Home, client: local, fileset: Home, storage: Local, pool: Default }
`,
  );
  environment = {
    DATABASE_URL: await copyDatabase('template_console'),
    EMBEDDED_CATALOG_URL: await copyDatabase('template_catalog'),
    INSTANCE_KEY: 'the instance key of a console that is killed, long enough',
  };
  await start();
  const beganMs = performance.now();
  await apply(await draft(1));
  lasts = performance.now() - beganMs;
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true });
});

async function draft(priority: number): Promise<Change> {
  const operations = [{ op: 'set', type: 'job', name: 'Home', path: 'priority', value: priority }];
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

const all = async (): Promise<readonly Change[]> => {
  const changes: Change[] = [];
  let next = '';
  do {
    const path = `/configuration/changes?director=embedded&limit=500${next === '' ? '' : `&cursor=${next}`}`;
    const { body } = await app.call<{ items: Change[]; nextCursor: string | null }>('GET', path);
    changes.push(...body.items);
    next = body.nextCursor ?? '';
  } while (next !== '');
  return changes;
};

test(`after ${rounds} kills the configuration is the old or the new one, and each change says which`, async () => {
  const seen = { applied: 0, rolled_back: 0, draft: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const before = text();
    const made = await draft(round + 2);
    const applying = apply(made).catch(() => null);
    await delay(random() * lasts * 1.5);
    await app.kill();
    await applying;
    await start();
    const { body: change } = await app.call<Change>('GET', `/configuration/changes/${made.id}`);
    const { body: state } = await app.call<{ drift: string; revision: string; lastGoodRevision: string }>(
      'GET',
      '/configuration?director=embedded',
    );
    expect([round, Object.keys(seen)]).toEqual([round, expect.arrayContaining([change.state])]);
    seen[change.state as keyof typeof seen] += 1;
    const isApplied = change.state === 'applied';
    const revision = isApplied ? made.resultRevision : made.baseRevision;
    expect([round, change.state, state]).toMatchObject([
      round,
      change.state,
      { drift: 'none', revision, lastGoodRevision: revision },
    ]);
    expect([round, text() === before]).toEqual([round, !isApplied]);
    expect(text()).toContain('# Kept.');
    if (isApplied) expect(text()).toContain(`priority: ${round + 2}`);
  }
  process.stderr.write(`Outcomes: ${JSON.stringify(seen)}\n`);
  const changes = await all();
  expect(changes.filter(({ origin }) => origin === 'hand')).toEqual([]);
  expect(changes.filter(({ origin }) => origin === 'initial')).toHaveLength(1);
  expect(changes).toHaveLength(rounds + 2);
  // The next change works, and takes away what a killed one left beside the file.
  await apply(await draft(999));
  expect(text()).toContain('priority: 999');
  await until(() => !readdirSync(dataDir).includes('.director.yaml.new'));
}, 3_600_000);
