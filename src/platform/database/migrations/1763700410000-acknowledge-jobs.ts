import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Remembers who looks after an overdue job. */
export class AcknowledgeJobs1763700410000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE job_acknowledgement (
      director text NOT NULL,
      job text NOT NULL,
      note text NOT NULL,
      by_kind text NOT NULL,
      by_id text,
      by_name text NOT NULL,
      at timestamptz(3) NOT NULL,
      until timestamptz(3),
      CONSTRAINT job_acknowledgement_pkey PRIMARY KEY (director, job)
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE job_acknowledgement');
  }
}
