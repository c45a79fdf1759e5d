import { closeSync, ftruncateSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { ConsoleProcess, type SeenRun } from '../harness/fixtures/console-process.js';
import { directorYaml } from '../harness/builders/director-yaml.js';
import { until } from '../harness/fixtures/until.js';

const folder = mkdtempSync(join(tmpdir(), 'backup-console-stop-'));
const dataDir = join(folder, 'data');
const source = join(folder, 'source');
let running: ConsoleProcess | undefined;

afterAll(async () => {
  await running?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Little but holes: it takes no room, and reading it takes far longer than the test. */
function writeLongFile(file: string): void {
  const descriptor = openSync(file, 'w');
  writeSync(descriptor, 'not one hole, which would not be read');
  ftruncateSync(descriptor, 64 * 2 ** 30);
  closeSync(descriptor);
}

test('SIGTERM under an open stream, a long wait and a running backup ends the console cleanly, answers the wait, and the run is marked as it was', async () => {
  mkdirSync(source, { recursive: true });
  mkdirSync(dataDir);
  writeLongFile(join(source, 'long'));
  writeFileSync(join(dataDir, 'director.yaml'), directorYaml(dataDir, { Source: [source] }));
  const first = (running = await ConsoleProcess.start(dataDir));
  const jobId = await first.order('Full');
  await until(async () => (await first.call<SeenRun>('GET', `/operations/runs/${jobId}`)).body.status === 'running');

  const headers = { authorization: `Bearer ${first.apiToken}` };
  const stream = await fetch(`${first.url}/api/v1/operations/stream`, { headers });
  const waiting = first.call<SeenRun>('GET', `/operations/runs/${jobId}?wait=60`).catch(() => null);
  // The answer to this came after the wait was taken in.
  expect((await first.call('GET', '/auth/me')).status).toBe(200);

  await first.stop();
  // Had it taken longer than its limit, it would have ended itself by force, with 1.
  expect(first.child.exitCode).toBe(0);
  expect(await stream.text()).toContain('event: bye\ndata: {"reason":"The console is stopping."}');
  expect((await waiting)?.body).toMatchObject({ jobId });

  const second = (running = await ConsoleProcess.start(dataDir, first.apiToken));
  const seen = await second.call<SeenRun & { endedAt: string | null }>('GET', `/operations/runs/${jobId}`);
  expect(seen.body.status).toBe('error');
  expect(seen.body.endedAt).not.toBeNull();
  expect(await second.log(jobId)).toContain('The console was stopped before this run ended.');
  rmSync(join(source, 'long'));
  writeFileSync(join(source, 'short'), 'short');
  expect((await second.run('Full')).status).toBe('completed');
});
