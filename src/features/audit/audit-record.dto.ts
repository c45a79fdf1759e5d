import { ApiProperty } from '@nestjs/swagger';
import { ActorRecord } from './actor-record.dto.js';
import { type AuditOutcome, auditOutcomes } from './audit-actions.js';
import { type AuditRecordEntity } from './audit-record.entity.js';

/** Record of one action. */
export class AuditRecord {
  /**
   * Id of the record.
   * @example '5f0f4a7e-8f0c-4b0c-9f0e-3d9d7d1a1c22'
   */
  id!: string;

  /** When the action happened. */
  at!: Date;

  /**
   * Name of the action.
   * @example 'api_token.create'
   */
  action!: string;

  /** Whether the action succeeded, was denied, or failed. */
  @ApiProperty({ enum: auditOutcomes, enumName: 'AuditOutcome', examples: ['success'] })
  outcome!: AuditOutcome;

  /** Actor of the action. */
  actor!: ActorRecord;

  /**
   * Id of the token that the action is about.
   * @example '7c0d8a52-5f0b-4d8e-8b8e-0c5d7e1f2a33'
   */
  tokenId!: string | null;

  /**
   * Target of the action.
   * @example 'token:7c0d8a52-5f0b-4d8e-8b8e-0c5d7e1f2a33'
   */
  target!: string;

  /**
   * Name of the target if `target` contains its id: the name at the time of the action, or the current name for records
   * of earlier versions. Null if it is unknown, or if `target` contains the name.
   * @example 'ci'
   */
  targetName!: string | null;

  /**
   * Address of the caller.
   * @example '192.0.2.10'
   */
  ip!: string | null;

  /**
   * User agent of the caller.
   * @example 'curl/8.5.0'
   */
  userAgent!: string | null;

  /**
   * Id of the request, as in the X-Request-Id header and the log.
   * @example '0f1d5c3a9be14c0f'
   */
  requestId!: string | null;

  /** Old and new value of each changed member. Secrets appear as `[hidden]`. */
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
      sessionId: row.actorSessionId,
    },
    tokenId: row.tokenId,
    target: row.target,
    targetName: row.targetName,
    ip: row.ip,
    userAgent: row.userAgent,
    requestId: row.requestId,
    changes: row.changes,
  };
}
