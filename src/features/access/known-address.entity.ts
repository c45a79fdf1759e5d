import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** An address from which a person has signed in. */
@Entity()
export class KnownAddressEntity {
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('UserEntity')
  userId!: string;

  /** An address of IPv4, or the /64 of IPv6. */
  @PrimaryColumn({ type: 'text' })
  address!: string;

  @Index()
  @Column({ type: 'timestamptz', precision: 3 })
  lastUsedAt!: Date;
}
