import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, LessThanOrEqual, MoreThan, Not, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { type Transaction } from '../../../database/unit-of-work.js';
import { type DownloadFormat } from '../../../domain/download.js';

/**
 * A prepared download of a caller, until it expires. Its bytes are read on request; if a client restores them first, they are in
 * its staging folder until they were sent or the record is deleted.
 */
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

  /** The selection, as stored in the chain; empty: everything. */
  @Column({ type: 'text', array: true })
  refs!: string[];

  @Column({ type: 'text' })
  format!: DownloadFormat;

  /** The file name. */
  @Column({ type: 'text' })
  name!: string;

  /** Bytes of content; an archive is larger or, compressed, smaller. */
  @Column({ type: 'bigint' })
  size!: string;

  /** The number of selected files and symbolic links. */
  @Column({ type: 'integer', default: 0 })
  contents!: number;

  /** The folder of its own, absolute, that a client restores it to; null: the Director gives out the bytes itself. */
  @Column({ type: 'text', nullable: true })
  stagedAt!: string | null;

  /** The restore that does so; null until the Director has taken it. */
  @Column({ type: 'integer', nullable: true })
  runJobId!: number | null;

  /** InstanceLiveness.id of the process that sends it, which can be done once. */
  @Column({ type: 'integer', nullable: true })
  takenBy!: number | null;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Index()
  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt!: Date;
}

@Injectable()
export class DownloadsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert(transaction: Transaction, download: RestoreDownloadEntity): Promise<void> {
    await transaction.getRepository(RestoreDownloadEntity).insert(download);
  }

  /** Null where it has expired or is another caller's. */
  findLive(id: string, caller: string, now: Date): Promise<RestoreDownloadEntity | null> {
    return this.rows().findOneBy({ id, caller, expiresAt: MoreThan(now) });
  }

  countLive(caller: string, now: Date): Promise<number> {
    return this.rows().countBy({ caller, expiresAt: MoreThan(now) });
  }

  /** All that a client restores, or has restored, to a staging folder. */
  listStaged(): Promise<RestoreDownloadEntity[]> {
    return this.rows().findBy({ stagedAt: Not(IsNull()) });
  }

  /** The Director has taken its restore. */
  async noteRun(id: string, runJobId: number, expiresAt: Date): Promise<void> {
    await this.rows().update({ id }, { runJobId, expiresAt });
  }

  async expireBy(id: string, expiresAt: Date): Promise<void> {
    await this.rows().update({ id }, { expiresAt });
  }

  /** Whether this process may send it: no process did so before. */
  async take(id: string, takenBy: number, now: Date): Promise<boolean> {
    const { affected } = await this.rows().update({ id, takenBy: IsNull(), expiresAt: MoreThan(now) }, { takenBy });
    return affected === 1;
  }

  async delete(id: string): Promise<void> {
    await this.rows().delete({ id });
  }

  /** Those without a staging folder, which has to be emptied first. */
  async deleteExpired(now: Date): Promise<void> {
    await this.rows().delete({ expiresAt: LessThanOrEqual(now), stagedAt: IsNull() });
  }

  private rows() {
    return this.dataSource.getRepository(RestoreDownloadEntity);
  }
}
