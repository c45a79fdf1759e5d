import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Downloads whose files a client restores to a staging folder first: where to, by which run, and which process sends them. */
export class StageDownloads1763700400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE restore_download
      ADD COLUMN contents integer NOT NULL DEFAULT 0,
      ADD COLUMN staged_at text,
      ADD COLUMN run_job_id integer,
      ADD COLUMN taken_by integer`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE restore_download
      DROP COLUMN contents,
      DROP COLUMN staged_at,
      DROP COLUMN run_job_id,
      DROP COLUMN taken_by`);
  }
}
