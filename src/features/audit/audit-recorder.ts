import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Actor } from '../../domain/actor.js';
import { Clock } from '../../domain/clock.js';
import { type Transaction } from '../../database/unit-of-work.js';
import { type AuditAction, type AuditOutcome } from './audit-actions.js';
import { type AuditRecordEntity } from './audit-record.entity.js';
import { AuditRecordsRepository } from './audit-records.repository.js';

/** Before and after of each changed member. */
export type Changes = Readonly<Record<string, { readonly from?: unknown; readonly to?: unknown }>>;

/** Members that were given, each as one that became so. */
export function definedFields(members: object): Changes {
  const given = Object.entries(members).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(given.map(([member, to]): [string, { to: unknown }] => [member, { to }]));
}

const secretMembers =
  /password|passphrase|secret|plaintext|hash|authorization|cookie|(private|service|routing|api|signing)_?key|^(url|webhookUrl|key)$/i;
const mask = '[hidden]';

/** Changes that are safe to store: values of secret members are masked, at any depth. */
export function maskedChanges(changes: Changes): Record<string, { from?: unknown; to?: unknown }> {
  return Object.fromEntries(
    Object.entries(changes).map(([member, change]) => [member, isSecret(member) ? hidden(change) : opened(change)]),
  );
}

/** `hasServiceKey` says no more than that there is one. */
function isSecret(member: string): boolean {
  return secretMembers.test(member) && !/^has[A-Z]/.test(member);
}

/** That it was set, or taken away, may be known. */
function hidden(change: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(change).map(([side, value]) => [side, value === null ? null : mask]));
}

function opened(change: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(change).map(([side, value]) => [side, withoutSecrets(value)]));
}

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([member, inner]): [string, unknown] => [
      member,
      isSecret(member) && inner !== null ? mask : withoutSecrets(inner),
    ]),
  );
}

export interface AuditedAction {
  readonly actor: Actor;
  readonly action: AuditAction;
  /** Absent: `success`. */
  readonly outcome?: AuditOutcome;
  /** `<kind>:<id or name>`. */
  readonly target: string;
  /** What the target is called, where `target` has its id. */
  readonly targetName?: string;
  /** The token that the record is about. */
  readonly tokenId?: string;
  readonly changes?: Changes;
  /** When it was done; absent: now. */
  readonly at?: Date;
}

/** Records who did what, in the transaction of the action. Secret members are masked here, in one place. */
@Injectable()
export class AuditRecorder {
  constructor(
    private readonly records: AuditRecordsRepository,
    private readonly clock: Clock,
  ) {}

  async record(transaction: Transaction, action: AuditedAction): Promise<void> {
    await this.recordAll(transaction, [action]);
  }

  async recordAll(transaction: Transaction, actions: readonly AuditedAction[]): Promise<void> {
    if (actions.length === 0) return;
    const now = this.clock.now();
    await this.records.insert(
      transaction,
      actions.map((action) => rowOf(action, now)),
    );
  }
}

function rowOf(done: AuditedAction, now: Date): AuditRecordEntity {
  const { actor, action, outcome, target, targetName, tokenId, changes } = done;
  return {
    id: randomUUID(),
    at: done.at ?? now,
    action,
    outcome: outcome ?? 'success',
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    actorRole: actor.role,
    actorTokenId: actor.tokenId,
    tokenId: tokenId ?? null,
    target,
    ip: actor.ip,
    userAgent: actor.userAgent,
    requestId: actor.requestId,
    changes: maskedChanges(changes ?? {}),
    targetName: targetName ?? null,
    actorSessionId: actor.sessionId,
  };
}
