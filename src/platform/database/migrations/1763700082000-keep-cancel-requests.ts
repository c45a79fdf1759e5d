import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Keeps which runs somebody asked to cancel: a Director may take half a minute until the run shows it. */
export class KeepCancelRequests1763700082000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE run_cancel_request (
      director text NOT NULL,
      unique_name text NOT NULL,
      at timestamptz(3) NOT NULL,
      CONSTRAINT run_cancel_request_pkey PRIMARY KEY (director, unique_name)
    )`);
    await runner.query('CREATE INDEX run_cancel_request_at ON run_cancel_request (at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE run_cancel_request');
  }
}
