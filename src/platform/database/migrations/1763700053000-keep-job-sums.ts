import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { clientKeeping, clientSums } from './1763700036000-rank-clients.js';
import {
  createSpanSums,
  createSumming,
  dropSumming,
  fillSpanSums,
  type SpanKeeping,
  type SpanSums,
} from './span-sums.js';

const jobSums: SpanSums = { table: 'run_job_sum', of: 'job', figures: ['files', 'bytes', 'seconds'] };
const keeping: SpanKeeping = {
  sums: [clientSums, jobSums],
  dayTable: 'run_sum_day',
  summing: 'sum_runs',
  moving: 'move_sums',
};

/** Jobs by what their runs of the last 7, 30 and 90 days come to: a page of them reads one row each, not one for each day. */
export class KeepJobSums1763700053000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // A million runs take longer than a statement of a running console may.
    await runner.query('SET LOCAL statement_timeout = 0');
    await dropSumming(runner, clientKeeping);
    await rename(runner, clientKeeping, keeping);
    await createSpanSums(runner, jobSums);
    await fillSpanSums(runner, jobSums, keeping);
    await runner.query('ANALYZE run_job_sum');
    await createSumming(runner, keeping);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropSumming(runner, keeping);
    await runner.query('DROP TABLE run_job_sum');
    await rename(runner, keeping, clientKeeping);
    await createSumming(runner, clientKeeping);
  }
}

async function rename(runner: QueryRunner, from: SpanKeeping, to: SpanKeeping): Promise<void> {
  await runner.query(`ALTER TABLE ${from.dayTable} RENAME TO ${to.dayTable}`);
  await runner.query(`ALTER TABLE ${to.dayTable} RENAME CONSTRAINT ${from.dayTable}_pkey TO ${to.dayTable}_pkey`);
}
