import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** What happened: events for subscribers, audit records for reviewers. */
export class CreateEvents1763700001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createEvents(runner);
    await createAuditRecords(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit_record, event');
  }
}

async function createEvents(runner: QueryRunner): Promise<void> {
  await runner.query(`CREATE TABLE event (
    id uuid NOT NULL,
    once_key text NOT NULL,
    type text NOT NULL,
    "timestamp" timestamptz(3) NOT NULL,
    severity text NOT NULL,
    source text NOT NULL,
    subject text NOT NULL,
    dedup_key text NOT NULL,
    summary text NOT NULL,
    data jsonb NOT NULL,
    links jsonb NOT NULL,
    CONSTRAINT event_pkey PRIMARY KEY (id)
  )`);
  await runner.query('CREATE UNIQUE INDEX event_once_key_idx ON event (once_key)');
  await runner.query('CREATE INDEX event_timestamp_id_idx ON event ("timestamp", id)');
}

async function createAuditRecords(runner: QueryRunner): Promise<void> {
  await runner.query(`CREATE TABLE audit_record (
    id uuid NOT NULL,
    at timestamptz(3) NOT NULL,
    action text NOT NULL,
    outcome text NOT NULL,
    actor_kind text NOT NULL,
    actor_id text,
    actor_name text NOT NULL,
    actor_role text,
    actor_token_id text,
    token_id text,
    target text NOT NULL,
    ip text,
    user_agent text,
    request_id text,
    changes jsonb NOT NULL,
    CONSTRAINT audit_record_pkey PRIMARY KEY (id)
  )`);
  await runner.query('CREATE INDEX audit_record_at_id_idx ON audit_record (at, id)');
  await runner.query('CREATE INDEX audit_record_token_id_at_id_idx ON audit_record (token_id, at, id)');
  // Reviewers ask for token records above all; among years of log-ins they are few.
  await runner.query(
    "CREATE INDEX audit_record_of_tokens_idx ON audit_record (at, id) WHERE action LIKE 'api_token.%'",
  );
}
