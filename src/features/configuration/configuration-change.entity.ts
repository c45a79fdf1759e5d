import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { type Actor } from '../../domain/actor.js';
import { type ConfigurationFinding, type ConfigurationRename } from '../../domain/configuration.port.js';

/** `applying`: it is stored that the change is about to be put into force; a crash may have interrupted that. */
export const changeStates = ['draft', 'applying', 'applied', 'rolled_back'] as const;
export type ChangeState = (typeof changeStates)[number];

/** `initial`: the configuration with which the history begins. `hand`: the file was edited. */
export const changeOrigins = ['initial', 'request', 'hand', 'revert'] as const;
export type ChangeOrigin = (typeof changeOrigins)[number];

/** Who made a change, as known at that time. */
export interface ChangeAuthor {
  readonly kind: 'session' | 'token';
  readonly id: string;
  readonly name: string;
}

/** The index that keeps one caller's Idempotency-Keys apart. */
export const applyKeyIndex = 'configuration_change_apply_key_idx';

/** A change of a Director's configuration. Nothing of it changes but what became of it. */
@Entity()
@Index(['director', 'number'])
@Index(['director', 'appliedNumber'], { where: 'applied_number IS NOT NULL' })
@Index('configuration_change_applying_idx', ['director'], { unique: true, where: "state = 'applying'" })
@Index(applyKeyIndex, ['applyCaller', 'applyKey'], { unique: true, where: 'apply_key IS NOT NULL' })
export class ConfigurationChangeEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  director!: string;

  /** Order of creation, which no clock changes. */
  @Column({ type: 'bigint', default: () => "nextval('configuration_change_number')" })
  number!: string;

  /** Order in which changes came into force, from the same sequence; null: it is not in force, and never was. */
  @Column({ type: 'bigint', nullable: true })
  appliedNumber!: string | null;

  @Column({ type: 'text' })
  state!: ChangeState;

  @Column({ type: 'text' })
  origin!: ChangeOrigin;

  @Column({ type: 'text', nullable: true })
  comment!: string | null;

  /** null: unknown, as for an edit by hand. */
  @Column({ type: 'jsonb', nullable: true })
  author!: ChangeAuthor | null;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  appliedAt!: Date | null;

  /** null: there was none before. */
  @Column({ type: 'text', nullable: true })
  baseRevision!: string | null;

  @Column({ type: 'text' })
  resultRevision!: string;

  /** The change that this one takes back. */
  @Column({ type: 'uuid', nullable: true })
  revertOf!: string | null;

  @Column({ type: 'jsonb' })
  renames!: readonly ConfigurationRename[];

  /** As checked when the change was made; of one that was rolled back, why. */
  @Column({ type: 'jsonb' })
  findings!: readonly ConfigurationFinding[];

  /** callerKey of the principal who applies it, whose keys must not meet those of others. */
  @Column({ type: 'text', nullable: true })
  applyCaller!: string | null;

  /** The Idempotency-Key; null if none was given or it has expired. */
  @Column({ type: 'text', nullable: true })
  applyKey!: string | null;

  /** Of the body that was sent with the key. */
  @Column({ type: 'text', nullable: true })
  applyHash!: string | null;

  /** When it was requested to be applied. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  applyAt!: Date | null;

  /** Who applies it, for the audit record that is written once the outcome is known; null: it is written. */
  @Column({ type: 'jsonb', nullable: true })
  applyActor!: Actor | null;
}

/** A file before and after a change, each encrypted. */
@Entity()
export class ConfigurationChangeFileEntity {
  @ForeignKey('ConfigurationChangeEntity', { onDelete: 'CASCADE' })
  @PrimaryColumn({ type: 'uuid' })
  changeId!: string;

  @PrimaryColumn({ type: 'text' })
  path!: string;

  /** null: the file did not exist. */
  @Column({ type: 'text', nullable: true })
  before!: string | null;

  @Column({ type: 'text' })
  after!: string;
}
