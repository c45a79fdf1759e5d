import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A role that people of this installation made. The built-in roles are code, so that no row can weaken or widen them. */
@Entity()
export class RoleEntity {
  @PrimaryColumn({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  description!: string;

  @Column({ type: 'text', array: true })
  capabilities!: string[];

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt!: Date;
}
