import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The thresholds of all clients that have none of their own: one row, of id 1, made with the table. */
@Entity()
export class GlobalThresholdEntity {
  @PrimaryColumn({ type: 'integer' })
  id!: number;

  @Column({ type: 'integer' })
  warnSeconds!: number;

  @Column({ type: 'integer' })
  critSeconds!: number;

  /** null: never changed. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  updatedAt!: Date | null;
}
