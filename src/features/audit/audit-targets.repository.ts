import { type DataSource } from 'typeorm';
import { type AuditRecordEntity } from './audit-record.entity.js';

/** Kinds of targets that are recorded by an id. Their names are not in the records of earlier versions. */
const byId = /^(?:user|token|channel|session):[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A deleted channel is known by the record of its deletion, a session by that of its log-in. */
const namesOf = `
  WITH wanted AS MATERIALIZED (
    SELECT target, split_part(target, ':', 1) AS kind, split_part(target, ':', 2)::uuid AS id
    FROM unnest($1::text[]) AS target)
  SELECT w.target, u.username AS name FROM wanted w JOIN console_user u ON u.id = w.id WHERE w.kind = 'user'
  UNION ALL SELECT w.target, t.name FROM wanted w JOIN api_token t ON t.id = w.id WHERE w.kind = 'token'
  UNION ALL SELECT w.target, c.name FROM wanted w JOIN notification_channel c ON c.id = w.id WHERE w.kind = 'channel'
  UNION ALL SELECT r.target, r.changes->'name'->>'from' FROM wanted w JOIN audit_record r ON r.target = w.target
    WHERE w.kind = 'channel' AND r.action = 'channel.delete'
  UNION ALL SELECT r.target, r.actor_name FROM wanted w JOIN audit_record r ON r.target = w.target
    WHERE w.kind = 'session' AND r.action = 'session.create' AND r.outcome = 'success'`;

const targetsNamed = `
  SELECT target FROM (
    SELECT 'user:' || id AS target, username AS name FROM console_user
    UNION ALL SELECT 'token:' || id, name FROM api_token
    UNION ALL SELECT 'channel:' || id, name FROM notification_channel
    UNION ALL SELECT target, changes->'name'->>'from' FROM audit_record WHERE action = 'channel.delete') AS known
  WHERE strpos(lower(name), lower($1)) > 0 LIMIT 1000`;

/** Names of what audit records are about. */
export class AuditTargets {
  constructor(private readonly dataSource: DataSource) {}

  /** Adds the names that the records themselves do not have, as they are known now. */
  async addNames(records: readonly AuditRecordEntity[]): Promise<void> {
    const unnamed = records.filter(({ target, targetName }) => targetName === null && byId.test(target));
    if (unnamed.length === 0) return;
    const targets = [...new Set(unnamed.map(({ target }) => target))];
    const rows: { target: string; name: string | null }[] = await this.dataSource.query(namesOf, [targets]);
    const names = new Map(rows.map(({ target, name }) => [target, name]));
    for (const record of unnamed) record.targetName = names.get(record.target) ?? null;
  }

  /** At most 1,000 targets whose name has this part, ignoring case. */
  async withNamePart(part: string): Promise<string[]> {
    const rows: { target: string }[] = await this.dataSource.query(targetsNamed, [part]);
    return rows.map(({ target }) => target);
  }
}
