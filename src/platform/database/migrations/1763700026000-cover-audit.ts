import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Audit records are found by each of their members, and orders keep what is to be recorded of them until they are settled. */
export class CoverAudit1763700026000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // An index over years of records may take longer than a statement of the console may.
    await runner.query('SET LOCAL statement_timeout = 0');
    await runner.query('DROP INDEX audit_record_of_tokens_idx, audit_record_token_id_at_id_idx');
    for (const definition of indexes) await runner.query(`CREATE INDEX ${definition}`);
    await runner.query('ALTER TABLE run_order ADD COLUMN audit jsonb');
    await runner.query('CREATE INDEX run_order_unrecorded_idx ON run_order (created_at) WHERE audit IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE run_order DROP COLUMN audit');
    await runner.query(`DROP INDEX ${indexes.map((definition) => definition.split(' ')[0]).join(', ')}`);
    await runner.query('CREATE INDEX audit_record_token_id_at_id_idx ON audit_record (token_id, at, id)');
    await runner.query(
      "CREATE INDEX audit_record_of_tokens_idx ON audit_record (at, id) WHERE action LIKE 'api_token.%'",
    );
  }
}

const indexes = [
  'audit_record_action_at_id_idx ON audit_record (action, at, id)',
  "audit_record_undone_idx ON audit_record (outcome, at, id) WHERE outcome <> 'success'",
  'audit_record_actor_name_at_id_idx ON audit_record (actor_name, at, id)',
  'audit_record_actor_id_at_id_idx ON audit_record (actor_id, at, id)',
  'audit_record_by_token_idx ON audit_record (actor_token_id, at, id) WHERE actor_token_id IS NOT NULL',
  'audit_record_about_token_idx ON audit_record (token_id, at, id) WHERE token_id IS NOT NULL',
  'audit_record_request_id_idx ON audit_record (request_id)',
  // Beginnings of targets are found whatever the collation of the database.
  'audit_record_target_idx ON audit_record (target text_pattern_ops, at, id)',
  // Networks are found by addresses that are addresses; the expression stands word for word in events/audit-filter.ts.
  "audit_record_address_idx ON audit_record ((CASE WHEN ip ~ '^[0-9a-f.:]+$' THEN ip::inet END), at, id)",
];
