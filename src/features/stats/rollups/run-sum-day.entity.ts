import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Which day, in UTC, the sums of a Director's clients stand at. Runs of later days are not yet in them. */
@Entity()
export class RunSumDayEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  director!: string;

  @Column({ type: 'date' })
  day!: string;
}
