import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** So that the look of each minute reads the clients whose silence may be decided otherwise by then, and no others. */
export class LookAtDueClients1763700040000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE client_silence ADD due_at timestamptz(3) DEFAULT '-infinity'`);
    await runner.query('CREATE INDEX client_silence_due ON client_silence (director, due_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX client_silence_due');
    await runner.query('ALTER TABLE client_silence DROP COLUMN due_at');
  }
}
