import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Events learn when they were put on record, and whether every channel that wants them has been given its delivery. */
export class FanOutEvents1763700020000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE event ADD COLUMN recorded_at timestamptz(3) NOT NULL DEFAULT now()');
    await runner.query('ALTER TABLE event ALTER COLUMN recorded_at DROP DEFAULT');
    // What is on record from before there were channels is history.
    await runner.query('ALTER TABLE event ADD COLUMN fanned_out_at timestamptz(3)');
    await runner.query('UPDATE event SET recorded_at = "timestamp", fanned_out_at = now()');
    await runner.query('CREATE INDEX event_waiting_idx ON event (recorded_at, id) WHERE fanned_out_at IS NULL');
    await runner.query('CREATE INDEX event_recorded_at_id_idx ON event (recorded_at, id)');
    await runner.query('CREATE INDEX event_dedup_key_recorded_at_id_idx ON event (dedup_key, recorded_at, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE event DROP COLUMN fanned_out_at, DROP COLUMN recorded_at');
  }
}
