import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** What the console knows of the time; one row. */
@Entity()
@Check('clock_state_one_row', 'id = 1')
export class ClockStateEntity {
  @PrimaryColumn({ type: 'integer' })
  id!: number;

  /** The newest time that was plausible. */
  @Column({ type: 'timestamptz', precision: 3 })
  believedAt!: Date;

  /** The highest time that the clock ever showed, plausible or not. When it shows less, stored dates may lie in the future. */
  @Column({ type: 'timestamptz', precision: 3 })
  latestAt!: Date;
}
