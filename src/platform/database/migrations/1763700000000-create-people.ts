import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** People, roles, sessions, tokens and failed log-ins. */
export class CreatePeople1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createRolesAndUsers(runner);
    await createSessions(runner);
    await createTokens(runner);
    await runner.query(`CREATE TABLE login_throttle (
      key text NOT NULL,
      failures integer NOT NULL,
      last_failed_at timestamptz(3) NOT NULL,
      CONSTRAINT login_throttle_pkey PRIMARY KEY (key)
    )`);
    await runner.query('CREATE INDEX login_throttle_last_failed_at_idx ON login_throttle (last_failed_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE login_throttle, api_token, session, console_user, role');
  }
}

async function createRolesAndUsers(runner: QueryRunner): Promise<void> {
  await runner.query(`CREATE TABLE role (
    name text NOT NULL,
    description text NOT NULL,
    capabilities text[] NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT role_pkey PRIMARY KEY (name)
  )`);
  // console_user.role names a built-in role, which has no row, or a row of role: no foreign key can say that.
  await runner.query(`CREATE TABLE console_user (
    id uuid NOT NULL,
    username text NOT NULL,
    username_key text NOT NULL,
    password_hash text NOT NULL,
    role text NOT NULL,
    disabled_at timestamptz(3),
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    last_login_at timestamptz(3),
    CONSTRAINT console_user_pkey PRIMARY KEY (id)
  )`);
  await runner.query('CREATE UNIQUE INDEX console_user_username_key_idx ON console_user (username_key)');
  await runner.query('CREATE INDEX console_user_role_idx ON console_user (role)');
}

async function createSessions(runner: QueryRunner): Promise<void> {
  await runner.query(`CREATE TABLE session (
    id uuid NOT NULL,
    token_hash bytea NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamptz(3) NOT NULL,
    last_seen_at timestamptz(3) NOT NULL,
    idle_expires_at timestamptz(3) NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    ended_at timestamptz(3),
    ip text NOT NULL,
    user_agent text NOT NULL,
    CONSTRAINT session_pkey PRIMARY KEY (id),
    CONSTRAINT session_user_id_fkey FOREIGN KEY (user_id) REFERENCES console_user (id)
  )`);
  await runner.query('CREATE UNIQUE INDEX session_token_hash_idx ON session (token_hash)');
  await runner.query('CREATE INDEX session_user_id_created_at_id_idx ON session (user_id, created_at, id)');
  await runner.query('CREATE INDEX session_expires_at_idx ON session (expires_at)');
}

async function createTokens(runner: QueryRunner): Promise<void> {
  await runner.query(`CREATE TABLE api_token (
    id uuid NOT NULL,
    name text NOT NULL,
    secret_hash bytea NOT NULL,
    owner_id uuid NOT NULL,
    role text NOT NULL,
    capabilities text[] NOT NULL,
    created_at timestamptz(3) NOT NULL,
    expires_at timestamptz(3),
    last_used_at timestamptz(3),
    last_used_ip text,
    revoked_at timestamptz(3),
    revoked_by text,
    CONSTRAINT api_token_pkey PRIMARY KEY (id),
    CONSTRAINT api_token_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES console_user (id)
  )`);
  await runner.query('CREATE UNIQUE INDEX api_token_secret_hash_idx ON api_token (secret_hash)');
  await runner.query('CREATE INDEX api_token_created_at_id_idx ON api_token (created_at, id)');
  await runner.query('CREATE INDEX api_token_owner_id_created_at_id_idx ON api_token (owner_id, created_at, id)');
}
