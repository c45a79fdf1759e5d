import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Failed log-ins of an account, of an address, or of both together. */
@Entity()
export class LoginThrottleEntity {
  /** Kind and SHA-256 of what is counted: people type passwords into the field of the name, so no name is kept. */
  @PrimaryColumn({ type: 'text' })
  key!: string;

  @Column({ type: 'integer' })
  failures!: number;

  @Index()
  @Column({ type: 'timestamptz', precision: 3 })
  lastFailedAt!: Date;
}
