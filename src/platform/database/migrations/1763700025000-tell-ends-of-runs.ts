import { type MigrationInterface, type QueryRunner } from 'typeorm';

const indexes = {
  event_type_recorded_at_id_idx: '(type, recorded_at, id)',
  event_severity_recorded_at_id_idx: '(severity, recorded_at, id)',
  event_subject_recorded_at_id_idx: '(subject, recorded_at, id)',
};

/** Where ids of runs start over, the record knows what of the new id space is history. Events are listed by what they are about. */
export class TellEndsOfRuns1763700025000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE run_feed ADD COLUMN history_until timestamptz(3)');
    for (const [name, columns] of Object.entries(indexes)) {
      await runner.query(`CREATE INDEX ${name} ON event ${columns}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(indexes)) await runner.query(`DROP INDEX ${name}`);
    await runner.query('ALTER TABLE run_feed DROP COLUMN history_until');
  }
}
