import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../domain/clock.js';
import { type Principal } from '../../domain/principal.js';
import { AppError } from '../../domain/error-codes.js';
import { isUniqueViolation } from '../../database/database-errors.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { UsersRepository } from '../access/users/users.repository.js';
import { type SavedFilterEntity } from './saved-filter.entity.js';
import { type ChangeSavedFilterBody, type SaveFilterBody } from './saved-filters.dto.js';
import { savedNameConstraint, SavedFiltersRepository } from './saved-filters.repository.js';

const mostSaved = 50;

/** Users' own filters of lists. They grant nothing and change nothing for others, so they are not audited. */
@Injectable()
export class SavedFilters {
  constructor(
    private readonly rows: SavedFiltersRepository,
    private readonly users: UsersRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** AppError name_taken, and conflict if the user already has the maximum number. */
  async save({ user }: Principal, { page, name, query }: SaveFilterBody): Promise<SavedFilterEntity> {
    const now = this.clock.now();
    const row = { id: randomUUID(), userId: user.id, page, name, query, createdAt: now, updatedAt: now };
    await this.unlessTaken(
      this.unitOfWork.run(async (transaction) => {
        // Two requests at the same time would each count one less.
        await this.users.lockById(transaction, user.id);
        if ((await this.rows.countOf(transaction, user.id)) >= mostSaved) {
          const detail = `You already have ${mostSaved} saved filters. Delete one first.`;
          throw new AppError('conflict', detail, { reason: 'too_many_saved_filters', params: { most: mostSaved } });
        }
        await this.rows.insert(transaction, row);
      }),
    );
    return row;
  }

  change({ user }: Principal, id: string, body: ChangeSavedFilterBody): Promise<SavedFilterEntity> {
    return this.unlessTaken(
      this.unitOfWork.run(async (transaction) => {
        const row = await this.rows.lock(transaction, user.id, id);
        if (!row) throw noSavedFilter();
        const { name = row.name, query = row.query } = body;
        const changed = Object.assign(row, { name, query, updatedAt: this.clock.now() });
        await this.rows.update(transaction, changed);
        return changed;
      }),
    );
  }

  async remove({ user }: Principal, id: string): Promise<void> {
    if (!(await this.rows.remove(user.id, id))) throw noSavedFilter();
  }

  private async unlessTaken<T>(write: Promise<T>): Promise<T> {
    try {
      return await write;
    } catch (error) {
      if (!isUniqueViolation(error, savedNameConstraint)) throw error;
      throw new AppError('name_taken', 'You already have a saved filter with this name for this list.');
    }
  }
}

function noSavedFilter(): AppError {
  return new AppError('not_found', 'You have no saved filter with this id.', { reason: 'no_saved_filter' });
}
