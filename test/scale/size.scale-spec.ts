import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ConsoleProcess } from '../harness/fixtures/console-process.js';
import { directorYaml } from '../harness/builders/director-yaml.js';

const mostMemory = 300 * 2 ** 20;

let folder: string;
let source: string;
let app: ConsoleProcess;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-console-size-'));
  source = join(folder, 'source');
  mkdirSync(source);
  mkdirSync(join(folder, 'data'));
});
afterEach(async () => {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function startConsole(): Promise<void> {
  const dataDir = join(folder, 'data');
  writeFileSync(join(dataDir, 'director.yaml'), directorYaml(dataDir, { Source: [source] }));
  app = await ConsoleProcess.start(dataDir);
}

async function restored(jobId: number): Promise<string> {
  const where = join(folder, 'data/restores/out');
  expect(await app.waitForEnd(await app.restore([jobId], [source], where))).toMatchObject({ status: 'completed' });
  return join(where, source);
}

/** Told always, for the figure is worth knowing also where it holds. */
function expectModestMemory(what: string): void {
  const peak = app.peakMemory();
  process.stderr.write(`Peak memory of the console, ${what}: ${Math.round(peak / 2 ** 20)} MiB\n`);
  expect(peak).toBeLessThan(mostMemory);
}

describe('memory stays below 300 MiB, workers included', () => {
  test('for 100,000 small files', async () => {
    for (let at = 0; at < 100; at += 1) {
      mkdirSync(join(source, `folder-${at}`));
      for (let file = 0; file < 1_000; file += 1)
        writeFileSync(join(source, `folder-${at}`, `file-${file}`), `${at} ${file}`);
    }
    await startConsole();
    const run = await app.run('Full');
    expect(run).toMatchObject({ status: 'completed', files: 100_101 });
    expect(await app.run('Incremental')).toMatchObject({ status: 'completed', files: 0 });
    const out = await restored(run.jobId);
    execFileSync('diff', ['-rq', source, out]);
    expectModestMemory('100,000 files');
  });

  test('for a file of 512 MiB', async () => {
    const block = Buffer.alloc(2 ** 20, 'not all zeros, and not all the same');
    const file = openSync(join(source, 'half-a-gibibyte'), 'w');
    for (let at = 0; at < 512; at += 1) {
      block.writeUInt32LE(at, at);
      writeSync(file, block);
    }
    closeSync(file);
    await startConsole();
    const run = await app.run('Full');
    expect(run.status).toBe('completed');
    execFileSync('cmp', [join(source, 'half-a-gibibyte'), join(await restored(run.jobId), 'half-a-gibibyte')]);
    expectModestMemory('a file of 512 MiB');
  });

  test('for a sparse file of 5 GiB', async () => {
    writeFileSync(join(source, 'sparse'), 'its beginning');
    truncateSync(join(source, 'sparse'), 5 * 2 ** 30);
    await startConsole();
    const run = await app.waitForEnd(await app.order('Full'));
    expect(run.status).toBe('completed');
    execFileSync('cmp', [join(source, 'sparse'), join(await restored(run.jobId), 'sparse')]);
    expectModestMemory('a sparse file of 5 GiB');
  });
});
