import { type MigrationInterface, type QueryRunner } from 'typeorm';

const indexes = [
  // Reading an hour's runs for the first fifty of them took a whole hour's rows, of which a large site has thousands.
  'run_by_time ON run (director, queued_at, generation, job_id)',
  // By the moment that run_outlier names `at`. A small size says little of an Incremental, of which there are many.
  `run_small ON run (director, level, (COALESCE(ended_at, queued_at))) WHERE outliers @> '[["small"]]'`,
  'planned_start_missed_at ON planned_start (director, at) WHERE missed',
];

/** The calendar and a Director's health cost as little on a day of ten thousand runs as on one of ten. */
export class FindRunsByTime1763700060000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const index of indexes) await runner.query(`CREATE INDEX ${index}`);
    // Without it nothing is known yet of the values of an expression.
    await runner.query('ANALYZE run');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const index of indexes) await runner.query(`DROP INDEX ${index.split(' ')[0]}`);
  }
}
