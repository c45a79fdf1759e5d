import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type PageRequest, type Slice, sliceOf } from '../../domain/pagination.js';
import { type Transaction } from '../../database/unit-of-work.js';
import { SavedFilterEntity } from './saved-filter.entity.js';

/** The index that keeps the names of a list apart. */
export const savedNameConstraint = 'saved_filter_user_id_page_name_idx';

/** Every query is limited to one user, so that no user can reach the saved filters of another. */
@Injectable()
export class SavedFiltersRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** By list and name. */
  async list(userId: string, filter: { readonly page?: string }, page: PageRequest): Promise<Slice<SavedFilterEntity>> {
    const query = this.dataSource
      .getRepository(SavedFilterEntity)
      .createQueryBuilder('saved')
      .where('saved.user_id = :userId', { userId });
    if (filter.page !== undefined) query.andWhere('saved.page = :page', { page: filter.page });
    const total = page.count === true ? { value: await query.getCount(), exact: true } : undefined;
    if (page.after) {
      const [list, name] = page.after;
      query.andWhere('(saved.page, saved.name) > (:list, :name)', { list, name });
    }
    query
      .orderBy('saved.page')
      .addOrderBy('saved.name')
      .limit(page.limit + 1);
    return sliceOf(await query.getMany(), page.limit, (row) => [row.page, row.name], total);
  }

  /** The row, locked until the transaction ends; null where the person has none of this id. */
  lock(transaction: Transaction, userId: string, id: string): Promise<SavedFilterEntity | null> {
    return transaction
      .getRepository(SavedFilterEntity)
      .createQueryBuilder('saved')
      .setLock('pessimistic_write')
      .where('saved.id = :id AND saved.user_id = :userId', { id, userId })
      .getOne();
  }

  countOf(transaction: Transaction, userId: string): Promise<number> {
    return transaction.getRepository(SavedFilterEntity).countBy({ userId });
  }

  async insert(transaction: Transaction, row: SavedFilterEntity): Promise<void> {
    await transaction.getRepository(SavedFilterEntity).insert(row);
  }

  async update(transaction: Transaction, row: SavedFilterEntity): Promise<void> {
    const { id, name, query, updatedAt } = row;
    await transaction.getRepository(SavedFilterEntity).update({ id }, { name, query, updatedAt });
  }

  /** false: the person has none of this id. */
  async remove(userId: string, id: string): Promise<boolean> {
    const result = await this.dataSource.getRepository(SavedFilterEntity).delete({ id, userId });
    return result.affected === 1;
  }
}
