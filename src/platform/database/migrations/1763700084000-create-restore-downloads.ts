import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** What callers may have as a download, until it expires. */
export class CreateRestoreDownloads1763700084000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE restore_download (
      id uuid NOT NULL,
      caller text NOT NULL,
      director text NOT NULL,
      jobids integer[] NOT NULL,
      refs text[] NOT NULL,
      format text NOT NULL,
      name text NOT NULL,
      size bigint NOT NULL,
      created_at timestamptz(3) NOT NULL,
      expires_at timestamptz(3) NOT NULL,
      CONSTRAINT restore_download_pkey PRIMARY KEY (id)
    )`);
    await runner.query('CREATE INDEX restore_download_caller_idx ON restore_download (caller)');
    await runner.query('CREATE INDEX restore_download_expires_at_idx ON restore_download (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE restore_download');
  }
}
