import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The last time that all clients of a Director were evaluated. */
@Entity()
export class SilenceRoundEntity {
  @PrimaryColumn({ type: 'text' })
  director!: string;

  @Column({ type: 'timestamptz', precision: 3 })
  evaluatedAt!: Date;

  @Column({ type: 'boolean' })
  directorReachable!: boolean;
}
