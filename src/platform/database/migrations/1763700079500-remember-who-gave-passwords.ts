import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Remembers who set the password of somebody else. Of passwords from before it is not known: they count as the person's own. */
export class RememberWhoGavePasswords1763700079500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE console_user ADD password_given_by uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE console_user DROP password_given_by');
  }
}
