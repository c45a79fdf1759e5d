import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** An open transaction. Repositories take it as an explicit argument, so that what belongs together is seen in the code. */
export type Transaction = EntityManager;

@Injectable()
export class UnitOfWork {
  private readonly afterwards = new WeakMap<Transaction, (() => void)[]>();

  constructor(private readonly dataSource: DataSource) {}

  /** Commits what `work` did, or nothing of it. */
  async run<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const actions: (() => void)[] = [];
    const result = await this.dataSource.transaction((transaction) => {
      this.afterwards.set(transaction, actions);
      return work(transaction);
    });
    for (const action of actions) action();
    return result;
  }

  /** Does something once this transaction is committed, and never if it is not. The action must not throw. */
  afterCommit(transaction: Transaction, action: () => void): void {
    const actions = this.afterwards.get(transaction);
    if (!actions) throw new Error('Only a transaction that UnitOfWork.run opened reports its commit.');
    actions.push(action);
  }
}
