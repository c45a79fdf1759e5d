import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryArrays, type PreparedStatement } from '../../../database/prepared-statement.js';
import { countCap } from '../../../domain/pagination.js';
import { type ClientOrder, type SumsQuestion, type SumsRow } from '../statistics-query.dto.js';
import { keptDay, keptSpan, ranWithin, standAt } from '../rollups/rolling-totals.repository.js';

export type ClientPlace = readonly [rank: number, client: string, director: string];

export interface ClientRankingQuery extends SumsQuestion {
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

  /** null: no sums are kept of what is asked. */
  async clients(question: ClientRankingQuery, after: ClientPlace | null, limit: number): Promise<ClientRow[] | null> {
    const statement = keptStatement(question, after !== null);
    if (statement === null) return null;
    const rows = await queryArrays<readonly [isCurrent: boolean, ...ClientRow]>(this.dataSource, statement, [
      ...valuesOf(question, limit),
      ...(after ?? []),
    ]);
    if (rows[0]?.[0] !== true) return null;
    return rows.flatMap(([, ...row]) => ((row[0] as string | null) === null ? [] : [row]));
  }

  /** Counts no further than lists do; null as above. */
  async count(question: ClientRankingQuery): Promise<number | null> {
    const sums = keptSums(question);
    if (sums === null) return null;
    const text = `SELECT ${isCurrent}, (SELECT count(*)::int FROM (SELECT FROM run_client_sum
      WHERE director = ANY ($1::text[]) AND type = $3 AND ${sums.where} LIMIT $4) counted)`;
    const statement = { name: `count_clients_${sums.span}_${question.order}`, text };
    const values = valuesOf(question, countCap + 1);
    const [row] = await queryArrays<[boolean, number]>(this.dataSource, statement, values);
    return row?.[0] === true ? row[1] : null;
  }
}

function valuesOf(question: ClientRankingQuery, limit: number): unknown[] {
  return [question.directors, keptDay(question), question.types[0], limit];
}

interface RollingTotals {
  readonly span: string;
  readonly rank: string;
  readonly where: string;
}

/** Spelt as the indexes `run_client_by_…`, of which there is one for each span and order. */
function keptSums(question: ClientRankingQuery): RollingTotals | null {
  const span = keptSpan(question);
  const { clients, order } = question;
  if (span === undefined || clients !== undefined) return null;
  const ran = ranWithin(span);
  if (order === 'growth') {
    return { span, rank: `(${span}_bytes - ${span}_bytes_before)`, where: `${ran} + ${span}_runs_before > 0` };
  }
  const column = { bytes: 'bytes', files: 'files', failures: 'error' }[order];
  return { span, rank: `${span}_${column}`, where: `${ran} > 0` };
}

function keptStatement(question: ClientRankingQuery, isContinued: boolean): PreparedStatement | null {
  const sums = keptSums(question);
  if (sums === null) return null;
  const { span, rank, where } = sums;
  const ranked = (place: string): string => `(SELECT ${rank} AS place, s.* FROM run_client_sum s
    WHERE s.director = wanted.director AND s.type = $3 AND ${where} ${place} ORDER BY ${rank} DESC, s.client LIMIT ${limit})`;
  const rows = isContinued
    ? `${ranked(`AND ${rank} = $5::bigint AND s.client >= $6 AND (s.client, s.director) > ($6, $7)`)}
       UNION ALL ${ranked(`AND ${rank} < $5::bigint`)}`
    : ranked('');
  return { name: `clients_${span}_${question.order}${isContinued ? '_on' : ''}`, text: wholeText(span, rows) };
}

/** Hidden from the planner, like the Directors: for known values it would plan each statement again, which takes longer than running it. */
const limit = '(SELECT $4::integer)';
const isCurrent = standAt('$2', '$1');

/** That they do is told in one row even where there are no clients. */
function wholeText(span: string, rows: string): string {
  const figures = ['bytes_before', 'completed', 'warning', 'error', 'canceled', 'files', 'bytes'];
  return `SELECT is_current, client, director, place::float8, ${figures.map((figure) => `${span}_${figure}::float8`).join(', ')}
    FROM (SELECT ${isCurrent} AS is_current) standing
    LEFT JOIN LATERAL (SELECT ranked.* FROM unnest((SELECT $1::text[])) AS wanted(director) CROSS JOIN LATERAL (${rows}) ranked
      ORDER BY place DESC, client, ranked.director LIMIT ${limit}) list ON is_current
    ORDER BY place DESC, client, director`;
}
