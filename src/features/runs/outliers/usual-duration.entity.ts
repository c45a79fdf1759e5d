import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How long the good runs usually took that the newest compared backup of a job was compared with. */
@Entity()
export class UsualDurationEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  director!: string;

  @PrimaryColumn({ type: 'text', collation: 'C' })
  job!: string;

  /** With `jobId`: the run that was compared. */
  @Column({ type: 'integer' })
  generation!: number;

  @Column({ type: 'integer' })
  jobId!: number;

  /** null: there were too few to tell. */
  @Column({ type: 'integer', nullable: true })
  seconds!: number | null;
}
