import { Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import { type PageRequest, type Slice, sliceOf, type Total } from '../../../domain/pagination.js';
import { queryPrepared } from '../../../database/prepared-statement.js';
import { type Transaction } from '../../../database/unit-of-work.js';
import { SessionEntity } from './session.entity.js';

/** What a request by session needs to know. `roleCapabilities` is null for a built-in role. */
export interface LiveSession {
  readonly id: string;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly userId: string;
  readonly username: string;
  readonly role: string;
  readonly roleCapabilities: readonly string[] | null;
}

export interface OwnedSession {
  readonly id: string;
  readonly tokenHash: Buffer;
  readonly userId: string;
  readonly username: string;
}

const liveSelect = `SELECT s.id, s.last_seen_at AS "lastSeenAt", s.expires_at AS "expiresAt", u.id AS "userId", u.username, u.role,
    r.capabilities AS "roleCapabilities"
  FROM session s JOIN console_user u ON u.id = s.user_id LEFT JOIN role r ON r.name = u.role
  WHERE s.ended_at IS NULL AND s.idle_expires_at > $2 AND s.expires_at > $2 AND u.disabled_at IS NULL`;

const liveSession = { name: 'live_session', text: `${liveSelect} AND s.token_hash = $1` };

@Injectable()
export class SessionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The session of this hash if it is valid: one query by a unique key, including user and role. */
  async findLive(tokenHash: Buffer, now: Date): Promise<LiveSession | null> {
    const [session] = await queryPrepared<LiveSession>(this.dataSource, liveSession, [tokenHash, now]);
    return session ?? null;
  }

  /** Sessions of these hashes, whether or not they may still be used, with their persons. */
  async listByHashes(tokenHashes: readonly Buffer[]): Promise<OwnedSession[]> {
    if (tokenHashes.length === 0) return [];
    return this.dataSource.query(
      `SELECT s.id, s.token_hash AS "tokenHash", u.id AS "userId", u.username
       FROM session s JOIN console_user u ON u.id = s.user_id WHERE s.token_hash = ANY($1)`,
      [tokenHashes],
    );
  }

  async findLiveById(id: string, now: Date): Promise<LiveSession | null> {
    const rows: LiveSession[] = await this.dataSource.query(`${liveSelect} AND s.id = $1`, [id, now]);
    return rows[0] ?? null;
  }

  /** The role of the session's person; session and person stay as they are until the transaction ends. null: it may not be used. */
  async lockLive(transaction: Transaction, id: string, now: Date): Promise<string | null> {
    const rows: { role: string }[] = await transaction.query(
      `SELECT u.role FROM session s JOIN console_user u ON u.id = s.user_id
       WHERE s.id = $1 AND s.ended_at IS NULL AND s.idle_expires_at > $2 AND s.expires_at > $2 AND u.disabled_at IS NULL
       FOR SHARE`,
      [id, now],
    );
    return rows[0]?.role ?? null;
  }

  /** Puts the idle end off; never beyond the absolute one, and never of a session that ended meanwhile. */
  async extend(id: string, now: Date, idleExpiresAt: Date): Promise<void> {
    await this.dataSource.query(
      `UPDATE session SET last_seen_at = $2, idle_expires_at = LEAST($3::timestamptz, expires_at)
       WHERE id = $1 AND ended_at IS NULL AND last_seen_at < $2`,
      [id, now, idleExpiresAt],
    );
  }

  /** A person's sessions that may be used, newest first. */
  async listLive(userId: string, now: Date, page: PageRequest): Promise<Slice<SessionEntity>> {
    const query = this.dataSource
      .getRepository(SessionEntity)
      .createQueryBuilder('session')
      .where('session.user_id = :userId', { userId })
      .andWhere('session.ended_at IS NULL AND session.idle_expires_at > :now AND session.expires_at > :now', { now });
    const total: Total | undefined = page.count === true ? { value: await query.getCount(), exact: true } : undefined;
    if (page.after) {
      const [createdAt, id] = page.after;
      query.andWhere('(session.created_at, session.id) < (:createdAt, :id)', { createdAt, id });
    }
    query
      .orderBy('session.created_at', 'DESC')
      .addOrderBy('session.id', 'DESC')
      .limit(page.limit + 1);
    return sliceOf(await query.getMany(), page.limit, (row) => [row.createdAt.toISOString(), row.id], total);
  }

  async insert(transaction: Transaction, session: SessionEntity): Promise<void> {
    await transaction.getRepository(SessionEntity).insert(session);
  }

  /** Ends one session of a person; false where it is not theirs or has ended. */
  async end(transaction: Transaction, id: string, userId: string, now: Date): Promise<boolean> {
    const where = { id, userId, endedAt: IsNull() };
    const result = await transaction.getRepository(SessionEntity).update(where, { endedAt: now });
    return result.affected === 1;
  }

  /** Ends the session of this hash; returns its id, or null if it had ended. */
  async endByHash(transaction: Transaction, tokenHash: Buffer, now: Date): Promise<string | null> {
    const ended = await endedIds(transaction, 'token_hash = $2', [now, tokenHash]);
    return ended[0] ?? null;
  }

  /** Ends all sessions of a user, except one if it is named; returns the ids of those that were still valid. */
  endAll(transaction: Transaction, userId: string, now: Date, exceptId?: string): Promise<string[]> {
    return endedIds(transaction, 'user_id = $2 AND id IS DISTINCT FROM $3::uuid', [now, userId, exceptId ?? null]);
  }

  /** Deletes at most `limit` sessions whose absolute end is earlier; returns how many. */
  async deleteOlder(before: Date, limit: number): Promise<number> {
    const result = await this.dataSource
      .createQueryBuilder()
      .delete()
      .from(SessionEntity)
      .where('id IN (SELECT id FROM session WHERE expires_at < :before ORDER BY expires_at LIMIT :limit)')
      .setParameters({ before, limit })
      .execute();
    return result.affected ?? 0;
  }
}

/** Ends the sessions that have not been ended. Those whose time has run out are ended too, but are no news. */
async function endedIds(transaction: Transaction, condition: string, values: unknown[]): Promise<string[]> {
  const [rows] = await transaction.query<[{ id: string; wasLive: boolean }[], number]>(
    `UPDATE session SET ended_at = $1 WHERE ended_at IS NULL AND ${condition}
     RETURNING id, idle_expires_at > $1 AND expires_at > $1 AS "wasLive"`,
    values,
  );
  return rows.filter(({ wasLive }) => wasLive).map(({ id }) => id);
}
