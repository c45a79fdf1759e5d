import { randomUUID } from 'node:crypto';
import { Injectable, Inject } from '@nestjs/common';
import { type Actor } from '../../../domain/actor.js';
import { CallerCheck } from '../../../domain/revalidation.js';
import { Clock } from '../../../domain/clock.js';
import { type PageRequest, type Slice } from '../../../domain/pagination.js';
import { type Principal } from '../../../domain/principal.js';
import { invalidField, AppError } from '../../../domain/error-codes.js';
import { actorRecordOf } from '../../audit/audit-record.dto.js';
import { type Transaction, UnitOfWork } from '../../../database/unit-of-work.js';
import { hashOfSecret, newTokenSecret } from './token-secret.js';
import { type CreateTokenBody, type TokensQuery } from './tokens.dto.js';
import { type OwnedToken, TokensRepository } from './tokens.repository.js';
import { AuditRecorder, type Changes } from '../../audit/audit-recorder.js';
import { EventRecorder, type NewEvent } from '../../events/event-recorder.js';
import { type Settings } from '../../../config/settings.js';
import { SETTINGS } from '../../../config/settings.module.js';

const actions = { 'api_token.create': 'created', 'api_token.revoke': 'revoked' } as const;

/** Records the creation or revocation of a token twice: an event for subscribers, an audit record for reviewers. */
@Injectable()
export class TokenRecords {
  constructor(
    private readonly events: EventRecorder,
    private readonly audit: AuditRecorder,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** In the transaction of the action. Contains neither the secret nor its hash. */
  async record(transaction: Transaction, type: keyof typeof actions, token: OwnedToken, actor: Actor): Promise<void> {
    const { id, name } = token;
    await this.events.record(transaction, tokenEvent(type, token, actor, this.settings.baseUrl));
    await this.audit.record(transaction, {
      actor,
      action: type,
      target: `token:${id}`,
      targetName: name,
      tokenId: id,
      changes: changesOf(type, token),
    });
  }
}

export function tokenEvent(type: keyof typeof actions, token: OwnedToken, actor: Actor, baseUrl: string): NewEvent {
  const { id, name, role } = token;
  const owner = { id: token.ownerId, username: token.ownerUsername };
  const { ip, userAgent } = actor;
  return {
    onceKey: `${type}:${id}`,
    type,
    severity: 'info',
    source: 'backup-console',
    subject: `token:${id}`,
    dedupKey: `token:${id}`,
    summary: `${actor.name} ${actions[type]} the API token "${name}" of ${owner.username} (role ${role}).`,
    data: { tokenId: id, name, role, owner, actor: actorRecordOf(actor), ip, userAgent },
    links: { page: `${baseUrl}/#/tokens`, token: `${baseUrl}/api/v1/tokens/${id}` },
  };
}

function changesOf(type: keyof typeof actions, token: OwnedToken): Changes {
  if (type === 'api_token.revoke') return { status: { from: 'active', to: 'revoked' } };
  return {
    name: { to: token.name },
    role: { to: token.role },
    capabilities: { to: token.capabilities },
    expiresAt: { to: token.expiresAt },
  };
}

@Injectable()
export class TokensService {
  constructor(
    private readonly tokens: TokensRepository,
    private readonly records: TokenRecords,
    private readonly callers: CallerCheck<Transaction>,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** The caller's own tokens; others' with tokens:all and `owner`. */
  async listTokens(caller: Principal, query: TokensQuery, page: PageRequest): Promise<Slice<OwnedToken>> {
    const ownerId = await this.ownerIdOf(caller, query.owner);
    if (ownerId === null) return { items: [], next: null, ...(page.count === true ? { total: none } : {}) };
    const { name, q, status } = query;
    const filter = {
      ...(ownerId === everybody ? {} : { ownerId }),
      name,
      part: q,
      statuses: status,
    };
    return this.tokens.list(filter, this.clock.now(), page);
  }

  /** Another person's token does not exist for those who may not see it. */
  async getToken(caller: Principal, id: string): Promise<OwnedToken> {
    const token = await this.tokens.find(id);
    if (!token || (token.ownerId !== caller.user.id && !caller.capabilities.has('tokens:all'))) {
      throw new AppError('not_found', 'No token has this id.', { reason: 'no_token' });
    }
    return token;
  }

  /** The secret is returned once and stored nowhere. Role and capabilities are copied from the caller and never change. */
  async createToken(
    caller: Principal,
    actor: Actor,
    body: CreateTokenBody,
  ): Promise<{ token: OwnedToken; secret: string }> {
    const now = this.clock.now();
    if (body.expiresAt && body.expiresAt.getTime() <= now.getTime()) {
      throw invalidField('expiresAt', 'expiresAt must be in the future', 'in_past');
    }
    const secret = newTokenSecret();
    const row = {
      id: randomUUID(),
      name: body.name,
      secretHash: hashOfSecret(secret),
      ownerId: caller.user.id,
      role: caller.role,
      capabilities: [...caller.capabilities],
      createdAt: now,
      expiresAt: body.expiresAt ?? null,
      lastUsedAt: null,
      lastUsedIp: null,
      revokedAt: null,
      revokedBy: null,
    };
    const token: OwnedToken = { ...row, ownerUsername: caller.user.username, ownerDisabled: false };
    await this.unitOfWork.run(async (transaction) => {
      await this.callers.lock(transaction, caller);
      await this.tokens.insert(transaction, row);
      await this.records.record(transaction, 'api_token.create', token, actor);
    });
    return { token, secret };
  }

  /** Revoking again changes nothing and records nothing. */
  async revokeToken(caller: Principal, actor: Actor, id: string): Promise<OwnedToken> {
    const token = await this.getToken(caller, id);
    await this.unitOfWork.run((transaction) => this.revoke(transaction, token, actor));
    return this.getToken(caller, id);
  }

  /** Active tokens of a person that act under another role than this one. */
  listOfOtherRoles(transaction: Transaction, ownerId: string, role: string): Promise<OwnedToken[]> {
    return this.tokens.listOfOtherRoles(transaction, ownerId, role, this.clock.now());
  }

  async revoke(transaction: Transaction, token: OwnedToken, actor: Actor): Promise<void> {
    if (!(await this.tokens.revoke(transaction, token.id, this.clock.now(), actorRecordOf(actor)))) return;
    await this.records.record(transaction, 'api_token.revoke', token, actor);
  }

  private async ownerIdOf(caller: Principal, owner: string | undefined): Promise<string | null> {
    if (owner === undefined) return caller.user.id;
    const ownerId = owner === everybody ? everybody : await this.ownOrExisting(caller, owner);
    if (ownerId === caller.user.id) return ownerId;
    if (!caller.capabilities.has('tokens:all')) {
      throw new AppError('missing_capability', 'Tokens of other users require tokens:all.', {
        requiredCapability: 'tokens:all',
      });
    }
    return ownerId;
  }

  private async ownOrExisting(caller: Principal, owner: string): Promise<string | null> {
    const isOwn = owner === caller.user.id || owner.toLowerCase() === caller.user.username.toLowerCase();
    return isOwn ? caller.user.id : this.tokens.findOwnerId(owner);
  }
}

const everybody = '*';
const none = { value: 0, exact: true };
