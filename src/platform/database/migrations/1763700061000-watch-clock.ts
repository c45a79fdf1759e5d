import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Remembers the last plausible time, and of runs that were dated in the future the date that their Director gave. */
export class WatchClock1763700061000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE clock_state (id integer PRIMARY KEY, believed_at timestamptz(3) NOT NULL, latest_at timestamptz(3) NOT NULL,
         CONSTRAINT clock_state_one_row CHECK (id = 1))`,
    );
    // The newest event tells when this console ran last. Dates that lie in the future by now are looked for once.
    await runner.query(
      `INSERT INTO clock_state (id, believed_at, latest_at)
       SELECT 1, max(recorded_at), 'infinity' FROM event HAVING max(recorded_at) IS NOT NULL`,
    );
    await runner.query('ALTER TABLE run ADD future_end_at timestamptz(3)');
    await runner.query('CREATE INDEX run_dated_ahead ON run (director, future_end_at) WHERE future_end_at IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE run DROP future_end_at');
    await runner.query('DROP TABLE clock_state');
  }
}
