import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** People keep filters of lists under names of their own. */
export class SaveFilters1763700430000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE saved_filter (
      id uuid NOT NULL,
      user_id uuid NOT NULL,
      page text NOT NULL,
      name text NOT NULL,
      query text NOT NULL,
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      CONSTRAINT saved_filter_pkey PRIMARY KEY (id),
      CONSTRAINT saved_filter_user_id_fkey FOREIGN KEY (user_id) REFERENCES console_user (id) ON DELETE CASCADE
    )`);
    await runner.query('CREATE UNIQUE INDEX saved_filter_user_id_page_name_idx ON saved_filter (user_id, page, name)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE saved_filter');
  }
}
