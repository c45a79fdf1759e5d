import { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Client } from 'pg';
import { fullScope } from '../../src/domain/principal.js';
import { EmbeddedMachine } from '../harness/fixtures/embedded-machine.js';
import { until } from '../harness/fixtures/until.js';

let machine: EmbeddedMachine;

beforeEach(async () => {
  machine = await EmbeddedMachine.make();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await machine.remove();
});

/** Orders a run that hangs at its first commit, as at a disk that does not answer. What is answered lets it go on. */
async function orderHangingRun(): Promise<{ readonly jobId: number; readonly letGo: () => Promise<void> }> {
  machine.configure();
  writeFileSync(join(machine.source, 'small'), 'small');
  await machine.start();
  const blocker = new Client({ connectionString: machine.catalogUrl });
  await blocker.connect();
  await blocker.query('BEGIN; LOCK TABLE path IN SHARE MODE');
  const jobId = await machine.order('Source', 'Full');
  await until(async () => {
    const { rowCount } = await machine.catalog.query(
      "SELECT 1 FROM pg_stat_activity WHERE application_name = $1 AND wait_event_type = 'Lock'",
      [`backup ${jobId}`],
    );
    return rowCount === 1;
  });
  return { jobId, letGo: () => blocker.end() };
}

test('a run without progress says so after five minutes, in its record and in health', async () => {
  const { jobId, letGo } = await orderHangingRun();
  const waitingFor = async () => (await machine.director.liveRuns(fullScope, [jobId])).get(jobId)?.waitingFor;
  const inHealth = async () => (await machine.director.observe(fullScope)).filter(({ id }) => id === 'progress');
  expect([await waitingFor(), await inHealth()]).toEqual([null, []]);
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + 6 * 60_000);
  expect(await waitingFor()).toMatchObject({ code: 'no_progress', params: { minutes: 6 } });
  expect(await inHealth()).toMatchObject([{ status: 'warn', code: 'runs.no_progress' }]);
  jest.restoreAllMocks();
  await letGo();
  expect((await machine.waitForEnd(jobId)).status).toBe('T');
});

test('a canceled run whose process cannot be killed is recorded, frees its client, and records nothing later', async () => {
  const { jobId, letGo } = await orderHangingRun();
  const kill = jest.spyOn(ChildProcess.prototype, 'kill').mockReturnValue(true);
  await machine.director.cancelRun(fullScope, jobId);
  expect(await machine.waitForEnd(jobId)).toMatchObject({ status: 'A', files: 0 });
  expect(kill).toHaveBeenCalledWith('SIGKILL');
  expect(await machine.log(jobId)).toContain('The process was abandoned');
  // PostgreSQL lists a session that ends for a moment longer.
  await until(async () => {
    const { rowCount } = await machine.catalog.query('SELECT 1 FROM pg_stat_activity WHERE application_name = $1', [
      `backup ${jobId}`,
    ]);
    return rowCount === 0;
  });
  expect(await machine.media()).toEqual([{ name: 'Default-0001', status: 'Used', bytes: 0 }]);
  await letGo();
  jest.restoreAllMocks();
  expect(await machine.run('Full')).toMatchObject({ status: 'T', files: 2 });
  expect((await machine.media()).map(({ name }) => name)).toEqual(['Default-0001', 'Default-0002']);
  expect(await machine.files(jobId)).toEqual([]);
});

test('a run that takes longer than its maxRunTime ends as canceled and says so', async () => {
  machine.configure({ job: ', maxRunTime: 1 second' });
  machine.makeEndless();
  await machine.start();
  const jobId = await machine.order('Source', 'Full');
  expect((await machine.waitForEnd(jobId)).status).toBe('A');
  expect(await machine.log(jobId)).toContain('Max run time exceeded');
});
