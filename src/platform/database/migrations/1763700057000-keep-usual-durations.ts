import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Ten runs before the newest of each job were read anew for each page of statistics of jobs, which was two thirds of it. */
export class KeepUsualDurations1763700057000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE usual_duration (
      director text COLLATE "C" NOT NULL, job text COLLATE "C" NOT NULL, generation integer NOT NULL, job_id integer NOT NULL,
      seconds integer, CONSTRAINT usual_duration_pkey PRIMARY KEY (director, job)
    )`);
    // The newest of each job are compared once more, which fills the table.
    await runner.query(`INSERT INTO run_unweighed (director, unique_name)
      SELECT named.director, newest.unique_name FROM (SELECT DISTINCT director, job FROM run_series) named
      CROSS JOIN LATERAL (SELECT unique_name, type FROM run WHERE run.director = named.director AND run.job = named.job AND run.ended
        ORDER BY generation DESC, job_id DESC LIMIT 1) newest
      WHERE newest.type = 'Backup' ON CONFLICT DO NOTHING`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE usual_duration');
  }
}
