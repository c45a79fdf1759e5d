import { type MigrationInterface, type QueryRunner } from 'typeorm';

const keys = ['trigger_kind', 'trigger_id', 'trigger_name'];

/**
 * Runs keep who started them, so that they are found by it, also when their orders are forgotten. Audit records name the session
 * that acted; null is not sealed, so that the seals of earlier records stay right. A revoked token names who revoked it with what.
 */
export class NameWhoActed1763700431000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Every run of an embedded Director is updated.
    await runner.query('SET LOCAL statement_timeout = 0');
    await nameTriggers(runner);
    await runner.query('ALTER TABLE audit_record ADD COLUMN actor_session_id text');
    await runner.query(
      "ALTER TABLE api_token ALTER COLUMN revoked_by TYPE jsonb USING jsonb_build_object('name', revoked_by)",
    );
    await runner.query(`UPDATE api_token SET revoked_by = CASE WHEN revoked_at IS NOT NULL THEN
      COALESCE((SELECT jsonb_build_object('kind', actor_kind, 'id', actor_id, 'name', actor_name, 'role', actor_role,
          'tokenId', actor_token_id, 'sessionId', NULL)
        FROM audit_record WHERE token_id = api_token.id::text AND action = 'api_token.revoke' ORDER BY at LIMIT 1),
      jsonb_build_object('kind', 'session', 'id', NULL, 'name', revoked_by->>'name', 'role', NULL,
        'tokenId', NULL, 'sessionId', NULL)) END`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE api_token ALTER COLUMN revoked_by TYPE text USING revoked_by->>'name'");
    await runner.query('ALTER TABLE audit_record DROP COLUMN actor_session_id');
    await runner.query(`ALTER TABLE run ${keys.map((column) => `DROP COLUMN ${column}`).join(', ')}`);
  }
}

async function nameTriggers(runner: QueryRunner): Promise<void> {
  await runner.query(`ALTER TABLE run ${keys.map((column) => `ADD COLUMN ${column} text`).join(', ')}`);
  // The triggers keep nothing that depends on these columns.
  await runner.query('ALTER TABLE run DISABLE TRIGGER USER');
  await runner.query(`UPDATE run SET trigger_kind = split_part(comment, ':', 1),
      trigger_name = substr(comment, strpos(comment, ':') + 1)
    WHERE comment LIKE 'schedule:_%' OR comment LIKE 'console:%'`);
  await runner.query(`UPDATE run SET trigger_kind = o.actor_kind, trigger_id = split_part(o.caller, ':', 2), trigger_name = o.actor_name
    FROM run_order o WHERE o.id = run.order_id AND run.trigger_kind IS NULL`);
  await runner.query('ALTER TABLE run ENABLE TRIGGER USER');
  for (const column of keys) {
    const key = `hashtextextended(director || E'\\n' || ${column}, 0)`;
    await runner.query(
      `CREATE INDEX run_by_${column} ON run ((${key}), generation, job_id) WHERE ${column} IS NOT NULL`,
    );
  }
  await runner.query('ANALYZE run');
}
