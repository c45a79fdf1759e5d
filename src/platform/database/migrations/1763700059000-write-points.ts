import { type MigrationInterface, type QueryRunner } from 'typeorm';

const rowOf = (columns: readonly string[]): string =>
  `(SELECT row_to_json(own)::text FROM (SELECT ${columns.map((column) => `NEW.${column}`).join(', ')}) own)`;

const points = {
  run_day: rowOf(['day', 'level', 'status', 'runs', 'files', 'bytes']),
  run_pool_day: rowOf(['day', 'runs', 'files', 'bytes']),
  run_day_durations: 'array_to_json(NEW.runs)::text',
} as const;

/** Sums by day carry their JSON: made of a thousand rows at each question, it took longer than their reading. */
export class WritePoints1763700059000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, point] of Object.entries(points)) {
      await runner.query(`ALTER TABLE ${table} ADD COLUMN point text`);
      await runner.query(`CREATE FUNCTION write_${table}_point() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN NEW.point := ${point}; RETURN NEW; END $$`);
      await runner.query(`CREATE TRIGGER ${table}_point_written BEFORE INSERT OR UPDATE ON ${table}
        FOR EACH ROW EXECUTE FUNCTION write_${table}_point()`);
      await runner.query(`UPDATE ${table} SET point = NULL`);
    }
    await runner.query('CREATE INDEX run_pool_day_by_pool ON run_pool_day (director, pool, day, type)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX run_pool_day_by_pool');
    for (const table of Object.keys(points)) {
      await runner.query(`DROP TRIGGER ${table}_point_written ON ${table}`);
      await runner.query(`DROP FUNCTION write_${table}_point()`);
      await runner.query(`ALTER TABLE ${table} DROP COLUMN point`);
    }
  }
}
