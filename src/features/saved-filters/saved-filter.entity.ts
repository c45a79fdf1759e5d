import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** The lists of the web console that have filters. */
export const filteredPages = [
  ...(['runs', 'jobs', 'clients', 'events', 'volumes'] as const),
  ...(['audit', 'audit_tokens', 'tokens', 'users', 'monitoring', 'channels', 'deliveries'] as const),
] as const;
export type FilteredPage = (typeof filteredPages)[number];

/** Filters of a list, saved by a user under a name. Only that user sees them, and they are deleted with the user. */
@Entity()
@Index(['userId', 'page', 'name'], { unique: true })
export class SavedFilterEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @ForeignKey('UserEntity', { onDelete: 'CASCADE' })
  @Column({ type: 'uuid' })
  userId!: string;

  /** The list that they are for. */
  @Column({ type: 'text' })
  page!: FilteredPage;

  @Column({ type: 'text' })
  name!: string;

  /** The query string of the page, without the question mark. Only the page checks it. */
  @Column({ type: 'text' })
  query!: string;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt!: Date;
}
