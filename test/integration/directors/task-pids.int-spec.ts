import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { TaskPids } from '../../../src/directors/embedded/engine/task-pids.js';

let folder: string;
let child: ChildProcess;
let ended: Promise<unknown>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-console-pids-'));
  child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  ended = once(child, 'exit');
});
afterEach(async () => {
  child.kill('SIGKILL');
  await ended;
  rmSync(folder, { recursive: true, force: true });
});

describe('the processes of runs that a killed console left behind', () => {
  test('are ended by the next console, which then knows that they are gone', async () => {
    new TaskPids(folder).remember(7, child.pid!);
    expect([...(await new TaskPids(folder).endLeft())]).toEqual([7]);
    expect((await ended) as [null, string]).toEqual([null, 'SIGKILL']);
  });

  test('are not ended by the console that runs them', async () => {
    const own = new TaskPids(folder);
    own.remember(7, child.pid!);
    expect([...(await own.endLeft())]).toEqual([]);
    expect(child.exitCode ?? child.signalCode).toBeNull();
  });

  test('are not taken for another process that has their id now', async () => {
    new TaskPids(folder).remember(7, child.pid!);
    const file = join(folder, 'task-7.pid');
    const [pid, tick] = readFileSync(file, 'utf8').split(' ');
    writeFileSync(file, `${pid} ${Number(tick) - 1}`);
    expect([...(await new TaskPids(folder).endLeft())]).toEqual([7]);
    expect(child.exitCode ?? child.signalCode).toBeNull();
  });
});
