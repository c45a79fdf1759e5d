import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Of each try to send a mail, which recipients were accepted: only deferred ones are tried again. */
export class NoteRecipients1763700074000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE delivery_attempt ADD COLUMN recipients jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE delivery_attempt DROP COLUMN recipients');
  }
}
