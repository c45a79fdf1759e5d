import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { type Actor } from '../domain/actor.js';

/** That somebody did something. Rows are only ever added, and sealed as they are: a new column must be null in old ones. */
@Entity('audit_record')
@Index(['at', 'id'])
@Index('audit_record_of_tokens_idx', ['at', 'id'], { where: "action LIKE 'api_token.%'" })
@Index(['tokenId', 'at', 'id'])
export class AuditRecordEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'timestamptz', precision: 3 })
  at!: Date;

  @Column({ type: 'text' })
  action!: string;

  @Column({ type: 'text' })
  outcome!: 'success' | 'failure';

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

  @Column({ type: 'text', nullable: true })
  requestId!: string | null;

  /** Before and after of each changed member; secrets stand there as `[hidden]`. */
  @Column({ type: 'jsonb' })
  changes!: Record<string, { from?: unknown; to?: unknown }>;
}
