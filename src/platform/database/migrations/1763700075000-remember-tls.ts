import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** With which Directors TLS worked. */
export class RememberTls1763700075000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE director_tls (director text NOT NULL, target text NOT NULL, first_at timestamptz(3) NOT NULL,
         CONSTRAINT director_tls_pkey PRIMARY KEY (director, target))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE director_tls');
  }
}
