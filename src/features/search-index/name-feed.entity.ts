import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How the index of names follows one Director. Whoever changes the index counts the moment on in the same transaction. */
@Entity()
export class NameFeedEntity {
  @PrimaryColumn({ type: 'text' })
  director!: string;

  /** The id space of the Director, as its feed of runs counts them. */
  @Column({ type: 'integer' })
  generation!: number;

  /** Grows with each change. */
  @Column({ type: 'bigint' })
  moment!: string;

  /** When everything there was had been read last; null: never. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  readAt!: Date | null;

  /** Runs that are known and not in the index yet. */
  @Column({ type: 'integer' })
  waiting!: number;

  /** What may be told of the last failure; null: the last look succeeded. */
  @Column({ type: 'text', nullable: true })
  failure!: string | null;

  /** Runs whose names are kept in the catalog. */
  @Column({ type: 'integer', default: 0 })
  runs!: number;

  /** When a run came into the index, or none was waiting, last; null: never. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  progressAt!: Date | null;
}
