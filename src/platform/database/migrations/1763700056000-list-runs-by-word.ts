import { type MigrationInterface, type QueryRunner } from 'typeorm';

const columns = ['status', 'level', 'type', 'pool'];

/** A list of its own for each word of these: all runs of one status are of dozens of kinds, whose lists had to be read past each other. */
export class ListRunsByWord1763700056000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const column of columns) {
      const key = `hashtextextended(director || E'\\n' || ${column}, 0)`;
      await runner.query(`CREATE INDEX run_by_${column} ON run ((${key}), generation, job_id)`);
    }
    // Of what an index is made by, nothing is known before.
    await runner.query('ANALYZE run');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of columns) await runner.query(`DROP INDEX run_by_${column}`);
  }
}
