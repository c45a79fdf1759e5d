import { type MigrationInterface, type QueryRunner } from 'typeorm';

const indexes = [
  'UNIQUE INDEX delivery_once_idx ON delivery (channel_id, webhook_id, replay)',
  'INDEX delivery_newest_idx ON delivery (created_at, id)',
  'INDEX delivery_of_channel_idx ON delivery (channel_id, created_at, id)',
  "INDEX delivery_undelivered_idx ON delivery (status, created_at, id) WHERE status <> 'delivered'",
  "INDEX delivery_due_idx ON delivery (channel_id, due_at, sequence) WHERE status = 'waiting'",
  "INDEX delivery_leased_idx ON delivery (leased_until) WHERE status = 'sending'",
  `INDEX delivery_in_order_idx ON delivery (channel_id, order_key, sequence)
    WHERE order_key IS NOT NULL AND status IN ('waiting', 'sending')`,
  'UNIQUE INDEX delivery_event_once_idx ON delivery_event (event_id, channel_id) WHERE replay = 0',
  'INDEX delivery_event_of_event_idx ON delivery_event (event_id, delivery_id)',
  'INDEX delivery_attempt_delivery_id_at_idx ON delivery_attempt (delivery_id, at)',
];

/** What goes to channels, every try of it, and what must be remembered to plan the next. */
export class CreateDeliveries1763700022000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE SEQUENCE delivery_sequence_seq');
    await createDelivery(runner);
    await createParts(runner);
    await createMemories(runner);
    for (const index of indexes) await runner.query(`CREATE ${index}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP TABLE delivery, delivery_event, delivery_attempt, delivery_incident, delivery_group, delivery_streak',
    );
    await runner.query('DROP SEQUENCE delivery_sequence_seq');
  }
}

async function createDelivery(runner: QueryRunner): Promise<void> {
  await runner.query(`CREATE TABLE delivery (
    id uuid NOT NULL,
    sequence bigint NOT NULL,
    channel_id uuid NOT NULL,
    channel_name text NOT NULL,
    kind text NOT NULL,
    webhook_id uuid NOT NULL,
    replay integer NOT NULL,
    title text NOT NULL,
    lines jsonb NOT NULL,
    event_count integer NOT NULL,
    group_key text,
    order_key text,
    status text NOT NULL,
    due_at timestamptz(3) NOT NULL,
    attempts integer NOT NULL,
    leased_until timestamptz(3),
    lease_owner integer,
    created_at timestamptz(3) NOT NULL,
    deadline timestamptz(3),
    ended_at timestamptz(3),
    last_status_code integer,
    last_detail text,
    CONSTRAINT delivery_pkey PRIMARY KEY (id)
  )`);
}

async function createParts(runner: QueryRunner): Promise<void> {
  await runner.query(`CREATE TABLE delivery_event (
    delivery_id uuid NOT NULL,
    event_id uuid NOT NULL,
    channel_id uuid NOT NULL,
    replay integer NOT NULL,
    CONSTRAINT delivery_event_pkey PRIMARY KEY (delivery_id, event_id)
  )`);
  await runner.query(`CREATE TABLE delivery_attempt (
    id uuid NOT NULL,
    delivery_id uuid NOT NULL,
    at timestamptz(3) NOT NULL,
    duration_ms integer NOT NULL,
    status_code integer,
    verdict text NOT NULL,
    detail text NOT NULL,
    excerpt text,
    next_try_at timestamptz(3),
    CONSTRAINT delivery_attempt_pkey PRIMARY KEY (id)
  )`);
}

async function createMemories(runner: QueryRunner): Promise<void> {
  await runner.query(`CREATE TABLE delivery_incident (
    channel_id uuid NOT NULL,
    dedup_key text NOT NULL,
    opened_at timestamptz(3) NOT NULL,
    CONSTRAINT delivery_incident_pkey PRIMARY KEY (channel_id, dedup_key)
  )`);
  await runner.query(`CREATE TABLE delivery_group (
    channel_id uuid NOT NULL,
    group_key text NOT NULL,
    last_at timestamptz(3),
    delivery_id uuid NOT NULL,
    CONSTRAINT delivery_group_pkey PRIMARY KEY (channel_id, group_key)
  )`);
  await runner.query(`CREATE TABLE delivery_streak (
    channel_id uuid NOT NULL,
    failures integer NOT NULL,
    since timestamptz(3) NOT NULL,
    told boolean NOT NULL,
    CONSTRAINT delivery_streak_pkey PRIMARY KEY (channel_id)
  )`);
}
