import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A backup that a schedule was to start. It stays until a run is found for it; for good only where none was. */
@Entity()
@Index('planned_start_missed', ['director', 'client', 'at'], { where: 'missed' })
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
}
