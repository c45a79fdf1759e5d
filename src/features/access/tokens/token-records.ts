import { Inject, Injectable } from '@nestjs/common';
import { type Actor } from '../../../domain/actor.js';
import { actorRecordOf } from '../../audit/actor-record.dto.js';
import { AuditRecorder, type Changes } from '../../audit/audit-recorder.js';
import { EventRecorder, type NewEvent } from '../../events/event-recorder.js';
import { type Transaction } from '../../../database/unit-of-work.js';
import { type Settings } from '../../../config/settings.js';
import { SETTINGS } from '../../../config/settings.module.js';
import { type OwnedToken } from './tokens.repository.js';

const deeds = { 'api_token.create': 'created', 'api_token.revoke': 'revoked' } as const;

/** Tells of a token's creation or revocation twice, for two purposes: an event for subscribers, a record for reviewers. */
@Injectable()
export class TokenRecords {
  constructor(
    private readonly events: EventRecorder,
    private readonly audit: AuditRecorder,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** In the transaction of the deed. Neither secret nor hash is in what is told. */
  async record(transaction: Transaction, type: keyof typeof deeds, token: OwnedToken, actor: Actor): Promise<void> {
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

export function tokenEvent(type: keyof typeof deeds, token: OwnedToken, actor: Actor, baseUrl: string): NewEvent {
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
    summary: `${actor.name} ${deeds[type]} the API token "${name}" of ${owner.username} (role ${role}).`,
    data: { tokenId: id, name, role, owner, actor: actorRecordOf(actor), ip, userAgent },
    links: { page: `${baseUrl}/#/tokens`, token: `${baseUrl}/api/v1/tokens/${id}` },
  };
}

function changesOf(type: keyof typeof deeds, token: OwnedToken): Changes {
  if (type === 'api_token.revoke') return { status: { from: 'active', to: 'revoked' } };
  return {
    name: { to: token.name },
    role: { to: token.role },
    capabilities: { to: token.capabilities },
    expiresAt: { to: token.expiresAt },
  };
}
