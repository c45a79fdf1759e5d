import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Of no password that anybody knows: the salt and the hash are random characters. */
const nobodysPassword =
  '$argon2id$v=19$m=19456,t=2,p=1$mV9wQx3rT7bYc1LkE5uHsA$Zq4nR8tJ2vXe6yPd0KfWb3GhUc7iMaLsOx1NzTrEj5g';

/** Links with which people set their password; until then they have none. */
export class CreateOneTimeLinks1763700043000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE one_time_link (
      id uuid NOT NULL,
      secret_hash bytea NOT NULL,
      user_id uuid NOT NULL,
      purpose text NOT NULL,
      created_at timestamptz(3) NOT NULL,
      expires_at timestamptz(3) NOT NULL,
      ended_at timestamptz(3),
      CONSTRAINT one_time_link_pkey PRIMARY KEY (id),
      CONSTRAINT one_time_link_user_id_fkey FOREIGN KEY (user_id) REFERENCES console_user (id)
    )`);
    await runner.query('CREATE UNIQUE INDEX one_time_link_secret_hash_idx ON one_time_link (secret_hash)');
    await runner.query('CREATE INDEX one_time_link_user_id_idx ON one_time_link (user_id)');
    await runner.query('CREATE INDEX one_time_link_expires_at_idx ON one_time_link (expires_at)');
    await runner.query('ALTER TABLE console_user ALTER COLUMN password_hash DROP NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE console_user SET password_hash = '${nobodysPassword}' WHERE password_hash IS NULL`);
    await runner.query('ALTER TABLE console_user ALTER COLUMN password_hash SET NOT NULL');
    await runner.query('DROP TABLE one_time_link');
  }
}
