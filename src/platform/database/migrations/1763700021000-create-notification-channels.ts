import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Ways to tell people and machines. */
export class CreateNotificationChannels1763700021000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE notification_channel (
      id uuid NOT NULL,
      name text NOT NULL,
      kind text NOT NULL,
      settings jsonb NOT NULL,
      sealed text NOT NULL,
      paused_at timestamptz(3),
      disabled_at timestamptz(3),
      failing_since timestamptz(3),
      owner_id uuid,
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      revision integer NOT NULL,
      CONSTRAINT notification_channel_pkey PRIMARY KEY (id)
    )`);
    await runner.query('CREATE UNIQUE INDEX notification_channel_name_idx ON notification_channel (name)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE notification_channel');
  }
}
