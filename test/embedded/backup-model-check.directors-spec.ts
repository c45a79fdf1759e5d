import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Caller, startTestConsole, type TestConsole } from '../harness/fixtures/test-console.js';
import { directorYaml } from '../harness/builders/director-yaml.js';
import { readTree } from '../harness/fixtures/tree.js';

interface RunBody {
  readonly jobId: number;
  readonly status: string;
  readonly level: string;
  readonly files: number;
}

interface EntryBody {
  readonly path: string;
  readonly name: string;
  readonly type: string;
  readonly ref: string;
  readonly jobId: number;
}

const base = mkdtempSync(join(tmpdir(), 'backup-console-truth-'));
const source = join(base, 'source');
let app: TestConsole;
let machine: Caller;

beforeAll(async () => {
  mkdirSync(source);
  app = await startTestConsole({
    prepare: (dataDir) => writeFileSync(join(dataDir, 'director.yaml'), directorYaml(dataDir, { truth: [source] })),
  });
  machine = await app.withToken('admin');
});

afterAll(async () => {
  await app.close();
  rmSync(base, { recursive: true, force: true });
});

beforeEach(() => {
  for (const name of readdirSync(source)) rmSync(join(source, name), { recursive: true, force: true });
  mkdirSync(join(source, 'folder', 'deep'), { recursive: true });
  mkdirSync(join(source, 'empty'));
  writeFileSync(join(source, 'folder', 'one.txt'), 'one');
  writeFileSync(join(source, 'folder', 'two words.txt'), 'two');
  writeFileSync(join(source, 'folder', 'deep', 'three.bin'), Buffer.alloc(300_000, 7));
});

async function backUp(level: string): Promise<RunBody> {
  const started = await machine.post('/operations/jobs/run', { job: 'truth', level });
  expect(started.status).toBe(202);
  return finished((started.body as RunBody).jobId);
}

async function finished(jobId: number): Promise<RunBody> {
  const answer = await machine.get(`/operations/runs/${jobId}?wait=60`);
  const run = answer.body as RunBody;
  if (!['completed', 'warning'].includes(run.status)) {
    throw new Error(`run ${jobId}: ${run.status}\n${(await machine.get(`/operations/runs/${jobId}/log`)).text}`);
  }
  return run;
}

async function newestChain(): Promise<number[]> {
  const client = ((await machine.get('/clients')).body as { items: { name: string }[] }).items[0]!.name;
  const points = (await machine.get(`/restore/points?client=${encodeURIComponent(client)}&fileset=truth`)).body as {
    items: { jobids: number[] }[];
  };
  return points.items[0]!.jobids;
}

async function search(jobids: readonly number[], q: string): Promise<string[]> {
  const answer = await machine.get(`/restore/bvfs/search?jobids=${jobids.join(',')}&q=${encodeURIComponent(q)}`);
  return (answer.body as { items: EntryBody[] }).items.map((entry) => entry.path);
}

async function list(jobids: readonly number[], path: string): Promise<string[]> {
  const answer = await machine.get(`/restore/bvfs/list?jobids=${jobids.join(',')}&path=${encodeURIComponent(path)}`);
  return (answer.body as { items: EntryBody[] }).items.map((entry) => entry.name);
}

async function restore(jobids: readonly number[], where: string, extra: object = {}): Promise<RunBody> {
  const started = await machine.post('/restore/run', { jobids, where, ...extra });
  expect([started.status, started.text]).toEqual([202, expect.anything()]);
  return finished((started.body as RunBody).jobId);
}

describe('what a restore would meet', () => {
  test('is told before it is started, and what is newer there than in the backup', async () => {
    await backUp('Full');
    const chain = await newestChain();
    const plan = async (where: string) =>
      (await machine.get(`/restore/plan?jobids=${chain.join(',')}&where=${encodeURIComponent(where)}`)).body;
    const elsewhere = join(base, 'elsewhere');
    expect(await plan(elsewhere)).toMatchObject({ targetHolds: 'nothing', target: { existing: 0, where: elsewhere } });
    const one = join(source, 'folder', 'one.txt');
    unlinkSync(join(source, 'folder', 'two words.txt'));
    utimesSync(one, new Date(), new Date(Date.now() + 60_000));
    expect(await plan('/')).toMatchObject({ targetHolds: 'conflicts', target: { where: '/', existing: 2, newer: 1 } });
    const { target } = (await plan('/')) as { target: { examples: { path: string }[]; inspected: number } };
    const examples = [join(source, 'folder', 'deep', 'three.bin'), one];
    expect(target.examples.map(({ path }) => path).sort()).toEqual(examples.sort());
  });

  test('is not looked for in the data of the console itself', async () => {
    const chain = await newestChain();
    const answer = await machine.get(`/restore/plan?jobids=${chain.join(',')}&where=${app.dataDir}/postgres`);
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([422, 'where_not_allowed']);
  });
});

describe('the truth of backups', () => {
  test('an Incremental after one changed file holds just that one', async () => {
    await backUp('Full');
    writeFileSync(join(source, 'folder', 'one.txt'), 'eno');
    const run = await backUp('Incremental');
    const files = (await machine.get(`/operations/runs/${run.jobId}/files`)).body as { items: EntryBody[] };
    expect(files.items.map((entry) => entry.path)).toEqual([join(source, 'folder', 'one.txt')]);
    expect(run.files).toBe(1);
  });

  test('a deleted file is gone from list and search of the chain, and still there in the Full', async () => {
    const full = await backUp('Full');
    unlinkSync(join(source, 'folder', 'two words.txt'));
    await backUp('Incremental');
    const chain = await newestChain();
    const folder = `${join(source, 'folder')}/`;
    expect(chain).toHaveLength(2);
    expect(await list(chain, folder)).toEqual(['deep', 'one.txt']);
    expect(await search(chain, 'two words')).toEqual([]);
    expect(await list([full.jobId], folder)).toEqual(['deep', 'one.txt', 'two words.txt']);
    expect(await search([full.jobId], 'TWO WORDS')).toEqual([join(source, 'folder', 'two words.txt')]);
  });

  test('a restored chain equals the source byte for byte with modes, times and links', async () => {
    linkSync(join(source, 'folder', 'one.txt'), join(source, 'folder', 'hard.txt'));
    symlinkSync('one.txt', join(source, 'folder', 'soft'));
    symlinkSync('/no/such/target', join(source, 'dangling'));
    await backUp('Full');
    chmodSync(join(source, 'folder', 'one.txt'), 0o640);
    writeFileSync(Buffer.from(`${source}/latin1-\xe9-"quoted"\nline`, 'latin1'), 'odd');
    writeFileSync(join(source, 'n'.repeat(255)), 'long');
    utimesSync(join(source, 'folder', 'deep'), 1_000_000_000, 1_000_000_000.25);
    rmSync(join(source, 'empty'), { recursive: true });
    mkdirSync(join(source, 'other empty'), { mode: 0o700 });
    await backUp('Differential');
    unlinkSync(join(source, 'folder', 'two words.txt'));
    await backUp('Incremental');
    const where = join(base, 'byte-for-byte');
    mkdirSync(where);
    const run = await restore(await newestChain(), where);
    expect(run.status).toBe('completed');
    expect(readTree(where + source)).toEqual(readTree(source));
  });
});

describe('a restore writes nothing outside its target', () => {
  const outside = join(base, 'outside');

  beforeEach(() => {
    rmSync(outside, { recursive: true, force: true });
    mkdirSync(outside);
    writeFileSync(join(outside, 'one.txt'), 'outside');
  });

  test('through a planted symlink in place of a folder', async () => {
    const full = await backUp('Full');
    const where = mkdtempSync(join(base, 'planted-'));
    mkdirSync(where + source, { recursive: true });
    symlinkSync(outside, join(where + source, 'folder'));
    const started = await machine.post('/restore/run', { jobids: [full.jobId], where });
    await machine.get(`/operations/runs/${(started.body as RunBody).jobId}?wait=60`);
    expect(readFileSync(join(outside, 'one.txt'), 'utf8')).toBe('outside');
    expect(readdirSync(outside)).toEqual(['one.txt']);
  });

  test('through a planted symlink in place of a file', async () => {
    const full = await backUp('Full');
    const where = mkdtempSync(join(base, 'planted-'));
    mkdirSync(join(where + source, 'folder'), { recursive: true });
    symlinkSync(join(outside, 'one.txt'), join(where + source, 'folder', 'one.txt'));
    await restore([full.jobId], where, { replace: 'always' });
    expect(readFileSync(join(outside, 'one.txt'), 'utf8')).toBe('outside');
    expect(lstatSync(join(where + source, 'folder', 'one.txt')).isFile()).toBe(true);
  });

  test('through a hard link to a file outside', async () => {
    const full = await backUp('Full');
    const where = mkdtempSync(join(base, 'planted-'));
    mkdirSync(join(where + source, 'folder'), { recursive: true });
    linkSync(join(outside, 'one.txt'), join(where + source, 'folder', 'one.txt'));
    await restore([full.jobId], where, { replace: 'always' });
    expect(readFileSync(join(outside, 'one.txt'), 'utf8')).toBe('outside');
    expect(readFileSync(join(where + source, 'folder', 'one.txt'), 'utf8')).toBe('one');
  });

  test('and a target outside the restore roots is refused to whoever lacks restore:anywhere', async () => {
    const full = await backUp('Full');
    const operator = await app.withToken('operator');
    const refused = await operator.post('/restore/run', { jobids: [full.jobId], where: outside });
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ code: 'missing_capability', requiredCapability: 'restore:anywhere' });
    const allowed = await operator.post('/restore/run', { jobids: [full.jobId] });
    expect(allowed.status).toBe(202);
    await finished((allowed.body as RunBody).jobId);
    expect(existsSync(join(app.dataDir, 'restores') + join(source, 'folder', 'one.txt'))).toBe(true);
  });
});
