import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What the silence monitor remembers of one client of a Director: since when it is known, and how it stands. */
@Entity()
@Index('client_silence_due', ['director', 'dueAt'])
@Index('client_silence_in_use', { synchronize: false })
@Index('client_silence_silent', { synchronize: false })
export class ClientSilenceEntity {
  @PrimaryColumn({ type: 'text' })
  director!: string;

  @PrimaryColumn({ type: 'text' })
  client!: string;

  /** SilenceStatus; what subscribers were last told, `ok` where they were never told anything. */
  @Column({ type: 'text' })
  status!: string;

  @Column({ type: 'timestamptz', precision: 3 })
  since!: Date;

  /** SilenceCause of the status; null where it never changed. */
  @Column({ type: 'text', nullable: true })
  cause!: string | null;

  /** Never goes back, also when the run is pruned. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lastSuccessAt!: Date | null;

  @Column({ type: 'timestamptz', precision: 3 })
  firstSeenAt!: Date;

  /** Whether its Director uses it. */
  @Column({ type: 'boolean' })
  enabled!: boolean;

  /** false: only seen so far; its status says nothing yet. */
  @Column({ type: 'boolean' })
  evaluated!: boolean;

  /** Those by which the status was decided. */
  @Column({ type: 'integer' })
  warnSeconds!: number;

  @Column({ type: 'integer' })
  critSeconds!: number;

  /** How far its planned backups lie apart; null: not asked for, or not known. */
  @Column({ type: 'integer', nullable: true })
  intervalSeconds!: number | null;

  /** From one sequence for all rows, so that no two states ever have the same, also when a client goes and comes again. */
  @Column({ type: 'bigint' })
  revision!: string;

  /** When its silence may be decided otherwise if nothing changes before; `-infinity`: at once; null: by time alone never. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, default: '-infinity' })
  dueAt!: Date | number | null;
}
