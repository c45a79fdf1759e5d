import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** How many clients there are, are without a backup and are silent, each by an index that holds nothing else. */
export class CountClients1763700058000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX client_silence_unguarded ON client_silence (director) WHERE enabled AND last_success_at IS NULL',
    );
    await runner.query(
      "CREATE INDEX client_silence_silent ON client_silence (director) WHERE enabled AND status <> 'ok'",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX client_silence_silent');
    await runner.query('DROP INDEX client_silence_unguarded');
  }
}
