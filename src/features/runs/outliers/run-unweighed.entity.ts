import { Entity, PrimaryColumn } from 'typeorm';

/** An ended backup that was not yet compared with those before it. Written by a trigger on the record of runs. */
@Entity()
export class RunUnweighedEntity {
  @PrimaryColumn({ type: 'text' })
  director!: string;

  @PrimaryColumn({ type: 'text' })
  uniqueName!: string;
}
