import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { countCap, type PageRequest, type Slice, sliceOf, type Total, totalOf } from '../../domain/pagination.js';
import { type Transaction } from '../../database/unit-of-work.js';
import { auditActions } from './audit-actions.js';
import {
  type ActorMatch,
  type AuditFilter,
  fittingActions,
  fittingNames,
  likePattern,
  type ResolvedAuditFilter,
  simpleConditions,
  SqlParams,
  type TargetMatch,
  tokenBranches,
} from './audit-filter.js';
import { AuditRecordEntity } from './audit-record.entity.js';

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

/** Names of the targets of audit records. */
class AuditTargets {
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

/** Names that are read to resolve a part of a name, by one step into an index each. Failed log-ins can claim any number of names. */
const mostNames = 1_000;
/** PostgreSQL allows at most 65,535 values in a statement. */
const insertedAtOnce = 1_000;

const columns = `record.id, record.at, record.action, record.outcome, record.actor_kind AS "actorKind",
  record.actor_id AS "actorId", record.actor_name AS "actorName", record.actor_role AS "actorRole",
  record.actor_token_id AS "actorTokenId", record.token_id AS "tokenId", record.target, record.ip,
  record.user_agent AS "userAgent", record.request_id AS "requestId", record.changes, record.target_name AS "targetName",
  record.actor_session_id AS "actorSessionId"`;

/** The distinct stored values of a column, at most `$1`, each found by one step in the index that starts with it. */
function valuesOnRecord(column: 'action' | 'actor_name'): string {
  return `WITH RECURSIVE known AS (
      (SELECT ${column} AS value FROM audit_record ORDER BY ${column} LIMIT 1)
      UNION ALL
      SELECT (SELECT ${column} FROM audit_record WHERE ${column} > known.value ORDER BY ${column} LIMIT 1)
      FROM known WHERE known.value IS NOT NULL)
    SELECT value FROM known WHERE value IS NOT NULL LIMIT $1`;
}

@Injectable()
export class AuditRecordsRepository {
  private readonly targets: AuditTargets;

  constructor(private readonly dataSource: DataSource) {
    this.targets = new AuditTargets(dataSource);
  }

  async insert(transaction: Transaction, records: readonly AuditRecordEntity[]): Promise<void> {
    for (let from = 0; from < records.length; from += insertedAtOnce) {
      const part = records.slice(from, from + insertedAtOnce);
      await transaction.getRepository(AuditRecordEntity).insert(part as never[]);
    }
  }

  async find(id: string): Promise<AuditRecordEntity | null> {
    const record = await this.dataSource.getRepository(AuditRecordEntity).findOneBy({ id });
    if (record) await this.targets.addNames([record]);
    return record;
  }

  /** The filter, translated to currently stored values. */
  async resolve({ actions, actor, target, ...others }: AuditFilter): Promise<ResolvedAuditFilter> {
    const [meant, whom, match] = await Promise.all([
      actions && this.actionsFor(actions),
      actor === undefined ? undefined : this.actorMatch(actor),
      target === undefined ? undefined : this.targetMatch(target),
    ]);
    return {
      ...others,
      actions: meant,
      actor: whom,
      target: match,
    };
  }

  /** Newest first. */
  async list(filter: AuditFilter, page: PageRequest): Promise<Slice<AuditRecordEntity>> {
    const wanted = await this.resolve(filter);
    const total = page.count === true ? await this.count(wanted) : undefined;
    const values = new SqlParams();
    const text = orderedUnion(columns, branchesOf(wanted, page, values), page.limit + 1);
    const rows = text === null ? [] : await this.dataSource.query<AuditRecordEntity[]>(text, values.list);
    const slice = sliceOf(rows, page.limit, (row) => [row.at.toISOString(), row.id], total);
    await this.targets.addNames(slice.items);
    return slice;
  }

  private async count(wanted: ResolvedAuditFilter): Promise<Total> {
    const values = new SqlParams();
    const rows = orderedUnion('record.at, record.id', branchesOf(wanted, {}, values), countCap + 1);
    if (rows === null) return { value: 0, exact: true };
    const found = await this.dataSource.query<{ value: number }[]>(
      `SELECT count(*)::integer AS value FROM (${rows}) AS counted`,
      values.list,
    );
    return totalOf(found[0]?.value ?? 0);
  }

  /** undefined: all of them match, so no condition is needed. */
  private async actionsFor(texts: readonly string[]): Promise<readonly string[] | undefined> {
    const onRecord = await this.onRecord('action', auditActions.length);
    const fitting = fittingActions(texts, onRecord);
    return fitting.length === onRecord.length && onRecord.length > 0 ? undefined : fitting;
  }

  private async actorMatch(text: string): Promise<ActorMatch> {
    const whole: unknown[] = await this.dataSource.query('SELECT FROM audit_record WHERE actor_name = $1 LIMIT 1', [
      text,
    ]);
    if (whole.length > 0 && !text.includes('*')) return { names: [text] };
    const known = await this.onRecord('actor_name', mostNames + 1);
    if (known.length <= mostNames) return { names: fittingNames(text, known) };
    return text.includes('*') ? { like: likePattern(text) } : { part: text };
  }

  private async onRecord(column: 'action' | 'actor_name', most: number): Promise<string[]> {
    const rows = await this.dataSource.query<{ value: string }[]>(valuesOnRecord(column), [most]);
    return rows.map(({ value }) => value);
  }

  private async targetMatch(text: string): Promise<TargetMatch> {
    if (text.includes('*')) return { like: likePattern(text) };
    const whole: unknown[] = await this.dataSource.query('SELECT FROM audit_record WHERE target = $1 LIMIT 1', [text]);
    return whole.length > 0 ? { is: text } : { part: text, named: await this.targets.withNamePart(text) };
  }
}

/** Conditions of statements that an index answers in order each: of several actions, of acting and being acted upon. */
function branchesOf(
  { actions, tokenId, ...others }: ResolvedAuditFilter,
  { after }: Pick<PageRequest, 'after'>,
  values: SqlParams,
): string[] {
  const all = simpleConditions(others, values);
  if (after) all.push(`(record.at, record.id) < (${values.add(after[0])}, ${values.add(after[1])})`);
  const ofAction = actions === undefined ? [null] : actions.map((word) => `record.action = ${values.add(word)}`);
  const ofToken = tokenId === undefined ? [null] : tokenBranches(tokenId, values);
  const pairs = ofAction.flatMap((action) => ofToken.map((token) => [action, token]));
  return pairs.map((pair) => [...all, ...pair.filter((part) => part !== null)].join(' AND ') || 'true');
}

/** One list of the branches' results; null without branches. */
function orderedUnion(selected: string, branches: readonly string[], limit: number): string | null {
  if (branches.length === 0) return null;
  const parts = branches.map(
    (branch) =>
      `(SELECT ${selected} FROM audit_record AS record WHERE ${branch} ORDER BY record.at DESC, record.id DESC LIMIT ${limit})`,
  );
  if (parts.length === 1) return parts[0] ?? null;
  return `SELECT * FROM (${parts.join(' UNION ALL ')}) AS found ORDER BY at DESC, id DESC LIMIT ${limit}`;
}
