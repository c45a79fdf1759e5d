import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What an operator set for one client. It stays when the client goes, and holds again when it comes back. */
@Entity()
export class ClientThresholdEntity {
  @PrimaryColumn({ type: 'text' })
  director!: string;

  @PrimaryColumn({ type: 'text' })
  client!: string;

  @Column({ type: 'integer', nullable: true })
  warnSeconds!: number | null;

  @Column({ type: 'integer', nullable: true })
  critSeconds!: number | null;

  /** ThresholdBasis. */
  @Column({ type: 'text' })
  basis!: string;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  pausedUntil!: Date | null;

  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt!: Date;
}
