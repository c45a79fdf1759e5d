import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type Request } from 'express';
import { Clock } from '../../../domain/clock.js';
import { type Settings } from '../../../config/settings.js';
import { SETTINGS } from '../../../config/settings.module.js';
import { type Transaction } from '../../../database/unit-of-work.js';
import { hashOfSession, isSessionSecret, newSessionSecret } from '../credentials.js';
import { type SessionEntity } from './session.entity.js';
import { type LiveSession, SessionsRepository } from './sessions.repository.js';
import { type Actor } from '../../../domain/actor.js';
import { type AuditedAction } from '../../audit/audit-recorder.js';
import { redactSecrets } from '../../../platform/logging/log.js';

/** Why a session ended before its time. */
export type SessionEnd = 'signed_out' | 'ended_by_user' | 'new_login' | 'password_changed' | 'user_changed';

/** One record a session of this person. */
export function endsOfSessions(
  actor: Actor,
  { username }: { readonly username: string },
  ids: readonly string[],
  cause: SessionEnd,
): AuditedAction[] {
  const changes = { cause: { to: cause } };
  return ids.map((id) => ({ actor, action: 'session.end', target: `session:${id}`, targetName: username, changes }));
}

const longest = 256;

/** What the caller's program calls itself: bounded, on one line and without pasted tokens, for it is stored and shown. */
export function userAgentOf(request: Request): string {
  const text = (request.get('user-agent') ?? '').replaceAll(/\p{Cc}/gu, ' ');
  return redactSecrets(text).slice(0, longest);
}

/** Where a request came from. */
export interface RequestSource {
  readonly ip: string;
  readonly userAgent: string;
  readonly requestId: string;
}

/** The idle end is put off in steps of this length, so that a busy page does not write at each request. */
const extendEveryMs = 30_000;

/** Opens, finds, keeps alive and ends browser sessions. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async open(
    transaction: Transaction,
    userId: string,
    source: RequestSource,
  ): Promise<{ session: SessionEntity; secret: string }> {
    const secret = newSessionSecret();
    const now = this.clock.now();
    const session: SessionEntity = {
      id: randomUUID(),
      tokenHash: hashOfSession(secret),
      userId,
      createdAt: now,
      lastSeenAt: now,
      idleExpiresAt: this.idleEnd(now),
      expiresAt: new Date(now.getTime() + this.settings.sessionAbsoluteSeconds * 1000),
      endedAt: null,
      ip: source.ip,
      userAgent: source.userAgent,
    };
    await this.sessions.insert(transaction, session);
    return { session, secret };
  }

  /** The live session of a cookie, or null. A request that is not in the background puts its idle end off. */
  async use(secret: string, isBackground: boolean): Promise<LiveSession | null> {
    if (!isSessionSecret(secret)) return null;
    const now = this.clock.now();
    const session = await this.sessions.findLive(hashOfSession(secret), now);
    if (session && !isBackground && now.getTime() - session.lastSeenAt.getTime() >= extendEveryMs) {
      await this.sessions.extend(session.id, now, this.idleEnd(now));
    }
    return session;
  }

  /** Ends the session of a cookie, of any user: a new login in the same browser leaves none behind. Returns its id, or null. */
  async endBySecret(transaction: Transaction, secret: string | null): Promise<string | null> {
    if (secret === null || !isSessionSecret(secret)) return null;
    return this.sessions.endByHash(transaction, hashOfSession(secret), this.clock.now());
  }

  private idleEnd(now: Date): Date {
    return new Date(now.getTime() + this.settings.sessionIdleSeconds * 1000);
  }
}
