import { ApiProperty } from '@nestjs/swagger';
import { type AuditOutcome, auditOutcomes } from './audit-actions.js';
import { type AuditRecordEntity } from './audit-record.entity.js';
import { type Actor } from '../../domain/actor.js';

/** User or API token that performed an action, or the console itself. */
export class ActorRecord {
  /**
   * How the caller was authenticated: browser session, API token, the console itself, or not at all.
   * @example 'session'
   */
  kind!: 'session' | 'token' | 'system' | 'anonymous';

  /**
   * Id of the user, or of the owner of the token; null for the console itself.
   * @example '0b9f6c1e-6d5b-4a53-9d4e-2f6f0f5f8a11'
   */
  id!: string | null;

  /**
   * Username at the time of the action.
   * @example 'admin'
   */
  name!: string;

  /**
   * Role of the caller at the time of the action.
   * @example 'admin'
   */
  role!: string | null;

  /**
   * Id of the token used, if any.
   * @example null
   */
  tokenId!: string | null;

  /**
   * Id of the browser session used, if any. Null in records of earlier versions.
   * @example '3b0c1a52-77aa-4d02-9c55-6a8a6b1f5e10'
   */
  sessionId!: string | null;
}

export function actorRecordOf({ kind, id, name, role, tokenId, sessionId }: Actor): ActorRecord {
  return { kind, id, name, role, tokenId, sessionId };
}

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
