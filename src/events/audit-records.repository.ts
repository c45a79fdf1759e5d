import { Injectable } from '@nestjs/common';
import { DataSource, type SelectQueryBuilder } from 'typeorm';
import { type PageRequest, type Slice, sliceOf, type Total } from '../domain/page.js';
import { type Transaction } from '../platform/database/unit-of-work.js';
import { AuditRecordEntity } from './audit-record.entity.js';

export interface TokenRecordFilter {
  readonly action?: string;
  readonly tokenId?: string;
  /** Name of who acted. */
  readonly actor?: string;
  /** Inclusive. */
  readonly since?: Date;
  /** Exclusive. */
  readonly until?: Date;
}

/** Counting stops here: a total must not cost more than the page. */
const countLimit = 10_000;

@Injectable()
export class AuditRecordsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert(transaction: Transaction, record: AuditRecordEntity): Promise<void> {
    await transaction.getRepository(AuditRecordEntity).insert(record as never);
  }

  /** Records about API tokens, newest first. */
  async listOfTokens(filter: TokenRecordFilter, page: PageRequest): Promise<Slice<AuditRecordEntity>> {
    const query = this.ofTokens(filter);
    const total = page.count === true ? await countOf(query.clone()) : undefined;
    if (page.after) {
      const [at, id] = page.after;
      query.andWhere('(record.at, record.id) < (:at, :id)', { at, id });
    }
    query
      .orderBy('record.at', 'DESC')
      .addOrderBy('record.id', 'DESC')
      .limit(page.limit + 1);
    return sliceOf(await query.getMany(), page.limit, (row) => [row.at.toISOString(), row.id], total);
  }

  private ofTokens(filter: TokenRecordFilter): SelectQueryBuilder<AuditRecordEntity> {
    const { action, tokenId, actor, since, until } = filter;
    // Word for word the predicate of the partial index, which is what lets PostgreSQL use it.
    const query = this.dataSource
      .getRepository(AuditRecordEntity)
      .createQueryBuilder('record')
      .where("record.action LIKE 'api_token.%'");
    if (action !== undefined) query.andWhere('record.action = :action', { action });
    if (tokenId !== undefined) query.andWhere('record.token_id = :tokenId', { tokenId });
    if (actor !== undefined) query.andWhere('record.actor_name = :actor', { actor });
    if (since !== undefined) query.andWhere('record.at >= :since', { since });
    if (until !== undefined) query.andWhere('record.at < :until', { until });
    return query;
  }
}

async function countOf(query: SelectQueryBuilder<AuditRecordEntity>): Promise<Total> {
  const rows = await query
    .select('1', 'one')
    .limit(countLimit + 1)
    .getRawMany();
  return { value: Math.min(rows.length, countLimit), exact: rows.length <= countLimit };
}
