import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** The calendar shows a run that was requested for a later time at that time. They are few: each has a row here, others have none. */
export class FindDeferredRuns1763700420000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX run_deferred ON run (director, scheduled_at, generation, job_id) WHERE scheduled_at > queued_at',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX run_deferred');
  }
}
