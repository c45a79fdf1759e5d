import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type RunSums } from '../run-totals.js';
import { queryArrays } from '../../../database/prepared-statement.js';
import { countCap } from '../../../domain/pagination.js';
import { type ClientOrder, sumColumns, sumsOf } from '../statistics-query.dto.js';
import {
  type ClientPosition,
  type ClientRankingQuery,
  ClientRankings,
  type ClientRow,
} from './client-rankings.repository.js';

/** A client with what its runs came to. */
export interface ClientSums {
  readonly client: string;
  readonly director: string;
  readonly sums: RunSums;
  readonly bytesBefore: number;
  /** What the list is ordered by. */
  readonly rank: number;
}

const bytesIn = (where: string): string => `COALESCE(sum(bytes) FILTER (WHERE ${where}), 0)`;
const isNow = 'day >= $3::date';

/** The sums over all clients, and their first day: as few as the sort needs, because there may be a million rows. */
const ranks: Readonly<Record<ClientOrder, { readonly rank: string; readonly from: string }>> = {
  bytes: { rank: 'sum(bytes)', from: '$3' },
  files: { rank: 'sum(files)', from: '$3' },
  failures: { rank: `COALESCE(sum(runs) FILTER (WHERE status = 'error'), 0)`, from: '$3' },
  growth: { rank: `${bytesIn(isNow)} - ${bytesIn('day < $3::date')}`, from: '$2' },
};

@Injectable()
export class ClientStatisticsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly rankings: ClientRankings,
  ) {}

  /** The first clients in the requested sort: from rollups if there are any, else by adding up the days. */
  async clients(query: ClientRankingQuery, after: ClientPosition | null, limit: number): Promise<ClientSums[]> {
    const ranked = await this.rankings.clients(query, after, limit);
    if (ranked !== null) return ranked.map(clientOf);
    const { text, values } = clientsText(query, after, limit);
    return (await queryArrays<ClientRow>(this.dataSource, { text }, values)).map(clientOf);
  }

  async count(query: ClientRankingQuery): Promise<number> {
    const ranked = await this.rankings.count(query);
    if (ranked !== null) return ranked;
    const { text, values } = clientsText(query, null, countCap + 1);
    const counted = { text: `SELECT count(*)::int FROM (${text}) counted` };
    const [row] = await queryArrays<[number]>(this.dataSource, counted, values);
    return row?.[0] ?? 0;
  }
}

function clientsText(
  { directors, span, before, types, clients, order }: ClientRankingQuery,
  after: ClientPosition | null,
  limit: number,
): { readonly text: string; readonly values: unknown[] } {
  const values: unknown[] = [directors, before.since, span.since, span.until, types, limit];
  const given = clients === undefined ? '' : `AND client = ANY ($${values.push(clients)}::text[])`;
  const { rank, from } = ranks[order];
  const place =
    after === null
      ? ''
      : `AND (-(${rank}), client, director COLLATE "C") >
          (-($${values.push(after[0])}::numeric), $${values.push(after[1])}, $${values.push(after[2])})`;
  const text = `WITH ranked AS MATERIALIZED (SELECT client, director, ${rank} AS rank FROM run_client_day
      WHERE director = ANY ($1::text[]) AND day >= ${from}::date AND day < $4::date AND type = ANY ($5::text[])
        AND client <> '' ${given}
      GROUP BY client, director HAVING true ${place} ORDER BY rank DESC, client, director COLLATE "C" LIMIT $6)
    SELECT ranked.client, ranked.director, ranked.rank::float8, sums.* FROM ranked CROSS JOIN LATERAL (
      SELECT ${bytesIn('day < $3::date')}::float8, ${sumColumns(isNow)} FROM run_client_day d
      WHERE d.director = ranked.director AND d.client = ranked.client AND d.day >= $2::date AND d.day < $4::date
        AND d.type = ANY ($5::text[])) sums
    ORDER BY ranked.rank DESC, ranked.client, ranked.director COLLATE "C"`;
  return { text, values };
}

function clientOf([client, director, rank, bytesBefore, ...sums]: ClientRow): ClientSums {
  return { client, director, rank, bytesBefore, sums: sumsOf(sums) };
}
