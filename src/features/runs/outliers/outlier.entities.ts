import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** In what a run is far from what is usual for its job, client and level. */
@Entity()
@Index('run_outlier_newest', ['director', 'at', 'uniqueName', 'kind'])
export class RunOutlierEntity {
  @PrimaryColumn({ type: 'text' })
  director!: string;

  @PrimaryColumn({ type: 'text', collation: 'C' })
  uniqueName!: string;

  /** OutlierKind. */
  @PrimaryColumn({ type: 'text', collation: 'C' })
  kind!: string;

  /** Seconds or bytes, as the kind says. */
  @Column({ type: 'bigint' })
  usual!: string;

  @Column({ type: 'bigint' })
  value!: string;

  /** When the run ended; of one still on its way, when it was found. */
  @Column({ type: 'timestamptz', precision: 3 })
  at!: Date;
}
