import { Injectable } from '@nestjs/common';
import { chosenDirectors, Directors } from '../../../domain/directors.port.js';
import { Clock } from '../../../domain/clock.js';
import { growthOf } from '../run-totals.js';
import { type PageOf } from '../../../http/api-answers.js';
import { Cursors } from '../../../http/cursors.js';
import { pageOfNames, totalOfAll } from '../name-pagination.js';
import { type StorageStatisticsQuery, type TotalsQuery, totalsQueryOf } from '../statistics-query.dto.js';
import { type PoolStatistics } from './storage-statistics.dto.js';
import { type PoolSums, StorageStatisticsRepository } from './storage-statistics.repository.js';

/** Runs that wrote what they count, each once: what orders a copy or a migration writes nothing itself, a restore reads. */
export const writingTypes = ['Backup', 'Migrated', 'Copied', 'Archive'];

@Injectable()
export class StorageStatisticsService {
  constructor(
    private readonly directors: Directors,
    private readonly repository: StorageStatisticsRepository,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  async list(query: StorageStatisticsQuery): Promise<PageOf<PoolStatistics>> {
    const entries = chosenDirectors(this.directors, query.director);
    const filter = totalsQueryOf(entries, Object.assign({}, query, { type: writingTypes }), this.clock.now());
    const context = { operation: 'listStorageStatistics', query };
    const page = this.cursors.requestOf(query, context);
    const slice = await pageOfNames(filter.directors, page, (from) => this.repository.pools(filter, query.pool, from));
    const total = page.count === true ? { total: await this.count(filter, query) } : {};
    return this.cursors.pageOf({ ...slice, ...total }, context, recordOf);
  }

  private async count(filter: TotalsQuery, { pool }: StorageStatisticsQuery): Promise<ReturnType<typeof totalOfAll>> {
    const { directors } = filter;
    return totalOfAll(await Promise.all(directors.map((director) => this.repository.count(filter, pool, director))));
  }
}

function recordOf({ name, director, bytes, bytesBefore, days }: PoolSums): PoolStatistics {
  return { pool: name, director, bytes, bytesBefore, growth: growthOf(bytes, bytesBefore), days };
}
