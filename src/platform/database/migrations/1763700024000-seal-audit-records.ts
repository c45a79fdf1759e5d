import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Audit records get a chain of seals. Those from before are sealed by the first console that starts, in the order of their times. */
export class SealAuditRecords1763700024000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createSeals(runner);
    await createMarkers(runner);
    await markEachRecord(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER audit_record_mark_unsealed ON audit_record');
    await runner.query('DROP FUNCTION audit_mark_unsealed()');
    await runner.query('DROP TABLE audit_unsealed, audit_seal');
  }
}

async function createSeals(runner: QueryRunner): Promise<void> {
  await runner.query(`CREATE TABLE audit_seal (
    seq bigint NOT NULL,
    record_id uuid NOT NULL,
    record_hash bytea NOT NULL,
    hash bytea NOT NULL,
    sealed_at timestamptz(3) NOT NULL,
    key_id text,
    signature bytea,
    CONSTRAINT audit_seal_pkey PRIMARY KEY (seq)
  )`);
  await runner.query('CREATE UNIQUE INDEX audit_seal_record_id_idx ON audit_seal (record_id)');
}

async function createMarkers(runner: QueryRunner): Promise<void> {
  await runner.query(`CREATE TABLE audit_unsealed (
    record_id uuid NOT NULL,
    marked_at timestamptz(3) NOT NULL,
    CONSTRAINT audit_unsealed_pkey PRIMARY KEY (record_id)
  )`);
  await runner.query('CREATE INDEX audit_unsealed_marked_at_record_id_idx ON audit_unsealed (marked_at, record_id)');
  await runner.query('INSERT INTO audit_unsealed (record_id, marked_at) SELECT id, at FROM audit_record');
}

/** By the database, as the owner: whoever can add a record cannot add one that waits for no seal. */
async function markEachRecord(runner: QueryRunner): Promise<void> {
  await runner.query(`CREATE FUNCTION audit_mark_unsealed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    BEGIN
      INSERT INTO audit_unsealed (record_id, marked_at) SELECT id, clock_timestamp() FROM added;
      PERFORM pg_notify('audit_unsealed', '');
      RETURN NULL;
    END $$`);
  await runner.query(`CREATE TRIGGER audit_record_mark_unsealed AFTER INSERT ON audit_record
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION audit_mark_unsealed()`);
}
