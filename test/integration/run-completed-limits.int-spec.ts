import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { RecordFixture } from '../harness/fixtures/run-store-fixture.js';
import { endsTold } from '../harness/fixtures/run-records.js';

let fixture: RecordFixture;

beforeEach(async () => {
  fixture = await RecordFixture.open();
});

afterEach(() => fixture.close());

const running = { status: 'R', ended: null };
const ended = (jobId: number, letter: string) =>
  fixture.change('UPDATE job SET jobstatus = $2 WHERE jobid = $1', [jobId, letter]);

test('a run that a time limit canceled is told once, as a failure with its cause; one that a user canceled is not', async () => {
  const feeder = fixture.feeder();
  await feeder.poll();
  const [byLimit, byUser] = [await fixture.source.maker.makeRun(running), await fixture.source.maker.makeRun(running)];
  await feeder.poll();
  const lines = { [byLimit]: 'Max run time exceeded. Job canceled.', [byUser]: 'The user asked for it.' };
  for (const [jobId, line] of Object.entries(lines)) {
    await fixture.source.maker.recordLine(Number(jobId), `dir JobId ${jobId}: Fatal error: ${line}\n`);
    await fixture.source.maker.recordLine(Number(jobId), 'Termination: Backup Canceled\n');
    await ended(Number(jobId), 'A');
  }
  await feeder.poll();
  await feeder.poll();
  expect(await fixture.told()).toEqual([`error ${byLimit}`]);
  const [event] = await endsTold(fixture.database);
  expect(event).toMatchObject({
    type: 'job.completed.error',
    severity: 'error',
    summary: expect.stringContaining(' was canceled: '),
    data: { status: 'canceled', diagnosis: { code: 'time_limit' } },
  });
});

test('a run without a mark is recorded with the starter that its report names, and keeps it', async () => {
  const feeder = fixture.feeder();
  await feeder.poll();
  const jobId = await fixture.source.maker.makeRun(running);
  await feeder.poll();
  const report = `dir JobId ${jobId}:\n  JobId:                  ${jobId}\n  Job triggered by:       Scheduler\n  Termination:            Backup OK\n`;
  await fixture.source.maker.recordLine(jobId, report);
  await ended(jobId, 'T');
  await feeder.poll();
  await feeder.poll();
  expect(await fixture.database.query('SELECT trigger_kind, trigger_name FROM run WHERE job_id = $1', [jobId])).toEqual(
    [{ trigger_kind: 'schedule', trigger_name: '' }],
  );
});
