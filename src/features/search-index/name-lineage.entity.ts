import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** One client's runs of a fileset from a Full on. Its names are only ever added to; what has to change is made anew as another lineage. */
@Entity()
@Index('name_lineage_client', ['director', 'client', 'id'])
export class NameLineageEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'text' })
  director!: string;

  @Column({ type: 'integer' })
  generation!: number;

  @Column({ type: 'text' })
  client!: string;

  @Column({ type: 'text' })
  fileset!: string;

  /** null: no Full before its runs is known. */
  @Column({ type: 'integer', nullable: true })
  fullJobId!: number | null;

  /** The time of the Full's data. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  fullAt!: Date | null;

  @Column({ type: 'bigint' })
  createdMoment!: string;

  /** From this moment on others are read instead. */
  @Column({ type: 'bigint', nullable: true })
  retiredMoment!: string | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  retiredAt!: Date | null;

  @Column({ type: 'bigint' })
  entries!: string;

  @Column({ type: 'integer' })
  blocks!: number;

  /** Who adds to it at present: blocks of anybody else are not taken. */
  @Column({ type: 'uuid', nullable: true })
  writer!: string | null;
}
