import { Column, Entity, PrimaryColumn, Index } from 'typeorm';

/** A backup that a schedule was to start, and what became of it: its run, that it was missed, or neither as long as it is open. */
@Entity()
@Index('planned_start_missed', ['director', 'client', 'at'], { where: 'missed' })
@Index('planned_start_missed_at', ['director', 'at'], { where: 'missed' })
@Index('planned_start_open', ['director', 'at'], { where: 'NOT missed AND unique_name IS NULL' })
@Index('planned_start_of', ['director', 'client', 'job', 'at'])
export class PlannedStartEntity {
  @PrimaryColumn({ type: 'text' })
  director!: string;

  @PrimaryColumn({ type: 'timestamptz', precision: 3 })
  at!: Date;

  @PrimaryColumn({ type: 'text', collation: 'C' })
  job!: string;

  @PrimaryColumn({ type: 'text', collation: 'C' })
  client!: string;

  @Column({ type: 'boolean' })
  missed!: boolean;

  /** The run that came of it; empty where one came that cannot be named. */
  @Column({ type: 'text', nullable: true })
  uniqueName!: string | null;
}

/** A span of time of which all planned starts of a Director are known. */
@Entity()
export class ScheduleMonitorStateEntity {
  @PrimaryColumn({ type: 'text' })
  director!: string;

  @PrimaryColumn({ type: 'timestamptz', precision: 3 })
  fromAt!: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  untilAt!: Date;
}
