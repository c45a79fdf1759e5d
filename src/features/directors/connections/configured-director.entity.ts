import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A Director that was added through the API. What is secret of it stands in `sealed` and nowhere else. */
@Entity()
export class ConfiguredDirectorEntity {
  @PrimaryColumn({ type: 'text' })
  name!: string;

  /** The settings but for their secrets, as JSON. */
  @Column({ type: 'jsonb' })
  settings!: object;

  /** Password, catalog URL and private key as JSON, sealed. */
  @Column({ type: 'text' })
  sealed!: string;

  @Column({ type: 'boolean' })
  isDefault!: boolean;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt!: Date;

  /** Grows with each change of this row: other replicas see by it that they must connect anew. */
  @Column({ type: 'integer' })
  revision!: number;
}
