import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Actor } from '../domain/actor.js';
import { Clock } from '../domain/clock.js';
import { type Transaction } from '../platform/database/unit-of-work.js';
import { type AuditRecordEntity } from './audit-record.entity.js';
import { AuditRecordsRepository } from './audit-records.repository.js';

/** Before and after of each changed member. */
export type Changes = Readonly<Record<string, { readonly from?: unknown; readonly to?: unknown }>>;

export interface AuditedAction {
  readonly actor: Actor;
  /** Dotted words, for example `user.update`. */
  readonly action: string;
  readonly outcome?: 'success' | 'failure';
  /** `<kind>:<id or name>`. */
  readonly target: string;
  /** The token that the record is about. */
  readonly tokenId?: string;
  readonly changes?: Changes;
}

/** A webhook's URL is one: for many services whoever knows it may post there. */
const secretMembers = /password|secret|plaintext|hash|^serviceKey$|^authorization$|^url$/i;

/** Writes down who did what, in the transaction of what was done. Members that hold secrets are masked here, once for all. */
@Injectable()
export class AuditRecorder {
  constructor(
    private readonly records: AuditRecordsRepository,
    private readonly clock: Clock,
  ) {}

  async record(transaction: Transaction, action: AuditedAction): Promise<void> {
    await this.records.insert(transaction, rowOf(action, this.clock.now()));
  }
}

function rowOf({ actor, action, outcome, target, tokenId, changes }: AuditedAction, at: Date): AuditRecordEntity {
  return {
    id: randomUUID(),
    at,
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
    changes: masked(changes ?? {}),
  };
}

function masked(changes: Changes): Record<string, { from?: unknown; to?: unknown }> {
  return Object.fromEntries(
    Object.entries(changes).map(([member, change]) => [member, secretMembers.test(member) ? hidden(change) : change]),
  );
}

function hidden(change: Changes[string]): { from?: unknown; to?: unknown } {
  return Object.fromEntries(Object.keys(change).map((side) => [side, '[hidden]']));
}
