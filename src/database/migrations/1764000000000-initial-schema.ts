import { readFileSync } from 'node:fs';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** All tables, functions and triggers, from the two files of SQL, which the build copies beside the compiled code. */
export class InitialSchema1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const file of ['schema.sql', 'triggers.sql'])
      await runner.query(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'));
    await runner.query('INSERT INTO global_threshold (id, warn_seconds, crit_seconds) VALUES (1, 129600, 259200)');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('The initial schema cannot be reverted. Drop the database instead.'));
  }
}
