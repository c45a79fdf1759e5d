import { Injectable } from '@nestjs/common';
import { DataSource, type SelectQueryBuilder } from 'typeorm';
import { countCap, type PageRequest, type Slice, sliceOf, type Total, totalOf } from '../../../domain/pagination.js';
import { queryPrepared } from '../../../database/prepared-statement.js';
import { type ActorRecord } from '../../audit/audit-record.dto.js';
import { type Transaction } from '../../../database/unit-of-work.js';
import { isIdentifier } from '../../../http/uuid-parameter.js';
import { TokenEntity } from './token.entity.js';

/** A token with what its owner adds to it. */
export interface OwnedToken extends TokenEntity {
  readonly ownerUsername: string;
  readonly ownerDisabled: boolean;
}

/** What a request by token needs to know. */
export interface LiveToken {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly capabilities: readonly string[];
  readonly ownerId: string;
  readonly ownerUsername: string;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
}

export type TokenStatus = 'active' | 'revoked' | 'expired' | 'disabled';

export interface TokenFilter {
  readonly ownerId?: string;
  readonly name?: string;
  /** Part of the name, ignoring case. */
  readonly part?: string;
  readonly statuses?: readonly TokenStatus[];
}

const ownedColumns = `t.id, t.name, t.secret_hash AS "secretHash", t.owner_id AS "ownerId", t.role, t.capabilities,
  t.created_at AS "createdAt", t.expires_at AS "expiresAt", t.last_used_at AS "lastUsedAt", t.last_used_ip AS "lastUsedIp",
  t.revoked_at AS "revokedAt", t.revoked_by AS "revokedBy",
  u.username AS "ownerUsername", u.disabled_at IS NOT NULL AS "ownerDisabled"`;

const liveToken = {
  name: 'live_token',
  text: `SELECT t.id, t.name, t.role, t.capabilities, t.owner_id AS "ownerId", u.username AS "ownerUsername",
           t.last_used_at AS "lastUsedAt", t.expires_at AS "expiresAt"
         FROM api_token t JOIN console_user u ON u.id = t.owner_id
         WHERE t.secret_hash = $1 AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > $2)
           AND u.disabled_at IS NULL`,
};

/** In SQL what statusOfToken is in TypeScript. */
const statusExpression = `CASE WHEN t.revoked_at IS NOT NULL THEN 'revoked' WHEN t.expires_at <= :now THEN 'expired'
  WHEN u.disabled_at IS NOT NULL THEN 'disabled' ELSE 'active' END`;

export function statusOfToken(token: OwnedToken, now: Date): TokenStatus {
  if (token.revokedAt !== null) return 'revoked';
  if (token.expiresAt !== null && token.expiresAt.getTime() <= now.getTime()) return 'expired';
  return token.ownerDisabled ? 'disabled' : 'active';
}

const liveById = `SELECT 1 FROM api_token t JOIN console_user u ON u.id = t.owner_id
  WHERE t.id = $1 AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > $2) AND u.disabled_at IS NULL`;

@Injectable()
export class TokensRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The token of this hash if it is valid: one query by a unique key, owner included. */
  async findLive(secretHash: Buffer, now: Date): Promise<LiveToken | null> {
    const [token] = await queryPrepared<LiveToken>(this.dataSource, liveToken, [secretHash, now]);
    return token ?? null;
  }

  async isLive(id: string, now: Date): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(liveById, [id, now]);
    return rows.length > 0;
  }

  /** The same; token and owner stay as they are until the transaction ends. */
  async lockLive(transaction: Transaction, id: string, now: Date): Promise<boolean> {
    const rows: unknown[] = await transaction.query(`${liveById} FOR SHARE`, [id, now]);
    return rows.length > 0;
  }

  /** Records a use, unless one was recorded after `notAfter`: instances share that limit. */
  async noteUse(id: string, at: Date, ip: string, notAfter: Date): Promise<void> {
    await this.dataSource.query(
      `UPDATE api_token SET last_used_at = $2, last_used_ip = $3
       WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $4)`,
      [id, at, ip, notAfter],
    );
  }

  async find(id: string): Promise<OwnedToken | null> {
    const rows: OwnedToken[] = await this.dataSource.query(
      `SELECT ${ownedColumns} FROM api_token t JOIN console_user u ON u.id = t.owner_id WHERE t.id = $1`,
      [id],
    );
    return rows[0] ?? null;
  }

  /** Tokens of these hashes, whether or not they may be used. */
  async listByHashes(secretHashes: readonly Buffer[]): Promise<OwnedToken[]> {
    if (secretHashes.length === 0) return [];
    return this.dataSource.query(
      `SELECT ${ownedColumns} FROM api_token t JOIN console_user u ON u.id = t.owner_id WHERE t.secret_hash = ANY($1)`,
      [secretHashes],
    );
  }

  /** Newest first. */
  async list(filter: TokenFilter, now: Date, page: PageRequest): Promise<Slice<OwnedToken>> {
    const query = this.filtered(filter, now);
    const total = page.count === true ? await countOf(query.clone()) : undefined;
    if (page.after) {
      const [createdAt, id] = page.after;
      query.andWhere('(t.created_at, t.id) < (:createdAt, :id)', { createdAt, id });
    }
    query
      .select(ownedColumns)
      .orderBy('t.created_at', 'DESC')
      .addOrderBy('t.id', 'DESC')
      .limit(page.limit + 1);
    const rows = await query.getRawMany<OwnedToken>();
    return sliceOf(rows, page.limit, (row) => [row.createdAt.toISOString(), row.id], total);
  }

  /** Id of the person of this id or username, or null. */
  async findOwnerId(idOrUsername: string): Promise<string | null> {
    const rows: { id: string }[] = await this.dataSource.query(
      'SELECT id FROM console_user WHERE username_key = lower($1) OR id = $2::uuid LIMIT 1',
      [idOrUsername, isIdentifier(idOrUsername) ? idOrUsername : null],
    );
    return rows[0]?.id ?? null;
  }

  async insert(transaction: Transaction, token: TokenEntity): Promise<void> {
    await transaction.getRepository(TokenEntity).insert(token);
  }

  /** false: it was revoked before, and stays as it was. */
  async revoke(transaction: Transaction, id: string, at: Date, by: ActorRecord): Promise<boolean> {
    const result = await transaction
      .createQueryBuilder()
      .update(TokenEntity)
      .set({ revokedAt: at, revokedBy: by })
      .where('id = :id AND revoked_at IS NULL', { id })
      .execute();
    return result.affected === 1;
  }

  /** Active tokens of a person that act under another role than this one, oldest first. */
  listOfOtherRoles(transaction: Transaction, ownerId: string, role: string, now: Date): Promise<OwnedToken[]> {
    return transaction.query(
      `SELECT ${ownedColumns} FROM api_token t JOIN console_user u ON u.id = t.owner_id
       WHERE t.owner_id = $1 AND t.role <> $2 AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > $3)
       ORDER BY t.created_at, t.id`,
      [ownerId, role, now],
    );
  }

  private filtered({ ownerId, name, part, statuses }: TokenFilter, now: Date): SelectQueryBuilder<TokenEntity> {
    const query = this.dataSource
      .createQueryBuilder()
      .from(TokenEntity, 't')
      .innerJoin('console_user', 'u', 'u.id = t.owner_id');
    if (ownerId !== undefined) query.andWhere('t.owner_id = :ownerId', { ownerId });
    if (name !== undefined) query.andWhere('t.name = :name', { name });
    if (part !== undefined) query.andWhere('strpos(lower(t.name), lower(:part)) > 0', { part });
    if (statuses !== undefined) query.andWhere(`${statusExpression} IN (:...statuses)`, { now, statuses });
    return query;
  }
}

async function countOf(query: SelectQueryBuilder<TokenEntity>): Promise<Total> {
  const rows = await query
    .select('1', 'one')
    .limit(countCap + 1)
    .getRawMany();
  return totalOf(rows.length);
}
