// Takes half a minute: a console with a PostgreSQL of its own starts, and the time limits are seconds.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ConsoleProcess, postmasterOf } from '../harness/fixtures/console-process.js';
import { until } from '../harness/fixtures/until.js';

let dataDir: string;
let console: ConsoleProcess;
let frozen: readonly number[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'backup-console-hung-'));
  console = await ConsoleProcess.start(dataDir);
});
afterAll(async () => {
  thaw();
  await console.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The postmaster and every process that it started. */
function processesOf(postmaster: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => parentOf(pid) === postmaster)
    .map(Number);
  return [postmaster, ...children];
}

function parentOf(pid: string): number | null {
  try {
    // The name of a program, in brackets, may contain anything.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return null;
  }
}

function freeze(): void {
  frozen = processesOf(postmasterOf(dataDir).pid);
  for (const pid of frozen) process.kill(pid, 'SIGSTOP');
}

function thaw(): void {
  for (const pid of frozen) {
    try {
      process.kill(pid, 'SIGCONT');
    } catch {
      // It ended meanwhile, as a backend does whose client is gone.
    }
  }
  frozen = [];
}

const ask = () => console.call<{ code?: string }>('GET', '/operations/jobs');

test('a database that hangs answers nobody with silence, also not on connections that are open, and is used again once it goes on', async () => {
  // As many connections as the pool has, so that every request below gets one that was there before.
  const before = await Promise.all(Array.from({ length: 30 }, ask));
  expect(before.map(({ status }) => status)).toEqual(before.map(() => 200));
  freeze();
  // More than there are connections: some have one, some wait for one.
  const answers = await Promise.all(Array.from({ length: 30 }, ask));
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
    answers.map(() => [503, 'database_unavailable']),
  );
  for (const { headers } of answers) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  // And those that need a new connection.
  expect((await ask()).status).toBe(503);
  thaw();
  await until(async () => (await ask()).status === 200);
  expect((await console.call<{ code?: string }>('GET', '/tokens')).status).toBe(200);
});
