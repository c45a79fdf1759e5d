import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How long the good runs of a day took, in buckets that domain/durations.ts reads. */
@Entity()
export class RunDurationDayEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  director!: string;

  @PrimaryColumn({ type: 'date' })
  day!: string;

  @PrimaryColumn({ type: 'text', collation: 'C' })
  type!: string;

  @PrimaryColumn({ type: 'integer' })
  bucket!: number;

  @Column({ type: 'integer' })
  runs!: number;
}
