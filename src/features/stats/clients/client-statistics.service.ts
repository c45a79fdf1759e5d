import { Injectable } from '@nestjs/common';
import { chosenDirectors, Directors } from '../../../domain/directors.port.js';
import { Clock } from '../../../domain/clock.js';
import { sliceOf, totalOf } from '../../../domain/pagination.js';
import { type PageOf } from '../../../http/api-answers.js';
import { Cursors } from '../../../http/cursors.js';
import { csvRow } from '../../../http/csv-answer.js';
import { type ClientStatisticsQuery, comparedOf, totalsQueryOf } from '../statistics-query.dto.js';
import { type ClientStatistics } from './client-statistics.dto.js';
import { type ClientPosition, type ClientRankingQuery } from './client-rankings.repository.js';
import { type ClientSums, ClientStatisticsRepository } from './client-statistics.repository.js';

@Injectable()
export class ClientStatisticsService {
  constructor(
    private readonly directors: Directors,
    private readonly repository: ClientStatisticsRepository,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  async list(query: ClientStatisticsQuery): Promise<PageOf<ClientStatistics>> {
    const entries = chosenDirectors(this.directors, query.director);
    const { client: clients, sort: order = 'bytes' } = query;
    const filter: ClientRankingQuery = { ...totalsQueryOf(entries, query, this.clock.now()), clients, order };
    const context = { operation: 'listClientStatistics', query };
    const page = this.cursors.requestOf(query, context);
    const after = (page.after ?? null) as ClientPosition | null;
    const rows = await this.repository.clients(filter, after, page.limit + 1);
    const total = page.count === true ? totalOf(await this.repository.count(filter)) : undefined;
    const slice = sliceOf(rows, page.limit, ({ rank, client, director }) => [rank, client, director], total);
    return this.cursors.pageOf(slice, context, recordOf);
  }

  /** All clients, on any page. */
  async *csv(query: ClientStatisticsQuery): AsyncGenerator<string> {
    yield csvRow([
      'client',
      'director',
      'runs',
      'completed',
      'warning',
      'error',
      'canceled',
      'successRate',
      'files',
      'bytes',
      'bytesBefore',
      'growth',
    ]);
    let cursor: string | null = query.cursor ?? null;
    do {
      const page = await this.list(Object.assign({}, query, { limit: 500 }, cursor === null ? {} : { cursor }));
      yield page.items.map(csvOf).join('');
      cursor = page.nextCursor;
    } while (cursor !== null);
  }
}

function recordOf({ client, director, sums, bytesBefore }: ClientSums): ClientStatistics {
  return { client, director, ...comparedOf(sums, bytesBefore) };
}

function csvOf({ client, director, runs, successRate, files, bytes, bytesBefore, growth }: ClientStatistics): string {
  const { total, completed, warning, error, canceled } = runs;
  return csvRow([
    client,
    director,
    total,
    completed,
    warning,
    error,
    canceled,
    successRate,
    files,
    bytes,
    bytesBefore,
    growth,
  ]);
}
