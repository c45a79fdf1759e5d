import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Which blocks of a full segment may hold what; see block-signature.ts. The last blocks of a lineage have none until their segment is full. */
@Entity()
export class NameSignatureEntity {
  @PrimaryColumn({ type: 'integer' })
  lineageId!: number;

  @PrimaryColumn({ type: 'integer' })
  segment!: number;

  @Column({ type: 'bytea' })
  bits!: Buffer;
}
