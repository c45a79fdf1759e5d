// Takes half a minute. Every test runs jobs, each in a process of its own.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { EmbeddedMachine } from '../harness/fixtures/embedded-machine.js';
import { testProgram } from '../harness/fixtures/built-files.js';

let machine: EmbeddedMachine;

beforeEach(async () => {
  machine = await EmbeddedMachine.make();
  machine.configure();
});
afterEach(() => machine.remove());

const doomed = testProgram('test/harness/fixtures/failing-director.ts');

/** Starts a Director in a process of its own, lets it back up for a moment, and kills it as the kernel would. */
async function killDuringBackup(afterMs: number): Promise<void> {
  const child = spawn(process.execPath, [doomed, machine.data, machine.catalogUrl, 'Full'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  child.kill('SIGKILL');
  await ended;
}

describe('kill -9 in the middle of a backup', () => {
  test('leaves no stuck run and a volume that tar reads to its end, wherever it strikes', async () => {
    const noise = Buffer.alloc(3 * 2 ** 20);
    for (let at = 0; at < noise.length; at += 4) noise.writeUInt32LE(Math.floor(Math.random() * 2 ** 32), at);
    mkdirSync(join(machine.source, 'many'));
    for (let file = 0; file < 60; file += 1) writeFileSync(join(machine.source, 'many', `file-${file}`), noise);

    for (const afterMs of [250, 400, 700, 1100]) await killDuringBackup(afterMs);
    await machine.start();
    const { rows } = await machine.catalog.query<{ jobstatus: string }>('SELECT jobstatus FROM job ORDER BY jobid');
    expect(rows).toHaveLength(4);
    expect(rows.filter(({ jobstatus }) => !['f', 'T'].includes(jobstatus))).toEqual([]);
    expect(rows[0]?.jobstatus).toBe('f');

    const run = await machine.run('Full');
    expect(run).toMatchObject({ status: 'T', files: 62 });
    const volume = join(machine.volumes, 'Default-0001.tar.gz');
    const listed = execFileSync('tar', ['-tzf', volume], { maxBuffer: 2 ** 26 })
      .toString()
      .trimEnd()
      .split('\n');
    expect(listed.at(-1)).toBe(`.backup-console/run-${run.jobid}.sha256`);
    const out = join(machine.folder, 'out');
    mkdirSync(out);
    execFileSync('tar', ['-xzf', volume, '-C', out]);
    execFileSync('sha256sum', ['-c', '--quiet', `.backup-console/run-${run.jobid}.sha256`], { cwd: out });
    const uncommitted = await machine.catalog.query(
      `SELECT 1 FROM file f WHERE fileindex > 0 AND NOT EXISTS (SELECT 1 FROM jobmedia m WHERE m.jobid = f.jobid
         AND f.fileindex BETWEEN m.firstindex AND m.lastindex) LIMIT 1`,
    );
    expect(uncommitted.rowCount).toBe(0);
  });
});
