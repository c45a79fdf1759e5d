import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type DataSource } from 'typeorm';
import { type Run, type RunStatus } from '../../src/domain/run.js';
import { type RunWrites } from '../../src/features/runs/sync/run-writes.repository.js';
import { openConsoleDatabase } from '../harness/fixtures/console-database.js';
import { type AskConsole } from '../harness/model/index-invariants.js';
import { makeRun } from '../harness/builders/domain-records.js';
import { numbers } from '../harness/builders/seeded-numbers.js';
import { runRecordParts } from '../harness/fixtures/run-records.js';
import { durationsKeptAndMade, keptAndMade, keptSums } from '../harness/model/recomputed-sums.js';

let database: DataSource;
let writes: RunWrites;

beforeAll(async () => {
  database = await openConsoleDatabase();
  ({ writes } = runRecordParts(database));
});

afterAll(() => database.destroy());

const ask: AskConsole = (text, values = []) => database.query(text, [...values]);

const letters: Readonly<Record<string, string>> = {
  running: 'R',
  completed: 'T',
  warning: 'W',
  error: 'f',
  canceled: 'A',
};

function randomRun(pick: (below: number) => number): Run {
  const jobId = 1 + pick(60);
  const status = (['running', 'completed', 'warning', 'error', 'canceled'] as RunStatus[])[pick(5)]!;
  const queuedAt = new Date(Date.UTC(2026, 9, 1 + pick(3), 22 + pick(3), 59, 59));
  const isEnded = status !== 'running';
  return makeRun({
    jobId,
    uniqueName: `run.${jobId}`,
    director: 'one',
    job: `Job${pick(2)}`,
    client: pick(5) === 0 ? null : `client-${pick(2)}`,
    level: ['Full', 'Incremental'][pick(2)]!,
    type: ['Backup', 'Restore'][pick(2)]!,
    pool: pick(4) === 0 ? null : 'Default',
    status,
    statusCode: letters[status]!,
    queuedAt,
    startedAt: pick(5) === 0 ? null : queuedAt,
    endedAt: isEnded && pick(6) > 0 ? new Date(queuedAt.getTime() + (pick(7200) - 60) * 500) : null,
    files: pick(1000),
    bytes: pick(1_000_000),
    errors: 0,
  });
}

test.each([1, 2, 3])('the kept sums are those of the record after any history (seed %d)', async (seed) => {
  const pick = numbers(seed);
  for (let step = 0; step < 25; step += 1) {
    const runs = Array.from({ length: 1 + pick(12) }, () => randomRun(pick));
    const action = pick(8);
    if (action === 0) await writes.markLost('one', runs);
    else if (action === 1) await database.query('DELETE FROM run WHERE job_id = $1', [runs[0]!.jobId]);
    else if (action === 2)
      await database.query(
        "UPDATE run SET ended = NOT ended, queued_at = queued_at + interval '3 hours' WHERE job_id = $1",
        [runs[0]!.jobId],
      );
    else await writes.take({ director: 'one', runs, newest: action === 3 ? pick(60) : null });
  }
  for (const table of keptSums) {
    const [kept, made] = await keptAndMade(ask, table);
    expect(kept).toEqual(made);
    expect(kept.length).toBeGreaterThan(2);
  }
  const [kept, made] = await durationsKeptAndMade(ask);
  expect(kept).toEqual(made);
});
