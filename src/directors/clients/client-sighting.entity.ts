import { Column, Entity, PrimaryColumn } from 'typeorm';

/** When the console first met a client of a Director that keeps no such record itself. */
@Entity()
export class ClientSightingEntity {
  @PrimaryColumn({ type: 'text' })
  director!: string;

  @PrimaryColumn({ type: 'text' })
  client!: string;

  @Column({ type: 'timestamptz', precision: 3 })
  firstSeenAt!: Date;
}
