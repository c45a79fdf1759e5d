import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type RunSums } from '../../domain/run-sums.js';
import { arraysOf } from '../../platform/database/prepared-statement.js';
import { mostCounted } from '../name-page.js';
import { type ClientOrder } from '../statistics-query.dto.js';
import { sumColumns, sumsOf, type SumsQuestion, type SumsRow } from '../sums-question.js';

/** A client with what its runs came to. */
export interface ClientSums {
  readonly client: string;
  readonly director: string;
  readonly sums: RunSums;
  readonly bytesBefore: number;
  /** What the list is ordered by. */
  readonly rank: number;
}

export type ClientPlace = readonly [rank: number, client: string, director: string];

export interface ClientQuestion extends SumsQuestion {
  readonly clients: readonly string[] | undefined;
  readonly order: ClientOrder;
}

type ClientRow = readonly [client: string, director: string, rank: number, bytesBefore: number, ...sums: SumsRow];

const bytesIn = (where: string): string => `COALESCE(sum(bytes) FILTER (WHERE ${where}), 0)`;
const isNow = 'day >= $3::date';

const ranks: Readonly<Record<ClientOrder, string>> = {
  bytes: bytesIn(isNow),
  files: `COALESCE(sum(files) FILTER (WHERE ${isNow}), 0)`,
  failures: `COALESCE(sum(runs) FILTER (WHERE ${isNow} AND status = 'error'), 0)`,
  growth: `${bytesIn(isNow)} - ${bytesIn('day < $3::date')}`,
};

@Injectable()
export class ClientStatisticsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Those with most of what they are ordered by first. */
  async clients(question: ClientQuestion, after: ClientPlace | null, limit: number): Promise<ClientSums[]> {
    const { text, values } = clientsText(question, after, limit);
    return (await arraysOf<ClientRow>(this.dataSource, { text }, values)).map(clientOf);
  }

  async count(question: ClientQuestion): Promise<number> {
    const { text, values } = clientsText(question, null, mostCounted + 1);
    const counted = { text: `SELECT count(*)::int FROM (${text}) counted` };
    const [row] = await arraysOf<[number]>(this.dataSource, counted, values);
    return row?.[0] ?? 0;
  }
}

function clientsText(
  { directors, span, before, types, clients, order }: ClientQuestion,
  after: ClientPlace | null,
  limit: number,
): { readonly text: string; readonly values: unknown[] } {
  const values: unknown[] = [directors, before.since, span.since, span.until, types, limit];
  const given = clients === undefined ? '' : `AND client = ANY ($${values.push(clients)}::text[])`;
  const rank = ranks[order];
  const place =
    after === null
      ? ''
      : `AND (-(${rank}), client, director COLLATE "C") >
          (-($${values.push(after[0])}::numeric), $${values.push(after[1])}, $${values.push(after[2])})`;
  const text = `SELECT client, director, (${rank})::float8 AS rank, ${bytesIn('day < $3::date')}::float8, ${sumColumns(isNow)}
    FROM run_client_day WHERE director = ANY ($1::text[]) AND day >= $2::date AND day < $4::date
      AND type = ANY ($5::text[]) AND client <> '' ${given}
    GROUP BY client, director HAVING true ${place} ORDER BY rank DESC, client, director COLLATE "C" LIMIT $6`;
  return { text, values };
}

function clientOf([client, director, rank, bytesBefore, ...sums]: ClientRow): ClientSums {
  return { client, director, rank, bytesBefore, sums: sumsOf(sums) };
}
