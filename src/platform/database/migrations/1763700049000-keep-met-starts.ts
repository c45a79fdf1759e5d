import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** A planned start whose run came stays and names it, so that the calendar can lay one beside the other. */
export class KeepMetStarts1763700049000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE planned_start ADD COLUMN unique_name text');
    await runner.query(
      'CREATE INDEX planned_start_open ON planned_start (director, at) WHERE NOT missed AND unique_name IS NULL',
    );
    await runner.query('CREATE INDEX planned_start_of ON planned_start (director, client, job, at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM planned_start WHERE unique_name IS NOT NULL');
    await runner.query('DROP INDEX planned_start_of');
    await runner.query('DROP INDEX planned_start_open');
    await runner.query('ALTER TABLE planned_start DROP COLUMN unique_name');
  }
}
