import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type PageRequest, type Slice, sliceOf, type Total } from '../domain/page.js';
import { type Transaction } from '../platform/database/unit-of-work.js';
import { type AuditFilter, matchesAction, simpleConditions, StatementValues, tokenBranches } from './audit-filter.js';
import { AuditRecordEntity } from './audit-record.entity.js';

/** Counting stops here: a total must not cost more than the page. */
const countLimit = 10_000;
/** A statement holds at most 65,535 values. */
const insertedAtOnce = 1_000;

const columns = `record.id, record.at, record.action, record.outcome, record.actor_kind AS "actorKind",
  record.actor_id AS "actorId", record.actor_name AS "actorName", record.actor_role AS "actorRole",
  record.actor_token_id AS "actorTokenId", record.token_id AS "tokenId", record.target, record.ip,
  record.user_agent AS "userAgent", record.request_id AS "requestId", record.changes`;

/** The actions that stand on record, each found by one step into the index of actions. */
const actionsOnRecord = `WITH RECURSIVE known AS (
    (SELECT action FROM audit_record ORDER BY action LIMIT 1)
    UNION ALL
    SELECT (SELECT action FROM audit_record WHERE action > known.action ORDER BY action LIMIT 1)
    FROM known WHERE known.action IS NOT NULL)
  SELECT action FROM known WHERE action IS NOT NULL`;

@Injectable()
export class AuditRecordsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert(transaction: Transaction, records: readonly AuditRecordEntity[]): Promise<void> {
    for (let from = 0; from < records.length; from += insertedAtOnce) {
      const part = records.slice(from, from + insertedAtOnce);
      await transaction.getRepository(AuditRecordEntity).insert(part as never[]);
    }
  }

  async find(id: string): Promise<AuditRecordEntity | null> {
    return this.dataSource.getRepository(AuditRecordEntity).findOneBy({ id });
  }

  /** Newest first. */
  async list(filter: AuditFilter, page: PageRequest): Promise<Slice<AuditRecordEntity>> {
    const { actions, ...others } = filter;
    const words = actions === undefined ? null : await this.fittingActions(actions);
    const wanted: Wanted = { ...others, words };
    const total = page.count === true ? await this.count(wanted) : undefined;
    const values = new StatementValues();
    const text = orderedUnion(columns, branchesOf(wanted, page, values), page.limit + 1);
    const rows = text === null ? [] : await this.dataSource.query<AuditRecordEntity[]>(text, values.list);
    return sliceOf(rows, page.limit, (row) => [row.at.toISOString(), row.id], total);
  }

  private async count(wanted: Wanted): Promise<Total> {
    const values = new StatementValues();
    const rows = orderedUnion('record.at, record.id', branchesOf(wanted, {}, values), countLimit + 1);
    if (rows === null) return { value: 0, exact: true };
    const found = await this.dataSource.query<{ value: number }[]>(
      `SELECT count(*)::integer AS value FROM (${rows}) AS counted`,
      values.list,
    );
    const value = found[0]?.value ?? 0;
    return { value: Math.min(value, countLimit), exact: value <= countLimit };
  }

  /** null: all of them fit, and nothing is to be left out. */
  private async fittingActions(patterns: readonly string[]): Promise<readonly string[] | null> {
    const rows = await this.dataSource.query<{ action: string }[]>(actionsOnRecord);
    const fitting = rows.map(({ action }) => action).filter((action) => matchesAction(patterns, action));
    return fitting.length === rows.length && rows.length > 0 ? null : fitting;
  }
}

interface Wanted extends Omit<AuditFilter, 'actions'> {
  readonly words: readonly string[] | null;
}

/** Conditions of statements that an index answers in order each: of several actions, of acting and being acted upon. */
function branchesOf(
  { words, tokenId, ...others }: Wanted,
  { after }: Pick<PageRequest, 'after'>,
  values: StatementValues,
): string[] {
  const all = simpleConditions(others, values);
  if (after) all.push(`(record.at, record.id) < (${values.add(after[0])}, ${values.add(after[1])})`);
  const ofAction = words === null ? [null] : words.map((word) => `record.action = ${values.add(word)}`);
  const ofToken = tokenId === undefined ? [null] : tokenBranches(tokenId, values);
  const pairs = ofAction.flatMap((action) => ofToken.map((token) => [action, token]));
  return pairs.map((pair) => [...all, ...pair.filter((part) => part !== null)].join(' AND ') || 'true');
}

/** One list of what the branches have; null where there is no branch. */
function orderedUnion(selected: string, branches: readonly string[], limit: number): string | null {
  if (branches.length === 0) return null;
  const parts = branches.map(
    (branch) =>
      `(SELECT ${selected} FROM audit_record AS record WHERE ${branch} ORDER BY record.at DESC, record.id DESC LIMIT ${limit})`,
  );
  if (parts.length === 1) return parts[0] ?? null;
  return `SELECT * FROM (${parts.join(' UNION ALL ')}) AS found ORDER BY at DESC, id DESC LIMIT ${limit}`;
}
