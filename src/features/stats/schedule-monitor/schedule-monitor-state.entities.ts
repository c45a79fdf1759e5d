import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A span of time of which all planned starts of a Director are known. */
@Entity()
export class PlannedWatchEntity {
  @PrimaryColumn({ type: 'text' })
  director!: string;

  @PrimaryColumn({ type: 'timestamptz', precision: 3 })
  fromAt!: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  untilAt!: Date;
}
