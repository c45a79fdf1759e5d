import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Remembers from which addresses people have signed in. */
export class RememberAddresses1763700079000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE known_address (
      user_id uuid NOT NULL,
      address text NOT NULL,
      last_used_at timestamptz(3) NOT NULL,
      CONSTRAINT known_address_pkey PRIMARY KEY (user_id, address),
      CONSTRAINT known_address_user_id_fkey FOREIGN KEY (user_id) REFERENCES console_user (id)
    )`);
    await runner.query('CREATE INDEX known_address_last_used_at_idx ON known_address (last_used_at)');
    // Sessions told until now which addresses are known. Each person has the 20 used last.
    await runner.query(`INSERT INTO known_address (user_id, address, last_used_at)
      SELECT user_id, address, last_used_at FROM (
        SELECT *, row_number() OVER (PARTITION BY user_id ORDER BY last_used_at DESC, address) AS place FROM (
          SELECT user_id, max(created_at) AS last_used_at,
            CASE WHEN ip LIKE '%:%' THEN network(set_masklen(ip::inet, 64))::text ELSE ip END AS address
          FROM session WHERE ip ~ '^[0-9.]+$|^[0-9a-f:.]*:[0-9a-f:.]*$' GROUP BY 1, 3) AS used) AS placed
      WHERE place <= 20`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE known_address');
  }
}
