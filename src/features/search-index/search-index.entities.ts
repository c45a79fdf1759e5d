import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The folded names of a block; see name-block.ts. */
@Entity()
export class NameBlockEntity {
  @PrimaryColumn({ type: 'integer' })
  lineageId!: number;

  @PrimaryColumn({ type: 'integer' })
  block!: number;

  @Column({ type: 'text' })
  folded!: string;
}
