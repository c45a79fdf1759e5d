import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The silence monitor's state of one client of a Director. */
@Entity()
@Index('client_silence_due', ['director', 'dueAt'])
@Index('client_silence_in_use', { synchronize: false })
@Index('client_silence_silent', { synchronize: false })
export class ClientSilenceEntity {
  @PrimaryColumn({ type: 'text' })
  director!: string;

  @PrimaryColumn({ type: 'text' })
  client!: string;

  /** SilenceStatus; the last status that was reported to subscribers, `ok` if none was. */
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

  /** false: only seen so far; its status is not decided yet. */
  @Column({ type: 'boolean' })
  evaluated!: boolean;

  /** Those by which the status was decided. */
  @Column({ type: 'integer' })
  warnSeconds!: number;

  @Column({ type: 'integer' })
  critSeconds!: number;

  /** The interval of its planned backups; null: not read, or unknown. */
  @Column({ type: 'integer', nullable: true })
  intervalSeconds!: number | null;

  /** From one sequence for all rows, so that no two states ever have the same, also when a client goes and comes again. */
  @Column({ type: 'bigint' })
  revision!: string;

  /** When its silence may change if nothing else does; `-infinity`: now; null: never by time alone. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, default: '-infinity' })
  dueAt!: Date | number | null;
}
