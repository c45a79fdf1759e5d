import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { type Actor } from '../../domain/actor.js';
import { type AuditOutcome } from './audit-actions.js';

/** An audited action. Rows are only inserted, and sealed as they are: a new column must be null in old rows. */
@Entity('audit_record')
@Index(['at', 'id'])
@Index(['action', 'at', 'id'])
@Index('audit_record_undone_idx', ['outcome', 'at', 'id'], { where: "outcome <> 'success'" })
@Index(['actorName', 'at', 'id'])
@Index(['actorId', 'at', 'id'])
@Index('audit_record_by_token_idx', ['actorTokenId', 'at', 'id'], { where: 'actor_token_id IS NOT NULL' })
@Index('audit_record_about_token_idx', ['tokenId', 'at', 'id'], { where: 'token_id IS NOT NULL' })
// These use an operator class or an expression, which TypeORM cannot declare.
@Index('audit_record_target_idx', { synchronize: false })
@Index('audit_record_address_idx', { synchronize: false })
export class AuditRecordEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'timestamptz', precision: 3 })
  at!: Date;

  @Column({ type: 'text' })
  action!: string;

  @Column({ type: 'text' })
  outcome!: AuditOutcome;

  @Column({ type: 'text' })
  actorKind!: Actor['kind'];

  @Column({ type: 'text', nullable: true })
  actorId!: string | null;

  @Column({ type: 'text' })
  actorName!: string;

  @Column({ type: 'text', nullable: true })
  actorRole!: string | null;

  /** The token that acted. */
  @Column({ type: 'text', nullable: true })
  actorTokenId!: string | null;

  /** The token that the record is about. */
  @Column({ type: 'text', nullable: true })
  tokenId!: string | null;

  /** What it was done to, as `<kind>:<id or name>`. */
  @Column({ type: 'text' })
  target!: string;

  @Column({ type: 'text', nullable: true })
  ip!: string | null;

  @Column({ type: 'text', nullable: true })
  userAgent!: string | null;

  @Index()
  @Column({ type: 'text', nullable: true })
  requestId!: string | null;

  /** Before and after of each changed member; secrets are stored as `[hidden]`. */
  @Column({ type: 'jsonb' })
  changes!: Record<string, { from?: unknown; to?: unknown }>;

  /** What the target is called, where it is recorded by an id. */
  @Column({ type: 'text', nullable: true })
  targetName!: string | null;

  /** The session that acted. */
  @Column({ type: 'text', nullable: true })
  actorSessionId!: string | null;
}
