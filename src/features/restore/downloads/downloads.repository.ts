import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, LessThanOrEqual, MoreThan, Not } from 'typeorm';
import { type Transaction } from '../../../database/unit-of-work.js';
import { RestoreDownloadEntity } from './download.entity.js';

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
