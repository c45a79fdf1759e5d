import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Remembers conditions that hold, and log-ins that were refused lately. */
export class WatchConditions1763700083000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE SEQUENCE condition_occurrence AS bigint');
    await runner.query(`CREATE TABLE watched_condition (
      key text NOT NULL,
      kind text NOT NULL,
      director text,
      is_active boolean NOT NULL,
      streak integer NOT NULL,
      streak_since timestamptz(3),
      since timestamptz(3),
      checked_at timestamptz(3),
      details jsonb NOT NULL,
      occurrence bigint NOT NULL DEFAULT nextval('condition_occurrence'),
      CONSTRAINT watched_condition_pkey PRIMARY KEY (key)
    )`);
    await runner.query('CREATE INDEX watched_condition_kind_director_idx ON watched_condition (kind, director)');
    await runner.query(`CREATE TABLE refused_log_in (
      key text NOT NULL,
      times timestamptz[] NOT NULL,
      last_at timestamptz(3) NOT NULL,
      CONSTRAINT refused_log_in_pkey PRIMARY KEY (key)
    )`);
    await runner.query('CREATE INDEX refused_log_in_last_at_idx ON refused_log_in (last_at)');
    // Windows that are open now let through what is graver than the mildest: nobody knows what opened them.
    await runner.query(`ALTER TABLE delivery_group ADD severity text NOT NULL DEFAULT 'info',
      ADD last_severity text NOT NULL DEFAULT 'info'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE delivery_group DROP severity, DROP last_severity');
    await runner.query('DROP TABLE refused_log_in');
    await runner.query('DROP TABLE watched_condition');
    await runner.query('DROP SEQUENCE condition_occurrence');
  }
}
