// Takes over 20 s. 51 runs, each in a process of its own.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Caller, startTestConsole, type TestConsole } from '../harness/fixtures/test-console.js';
import { directorYaml } from '../harness/builders/director-yaml.js';

type Row = Readonly<Record<string, unknown>> & { readonly links: Readonly<Record<string, string>> };

/** Each is the name of a job and of its fileset. */
const names = [
  'recent', 'run', 'Recent', 'a/b', '../up', '/etc/passwd', 'Monthly Größe', `it's "so"`, '50% ?&#+;=', '%2e%2e%2f', "';DROP TABLE job;--",
  '日本 🗄', '-x', '.hidden', '__proto__', '*', 'é'.repeat(63),
] as const; // prettier-ignore

let app: TestConsole;
let admin: Caller;
const source = mkdtempSync(join(tmpdir(), 'backup-console-names-'));
/** Job ids of the first run of each job. */
const firstRuns = new Map<string, number>();

beforeAll(async () => {
  writeFileSync(join(source, 'a.txt'), 'a');
  const filesets = Object.fromEntries(names.map((name) => [name, [source]]));
  app = await startTestConsole({
    prepare: (dataDir) => writeFileSync(join(dataDir, 'director.yaml'), directorYaml(dataDir, filesets)),
  });
  admin = await app.as('admin');
});

afterAll(async () => {
  await app.close();
  rmSync(source, { recursive: true });
});

const encoded = (name: string): string => encodeURIComponent(name);

async function get(path: string): Promise<Row> {
  const answer = await admin.get(path);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.body;
}

async function rows(path: string): Promise<Row[]> {
  return (await get(path))['items'] as Row[];
}

/** Starts something and waits for its run's end. */
async function done(path: string, body?: object): Promise<Row> {
  const answer = await admin.post(path, body);
  expect([answer.status, answer.text]).toEqual([202, expect.any(String)]);
  return get(`/operations/runs/${(answer.body as { jobId: number }).jobId}?wait=30`);
}

const belowApi = (link: string | undefined): string => (link ?? '').replace(/^\/api\/v1/, '');

describe.each(names)('a job called %s', (name) => {
  test('runs, and its unique name is safe in a file name', async () => {
    const run = await done('/operations/jobs/run', { job: name, level: 'Full' });
    expect(run).toMatchObject({ job: name, fileset: name, status: 'completed' });
    expect(run['uniqueName']).toMatch(/^\w[\w.-]*\.\d{4}-\d\d-\d\d_\d\d\.\d\d\.\d\d_\d\d$/);
    firstRuns.set(name, run['jobId'] as number);
  });

  test('is found by its name in every list of jobs and runs', async () => {
    const found = await rows(`/operations/jobs?name=${encoded(name)}`);
    expect(found).toMatchObject([{ name, lastRun: { job: name } }]);
    for (const list of ['/operations/runs', '/operations/jobs/recent']) {
      expect(await rows(`${list}?job=${encoded(name)}`)).toMatchObject([{ job: name, jobId: firstRuns.get(name) }]);
    }
    expect(await rows(`/operations/schedule?job=${encoded(name)}`)).toEqual([]);
  });

  test('is what its own links lead to', async () => {
    const [job] = await rows(`/operations/jobs?name=${encoded(name)}`);
    const self = await get(belowApi(job?.links['self']));
    expect(name === 'recent' ? self['items'] : [self]).toMatchObject([{ name }]);
    expect(await rows(belowApi(job?.links['runs']))).toMatchObject([{ job: name }]);
  });

  test('is changed at its own address, and only it', async () => {
    const changed = await admin.patch(`/operations/jobs/${encoded(name)}`, { enabled: false });
    expect([changed.status, changed.body]).toMatchObject([200, { name, enabled: false }]);
    expect(await rows('/operations/jobs?enabled=false')).toMatchObject([{ name }]);
    await admin.patch(`/operations/jobs/${encoded(name)}`, { enabled: true });
  });

  test('runs again as it ran', async () => {
    expect(await done(`/operations/runs/${firstRuns.get(name)}/rerun`)).toMatchObject({
      job: name,
      status: 'completed',
    });
  });

  test('is browsed, searched, planned and restored by what it backed up', async () => {
    const points = await rows(`/restore/points?client=local&fileset=${encoded(name)}`);
    expect(points[0]).toMatchObject({ job: name, fileset: name, restorable: 'yes' });
    const jobids = points[0]?.['jobids'] as number[];
    const path = `${source}/a.txt`;
    expect(await rows(`/restore/bvfs/list?jobids=${jobids.join()}&path=${encoded(source)}`)).toMatchObject([{ path }]);
    expect(await rows(`/restore/bvfs/search?jobids=${jobids.join()}&q=a.txt`)).toMatchObject([{ path }]);
    expect(await get(`/restore/plan?jobids=${jobids.join()}&path=${encoded(path)}`)).toMatchObject({ files: 1 });
    const where = join(app.dataDir, 'restores', String(jobids[0]));
    mkdirSync(where, { recursive: true });
    expect(await done('/restore/run', { jobids, paths: [path], where })).toMatchObject({ status: 'completed' });
    expect(readFileSync(join(where, path), 'utf8')).toBe('a');
  });
});

describe('the names that routes have', () => {
  test('a job called recent is not what the list of recent runs shows', async () => {
    expect(await get('/operations/jobs/recent')).toHaveProperty('items');
    expect(await get('/operations/jobs/Recent')).toMatchObject({ name: 'Recent' });
    expect(await get('/operations/jobs/run')).toMatchObject({ name: 'run' });
  });

  test('nothing lies on disk under the name of a job', () => {
    expect(readdirSync(join(app.dataDir, 'volumes')).filter((name) => name.endsWith('.gz'))).toEqual([
      'Default-0001.tar.gz',
    ]);
    expect(readdirSync(app.dataDir).sort()).toEqual(
      expect.not.arrayContaining(names.filter((name) => !name.includes('/')).map(String)),
    );
  });
});
