import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Folder and raw name of each line of a block; read only for blocks that have a hit. */
@Entity()
export class NameBlockDetailEntity {
  @PrimaryColumn({ type: 'integer' })
  lineageId!: number;

  @PrimaryColumn({ type: 'integer' })
  block!: number;

  @Column({ type: 'bytea' })
  details!: Buffer;
}
