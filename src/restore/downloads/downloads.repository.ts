import { Injectable } from '@nestjs/common';
import { DataSource, LessThanOrEqual, MoreThan } from 'typeorm';
import { type Transaction } from '../../platform/database/unit-of-work.js';
import { RestoreDownloadEntity } from './download.entity.js';

@Injectable()
export class DownloadsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert(transaction: Transaction, download: RestoreDownloadEntity): Promise<void> {
    await transaction.getRepository(RestoreDownloadEntity).insert(download);
  }

  /** Null where it has expired or is another caller's. */
  findLive(id: string, caller: string, now: Date): Promise<RestoreDownloadEntity | null> {
    return this.dataSource.getRepository(RestoreDownloadEntity).findOneBy({ id, caller, expiresAt: MoreThan(now) });
  }

  countLive(caller: string, now: Date): Promise<number> {
    return this.dataSource.getRepository(RestoreDownloadEntity).countBy({ caller, expiresAt: MoreThan(now) });
  }

  async deleteExpired(now: Date): Promise<void> {
    await this.dataSource.getRepository(RestoreDownloadEntity).delete({ expiresAt: LessThanOrEqual(now) });
  }
}
