import { Entity, PrimaryColumn } from 'typeorm';

/** That there is, or was, a run of this kind, whatever its job and client. A run without a pool has an empty text. */
@Entity()
export class RunKindEntity {
  @PrimaryColumn({ type: 'text' })
  director!: string;

  @PrimaryColumn({ type: 'text' })
  status!: string;

  @PrimaryColumn({ type: 'text' })
  type!: string;

  @PrimaryColumn({ type: 'text' })
  level!: string;

  @PrimaryColumn({ type: 'text' })
  pool!: string;
}
