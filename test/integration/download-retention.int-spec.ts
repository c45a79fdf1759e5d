import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type DataSource } from 'typeorm';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import { createLog } from '../../src/platform/logging/log.js';
import { RetentionJobs } from '../../src/platform/retention-jobs.js';
import { DownloadRetentionJob } from '../../src/features/restore/downloads/download-retention.job.js';
import { DownloadsRepository } from '../../src/features/restore/downloads/downloads.repository.js';
import { believing, FakeClock } from '../harness/fakes/fake-clock.js';
import { openConsoleDatabase } from '../harness/fixtures/console-database.js';

let dataSource: DataSource;

beforeAll(async () => {
  dataSource = await openConsoleDatabase();
});
afterAll(() => dataSource.destroy());

test('records of downloads are deleted when they have expired, and not before', async () => {
  const clock = new FakeClock();
  const repository = new DownloadsRepository(dataSource);
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + 60_000);
  const facts = { director: 'one', jobids: [7], refs: ['L2E'], format: 'file', name: 'a', size: '5' } as const;
  const unstaged = { contents: 1, stagedAt: null, runJobId: null, takenBy: null };
  const download = {
    ...unstaged,
    ...facts,
    jobids: [7],
    refs: ['L2E'],
    id: randomUUID(),
    caller: 'user:x',
    createdAt,
    expiresAt,
  };
  await new UnitOfWork(dataSource).run((transaction) => repository.insert(transaction, download));
  const jobs = new RetentionJobs(believing(clock), createLog('silent'));
  new DownloadRetentionJob(jobs, repository).onModuleInit();
  const count = async (): Promise<unknown> => dataSource.query('SELECT count(*)::int AS count FROM restore_download');
  clock.advance(59);
  await jobs.run();
  expect(await count()).toEqual([{ count: 1 }]);
  clock.advance(1);
  await jobs.run();
  expect(await count()).toEqual([{ count: 0 }]);
});
