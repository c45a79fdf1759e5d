import { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Client } from 'pg';
import { everything } from '../../src/domain/scope.js';
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

test('a canceled run whose process cannot be killed is recorded, frees its client, and records nothing later', async () => {
  machine.configure();
  writeFileSync(join(machine.source, 'small'), 'small');
  await machine.start();
  // The run hangs at its first commit, as at a disk that does not answer.
  const blocker = new Client({ connectionString: machine.catalogUrl });
  await blocker.connect();
  await blocker.query('BEGIN; LOCK TABLE path IN SHARE MODE');
  const kill = jest.spyOn(ChildProcess.prototype, 'kill').mockReturnValue(true);
  const jobId = await machine.order('Source', 'Full');
  await until(async () => {
    const { rowCount } = await machine.catalog.query(
      "SELECT 1 FROM pg_stat_activity WHERE application_name = $1 AND wait_event_type = 'Lock'",
      [`backup ${jobId}`],
    );
    return rowCount === 1;
  });
  await machine.director.cancelRun(everything, jobId);
  expect(await machine.waitForEnd(jobId)).toMatchObject({ status: 'A', files: 0 });
  expect(kill).toHaveBeenCalledWith('SIGKILL');
  expect(await machine.log(jobId)).toContain('It was abandoned');
  // PostgreSQL lists a session that ends for a moment longer.
  await until(async () => {
    const { rowCount } = await machine.catalog.query('SELECT 1 FROM pg_stat_activity WHERE application_name = $1', [
      `backup ${jobId}`,
    ]);
    return rowCount === 0;
  });
  expect(await machine.media()).toEqual([{ name: 'Default-0001', status: 'Used', bytes: 0 }]);
  await blocker.end();
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
