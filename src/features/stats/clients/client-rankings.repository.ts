import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryArrays, type PreparedStatement } from '../../../database/prepared-statement.js';
import { countCap } from '../../../domain/pagination.js';
import { type ClientOrder, type TotalsQuery, type SumsRow } from '../statistics-query.dto.js';
import { asOfDay, storedSpan, ranWithin, isUpToDate } from '../rollups/rolling-totals.repository.js';

export type ClientPosition = readonly [rank: number, client: string, director: string];

export interface ClientRankingQuery extends TotalsQuery {
  readonly clients: readonly string[] | undefined;
  readonly order: ClientOrder;
}

export type ClientRow = readonly [
  client: string,
  director: string,
  rank: number,
  bytesBefore: number,
  ...sums: SumsRow,
];

/** Clients of all Directors in order, read off the kept sums of the last 7, 30 or 90 days, however many clients there are. */
@Injectable()
export class ClientRankings {
  constructor(private readonly dataSource: DataSource) {}

  /** null: there are no rollups for this query. */
  async clients(query: ClientRankingQuery, after: ClientPosition | null, limit: number): Promise<ClientRow[] | null> {
    const statement = rollingStatement(query, after !== null);
    if (statement === null) return null;
    const rows = await queryArrays<readonly [isCurrent: boolean, ...ClientRow]>(this.dataSource, statement, [
      ...valuesOf(query, limit),
      ...(after ?? []),
    ]);
    if (rows[0]?.[0] !== true) return null;
    return rows.flatMap(([, ...row]) => ((row[0] as string | null) === null ? [] : [row]));
  }

  /** Counts no further than lists do; null as above. */
  async count(query: ClientRankingQuery): Promise<number | null> {
    const sums = rollingTotals(query);
    if (sums === null) return null;
    const text = `SELECT ${isCurrent}, (SELECT count(*)::int FROM (SELECT FROM run_client_sum
      WHERE director = ANY ($1::text[]) AND type = $3 AND ${sums.where} LIMIT $4) counted)`;
    const statement = { name: `count_clients_${sums.span}_${query.order}`, text };
    const values = valuesOf(query, countCap + 1);
    const [row] = await queryArrays<[boolean, number]>(this.dataSource, statement, values);
    return row?.[0] === true ? row[1] : null;
  }
}

function valuesOf(query: ClientRankingQuery, limit: number): unknown[] {
  return [query.directors, asOfDay(query), query.types[0], limit];
}

interface RollingTotals {
  readonly span: string;
  readonly rank: string;
  readonly where: string;
}

/** Spelt as the indexes `run_client_by_…`, of which there is one for each span and order. */
function rollingTotals(query: ClientRankingQuery): RollingTotals | null {
  const span = storedSpan(query);
  const { clients, order } = query;
  if (span === undefined || clients !== undefined) return null;
  const ran = ranWithin(span);
  if (order === 'growth') {
    return { span, rank: `(${span}_bytes - ${span}_bytes_before)`, where: `${ran} + ${span}_runs_before > 0` };
  }
  const column = { bytes: 'bytes', files: 'files', failures: 'error' }[order];
  return { span, rank: `${span}_${column}`, where: `${ran} > 0` };
}

function rollingStatement(query: ClientRankingQuery, isContinued: boolean): PreparedStatement | null {
  const sums = rollingTotals(query);
  if (sums === null) return null;
  const { span, rank, where } = sums;
  const ranked = (place: string): string => `(SELECT ${rank} AS place, s.* FROM run_client_sum s
    WHERE s.director = wanted.director AND s.type = $3 AND ${where} ${place} ORDER BY ${rank} DESC, s.client LIMIT ${limit})`;
  const rows = isContinued
    ? `${ranked(`AND ${rank} = $5::bigint AND s.client >= $6 AND (s.client, s.director) > ($6, $7)`)}
       UNION ALL ${ranked(`AND ${rank} < $5::bigint`)}`
    : ranked('');
  return { name: `clients_${span}_${query.order}${isContinued ? '_on' : ''}`, text: wholeText(span, rows) };
}

/** Hidden from the planner, like the Directors: for known values it would plan each statement again, which takes longer than running it. */
const limit = '(SELECT $4::integer)';
const isCurrent = isUpToDate('$2', '$1');

/** One row says that the rollups are current, even if there are no clients. */
function wholeText(span: string, rows: string): string {
  const figures = ['bytes_before', 'completed', 'warning', 'error', 'canceled', 'files', 'bytes'];
  return `SELECT is_current, client, director, place::float8, ${figures.map((figure) => `${span}_${figure}::float8`).join(', ')}
    FROM (SELECT ${isCurrent} AS is_current) standing
    LEFT JOIN LATERAL (SELECT ranked.* FROM unnest((SELECT $1::text[])) AS wanted(director) CROSS JOIN LATERAL (${rows}) ranked
      ORDER BY place DESC, client, ranked.director LIMIT ${limit}) list ON is_current
    ORDER BY place DESC, client, director`;
}
