import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { type DownloadFormat } from '../../domain/download.js';

/** What a caller may have as a download, until it expires. The bytes are read when they are asked for and kept nowhere. */
@Entity()
export class RestoreDownloadEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** callerKey of the principal, who alone may have it. */
  @Index()
  @Column({ type: 'text' })
  caller!: string;

  @Column({ type: 'text' })
  director!: string;

  @Column({ type: 'integer', array: true })
  jobids!: number[];

  /** What is selected, as the chain has it; empty: everything. */
  @Column({ type: 'text', array: true })
  refs!: string[];

  @Column({ type: 'text' })
  format!: DownloadFormat;

  /** What the file is to be called. */
  @Column({ type: 'text' })
  name!: string;

  /** Bytes of content; an archive is larger or, compressed, smaller. */
  @Column({ type: 'bigint' })
  size!: string;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Index()
  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt!: Date;
}
