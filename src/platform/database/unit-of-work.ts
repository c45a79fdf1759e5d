import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** An open transaction. Repositories take it as an explicit argument, so that what belongs together is seen in the code. */
export type Transaction = EntityManager;

@Injectable()
export class UnitOfWork {
  constructor(private readonly dataSource: DataSource) {}

  /** Commits what `work` did, or nothing of it. */
  run<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }
}
