import { ApiProperty } from '@nestjs/swagger';
import { type AuditOutcome, auditOutcomes } from './audit-actions.js';
import { type AuditRecordEntity } from './audit-record.entity.js';

/** Who acted. */
export class AuditActor {
  /**
   * How the caller was known: a browser session, an API token, the console itself, or not at all.
   * @example 'session'
   */
  kind!: 'session' | 'token' | 'system' | 'anonymous';

  /**
   * The person; null for the console itself.
   * @example '0b9f6c1e-6d5b-4a53-9d4e-2f6f0f5f8a11'
   */
  id!: string | null;

  /**
   * The person's username at that time.
   * @example 'admin'
   */
  name!: string;

  /**
   * The role under which it was done.
   * @example 'admin'
   */
  role!: string | null;

  /**
   * The token that acted, where one did.
   * @example null
   */
  tokenId!: string | null;
}

/** That somebody did something. */
export class AuditRecord {
  /**
   * Identifies the record.
   * @example '5f0f4a7e-8f0c-4b0c-9f0e-3d9d7d1a1c22'
   */
  id!: string;

  /** When it was done. */
  at!: Date;

  /**
   * What was done.
   * @example 'api_token.create'
   */
  action!: string;

  /** Whether it was done, refused for who asked, or tried and not done. */
  @ApiProperty({ enum: auditOutcomes, enumName: 'AuditOutcome', examples: ['success'] })
  outcome!: AuditOutcome;

  /** Who did it. */
  actor!: AuditActor;

  /**
   * The token that the record is about.
   * @example '7c0d8a52-5f0b-4d8e-8b8e-0c5d7e1f2a33'
   */
  tokenId!: string | null;

  /**
   * What it was done to.
   * @example 'token:7c0d8a52-5f0b-4d8e-8b8e-0c5d7e1f2a33'
   */
  target!: string;

  /**
   * Address of the caller.
   * @example '192.0.2.10'
   */
  ip!: string | null;

  /**
   * What the caller's program called itself.
   * @example 'curl/8.5.0'
   */
  userAgent!: string | null;

  /**
   * The request, as in the X-Request-Id header and the log.
   * @example '0f1d5c3a9be14c0f'
   */
  requestId!: string | null;

  /** Before and after of each changed member; secrets stand there as `[hidden]`. */
  changes!: object;
}

export function auditRecordOf(row: AuditRecordEntity): AuditRecord {
  return {
    id: row.id,
    at: row.at,
    action: row.action,
    outcome: row.outcome,
    actor: {
      kind: row.actorKind,
      id: row.actorId,
      name: row.actorName,
      role: row.actorRole,
      tokenId: row.actorTokenId,
    },
    tokenId: row.tokenId,
    target: row.target,
    ip: row.ip,
    userAgent: row.userAgent,
    requestId: row.requestId,
    changes: row.changes,
  };
}
